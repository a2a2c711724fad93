#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension RSAPublicKey {
    /// RSAPublicKey (RFC 8017, appendix A.1.1) in DER.
    var pkcs1DERRepresentation: Data {
        DER.sequence(DER.unsignedInteger(modulus), DER.unsignedInteger(publicExponent))
    }

    /// SubjectPublicKeyInfo (RFC 5280, section 4.1) in DER.
    var derRepresentation: Data {
        DER.sequence(DER.rsaEncryption, DER.bitString(pkcs1DERRepresentation))
    }

    /// SubjectPublicKeyInfo in PEM (RFC 7468), with a final newline.
    var pemRepresentation: String { PEM.encode(derRepresentation, label: "PUBLIC KEY") }

    /// RSAPublicKey in PEM, with a final newline.
    var pkcs1PEMRepresentation: String { PEM.encode(pkcs1DERRepresentation, label: "RSA PUBLIC KEY") }

    /// One line of `authorized_keys` (RFC 4253, section 6.6), without a newline.
    ///
    /// - Parameter comment: what follows the key; control characters become spaces, since a newline would begin another
    ///   entry of the file.
    func sshRepresentation(comment: String = "") -> String {
        var blob = Data()
        blob.appendSSHString(Data("ssh-rsa".utf8))
        blob.appendSSHString(publicExponent.signedBigEndian)
        blob.appendSSHString(modulus.signedBigEndian)
        let line = "ssh-rsa " + blob.base64EncodedString()
        let comment = String(
            String.UnicodeScalarView(
                comment.unicodeScalars.map { $0.properties.generalCategory.breaksLines ? " " : $0 }))
        return comment.isEmpty ? line : line + " " + comment
    }

    /// A JSON Web Key (RFC 7517, RFC 7518 section 6.3.1) with the required members only, in the order and without the
    /// white space of RFC 7638: its SHA-256 is the thumbprint.
    var jwkRepresentation: String {
        #"{"e":"\#(publicExponent.base64URLEncodedString)","kty":"RSA","n":"\#(modulus.base64URLEncodedString)"}"#
    }

    /// SHA-256 of the SubjectPublicKeyInfo, 32 bytes.
    var fingerprintSHA256: Data { get throws { try HashFunction.sha256.digest(of: derRepresentation) } }

    /// SHA-1 of the PKCS#1 DER, 20 bytes: method 1 of RFC 5280, section 4.2.1.2, and what Apple's application label is.
    var keyIdentifierSHA1: Data { get throws { try HashFunction.sha1.digest(of: pkcs1DERRepresentation) } }
}

extension Unicode.GeneralCategory {
    fileprivate var breaksLines: Bool {
        self == .control || self == .lineSeparator || self == .paragraphSeparator
    }
}

extension Data {
    /// A number that starts with its highest bit set, with a zero in front, so that it is not read as negative.
    fileprivate var signedBigEndian: Data { (first ?? 0) >= 0x80 ? [0] + self : self }

    fileprivate mutating func appendSSHString(_ bytes: Data) {
        append(contentsOf: (0..<4).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) })
        append(bytes)
    }

    /// base64url without padding (RFC 7515, section 2).
    fileprivate var base64URLEncodedString: String {
        String(
            base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}
