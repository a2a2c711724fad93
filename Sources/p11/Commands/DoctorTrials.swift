import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One operation that was tried.
struct DoctorTrial {
    enum Outcome {
        case works
        case fails(CommandFailure)
        /// With the reason.
        case notTried(String)

        var word: String {
            switch self {
            case .works: "works"
            case .fails: "fails"
            case .notTried: "not tried"
            }
        }

        var detail: String? {
            switch self {
            case .works: nil
            case .fails(let failure): failure.message + (failure.returnValue.map { " (\($0))" } ?? "")
            case .notTried(let reason): reason
            }
        }
    }

    let name: String
    let outcome: Outcome

    var json: JSON {
        var returnValue: String?
        if case .fails(let failure) = outcome { returnValue = failure.returnValue }
        return .object([
            ("name", .string(name)), ("result", .string(outcome.word == "not tried" ? "notTried" : outcome.word)),
            ("ckr", JSON(returnValue)), ("detail", JSON(outcome.detail)),
        ])
    }
}

/// Tries the operations of a token with a key of its own.
struct DoctorTrials {
    let store: KeyStore
    /// Whether a key may be written where the token keeps none for a session.
    let writes: Bool

    /// What a token without session keys may say.
    private static let refusals: [KeyStoreError.Code] = [.notPermitted, .tokenDisobeyed, .tokenError, .keyNotFound]
    /// Of a key that is written for the trial.
    static let label = "p11 doctor"
    private static let bits = 2048
    private static let message = Data("p11 doctor".utf8)

    func run() -> [DoctorTrial] {
        let random = attempt("random") {
            guard try store.randomBytes(count: 32) != store.randomBytes(count: 32) else {
                throw Self.wrong("the same bytes came twice")
            }
        }
        var key: PrivateKey?
        let generation = attempt("generate rsa:\(Self.bits)") { key = try makeKey() }
        var trials = [random, generation]
        for use in Self.uses {
            guard let key else {
                trials.append(DoctorTrial(name: use.name, outcome: .notTried(noKey)))
                continue
            }
            trials.append(attempt(use.name) { try use.body(key) })
        }
        if let key { trials.append(attempt("delete") { try store.delete(key) }) }
        return trials
    }

    private func attempt(_ name: String, _ body: () throws -> Void) -> DoctorTrial {
        do {
            try body()
            return DoctorTrial(name: name, outcome: .works)
        } catch {
            return DoctorTrial(name: name, outcome: .fails(CommandFailure(error)))
        }
    }

    private var noKey: String {
        writes
            ? "there is no key to try it with"
            : "there is no key to try it with; --write makes one and deletes it again"
    }

    /// A key that ends with the session; where the token keeps none, one that is written if that is allowed.
    private func makeKey() throws -> PrivateKey {
        try withWaitingNotice("generating a key of \(Self.bits) bits") {
            var options = KeyOptions(existing: .keepBoth, isPermanent: false, includesPublicHalf: false)
            do {
                return try generate(options)
            } catch  where writes {
                options.isPermanent = true
                return try generate(options)
            }
        }
    }

    private func generate(_ options: KeyOptions) throws -> PrivateKey {
        try store.generateKeyPair(
            .rsa(bits: Self.bits), label: Self.label, usage: [.sign, .decrypt], options: options)
    }

    private struct Use: Sendable {
        let name: String
        let body: @Sendable (PrivateKey) throws -> Void
    }

    /// Signatures are checked here, and what is decrypted was encrypted here.
    private static let uses: [Use] =
        SignatureAlgorithmName.all.compactMap { named in
            named.algorithm.map { algorithm in
                Use(name: "sign \(named.name)") { key in
                    let signature = try key.signature(for: message, using: algorithm)
                    guard try key.publicKey.isValidSignature(signature, for: message, using: algorithm) else {
                        throw wrong("the token made a signature that is not valid")
                    }
                }
            }
        }
        + EncryptionAlgorithmName.all.compactMap { named in
            named.algorithm.map { algorithm in
                Use(name: "decrypt \(named.name)") { key in
                    let ciphertext = try key.publicKey.encrypt(message, using: algorithm)
                    guard try key.decrypt(ciphertext, using: algorithm) == message else {
                        throw wrong("the token decrypted something else than was encrypted")
                    }
                }
            }
        }

    private static func wrong(_ message: String) -> CommandFailure { CommandFailure(.failure, "wrong-result", message) }
}
