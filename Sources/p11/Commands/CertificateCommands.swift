import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 cert …`
enum CertificateCommands {
    static let group = CommandGroup(
        noun: "cert", summary: "The certificates on a token",
        examples: [
            Example("put the certificate of a key beside it", "p11 cert import server.pem"),
            Example("see what there is, and until when", "p11 cert list"),
        ],
        commands: [list, show, CertificateImport.command, CertificateExport.command, delete])

    static let list = CommandDescription(
        "cert", "list", summary: "List the certificates of a token",
        details: [
            "Nothing is verified: neither signatures nor that an authority is trusted. The column KEY says whether the private key is on the token too, "
                + "which is seen after a login only. This never asks for a PIN, but logs in where a source for it is configured, or with --login user."
        ],
        examples: [
            Example("all certificates", "p11 cert list"),
            Example(
                "those that expire before a day, for a script",
                "p11 cert list --json | jq -r '.certificates[] | select(.notAfter < \"2027-01-01\") | .uri'"),
        ],
        body: { try list($0) })

    static let show = CommandDescription(
        "cert", "show", summary: "Show one certificate",
        operands: [Operands.certificate],
        examples: [
            Example("what it says", "p11 cert show server"),
            Example("one of two that have the same label", "p11 cert show sha256:4f1c7a09"),
        ],
        body: { try show($0) })

    static let delete = CommandDescription(
        "cert", "delete", summary: "Delete a certificate; the key that it certifies stays",
        operands: [Operands.certificate],
        options: [Options.dryRun],
        examples: [
            Example("delete a certificate, after a question", "p11 cert delete server"),
            Example("delete one of two without a question", "p11 cert delete sha256:4f1c7a09 --yes"),
        ],
        body: { try delete($0) })

    private static func list(_ invocation: Invocation) throws {
        let store = try invocation.store(login: .ifConfigured)
        defer { store.close() }
        let certificates = try reports(on: try store.certificates(), in: store)
        let hasWarnings = certificates.contains { !$0.warnings.isEmpty }
        var table = Table(
            ["LABEL", "ID", "SUBJECT", "NOT AFTER", "TYPE", "KEY"] + (hasWarnings ? ["WARNINGS"] : []))
        for certificate in certificates {
            var cells = [
                certificate.label, certificate.idText, certificate.subjectText, certificate.notAfterText,
                certificate.keyText, certificate.hasPrivateKeyText,
            ]
            if hasWarnings { cells.append(certificate.warnings.joined(separator: ",")) }
            table.append(cells)
        }
        try invocation.write(
            Report(
                schema: "p11.certificates/1",
                members: KeyCommands.members(of: store) + [
                    ("certificates", .array(certificates.map(\.json))), ("embedded", .bool(store.isEmbedded)),
                ],
                body: .list(table), uris: certificates.map(\.uri), emptyNotice: "there is no certificate to be seen"))
    }

    private static func show(_ invocation: Invocation) throws {
        let selector = try invocation.certificateSelector()
        let store = try invocation.store(login: .ifConfigured, for: selector.names)
        defer { store.close() }
        try invocation.write(report(on: try store.certificate(selector), in: store))
    }

    private static func delete(_ invocation: Invocation) throws {
        let selector = try invocation.certificateSelector()
        try selector.names.checkNamesObject("certificate")
        let store = try invocation.store(login: .required, for: selector.names)
        defer { store.close() }
        let certificate = try store.certificate(selector)
        let report = try reports(on: [certificate], in: store)[0]
        let isDryRun = invocation.arguments.has(Options.dryRun)
        if !isDryRun {
            if !invocation.arguments.has(Options.yes) {
                try invocation.question.confirm(
                    "This deletes the \(report.name)\n  \(report.uri)\nDelete it?")
            }
            try Interruption.whole { try store.delete(certificate) }
        }
        let deletion = Report(
            schema: "p11.certificate-deleted/1",
            members: KeyCommands.members(of: store) + [
                ("certificate", report.json), ("dryRun", .bool(isDryRun)), ("embedded", .bool(store.isEmbedded)),
            ],
            body: .properties([
                (isDryRun ? "would delete" : "deleted", report.uri), ("subject", report.subjectText),
            ]), uris: [report.uri])
        if isDryRun {
            try invocation.write(deletion)
        } else {
            try invocation.reporting("the certificate was deleted") { try invocation.write(deletion) }
        }
    }

    /// The report on a single certificate.
    static func report(on certificate: Certificate, in store: KeyStore) throws -> Report {
        report(on: try reports(on: [certificate], in: store)[0], in: store)
    }

    /// - Parameter isDryRun: whether it is one that would be put on the token; nil where that is no question.
    static func report(on certificate: CertificateReport, in store: KeyStore, isDryRun: Bool? = nil) -> Report {
        var members = KeyCommands.members(of: store) + [("certificate", certificate.json)]
        if let isDryRun { members.append(("dryRun", .bool(isDryRun))) }
        members.append(("embedded", .bool(store.isEmbedded)))
        let head = isDryRun == true ? [("would import", certificate.name)] : []
        return Report(
            schema: "p11.certificate/1", members: members, body: .properties(head + certificate.properties),
            uris: [certificate.uri])
    }

    /// The certificates, each with whether its private key is there, where that can be seen.
    static func reports(on certificates: [Certificate], in store: KeyStore) throws -> [CertificateReport] {
        let keys =
            store.loginState.isLoggedIn && !certificates.isEmpty ? KeysOfCertificates(try store.privateKeys()) : nil
        return certificates.map { certificate in
            var report = CertificateReport(certificate, token: store.token)
            report.hasPrivateKey = keys.map { $0.has(keyOf: certificate) }
            return report
        }
    }
}
