internal import Foundation
internal import TokenKeyStore

extension ItemAttributes {
    /// Checks what cannot be stored, whatever it is stored with.
    func checkForStoring() throws(SecFailure) {
        if hasTextForNumber { throw SecFailure(errSecParam, "an attribute that is a number has other text") }
        if synchronizable == true || isSynchronizableAny {
            throw SecFailure(errSecParam, "the items of a token are not synchronised")
        }
        if accessGroup == kSecAttrAccessGroupToken as String {
            throw SecFailure(errSecMissingEntitlement, "nobody may add to the group of tokens")
        }
        if let accessControl, let accessible, accessControl.protection != accessible {
            throw SecFailure(errSecParam, "the access control has another protection")
        }
    }

    /// The usage of one half with the flags that were given; those that its class does not have are dropped.
    func usage(ofPrivateHalf isPrivate: Bool, from original: KeyUsage) -> KeyUsage {
        var usage = original
        for (name, isAllowed) in flags {
            guard let member = KeyFlag(rawName: name)?.usage(ofPrivateHalf: isPrivate) else { continue }
            if isAllowed { usage.insert(member) } else { usage.remove(member) }
        }
        return usage
    }

    /// The bytes for `CKA_LABEL`: the label, else an application label of the caller's own, which is not the hash that every key has.
    func label(of publicKeyHash: Data?) -> Data? {
        if let label { return label }
        guard let applicationLabel, !applicationLabel.isEmpty, applicationLabel != publicKeyHash else { return nil }
        return applicationLabel
    }
}
