internal import Foundation

/// The dictionaries that callers pass.
enum ItemDictionary {
    /// The entries by their names.
    ///
    /// - Throws: `errSecParam` where a key is no string.
    static func entries(of dictionary: CFDictionary) throws(SecFailure) -> [String: Any] {
        var entries: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let name = key as? String else {
                throw SecFailure(errSecParam, "the dictionary has a key that is no string")
            }
            entries[name] = value
        }
        return entries
    }
}
