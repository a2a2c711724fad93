import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 cert export`
enum CertificateExport {
    static let command = CommandDescription(
        "cert", "export", summary: "Write out a certificate, byte for byte as it is on the token",
        details: [Details.dataWithJSON],
        operands: [Operands.certificate],
        options: [Options.certificateFormat, Options.out, Options.force],
        examples: [
            Example("for a web server", "p11 cert export server --out server.pem"),
            Example("to look into it", "p11 cert export server | openssl x509 -noout -text"),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let selector = try invocation.certificateSelector()
        let isText = invocation.arguments[Options.certificateFormat] != "der"
        let sink = try invocation.sink(.binary, isText: isText)
        let store = try invocation.store(login: .ifConfigured, for: selector.names)
        defer { store.close() }
        let certificate = try store.certificate(selector)
        try sink.write(
            isText ? Data(try x509(certificate, in: store).pemRepresentation.utf8) : value(certificate, in: store))
        try sink.commit()
    }

    private static func x509(_ certificate: Certificate, in store: KeyStore) throws -> X509Certificate {
        if let x509 = certificate.x509 { return x509 }
        throw CommandFailure(
            .notAllowed, "not-permitted",
            "the \(CertificateReport(certificate, token: store.token).name) is none that can be written as PEM",
            hint: certificate.value.isEmpty ? nil : "--format der writes what there is")
    }

    private static func value(_ certificate: Certificate, in store: KeyStore) throws -> Data {
        guard certificate.value.isEmpty else { return certificate.value }
        throw CommandFailure(
            .notAllowed, "not-permitted",
            "the \(CertificateReport(certificate, token: store.token).name) has no value on the token")
    }
}
