import COpenSSL
import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// The names of a certificate request: a subject, and further names one to a line.
    static let name = FuzzTarget(name: "name") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for line in text.split(separator: "\n") {
            if let name = try? SubjectAlternativeName(parsing: String(line)) { checkAlternative(name, String(line)) }
        }
        let name = try DistinguishedName(parsing: text)
        let der = check("a name that was read is not written") { try name.derRepresentation() }
        let written = rewritten(der)
        check(written != nil, "libcrypto does not read its DER")
        check(written == der, "libcrypto writes it otherwise")
    }

    private static func rewritten(_ der: Data) -> Data? {
        der.withUnsafeBytes { bytes -> Data? in
            var cursor = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let name = d2i_X509_NAME(nil, &cursor, bytes.count) else { return nil }
            defer { X509_NAME_free(name) }
            var output: UnsafeMutablePointer<UInt8>?
            let count = i2d_X509_NAME(name, &output)
            guard count > 0, let output else { return nil }
            defer { CRYPTO_free(output, nil, 0) }
            return Data(bytes: output, count: Int(count))
        }
    }

    private static func checkAlternative(_ name: SubjectAlternativeName, _ line: String) {
        let der = DER.element(DERTag.sequence, name.derRepresentation)
        let texts = SubjectAlternativeName.texts(of: [UInt8](der))
        check(texts.count == 1, "a name that is not read again")
        // An address has several forms.
        if !line.hasPrefix("ip:") { check(texts == [line], "a name that is another one when it is read again") }
        let again = texts.first.flatMap { try? SubjectAlternativeName(parsing: $0) }
        check(again == name, "its own text is another name")
    }
}
