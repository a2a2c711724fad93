public import PKCS11

/// What a PIN is wanted for: what a prompt shows and a callback may decide by.
public struct PINRequest: Hashable, Sendable {
    /// The label of the token. It may hold any characters: escape control characters before showing it.
    public let tokenLabel: String
    /// The serial number of the token.
    public let serialNumber: String
    /// Who logs in: `.user`, `.so` (the security officer), or `.contextSpecific` (for one use of a key that asks each time).
    public let user: UserType
    /// The shortest PIN in bytes; nil where the token gives none.
    public let minimumLength: UInt?
    /// The longest PIN in bytes; nil where there is no limit.
    public let maximumLength: UInt?
    /// What the terminal shows instead of a prompt for that token.
    private var ownPrompt: String?

    /// Makes a request.
    public init(
        tokenLabel: String, serialNumber: String, user: UserType = .user, minimumLength: UInt? = nil,
        maximumLength: UInt? = nil
    ) {
        self.tokenLabel = tokenLabel
        self.serialNumber = serialNumber
        self.user = user
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    /// A request for something else than the PIN of a login.
    init(tokenLabel: String, serialNumber: String, prompt: String) {
        self.init(tokenLabel: tokenLabel, serialNumber: serialNumber)
        ownPrompt = prompt
    }
}

extension PINRequest {
    /// A request of what a token says of itself.
    init(_ token: TokenInfo, user: UserType) {
        self.init(
            tokenLabel: token.label, serialNumber: token.serialNumber, user: user, minimumLength: token.minPINLength,
            maximumLength: token.maxPINLength)
    }

    /// What the terminal shows: one line, without control characters.
    var prompt: String {
        if let ownPrompt { return ownPrompt }
        let what =
            switch user {
            case .so: "Security officer PIN"
            case .contextSpecific: "PIN for this use of a key"
            default: "PIN"
            }
        let serial = serialNumber.isEmpty ? "" : " (serial \(escaped(serialNumber)))"
        return "\(what) for token \"\(escaped(tokenLabel))\"\(serial): "
    }
}
