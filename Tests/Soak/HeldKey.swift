import Foundation
import PKCS11
import TokenKeyStore

/// A key that has to be on the token, as it has to be.
struct HeldKey: Sendable {
    let tag: Data
    let label: String
    let usage: KeyUsage
    /// nil for one that nobody told: generated, and an error came back.
    var publicKey: PublicKey?
    let isGenerated: Bool
    /// Of the key that this one took the place of: not this one.
    var replaced: Data?
    /// As the store gave it.
    var key: PrivateKey?

    var modulus: Data? { publicKey?.modulus }

    var name: String { String(decoding: tag, as: UTF8.self) }
}

/// What an operation left on the token by its own words, beside the keys that are held.
///
/// Two faults in a row, one of them in what undoes the other, may leave more than the one or the other; the error has to say so,
/// and in these words.
struct Excuse: Sendable {
    enum Reason: String, CaseIterable {
        /// Made, and then neither the making nor the removal succeeded.
        case newRemains = "what was made of it could not be removed"
        /// The new key is whole, and whether the old one went cannot be told: two keys are better than none.
        case oldMayRemain = "and the old one may be too"
        /// As the first, for the copy that a change is.
        case copyRemains = "the changed copy could not be removed"
        /// As the second, for the copy that a change is.
        case originalMayRemain = "and as it was before it may be too"
        /// The token says neither that it is there nor that it is not.
        case mayBeDeleted = "the key may be deleted, and may be there"
        /// Half of the deletion is done, and cannot be taken back.
        case publicHalfMayRemain = "the private half of the key is deleted, and its public half may be there"
        /// No error: the key that took the place is whole.
        case oldPublicHalf = "warning: the old public half could not be deleted"
    }

    let reason: Reason
    /// One of them is there whole; empty where none has to be.
    let oneOf: [HeldKey]
    /// Objects under these tags may be there as well.
    let tags: [Data]
    /// Only of these classes.
    var classes: Set<ObjectClass> = [.privateKey, .publicKey]
    /// Only of this public value, where it is known.
    var modulus: Data?
    /// A key that is held may have this label too. Where only its tag is another, the store rightly says that two keys have the name.
    var label: String?

    func allows(_ object: Inspector.Object) -> Bool {
        tags.contains(object.id) && classes.contains(object.objectClass)
            && (modulus == nil || object.modulus == modulus)
    }
}

extension Excuse.Reason {
    /// What an error says that it left; nil for nothing.
    init?(_ error: any Error) {
        let text = "\(error)"
        guard let reason = Self.allCases.first(where: { text.contains($0.rawValue) }) else { return nil }
        self = reason
    }
}
