internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// How a key is made, for ``KeyStore/add(_:_:_:)``.
struct Recipe {
    /// For messages.
    let kind: String
    /// What is being done, for messages.
    let action: String
    /// What there will be, the most important first.
    let classes: [ObjectClass]
    /// What is made on the way beside it, and destroyed again: to be cleaned up as well where the way ends early.
    var transientClasses: [ObjectClass] = []
    /// What an object of a class will be under an ID; nil where the key is yet to be generated.
    var identity: (_ objectClass: ObjectClass, _ id: Data) -> KeyIdentity? = { _, _ in nil }
    /// Whether the new key shows that it signs also where it replaces none.
    var provesItSigns = false
    /// The size in bits of a key that the token makes itself.
    var sizeInBits: Int?
    /// Makes the objects; gets the names, and whether usage that was not asked for is refused explicitly. What it leaves is in the order
    /// of `classes`.
    let make:
        (_ key: NewKey, _ explicitFalse: Bool, _ session: borrowing Session, _ generation: UInt) throws ->
            [ObjectHandle]
    /// Whether an object is one of those that were to be made.
    let accept: (KeyAttributes) -> Bool
}

extension KeyStore {
    /// Makes a key on the token, so that it is there whole or not at all.
    ///
    /// The order is all that protects a key that is replaced: the new one is made under its final names and read back, then the
    /// old private half is destroyed, then the old public one.
    ///
    /// - Returns: the object of the first class of the recipe.
    func add(_ key: NewKey, _ options: KeyOptions, _ recipe: Recipe) throws -> (
        object: FoundKey, warnings: [KeyWarning]
    ) {
        try TokenLock.withLock(on: token) {
            do {
                return try addUnderAnyID(key, options, recipe)
            } catch let error as Unfinished {
                throw error.storeError
            }
        }
    }

    /// Where nobody chose the ID, tokens that only take short ones get one that fits: YubiHSM two bytes, PIV one.
    private func addUnderAnyID(
        _ key: NewKey, _ options: KeyOptions, _ recipe: Recipe
    ) throws -> (object: FoundKey, warnings: [KeyWarning]) {
        do {
            return try addLoggedIn(key, options, recipe)
        } catch let error as KeyStoreError where error.underlying?.refusesTemplate == true {
            guard recipe.classes.contains(where: { !key.hasChosenID(of: $0) }) else {
                guard recipe.classes.contains(where: { key.id(of: $0).count > 1 }) else { throw error }
                throw KeyStoreError(
                    error.code, error.message, hint: "Some tokens only take tags of one or two bytes.",
                    underlying: error.underlying)
            }
            for length in [2, 1] {
                guard let id = try unusedID(length: length) else { continue }
                do {
                    return try addLoggedIn(key.with(madeUpID: id), options, recipe)
                } catch let error as KeyStoreError where error.underlying?.refusesTemplate == true {
                    continue
                }
            }
            throw error
        }
    }

    private func unusedID(length: Int) throws -> Data? {
        try withSession("looking for an unused ID") { session, _ in
            for id in KeyIdentifier.short(length: length) where try find([Attribute(.id, id)], in: session).isEmpty {
                return id
            }
            return nil
        }
    }

    private func addLoggedIn(
        _ key: NewKey, _ options: KeyOptions, _ recipe: Recipe
    ) throws -> (object: FoundKey, warnings: [KeyWarning]) {
        do {
            return try addOnce(key, options, recipe)
        } catch let error as KeyStoreError where error.underlying?.returnValue == .userNotLoggedIn {
            // Nothing of it is left, and the login was mended. Keys that were hidden without it count now.
            return try addOnce(key, options, recipe)
        }
    }

    private func addOnce(
        _ key: NewKey, _ options: KeyOptions, _ recipe: Recipe
    ) throws -> (object: FoundKey, warnings: [KeyWarning]) {
        let (before, old) = try lookForNamesakes(of: key, recipe.classes, options.existing)
        if options.existing == .refuseIdentical {
            let identical = try withSession("looking for the same key") { session, generation in
                try objects(identicalTo: key, recipe, in: session, generation: generation)
            }
            if let object = identical.first { throw identicalIsThere(object) }
        }
        var addition = Addition(store: self, key: key, recipe: recipe, before: before)
        let explicitFalse = !has(.failsAtRefusedUsage)
        do {
            do {
                addition.made = try make(key, recipe, explicitFalse: explicitFalse)
            } catch let error as KeyStoreError where explicitFalse && error.underlying?.refusesTemplate == true {
                // tpm2 refuses explicit false: once more without it, and what came out is read back.
                try addition.remove(after: error)
                addition.made = try make(key, recipe, explicitFalse: false)
            }
            var (object, warnings) = try addition.readBack()
            try addition.yieldToRival(options.existing)
            if old != nil || recipe.provesItSigns, object.attributes.objectClass == .privateKey {
                try privateKey(object).proveItSigns()
            }
            if let old { warnings += try replace(old, by: addition) }
            return (object, warnings)
        } catch let error as Unfinished {
            throw error
        } catch {
            try addition.remove(after: error)
            throw error
        }
    }

    private func make(_ key: NewKey, _ recipe: Recipe, explicitFalse: Bool) throws -> Addition.Made {
        try withSession(recipe.action, readWrite: true, .unsafe) { session, generation in
            let handles = try recipe.make(key, explicitFalse, session, generation)
            return Addition.Made(handles: handles, generation: generation)
        }
    }

    /// Destroys the old key after the new one has shown that it works.
    private func replace(_ old: Replaced, by addition: Addition) throws -> [KeyWarning] {
        let halves = try withSession("looking for the halves of the old key") { session, generation in
            let made = try addition.objects(in: session, generation: generation)
            return try ownPublicHalves(of: old.key, besides: made, in: session, generation: generation)
        }
        switch destroy(old.key) {
        case .done: break
        case .failed(let error): throw error
        case .uncertain(let error):
            // The new one stays: two keys are better than none.
            throw Unfinished(Self.uncertain(error, "the new key is on \(token.name), and the old one may be too"))
        }
        do {
            try destroy(halves + old.remains)
        } catch {
            // The old private half is gone and the new key is whole: the replacement took place.
            return [.oldPublicHalfRemains]
        }
        return []
    }
}

/// A failure that leaves something on the token that should not be there, or may be: not one to try again after.
struct Unfinished: Error {
    let storeError: KeyStoreError

    init(_ storeError: KeyStoreError) { self.storeError = storeError }
}

extension PrivateKey {
    /// One signature, checked on the host, where the key may sign.
    func proveItSigns() throws {
        guard attributes.usage.contains(.sign), let rsa = attributes.rsa else { return }
        let digest = Data(repeating: 0x5A, count: 32)
        // A token that offers neither cannot be asked.
        guard let algorithm = [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256)].first(where: canSignDigest)
        else { return }
        let signature = try signDigest(digest, algorithm)
        guard try rsa.isValidSignature(signature, forDigest: digest, using: algorithm) else {
            throw KeyStoreError(
                .tokenDisobeyed,
                "the new key makes signatures that are not valid; it was destroyed, and what was there before was kept")
        }
    }

    private func canSignDigest(_ algorithm: SignatureAlgorithm) -> Bool { offers(algorithm.preparedMechanism) }
}
