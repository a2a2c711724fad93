import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 key export`
enum KeyExport {
    static let command = CommandDescription(
        "key", "export", summary: "Write out the public half of a key",
        details: [
            "Only public keys: the private half, and a secret key, never leave the token, whatever its attributes say.",
            Details.dataWithJSON,
        ],
        operands: [Operands.key],
        options: [Options.format, Options.out, Options.force],
        examples: [
            Example("for OpenSSL", "p11 key export invoice --out invoice.pem"),
            Example("for authorized_keys", "p11 key export invoice --format ssh >> ~/.ssh/authorized_keys"),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let format = invocation.arguments[Options.format].flatMap(ExportFormat.init(rawValue:)) ?? .pem
        let selector = try invocation.keySelector()
        if case .uri(let uri) = selector, uri.type == .privateKey || uri.type == .secretKey {
            throw refusal("the URI names the \(uri.type == .privateKey ? "private half of a key" : "secret key")")
        }
        let sink = try invocation.sink(.binary, isText: !format.isBinary)
        let store = try invocation.store(login: .ifConfigured, for: selector)
        defer { store.close() }
        let key = try store.key(selector)
        guard key.other == nil else {
            throw refusal("\(KeyReport(key: key, token: store.token).name) has no public half")
        }
        try sink.write(data(of: try key.anyPublicKey, format, comment: key.label))
        try sink.commit()
    }

    private static func refusal(_ reason: String) -> CommandFailure {
        CommandFailure(
            .notAllowed, "not-permitted", "\(reason), and that never leaves the token",
            hint: "without a type in the URI, the public half is exported")
    }

    private static func data(of key: PublicKey, _ format: ExportFormat, comment: String) -> Data {
        switch format {
        case .pem: lines(key.pemRepresentation)
        case .der: key.derRepresentation
        case .pkcs1: lines(key.pkcs1PEMRepresentation)
        case .pkcs1DER: key.pkcs1DERRepresentation
        case .ssh: lines(key.sshRepresentation(comment: escapedForTerminal(comment)))
        case .jwk: lines(key.jwkRepresentation)
        }
    }

    /// Text that ends in one newline.
    private static func lines(_ text: String) -> Data { Data((text.hasSuffix("\n") ? text : text + "\n").utf8) }
}
