import Foundation
import TestSupport
import TokenKeyStore

/// An RSA key that OpenSSL made, to be imported. 1,024 bits: it is there to cost no time.
struct MadeKey: Sendable {
    /// PKCS#8 in DER.
    let pkcs8: Data
    let publicKey: PublicKey

    init(in folder: TemporaryDirectory) throws {
        let path = folder.file("made.der")
        try Command.check(
            "openssl",
            [
                "genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-outform", "DER", "-out",
                path,
            ])
        pkcs8 = try Data(contentsOf: URL(fileURLWithPath: path))
        let der = try Command.check("openssl", ["pkey", "-in", path, "-inform", "DER", "-pubout", "-outform", "DER"])
        publicKey = try PublicKey(representation: der.stdout)
    }
}
