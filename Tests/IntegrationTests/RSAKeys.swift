import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// RSA on one SoftHSM token, whose keys are made once for all suites in here.
@Suite(.rsaKeys) struct `RSA on a token` {}

/// A token with an imported and a generated key of each size, for tests that only use keys.
///
/// Of an imported key `openssl` has the private half too, so both directions can be compared; a generated one is what a
/// user has.
final class RSAKeys: Sendable {
    /// 2,050 is the size that is not a multiple of eight: of an odd number of bits, `openssl` and SoftHSM make one less.
    static let sizes = [2048, 2050, 3072, 4096]

    /// A key of which `openssl` has the private half.
    struct Imported: Sendable {
        let openssl: OpenSSLKey
        let key: PrivateKey
    }

    @TaskLocal static var current: RSAKeys?

    let token: SoftHSMToken
    let store: KeyStore
    private let imported: [Int: Imported]
    private let generated: [Int: PrivateKey]

    init() throws {
        token = try SoftHSMToken(label: "rsa")
        let store = try token.openStore()
        self.store = store
        var imported: [Int: Imported] = [:]
        var generated: [Int: PrivateKey] = [:]
        for bits in Self.sizes {
            let openssl = try OpenSSLKey(bits: bits)
            let key = try store.importPrivateKey(
                SecureBytes(copying: openssl.privatePEM), label: "imported \(bits)", usage: [.sign, .decrypt])
            imported[bits] = Imported(openssl: openssl, key: key)
            generated[bits] = try store.generateKeyPair(
                .rsa(bits: bits), label: "generated \(bits)", usage: [.sign, .decrypt])
        }
        self.imported = imported
        self.generated = generated
    }

    /// The keys of the suite that is running.
    static func imported(_ bits: Int) throws -> Imported {
        try #require(current?.imported[bits])
    }

    /// The key of a size that the token made.
    static func generated(_ bits: Int) throws -> PrivateKey {
        try #require(current?.generated[bits])
    }
}

/// Makes the keys before the first test of a suite and removes them after the last.
struct RSAKeysTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await RSAKeys.$current.withValue(try RSAKeys()) { try await function() }
    }
}

extension Trait where Self == RSAKeysTrait {
    /// The suites inside share one token with RSA keys; see ``RSAKeys``.
    static var rsaKeys: Self { Self() }
}

extension SoftHSMToken {
    /// Opens a store on the first token, logged in.
    ///
    /// - Parameter module: a path from ``anotherModulePath()`` for a second SoftHSM in this process.
    func openStore(module: String? = nil, options: KeyStore.Options = .init()) throws -> KeyStore {
        try withEnvironment {
            try KeyStore(
                module: .path(module ?? modulePath), token: .label(label), pin: .value(SecureBytes(utf8: pin)),
                options: options)
        }
    }
}

/// Expects a ``KeyStoreError`` of one code.
///
/// - Returns: the error, for a look at its text.
@discardableResult
func expectError(
    _ code: KeyStoreError.Code, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) -> KeyStoreError? {
    let error = #expect(throws: KeyStoreError.self, comment, sourceLocation: sourceLocation) { try body() }
    guard let error else { return nil }
    #expect(error.code == code, comment ?? "\(error)", sourceLocation: sourceLocation)
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."), "\(error)", sourceLocation: sourceLocation)
    return error
}
