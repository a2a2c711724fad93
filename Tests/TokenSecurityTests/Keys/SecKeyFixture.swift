import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// A token with RSA keys that the tests of a suite use and do not change.
///
/// Of each imported key `openssl` has the private half too, so that both directions can be compared; the generated one is what a
/// user has.
final class SecKeyFixture: Sendable {
    struct Pair: Sendable {
        let openssl: OpenSSLPair
        let privateKey: SecKey
        let publicKey: SecKey

        /// The length of the modulus in bytes.
        var byteCount: Int { SecKeyGetBlockSize(publicKey) }
    }

    /// 1,023 bits is what SoftHSM does not make; 4,096 is where the AES key of RSA-AESGCM gets longer.
    static let sizes = [1023, 1024, 2048, 4096]

    @TaskLocal static var current: SecKeyFixture?

    let token: SoftHSMToken
    let store: KeyStore
    private let imported: [Int: Pair]
    private let generated: (publicKey: SecKey, privateKey: SecKey)

    init() throws {
        token = try SoftHSMToken(label: "seckey")
        let store = try token.openStore()
        self.store = store
        (imported, generated) = try TokenStores.$override.withValue(store) {
            let keys = [
                1023: try OpenSSLPair(pkcs1DER: IndependentVectors.key1023),
                1024: try OpenSSLPair(bits: 1024),
                2048: try OpenSSLPair(pkcs1DER: IndependentVectors.key2048),
                4096: try OpenSSLPair(pkcs1DER: IndependentVectors.key4096),
            ]
            let pairs = try keys.mapValues { key in
                Pair(
                    openssl: key, privateKey: try .make(of: key.pkcs1DER, isPrivate: true),
                    publicKey: try .make(of: key.publicPKCS1DER, isPrivate: false))
            }
            return (pairs, try SecKey.makePair(bits: 2048))
        }
    }

    /// The keys of a size, which `openssl` has too.
    static func pair(_ bits: Int) throws -> Pair { try #require(current?.imported[bits]) }

    /// A pair that the token made, of 2,048 bits.
    static var generated: (publicKey: SecKey, privateKey: SecKey) {
        get throws { try #require(current).generated }
    }
}

/// Makes the keys before the first test of a suite and removes them after the last.
struct SharedSecKeysTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let fixture = try SecKeyFixture()
        try await SecKeyFixture.$current.withValue(fixture) {
            try await TokenStores.$override.withValue(fixture.store) { try await function() }
        }
    }
}

/// A token of its own for each test, and the store on it.
struct FreshToken: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal static var token: SoftHSMToken?

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let token = try SoftHSMToken(label: "fresh")
        try await Self.$token.withValue(token) {
            try await TokenStores.$override.withValue(try token.openStore()) { try await function() }
        }
    }

    /// How many objects of a kind are on the token of the test, by `pkcs11-tool`; of all kinds for nil.
    static func count(_ kind: String? = nil) throws -> Int {
        try lines().count { line in line.contains("Object;") && line.hasPrefix(kind ?? "") }
    }

    /// What `pkcs11-tool -O` prints about the token of the test.
    static func lines() throws -> [Substring] {
        let token = try #require(token)
        return try token.pkcs11Tool(token.loginArguments + ["-O"]).output.split(separator: "\n")
    }
}

extension Trait where Self == SharedSecKeysTrait {
    /// The tests inside share keys; see ``SecKeyFixture``.
    static var sharedSecKeys: Self { Self() }
}

extension Trait where Self == FreshToken {
    /// Each test has a token of its own.
    static var freshToken: Self { Self() }
}

extension SoftHSMToken {
    /// Opens a store on the first token, logged in.
    func openStore(module: String? = nil) throws -> KeyStore {
        try withEnvironment {
            try KeyStore(
                module: .path(module ?? modulePath), token: .label(label), pin: .value(SecureBytes(utf8: pin)))
        }
    }
}

extension SecKey {
    /// A key of its PKCS #1 DER.
    static func make(of data: Data, isPrivate: Bool) throws -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
            kSecAttrKeyClass as String: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        ]
        return try value { SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0) }
    }

    /// A pair that the token makes.
    static func makePair(
        bits: Int, _ more: [String: Any] = [:]
    ) throws -> (publicKey: SecKey, privateKey: SecKey) {
        let attributes = more.merging([
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: bits,
        ]) { $1 }
        var publicKey: SecKey?
        var privateKey: SecKey?
        let status = SecKeyGeneratePair(attributes as CFDictionary, &publicKey, &privateKey)
        #expect(status == errSecSuccess)
        return (try #require(publicKey), try #require(privateKey))
    }

    /// `SecKeyCopyAttributes`, by raw name.
    var attributeDictionary: [String: Any] {
        get throws { try #require(SecKeyCopyAttributes(self) as? [String: Any]) }
    }

    /// `SecKeyCopyExternalRepresentation`.
    var externalData: Data {
        get throws { try value { SecKeyCopyExternalRepresentation(self, $0) } as Data }
    }
}
