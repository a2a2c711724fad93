internal import Foundation

/// What a call gives back of the items: the `kSecReturn…` keys that are true.
struct ItemReturns: OptionSet {
    let rawValue: Int

    static let data = ItemReturns(rawValue: 1 << 0)
    static let attributes = ItemReturns(rawValue: 1 << 1)
    static let reference = ItemReturns(rawValue: 1 << 2)
    static let persistentReference = ItemReturns(rawValue: 1 << 3)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The member with a key of a dictionary.
    init?(rawName: String) {
        switch rawName {
        case kSecReturnData as String: self = .data
        case kSecReturnAttributes as String: self = .attributes
        case kSecReturnRef as String: self = .reference
        case kSecReturnPersistentRef as String: self = .persistentReference
        default: return nil
        }
    }
}
