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
        switch rawName as CFString {
        case kSecReturnData: self = .data
        case kSecReturnAttributes: self = .attributes
        case kSecReturnRef: self = .reference
        case kSecReturnPersistentRef: self = .persistentReference
        default: return nil
        }
    }
}
