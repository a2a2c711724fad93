internal import TokenKeyStore

extension KeyFlag {
    /// What a new key may do where nothing is said about it.
    static func standardUsage(ofPrivateHalf isPrivate: Bool) -> KeyUsage {
        isPrivate ? [.sign, .decrypt, .unwrap] : [.verify, .encrypt, .wrap]
    }

    /// What a new key may do.
    ///
    /// - Parameter flags: what was said about it, by raw name; what objects of its class have no attribute for counts for nothing.
    static func usage(_ flags: [String: Bool], ofPrivateHalf isPrivate: Bool) -> KeyUsage {
        var usage = standardUsage(ofPrivateHalf: isPrivate)
        for flag in allCases {
            guard let use = flag.usage(ofPrivateHalf: isPrivate), let isWanted = flags[flag.rawValue] else { continue }
            if isWanted { usage.insert(use) } else { usage.remove(use) }
        }
        return usage
    }
}
