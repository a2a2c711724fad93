internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension X509Certificate {
    /// The DER in a file that is DER or PEM.
    static func der(in data: Data) throws -> Data {
        guard !data.isEmpty else { throw KeyStoreError.invalidKeyData("the certificate is empty") }
        guard !KeyFileObject.looksLikeDER(data), PEMReader.isPEM(data) else { return data }
        let blocks = try PEMReader.blocks(of: data)
        let certificates = blocks.filter { ["CERTIFICATE", "X509 CERTIFICATE"].contains($0.label) }
        guard certificates.count <= 1 else {
            throw KeyStoreError.invalidKeyData(
                "the PEM holds \(certificates.count) certificates, and one is wanted",
                hint: "Give each a file of its own.")
        }
        if let certificate = certificates.first { return certificate.content.withUnsafeBytes { Data($0) } }
        guard let block = blocks.first else { throw KeyStoreError.invalidKeyData("the PEM holds no object") }
        if block.label == "TRUSTED CERTIFICATE" {
            throw KeyStoreError.invalidKeyData(
                "the PEM holds a certificate with trust settings of OpenSSL behind it",
                hint: "`openssl x509 -in FILE` prints the certificate alone.")
        }
        let object =
            (try? block.content.withUnsafeBytes { try KeyFileObject.recognize($0) })
            ?? KeyFileObject(pemLabel: block.label)
        guard let object else {
            throw KeyStoreError.invalidKeyData("the PEM holds \(block.label), where a certificate is expected")
        }
        throw mismatch(object)
    }

    /// Checks that bytes are one certificate by their shape.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``, which says what they are instead.
    static func checkShape(_ der: Data) throws {
        guard !der.isEmpty else { throw KeyStoreError.invalidKeyData("the certificate is empty") }
        guard der.count <= maximumLength else {
            throw KeyStoreError.invalidKeyData(
                "the certificate has \(der.count) bytes; \(maximumLength) is the most that is read")
        }
        var outer = DERReader(der)
        do {
            _ = try outer.read(DERTag.sequence)
        } catch DERError.truncated {
            throw KeyStoreError.invalidKeyData(
                "the certificate is cut off: it says that it is longer than the \(der.count) bytes there are",
                hint: "Copy the file again, in binary mode.")
        } catch {
            throw KeyStoreError.invalidKeyData("the data are neither PEM nor the DER of a certificate")
        }
        guard outer.isAtEnd else {
            throw KeyStoreError.invalidKeyData("there are \(outer.end - outer.position) bytes after the certificate")
        }
        let object = try? KeyFileObject.recognize(der)
        if let object, object != .certificate { throw mismatch(object) }
    }

    private static func mismatch(_ object: KeyFileObject) -> KeyStoreError {
        .invalidKeyData("this is \(object.name), where a certificate is expected")
    }
}
