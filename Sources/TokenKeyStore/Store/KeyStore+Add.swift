internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyStore {
    /// Makes a pair on the token, so that it is there whole or not at all.
    ///
    /// The order is all that protects a key that is replaced: the new pair is made under its final names and read back, then the
    /// old private half is destroyed, then the old public one.
    ///
    /// - Parameters:
    ///   - key: the names and flags.
    ///   - options: what to do about an existing key.
    ///   - kind: for messages.
    ///   - make: makes the objects; gets whether usage that was not asked for is refused explicitly.
    ///   - accept: whether an object is the one that was to be made.
    func addKey(
        _ key: NewKey, _ options: KeyOptions, kind: String, make: (_ explicitFalse: Bool) throws -> Addition.Made,
        accept: (KeyAttributes) -> Bool
    ) throws -> PrivateKey {
        try TokenLock.withLock(on: token) {
            let before = try namesakes(of: key)
            let old = try apply(options.existing, to: before, of: key)
            return try withoutActuallyEscaping(accept) { accept in
                var addition = Addition(store: self, key: key, before: before, accept: accept)
                do {
                    do {
                        addition.made.append(try make(true))
                    } catch let error as KeyStoreError where error.underlying?.refusesTemplate == true {
                        // tpm2 refuses explicit false: once more without it, and what came out is read back.
                        try addition.remove()
                        addition.made.append(try make(false))
                    }
                    let made = try addition.readBack(kind: kind)
                    if options.existing == .refuse { try addition.yieldToRival() }
                    var new = privateKey(made.privateHalf, warnings: made.warnings)
                    if let old { new = try replace(old, by: new, before) }
                    return new
                } catch let error as UncertainReplacement {
                    throw error.storeError
                } catch {
                    try remove(addition, after: error, kind)
                    throw error
                }
            }
        }
    }

    func remove(_ addition: Addition, after error: any Error, _ kind: String) throws {
        do {
            try addition.remove()
        } catch let cleanUp as KeyStoreError {
            let cause = error as? KeyStoreError
            throw KeyStoreError(
                cause?.code ?? .tokenError,
                "\(cause?.message ?? "making the \(kind) failed"); what was made of it could not be removed: \(cleanUp.message)",
                hint: "Look for keys with ID \(hexadecimal(addition.key.id)).", underlying: cause?.underlying)
        }
    }

    /// Destroys the old key after the new one has shown that it works.
    private func replace(_ old: FoundKey, by new: PrivateKey, _ before: Namesakes) throws -> PrivateKey {
        if new.attributes.usage.contains(.sign) { try new.proveItSigns() }
        let halves = try withSession("looking for the halves of the old key") { session, generation in
            try otherHalves(of: old, in: session, generation: generation).filter { half in
                // Where the same key is imported again, its new public half looks like the old one and has to stay.
                half.attributes.rsa == nil || half.attributes.rsa != new.attributes.rsa
                    || before.objects.contains { $0.handle == half.handle && $0.generation == half.generation }
            }
        }
        let all = [old] + halves
        do {
            try destroy(all.filter { $0.attributes.objectClass == .privateKey })
        } catch {
            // Only where the old key is seen to be there is it safe to take the new one away again.
            guard isThere(old) == true else { throw UncertainReplacement(cause: error, new: new) }
            throw error
        }
        do {
            try destroy(all.filter { $0.attributes.objectClass != .privateKey })
        } catch {
            // The old private half is gone and the new key is whole: the replacement took place.
            return PrivateKey(
                reference: new.reference, attributes: new.attributes, warnings: new.warnings + [.oldPublicHalfRemains])
        }
        return new
    }
}

/// The old key could not be destroyed, and whether it is still there cannot be told: the new one stays.
struct UncertainReplacement: Error {
    let cause: any Error
    let new: PrivateKey

    var storeError: KeyStoreError {
        let cause = cause as? KeyStoreError
        return KeyStoreError(
            cause?.code ?? .tokenError,
            "the new key is on \(new.store.token.name), and the old one may be too: \(cause?.message ?? "it could not be deleted")",
            hint: "List the keys, and delete the old one if it is there.", underlying: cause?.underlying)
    }
}

extension PrivateKey {
    /// One signature, checked on the host.
    func proveItSigns() throws {
        let digest = Data(repeating: 0x5A, count: 32)
        guard let rsa = attributes.rsa else { return }
        let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)
        let signature = try signDigest(digest, algorithm)
        guard try rsa.isValidSignature(signature, forDigest: digest, using: algorithm) else {
            throw KeyStoreError(
                .tokenDisobeyed,
                "the new key makes signatures that are not valid; it was destroyed and the old one kept")
        }
    }
}
