import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 cert import`
enum CertificateImport {
    static let command = CommandDescription(
        "cert", "import", summary: "Put a certificate from a file on a token",
        details: [
            "FILE is PEM or DER and holds one certificate. Without --id and --tag it gets the ID of the key on the token that it certifies, by which programs find "
                + "the two together, and without --label the label of that key. Where there is no such key, the ID is the SHA-1 of its public key and the "
                + "label its common name. Nothing about it is verified."
        ],
        operands: [OperandDescription("FILE", "the certificate; - is standard input")],
        options: [
            Options.label, Options.id, Options.tag,
            Options.allowDuplicate.saying("add it although the same certificate is on the token already"),
            Options.dryRun,
        ],
        examples: [
            Example("the certificate of a key that is there", "p11 cert import server.pem"),
            Example(
                "that of an authority, from a server",
                "curl -s https://ca.example/ca.der | p11 cert import - --label 'example CA' --pin-source file:pin"),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let tag = try NewKeyNames.id(arguments)
        let certificate = try certificate(in: try invocation.input(arguments.operand(0), as: "FILE"))
        let store = try invocation.store(login: .required)
        defer { store.close() }
        let allowsDuplicate = arguments.has(Options.allowDuplicate)
        guard arguments.has(Options.dryRun) else {
            let made = try Interruption.whole {
                try store.importCertificate(
                    certificate, tag: tag, label: arguments[Options.label], allowsDuplicate: allowsDuplicate)
            }
            return try invocation.reporting("the certificate was imported") {
                try invocation.write(CertificateCommands.report(on: made, in: store))
            }
        }
        if !allowsDuplicate,
            let twin = try store.certificates(matching: CertificateQuery(certificate: certificate)).first
        {
            throw CommandFailure(
                .exists, KeyStoreError.Code.certificateExists.rawValue,
                "the same certificate is on the token \"\(store.token.label)\" already",
                candidates: [CertificateReport(twin, token: store.token).candidate])
        }
        let names = try store.proposedNames(for: certificate)
        let report = CertificateReport(
            certificate, id: tag ?? names.id, tag: tag ?? names.tag,
            labelBytes: arguments[Options.label].map { Data($0.utf8) } ?? names.labelBytes, token: store.token)
        try invocation.write(CertificateCommands.report(on: report, in: store, isDryRun: true))
    }

    private static func certificate(in file: InputFile) throws -> X509Certificate {
        // A private key is often in the same file, and must not stay in ordinary memory.
        let bytes = try file.readSecret(limit: X509Certificate.maximumLength * 3 / 2)
        var copy = bytes.withUnsafeBytes { Data($0) }
        defer { copy.withUnsafeMutableBytes { SecureBytes.wipe($0) } }
        do {
            return try X509Certificate(representation: copy)
        } catch let error as KeyStoreError {
            var failure = CommandFailure(error)
            failure.message = "\(file.name): \(failure.message)"
            throw failure
        }
    }
}
