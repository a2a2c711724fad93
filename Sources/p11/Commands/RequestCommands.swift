import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 csr …`
enum RequestCommands {
    static let group = CommandGroup(
        noun: "csr", summary: "Certificate signing requests",
        examples: [
            Example(
                "a request for a web server",
                "p11 csr create server --subject CN=www.example.com --san dns:www.example.com --out server.csr"),
            Example("what is in it", "openssl req -in server.csr -noout -text -verify"),
        ],
        commands: [create])

    static let create = CommandDescription(
        "csr", "create", summary: "Make a certificate signing request for a key, signed by it on the token",
        details: [
            "The result is PKCS#10. It is verified before it is written. The subject begins with what is most particular, as in "
                + "CN=www.example.com,O=Example,C=DE; a backslash stands before a comma in a value.",
            Details.dataWithJSON,
        ],
        operands: [Operands.key],
        options: [
            Options.subject.required, Options.san,
            Options.signatureAlgorithm.saying("how to sign; rsa-pkcs1-sha256 if not given"), Options.certificateFormat,
            Options.out, Options.force,
        ],
        examples: [
            Example(
                "with two further names",
                "p11 csr create server --subject 'CN=www.example.com,O=Example' --san dns:www.example.com --san dns:example.com"
            ),
            Example(
                "signed with RSA-PSS, as DER",
                "p11 csr create server --subject CN=server --algorithm rsa-pss-sha256 --format der --out server.csr"),
        ],
        body: { try create($0) })

    private static func create(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let (subject, names) = try names(arguments)
        let algorithm = try arguments[Options.signatureAlgorithm].map(SignatureAlgorithmName.algorithm(named:))
        let selector = try invocation.keySelector()
        let isText = arguments[Options.certificateFormat] != "der"
        let sink = try invocation.sink(.binary, isText: isText)
        let store = try invocation.store(login: .required, for: selector)
        defer { store.close() }
        let request = try store.privateKey(selector).certificateSigningRequest(
            subject: subject, alternativeNames: names, using: algorithm ?? .rsaPKCS1(.sha256))
        try sink.write(isText ? Data(request.pemRepresentation.utf8) : request.derRepresentation)
        try sink.commit()
    }

    /// - Throws: ``CommandFailure`` with exit 64.
    private static func names(_ arguments: Arguments) throws -> (DistinguishedName, [SubjectAlternativeName]) {
        do {
            let subject = try DistinguishedName(parsing: arguments[Options.subject] ?? "")
            let names = try arguments.all(Options.san).map(SubjectAlternativeName.init(parsing:))
            guard !subject.isEmpty || !names.isEmpty else {
                throw CommandFailure.usage("--subject is empty, and there is no --san either")
            }
            return (subject, names)
        } catch let error as KeyStoreError where error.code == .invalidParameter {
            throw CommandFailure.usage(error.message, hint: error.hint)
        }
    }
}
