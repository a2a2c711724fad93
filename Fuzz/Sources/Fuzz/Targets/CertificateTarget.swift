import COpenSSL
import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// Certificates in DER and PEM.
    static let certificate = FuzzTarget(name: "certificate") { bytes in
        let certificate = try X509Certificate(representation: Data(bytes))
        let der = certificate.derRepresentation
        for form in [der, Data(certificate.pemRepresentation.utf8)] {
            let again = check("its own form is not read") { try X509Certificate(representation: form) }
            check(again == certificate && again.derRepresentation == der, "its own form is another certificate")
        }
        checkMembers(of: certificate)
        for text in [certificate.subject, certificate.issuer] {
            check(!text.unicodeScalars.contains { $0.value < 0x20 }, "a control character in a name")
        }
        check(!certificate.serialNumber.isEmpty, "a certificate without a serial number")
        if let key = certificate.publicKey {
            checkPublicKey(key.rsa)
            check(certificate.keyType == .rsa, "a key of another type than it has")
        }
    }

    /// What was cut out of the DER is what libcrypto writes of the members.
    private static func checkMembers(of certificate: X509Certificate) {
        certificate.derRepresentation.withUnsafeBytes { bytes in
            var cursor = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let theirs = d2i_X509(nil, &cursor, bytes.count) else {
                return check(false, "libcrypto does not read it")
            }
            defer {
                X509_free(theirs)
                ERR_clear_error()
            }
            let number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(theirs), nil)
            defer { BN_free(number) }
            let digits = BN_bn2hex(number)
            defer { CRYPTO_free(digits, nil, 0) }
            let text = digits.map { String(cString: $0).lowercased() } ?? ""
            check(text == certificate.serialNumber || text == "0", "another serial number: \(text)")
        }
    }
}
