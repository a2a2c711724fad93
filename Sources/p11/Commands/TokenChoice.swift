/// Which tokens the options of a command name. What the environment or a profile says does not count: this is for commands that look at
/// all there is.
struct TokenChoice {
    private let slot: UInt?
    private let serial: String?
    private let name: String?

    /// Reads `--slot`, `--serial` and `--token`.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(_ invocation: Invocation) throws(CommandFailure) {
        slot = try invocation.slotID()
        serial = invocation.arguments[Options.serial]
        name = invocation.arguments[Options.token]
    }

    /// Whether nothing was named.
    var isAll: Bool { slot == nil && serial == nil && name == nil }

    /// Whether a token has everything that was named.
    func includes(_ token: TokenReport) throws -> Bool {
        try (slot ?? token.slot.id) == token.slot.id && (serial ?? token.info.serialNumber) == token.info.serialNumber
            && name.map { try token.isNamed($0) } ?? true
    }

    /// Whether a slot has everything that was named; an empty one has its id only.
    func includes(_ id: UInt, with token: TokenReport?) throws -> Bool {
        if let token { return try includes(token) }
        return (slot ?? id) == id && serial == nil && name == nil
    }
}
