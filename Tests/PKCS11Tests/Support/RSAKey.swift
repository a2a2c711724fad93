import Foundation
import PKCS11
import TestSupport

/// A key pair on a SoftHSM token, made once for all tests that only use it.
struct RSAKey: Sendable {
    let loaded: LoadedToken
    let publicKey: ObjectHandle
    let privateKey: ObjectHandle
    /// The public key in DER as pkcs11-tool reads it from the token.
    let der: Data
    /// Keeps the login, and so the handle of the private key, as long as the tests run.
    private let anchor: SessionHandle

    static let shared = Result { try RSAKey(bits: 2048) }

    /// With a tag of `01` and a label of `pair`.
    init(bits: UInt) throws {
        loaded = try LoadedToken.shared()
        let session = try loaded.session()
        (publicKey, privateKey) = try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen), publicTemplate: Self.publicTemplate(bits: bits),
            privateTemplate: Self.privateTemplate)
        anchor = session.release()
        der = try loaded.token.pkcs11Tool(
            ["--token-label", "test", "--read-object", "--type", "pubkey", "--id", "01"]
        ).stdout
    }

    static func publicTemplate(bits: UInt) -> [Attribute] {
        [
            Attribute(.modulusBits, bits), Attribute(.publicExponent, Data([1, 0, 1])), Attribute(.token, true),
            Attribute(.private, false), Attribute(.id, Data([1])), Attribute(.label, "pair"), Attribute(.verify, true),
            Attribute(.encrypt, true), Attribute(.wrap, true),
        ]
    }

    static let privateTemplate = [
        Attribute(.token, true), Attribute(.private, true), Attribute(.id, Data([1])), Attribute(.label, "pair"),
        Attribute(.sensitive, true), Attribute(.extractable, false), Attribute(.sign, true), Attribute(.decrypt, true),
        Attribute(.unwrap, true),
    ]

    /// The modulus as openssl prints it.
    var modulus: Data {
        get throws {
            let line = ["rsa", "-pubin", "-inform", "DER", "-in", "key", "-noout", "-modulus"]
            let text = try OpenSSL.output(line, files: ["key": der])
            return Data(hexadecimal: String(decoding: text.dropFirst("Modulus=".count), as: UTF8.self))
        }
    }

    /// A session with the user logged in.
    func session() throws -> Session { try loaded.session() }
}
