import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// One thread of the soak: a sequence of operations that follows from the seed, on keys of its own.
final class SoakThread {
    enum Operation: String, CaseIterable {
        case generate, importKey, sign, decrypt, rename, replace, delete, list, sessionKey
    }

    struct Counts: Sendable {
        var done = 0
        var failed = 0
        var excused = 0
    }

    /// How many keys a thread has at most.
    private static let mostKeys = 5
    private static let message = Data("a message".utf8)

    private let store: KeyStore
    private let faults: FaultProvider
    private let made: [MadeKey]
    private let isAlone: Bool
    private let number: Int
    private var numbers: SeededNumbers
    private var names = 0
    private(set) var ledger: Ledger
    private(set) var counts: [Operation: Counts] = [:]
    private(set) var problems: [String] = []
    /// What was done since the last look at the token.
    private(set) var journal: [String] = []

    init(_ number: Int, _ store: KeyStore, _ faults: FaultProvider, _ made: [MadeKey], _ options: Options) {
        self.number = number
        self.store = store
        self.faults = faults
        self.made = made
        isAlone = options.threads == 1
        numbers = SeededNumbers(seed: options.seed, stream: number)
        ledger = Ledger(prefix: Data("t\(number)-".utf8))
    }

    /// Looks at the token, between rounds.
    func settle(
        _ objects: [Inspector.Object], _ inspector: Inspector
    ) throws -> (problems: [String], rest: [Inspector.Object]) {
        let settled = try ledger.settle(objects, inspector)
        let found = problems + settled.problems
        let story = found.isEmpty ? [] : ["thread \(number), since the last look:"] + journal
        problems = []
        // Of one thread, some of what was done before tells how it came to this.
        journal = isAlone ? journal.suffix(12) : []
        return (found + story, settled.rest)
    }

    // MARK: Operations

    /// One operation.
    func step() {
        let usable = ledger.held.indices.filter { ledger.isCertain(ledger.held[$0]) }
        let operation = choose(hasKeys: !usable.isEmpty)
        _ = faults.faultsOfThread()
        let index = usable.isEmpty ? 0 : usable[numbers.number(below: usable.count)]
        switch operation {
        case .generate: add(operation, newKey(isGenerated: true))
        case .importKey: add(operation, newKey(isGenerated: false))
        case .sign: use(operation, index) { try self.sign($0, $1) }
        case .decrypt: use(operation, index) { try self.decrypt($0, $1) }
        case .rename: rename(index)
        case .replace: replace(index)
        case .delete: delete(index)
        case .list: list()
        case .sessionKey: useSessionKey()
        }
    }

    private func choose(hasKeys: Bool) -> Operation {
        let all = Operation.allCases
        let drawn = all[numbers.number(below: all.count)]
        switch drawn {
        case .generate, .importKey: return ledger.held.count < Self.mostKeys ? drawn : .delete
        case .list, .sessionKey: return drawn
        default: return hasKeys ? drawn : .generate
        }
    }

    private func newKey(isGenerated: Bool) -> HeldKey {
        names += 1
        let usages: [KeyUsage] = [.sign, .decrypt, [.sign, .decrypt]]
        return HeldKey(
            tag: ledger.prefix + Data("\(names)".utf8), label: "label \(number)-\(names)",
            usage: usages[numbers.number(below: usages.count)],
            publicKey: isGenerated ? nil : unusedKey()?.publicKey, isGenerated: isGenerated)
    }

    /// A made key that is not on the token: a twin would be another test.
    private func unusedKey() -> MadeKey? {
        let used = Set(
            ledger.held.compactMap(\.modulus)
                + ledger.excuses.flatMap { $0.oneOf.compactMap(\.modulus) + [$0.modulus].compactMap(\.self) })
        let unused = made.filter { !used.contains($0.publicKey.modulus) }
        return unused.isEmpty ? nil : unused[numbers.number(below: unused.count)]
    }

    private func make(_ key: HeldKey, _ existing: KeyOptions.ExistingKeyPolicy) throws -> PrivateKey {
        let options = KeyOptions(existing: existing, allowsWeakKeys: true)
        guard let publicKey = key.publicKey, let source = made.first(where: { $0.publicKey == publicKey }) else {
            return try store.generateKeyPair(
                .rsa(bits: 1024), tag: key.tag, label: key.label, usage: key.usage, options: options)
        }
        return try store.importPrivateKey(
            SecureBytes(copying: source.pkcs8), tag: key.tag, label: key.label, usage: key.usage, options: options)
    }

    private func add(_ operation: Operation, _ new: HeldKey) {
        var new = new
        if new.publicKey == nil, !new.isGenerated { return }
        attempt(operation, new.name) {
            let key = try make(new, .refuse)
            new.publicKey = try key.publicKey
            new.key = key
            ledger.held.append(new)
        } onError: { reason in
            guard reason == .newRemains else { return false }
            ledger.excuses.append(Excuse(reason: .newRemains, oneOf: [], tags: [new.tag], modulus: new.modulus))
            return true
        }
    }

    private func replace(_ index: Int) {
        let old = ledger.held[index]
        let isGenerated = numbers.number(below: 3) == 0
        let source = isGenerated ? nil : unusedKey()
        var new = HeldKey(
            tag: old.tag, label: old.label, usage: old.usage, publicKey: source?.publicKey,
            isGenerated: source == nil, replaced: old.modulus)
        attempt(.replace, old.name) {
            let key = try make(new, .replace)
            new.publicKey = try key.publicKey
            new.key = key
            new.replaced = nil
            ledger.held[index] = new
            excuseOldPublicHalf(of: old, key)
        } onError: { reason in
            switch reason {
            case .newRemains:
                ledger.excuses.append(
                    Excuse(reason: reason, oneOf: [old], tags: [old.tag], modulus: new.modulus))
            case .oldMayRemain:
                ledger.excuses.append(
                    Excuse(reason: reason, oneOf: [new], tags: [old.tag], modulus: old.modulus))
            default: return false
            }
            ledger.held.remove(at: index)
            return true
        }
    }

    private func rename(_ index: Int) {
        let old = ledger.held[index]
        names += 1
        var new = old
        let what = numbers.number(below: 3)
        let tag = what == 0 ? nil : ledger.prefix + Data("\(names)".utf8)
        let label = what == 1 ? nil : "label \(number)-\(names)"
        new = HeldKey(
            tag: tag ?? old.tag, label: label ?? old.label, usage: old.usage, publicKey: old.publicKey,
            isGenerated: old.isGenerated)
        attempt(.rename, "\(old.name) to \(new.name) \(new.label)") {
            let key = try store.rename(key(old), label: label, tag: tag)
            new.key = key
            ledger.held[index] = new
            excuseOldPublicHalf(of: old, key)
        } onError: { reason in
            switch reason {
            case .copyRemains:
                ledger.excuses.append(
                    Excuse(reason: reason, oneOf: [old], tags: [old.tag, new.tag], modulus: old.modulus))
            case .originalMayRemain:
                ledger.excuses.append(
                    Excuse(reason: reason, oneOf: [new], tags: [old.tag, new.tag], modulus: old.modulus))
            default: return false
            }
            ledger.held.remove(at: index)
            return true
        }
    }

    /// The one leftover of what succeeded: the key that took the place is whole, and says so in a warning.
    private func excuseOldPublicHalf(of old: HeldKey, _ key: PrivateKey) {
        guard key.warnings.contains(.oldPublicHalfRemains) else { return }
        ledger.excuses.append(
            Excuse(
                reason: .oldPublicHalf, oneOf: [], tags: [old.tag], classes: [.publicKey], modulus: old.modulus,
                label: old.label))
    }

    private func delete(_ index: Int) {
        let old = ledger.held[index]
        attempt(.delete, old.name) {
            try store.delete(key(old))
            ledger.held.remove(at: index)
        } onError: { reason in
            switch reason {
            case .mayBeDeleted:
                ledger.excuses.append(Excuse(reason: reason, oneOf: [], tags: [old.tag], modulus: old.modulus))
            case .publicHalfMayRemain:
                ledger.excuses.append(
                    Excuse(
                        reason: reason, oneOf: [], tags: [old.tag], classes: [.publicKey], modulus: old.modulus))
            default: return false
            }
            ledger.held.remove(at: index)
            return true
        }
    }

    /// The key as it was found once, or looked up again.
    private func key(_ held: HeldKey) throws -> PrivateKey {
        if let key = held.key, numbers.number(below: 2) == 0 { return key }
        return try numbers.number(below: 2) == 0
            ? store.privateKey(tag: held.tag) : store.privateKey(label: held.label)
    }

    private func use(_ operation: Operation, _ index: Int, _ body: (PrivateKey, PublicKey) throws -> Void) {
        let held = ledger.held[index]
        guard let publicKey = held.publicKey else { return }
        guard held.usage.contains(operation == .sign ? .sign : .decrypt) else { return }
        attempt(operation, held.name) { try body(key(held), publicKey) }
    }

    private func sign(_ key: PrivateKey, _ publicKey: PublicKey) throws {
        let algorithms: [SignatureAlgorithm] = [.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPKCS1(.sha512)]
        let algorithm = algorithms[numbers.number(below: algorithms.count)]
        let signature = try key.signature(for: Self.message, using: algorithm)
        if try !publicKey.isValidSignature(signature, for: Self.message, using: algorithm) {
            problems.append("a signature is not valid")
        }
    }

    private func decrypt(_ key: PrivateKey, _ publicKey: PublicKey) throws {
        let algorithms: [EncryptionAlgorithm] = [.rsaPKCS1, .rsaOAEP(.sha256)]
        let algorithm = algorithms[numbers.number(below: algorithms.count)]
        let ciphertext = try publicKey.encrypt(Self.message, using: algorithm)
        if try key.decrypt(ciphertext, using: algorithm) != Self.message {
            problems.append("something else was decrypted than was encrypted")
        }
    }

    /// Nothing is listed that is not there. An object that cannot be read is left out of a list by design, so what is there may be
    /// missing.
    private func list() {
        attempt(.list, "") {
            let known = Set(ledger.held.compactMap(\.modulus) + ledger.excuses.flatMap(\.oneOf).compactMap(\.modulus))
            for key in try store.privateKeys() where key.attributes.id.starts(with: ledger.prefix) {
                let isUncertain = ledger.excuses.contains { $0.tags.contains(key.attributes.id) }
                if try !known.contains(key.publicKey.modulus), !isUncertain {
                    problems.append("\(key.label) is listed and should not be there")
                }
            }
        }
    }

    /// A key that ends with its session: made, used and deleted.
    private func useSessionKey() {
        let source = made[numbers.number(below: made.count)]
        attempt(.sessionKey, "") {
            let key = try store.importPrivateKey(
                SecureBytes(copying: source.pkcs8), usage: .sign,
                options: KeyOptions(allowsWeakKeys: true, isPermanent: false))
            let signature = try key.signature(for: Self.message, using: .rsaPKCS1(.sha256))
            if try !source.publicKey.isValidSignature(signature, for: Self.message, using: .rsaPKCS1(.sha256)) {
                problems.append("a signature of a session key is not valid")
            }
            try store.delete(key)
        }
    }

    // MARK: Outcomes

    /// Runs an operation, and looks at what it said.
    ///
    /// - Parameter onError: gets what the error says that it left, and whether that may be left by this operation.
    private func attempt(
        _ operation: Operation, _ what: String, _ body: () throws -> Void,
        onError: (Excuse.Reason) -> Bool = { _ in false }
    ) {
        do {
            try body()
            counts[operation, default: Counts()].done += 1
            journal.append("\(operation) \(what): done \(faults.faultsOfThread())")
        } catch {
            let met = faults.faultsOfThread()
            journal.append("\(operation) \(what): \(error) \(met)")
            counts[operation, default: Counts()].failed += 1
            let causes = Causes(faults: met, isAlone: isAlone)
            if let problem = causes.problem(with: error, ofSessionKey: operation == .sessionKey) {
                problems.append("\(operation) \(what): \(problem)")
            }
            guard let reason = Excuse.Reason(error) else { return }
            counts[operation, default: Counts()].excused += 1
            if !onError(reason) { problems.append("\(operation) \(what): left what it must not leave: \(error)") }
            // One fault is never an excuse: the removal, or the look afterwards, has to fail too. A token that is away fails at both.
            let isAway = met.contains { $0.hasSuffix("=remove") }
            if isAlone, met.count < 2, !isAway {
                problems.append("\(operation) \(what): left something after \(met): \(error)")
            }
        }
    }
}
