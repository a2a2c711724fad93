internal import TokenKeyStore

extension KeyFlag {
    /// What a new key may do where nothing is said about it.
    static func standardUsage(ofPrivateHalf isPrivate: Bool) -> KeyUsage {
        isPrivate ? [.sign, .decrypt, .unwrap] : [.verify, .encrypt, .wrap]
    }
}
