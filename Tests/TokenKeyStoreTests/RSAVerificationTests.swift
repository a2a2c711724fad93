import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct RSAVerificationTests {
    static let sizes = [1024, 2047, 2048, 2049, 3072, 4096]

    @Test(arguments: sizes, HashFunction.all)
    func `PKCS#1 v1.5 signatures of openssl verify`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let message = Data("message".utf8)
        let digest = try hash.digest(of: message)
        let signature = try pair.sign(digest, ["digest:\(hash.opensslName)"])
        let algorithm = SignatureAlgorithm.rsaPKCS1(hash)

        #expect(try pair.publicKey.isValidSignature(signature, for: message, using: algorithm))
        #expect(try pair.publicKey.isValidSignature(signature, forDigest: digest, using: algorithm))
        try expectRejectsChanges(pair.publicKey, signature, message, algorithm)
    }

    @Test(arguments: sizes, HashFunction.all)
    func `PSS signatures of openssl verify with each salt length`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let message = Data("message".utf8)
        let digest = try hash.digest(of: message)
        let largest = (bits - 1 - 8 * hash.digestLength - 9) / 8
        for salt in Set([0, 20, hash.digestLength, largest]) where salt <= largest {
            let signature = try pair.sign(
                digest,
                ["digest:\(hash.opensslName)", "rsa_padding_mode:pss", "rsa_pss_saltlen:\(salt)"])
            let algorithm = SignatureAlgorithm.rsaPSS(hash, saltLength: salt)
            #expect(try pair.publicKey.isValidSignature(signature, for: message, using: algorithm))
            #expect(try pair.publicKey.isValidSignature(signature, forDigest: digest, using: algorithm))
            try expectRejectsChanges(pair.publicKey, signature, message, algorithm)
            if salt < largest {
                let other = SignatureAlgorithm.rsaPSS(hash, saltLength: salt + 1)
                #expect(try !pair.publicKey.isValidSignature(signature, for: message, using: other))
            }
        }
        let tooMuch = SignatureAlgorithm.rsaPSS(hash, saltLength: largest + 1)
        expectError(.invalidParameter) {
            try pair.publicKey.isValidSignature(Data(count: pair.publicKey.byteCount), for: message, using: tooMuch)
        }
    }

    private func expectRejectsChanges(
        _ key: RSAPublicKey, _ signature: Data, _ message: Data, _ algorithm: SignatureAlgorithm
    ) throws {
        var changed = signature
        changed[changed.count / 2] ^= 1
        #expect(try !key.isValidSignature(changed, for: message, using: algorithm))
        #expect(try !key.isValidSignature(signature, for: message + [0], using: algorithm))
        #expect(try !key.isValidSignature(signature.dropLast(), for: message, using: algorithm))
        #expect(try !key.isValidSignature(signature + [0], for: message, using: algorithm))
        #expect(try !key.isValidSignature([0] + signature, for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(), for: message, using: algorithm))
        #expect(try !key.isValidSignature(key.modulus, for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(repeating: 0xFF, count: key.byteCount), for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(count: key.byteCount), for: message, using: algorithm))
    }
}

/// Expects a ``KeyStoreError`` of this code and returns it.
@discardableResult
func expectError<Result>(
    _ code: KeyStoreError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> KeyStoreError? {
    do {
        let result = try body()
        Issue.record("no error was thrown, but \(result) returned", sourceLocation: sourceLocation)
    } catch let error as KeyStoreError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("another error was thrown: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
