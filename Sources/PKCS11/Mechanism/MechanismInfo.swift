/// What a token can do with a mechanism (`CK_MECHANISM_INFO`, PKCS #11 2.40 section 3.5).
public struct MechanismInfo: Hashable, Sendable {
    /// The smallest key; bits or bytes depends on the mechanism. nil where the token does not say.
    public let minKeySize: UInt?
    /// The largest key; bits or bytes depends on the mechanism. nil where the token does not say.
    public let maxKeySize: UInt?
    /// What it may be used for, such as `CKF_SIGN`.
    public let flags: MechanismFlags
}
