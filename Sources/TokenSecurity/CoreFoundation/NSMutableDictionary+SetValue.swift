public import Foundation

extension NSMutableDictionary {
    /// Sets a value, or removes the entry for nil.
    ///
    /// Foundation has this on Apple systems, by key-value coding, and sources of attribute dictionaries call it.
    ///
    /// - Parameters:
    ///   - value: the value, or nil.
    ///   - key: the key, such as `kSecAttrLabel as String`.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value {
            setObject(value, forKey: NSString(string: key))
        } else {
            removeObject(forKey: NSString(string: key))
        }
    }
}
