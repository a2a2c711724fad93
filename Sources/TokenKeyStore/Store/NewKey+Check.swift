internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension NewKey {
    /// Checks that a half came out as it was asked for.
    ///
    /// - Throws: ``KeyStoreError/Code/tokenDisobeyed``, which says in what.
    func check(_ attributes: KeyAttributes, madeBy recipe: Recipe, on token: TokenDescription) throws {
        func disobeyed(_ how: String) -> KeyStoreError { .disobeyed(token, how) }
        let objectClass = attributes.objectClass
        let noun = isCertificate ? "certificate" : "key"
        if objectClass == .privateKey {
            // Absent is not disobeyed: some tokens do not show what they always do.
            for (flag, wanted, name) in [
                (attributes.isSensitive, true, "CKA_SENSITIVE"),
                (attributes.isExtractable, isExtractable, "CKA_EXTRACTABLE"),
                (attributes.isPrivate, true, "CKA_PRIVATE"),
            ] {
                guard let flag, flag != wanted else { continue }
                throw disobeyed("made a private key with \(name) \(flag), which it was told not to")
            }
        }
        if let flag = attributes.isTokenObject, flag != isPermanent {
            throw disobeyed(
                isPermanent ? "made a \(noun) that ends with the session" : "keeps a key that should not stay")
        }
        if hasChosenID(of: objectClass), attributes.id != id(of: objectClass) {
            throw disobeyed("gave the \(noun) the ID \(hexadecimal(attributes.id)) and not the one that was asked for")
        }
        if let label = objectClass == .publicKey ? publicLabel : label, attributes.labelBytes != label {
            throw disobeyed(
                "gave the \(noun) the label \"\(escaped(attributes.label))\" and not the one that was asked for")
        }
        guard recipe.accept(attributes) else {
            if let asked = recipe.sizeInBits, let made = attributes.sizeInBits, made != asked {
                throw disobeyed(
                    "made a key of \(made) bits where \(asked) were asked for: it does not make keys of every size")
            }
            throw disobeyed("made another \(noun) than was asked for")
        }
        let wanted = usage(of: objectClass)
        guard attributes.usage.isSuperset(of: wanted) else {
            throw disobeyed("does not let the key \(wanted.subtracting(attributes.usage))")
        }
    }

    /// Whether the token lets a half do more than was asked for.
    func isWider(_ attributes: KeyAttributes) -> Bool {
        let objectClass = attributes.objectClass
        return !usage(of: objectClass).isSuperset(of: attributes.usage.intersection(.flags(of: objectClass)))
    }
}

extension KeyStoreError {
    static func disobeyed(_ token: TokenDescription, _ how: String) -> Self {
        Self(
            .tokenDisobeyed, "\(token.name) \(how)", hint: "What it had made was destroyed; nothing else changed.")
    }
}
