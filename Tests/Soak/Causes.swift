import TokenKeyStore

/// Whether an error says what it came from.
struct Causes {
    /// The faults that the thread met, as ``FaultProvider/faultsOfThread()`` gives them.
    let faults: [String]
    /// Whether no other thread can have had a part in it.
    let isAlone: Bool

    /// What a fault may lead to on other calls: forgotten sessions, and a token that is away.
    private static let consequences: Set<String> = [
        "CKR_SESSION_HANDLE_INVALID", "CKR_USER_NOT_LOGGED_IN", "CKR_DEVICE_REMOVED", "CKR_TOKEN_NOT_PRESENT",
        "CKR_OBJECT_HANDLE_INVALID", "CKR_KEY_HANDLE_INVALID",
    ]

    /// Reasons with a name of their own where no return value is told.
    private static let named: [KeyStoreError.Code] = [
        // One error for all reasons: a decryption that says more is an oracle.
        .decryptionFailed,
        // The token is away, which is seen in the list of slots and not in an error.
        .tokenRemoved,
        // The token said that it did what it did not show: what it showed was a fault's lie.
        .tokenDisobeyed,
        // A session key ends with its session.
        .deviceError, .sessionsExhausted,
    ]

    /// What is wrong with an error; nil for nothing.
    func problem(with error: any Error, ofSessionKey: Bool = false) -> String? {
        guard let error = error as? KeyStoreError else { return "an error of another type: \(error)" }
        let injected = Set(faults.compactMap { $0.split(separator: "=").last.map(String.init) })
        if let value = error.underlying?.returnValue?.description {
            guard value.hasPrefix("CKR_"), "\(error)".contains(value) else { return "no name for its cause: \(error)" }
            let isExplained = injected.contains(value) || Self.consequences.contains(value)
            return isAlone && !isExplained ? "\(value) was not injected: \(error)" : nil
        }
        if Self.named.contains(error.code) {
            // A token that was away when the operation began is no fault of this operation.
            return isAlone && faults.isEmpty && error.code != .tokenRemoved ? "an error without a fault: \(error)" : nil
        }
        guard error.code == .keyNotFound else { return "no cause: \(error)" }
        // Where the token answers of an object that is there that it is not, it is believed.
        let isLie = injected.contains("CKR_OBJECT_HANDLE_INVALID") || injected.contains("CKR_KEY_HANDLE_INVALID")
        return ofSessionKey || isLie ? nil : "a key that is there was not found: \(error)"
    }
}
