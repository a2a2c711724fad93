/// Something that reads what others wrote, and what must hold of it whatever that is.
struct FuzzTarget: Sendable {
    let name: String
    let body: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .publicKey, .privateKey, .blob, .ciphertext, .uri, .moduleFile, .profile, .libraryFile, .text, .commandLine,
        .provider, .certificate, .name,
    ]

    /// Runs one input. An error that is thrown is an answer; a crash, a leak of time or memory and a broken ``check(_:_:)`` are
    /// findings.
    func run(_ bytes: UnsafeBufferPointer<UInt8>) { try? body(Array(bytes)) }
}
