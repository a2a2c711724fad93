import TokenKeyStore

/// `p11 random`
enum RandomCommand {
    static let command = CommandDescription(
        "random", summary: "Write random bytes made by a token",
        details: [Details.dataWithJSON],
        operands: [OperandDescription("N", "how many bytes")],
        options: [
            Options.out, Options.force, Options.encoding.saying("how the bytes are written; binary if not given"),
        ],
        examples: [
            Example("32 bytes as text", "p11 random 32 --encoding hex"),
            Example("a kilobyte into a file", "p11 random 1024 --out seed.bin"),
        ],
        body: { try run($0) })

    /// What is in memory at once.
    private static let chunkLength = 64 * 1024
    private static let limit = 1 << 30

    private static func run(_ invocation: Invocation) throws {
        guard let count = invocation.arguments.operand(0).flatMap({ Int($0) }), (1...limit).contains(count) else {
            throw CommandFailure.usage("N is a number of bytes from 1 to \(limit)")
        }
        let sink = try invocation.sink(invocation.encoding, isSecret: true)
        let store = try invocation.store(login: .ifConfigured)
        defer { store.close() }
        var rest = count
        while rest > 0 {
            let part = try store.randomBytes(count: min(rest, chunkLength))
            try sink.write(part)
            rest -= part.count
        }
        try sink.commit()
    }
}
