import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

/// What is read of a certificate is what `openssl x509` prints of it.
@Suite struct X509CertificateTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @discardableResult
    private func openssl(_ arguments: String..., input: Data? = nil) throws -> Data {
        try Command.check("openssl", arguments, input: input, directory: folder.path).stdout
    }

    /// A self-signed certificate in PEM.
    private func make(
        key: [String] = ["rsa:2048"], subject: String = "/C=DE/O=Example, Inc./CN=www.example.com", more: [String] = []
    ) throws -> Data {
        try Command.check(
            "openssl",
            ["req", "-x509", "-utf8", "-nodes", "-keyout", "key.pem", "-subj", subject, "-newkey"] + key + more,
            directory: folder.path
        ).stdout
    }

    private func field(_ option: String, of pem: Data) throws -> String {
        let text = String(
            decoding: try openssl(
                "x509", "-noout", "-nameopt", "RFC2253,-esc_msb", "-dateopt", "iso_8601", option, input: pem),
            as: UTF8.self)
        return String(text.trimmingCharacters(in: .newlines).drop { $0 != "=" }.dropFirst())
    }

    private func expectEqual(_ certificate: X509Certificate, _ pem: Data) throws {
        #expect(try certificate.subject == field("-subject", of: pem))
        #expect(try certificate.issuer == field("-issuer", of: pem))
        #expect(try certificate.serialNumber == field("-serial", of: pem).lowercased())
        #expect(try isoText(certificate.notBefore) == field("-startdate", of: pem))
        #expect(try isoText(certificate.notAfter) == field("-enddate", of: pem))
        let fingerprint = try Command.check(
            "openssl", ["x509", "-noout", "-fingerprint", "-sha256"], input: pem, directory: folder.path
        ).output.drop { $0 != "=" }.dropFirst().filter { $0 != ":" && $0 != "\n" }
        #expect(try hexadecimal(certificate.fingerprintSHA256) == fingerprint.lowercased())
        #expect(try certificate.derRepresentation == openssl("x509", "-outform", "der", input: pem))
        #expect(try Data(certificate.pemRepresentation.utf8) == openssl("x509", input: pem))
        let key = try openssl("x509", "-noout", "-pubkey", input: pem)
        #expect(
            try certificate.publicKeyDERRepresentation == openssl("pkey", "-pubin", "-outform", "der", input: key))
    }

    /// As `-dateopt iso_8601` writes it.
    private func isoText(_ date: Date) -> String { date.formatted(.iso8601).replacingOccurrences(of: "T", with: " ") }

    @Test(arguments: [
        "/C=DE/O=Example, Inc./CN=www.example.com", #"/CN=Müller \+ Söhne"#, "/O=a\"b<c>;=#/CN= blank ",
        "/CN=\u{1b}[31mred", "/DC=com/DC=example/CN=x+emailAddress=a@example.com", "/CN=签名",
    ]) func `names are written as RFC 4514 has it`(subject: String) throws {
        let pem = try make(subject: subject, more: ["-multivalue-rdn"])
        try expectEqual(X509Certificate(representation: pem), pem)
    }

    @Test func `a key of each type is told, and RSA can be used`() throws {
        for (arguments, type, bits) in [
            (["rsa:2048"], KeyType.rsa, 2048), (["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], .ec, 256),
            (["ed25519"], .ecEdwards, 255),
        ] {
            let pem = try make(key: arguments)
            let certificate = try X509Certificate(representation: pem)
            try expectEqual(certificate, pem)
            #expect(certificate.keyType == type && certificate.keySizeInBits == bits, "\(arguments)")
            let key = try openssl("x509", "-noout", "-pubkey", input: pem)
            #expect(try certificate.publicKey == (type == .rsa ? PublicKey(representation: key) : nil))
        }
    }

    @Test(arguments: ["0", "1", "127", "128", "0xff00", "0x80000000000000000000", "-1", "-128", "-0x1234"])
    func `a serial number is the number, also where it should not be one`(number: String) throws {
        let pem = try make(more: ["-set_serial", number])
        let certificate = try X509Certificate(representation: pem)
        #expect(try certificate.serialNumber == field("-serial", of: pem).lowercased())
        let der = try openssl("asn1parse", "-strparse", "8", "-out", "serial", "-noout", input: pem)
        #expect(der.isEmpty)
        #expect(certificate.derRepresentation.range(of: certificate.serialNumberDERRepresentation) != nil)
    }

    @Test func `alternative names and the mark of an authority are read`() throws {
        let names =
            "DNS:www.example.com,DNS:*.example.com,IP:192.0.2.1,IP:2001:db8::1,email:a@example.com,URI:https://example.com/"
        let pem = try make(more: [
            "-addext", "subjectAltName=\(names),RID:1.2.3.4", "-addext", "basicConstraints=critical,CA:FALSE",
        ])
        let certificate = try X509Certificate(representation: pem)
        #expect(
            certificate.alternativeNames == [
                "dns:www.example.com", "dns:*.example.com", "ip:192.0.2.1", "ip:2001:db8::1", "email:a@example.com",
                "uri:https://example.com/",
            ])
        #expect(!certificate.isCertificateAuthority && certificate.commonName == "www.example.com")
        #expect(try X509Certificate(representation: make()).isCertificateAuthority)
    }

    @Test func `a certificate beside its key in a PEM is read, and several are refused`() throws {
        let pem = try make()
        let key = try Data(contentsOf: URL(fileURLWithPath: folder.file("key.pem")))
        let certificate = try X509Certificate(representation: key + Data("some text\n".utf8) + pem)
        #expect(try X509Certificate(representation: pem) == certificate)
        #expect(try X509Certificate(representation: certificate.derRepresentation) == certificate)
        expectRefused(pem + pem, "2 certificates")
        expectRefused(key, "private key")
        expectRefused(certificate.derRepresentation + [0], "1 bytes after")
        expectRefused(certificate.derRepresentation.dropLast(), "cut off")
        expectRefused(Data(), "empty")
        expectRefused(Data("hello".utf8), "neither PEM nor")
        expectRefused(try openssl("x509", "-pubkey", "-noout", input: pem), "public key")
        expectRefused(try openssl("x509", "-trustout", input: pem), "trust settings")
        try key.write(to: URL(fileURLWithPath: folder.file("k")))
        expectRefused(try openssl("req", "-new", "-key", "k", "-subj", "/CN=x"), "certificate request")
        expectRefused(Data([0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]), "cut off")
    }

    private func expectRefused(_ data: Data, _ words: String, line: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: KeyStoreError.self, sourceLocation: line) {
            try X509Certificate(representation: data)
        }
        #expect(error?.code == .invalidKeyData, sourceLocation: line)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: line)
    }

    @Test func `damage at any place is refused or read, and never more than that`() throws {
        let der = try X509Certificate(
            representation: make(more: ["-addext", "subjectAltName=DNS:a,IP:192.0.2.1,email:x@y"])
        ).derRepresentation
        for index in der.indices {
            for change in [0x01, 0x80, 0xFF] as [UInt8] {
                var damaged = der
                damaged[index] ^= change
                guard let read = try? X509Certificate(derRepresentation: damaged) else { continue }
                #expect(read.derRepresentation == damaged)
            }
            #expect(throws: KeyStoreError.self) { try X509Certificate(derRepresentation: der.prefix(index)) }
        }
    }
}
