internal import PKCS11

/// Finds the one token that was asked for.
struct TokenSearch {
    let module: Module
    /// What somebody set of the quirks of its tokens.
    let quirks: QuirkSettings

    /// The slot of the token that a selector names.
    ///
    /// - Throws: ``KeyStoreError/Code/tokenNotFound``, ``KeyStoreError/Code/tokenAmbiguous`` with the candidates, or
    ///   ``KeyStoreError/Code/tokenNotInitialized``.
    func slot(matching selector: TokenSelector) throws -> (Slot, TokenInfo) {
        let present = try tokens(for: "\(selector)", otherwise: .tokenNotFound)
        let matches = try translating("looking for \(selector)") { () throws(PKCS11Error) in
            var matches: [(Slot, TokenInfo)] = []
            for (slot, info) in present where try selector.matches(info, in: slot) { matches.append((slot, info)) }
            return matches
        }
        // SoftHSM always shows one more token, which is not initialised: it is only meant where nothing else is.
        let initialized = matches.filter(\.1.isReady)
        switch initialized.count {
        case 1:
            return initialized[0]
        case 0 where !matches.isEmpty && (matches.count == 1 || selector != .only):
            throw KeyStoreError(
                .tokenNotInitialized, "the token in slot \(matches[0].0.id) is not initialised",
                hint:
                    KeyStoreError.notInitializedHint)
        case 0:
            let names = present.filter(\.1.isReady).map { Self.candidate($0.0, $0.1) }
            throw KeyStoreError(
                .tokenNotFound,
                "\(module.path) has no initialised token"
                    + (selector == .only ? "" : " that matches \(selector)"),
                hint: names.isEmpty
                    ? "It has no initialised token at all: p11 slot list shows what there is."
                    : "It has: \(names.joined(separator: "; ")).")
        default:
            throw KeyStoreError(
                .tokenAmbiguous,
                selector == .only
                    ? "there are \(initialized.count) tokens, and none of them was named"
                    : "\(initialized.count) tokens match \(selector)",
                hint: "Name one by its serial number, its slot or a pkcs11: URI.",
                candidates: initialized.map { Self.candidate($0.0, $0.1) })
        }
    }

    /// The slot of a token that was seen before, wherever it is now.
    func slot(of token: TokenDescription) throws -> (Slot, TokenInfo) {
        let present = try tokens(for: token.name, otherwise: .tokenRemoved)
        let matches = present.filter { TokenDescription($0.1).isSameToken(as: token) }
        guard let first = matches.first else {
            throw KeyStoreError(
                .tokenRemoved, "\(token.name) is not there any more",
                hint: "Put it back, or check the connection to it.")
        }
        guard matches.count == 1 else {
            throw KeyStoreError(
                .tokenAmbiguous, "\(matches.count) tokens look like \(token.name)",
                candidates: matches.map { Self.candidate($0.0, $0.1) })
        }
        return first
    }

    /// Every token that answers; a slot that does not is passed over, so that it hides no other.
    ///
    /// - Throws: ``KeyStoreError`` with `code` where there is not even an empty slot: what such a module shows is behind a server or a
    ///   daemon.
    private func tokens(for wanted: String, otherwise code: KeyStoreError.Code) throws -> [(Slot, TokenInfo)] {
        let slots = try translating("listing the slots of \(module.path)") { () throws(PKCS11Error) in
            try module.slots(withToken: true)
        }
        if slots.isEmpty, (try? module.slots().isEmpty) == true {
            throw KeyStoreError(
                code, "\(module.path) shows no slots, so \(wanted) cannot be reached",
                hint: "Is the server, daemon or reader that it speaks to there?")
        }
        return slots.compactMap { slot in
            guard let info = try? slot.steadyTokenInfo(quirks) else { return nil }
            return (slot, info)
        }
    }

    private static func candidate(_ slot: Slot, _ info: TokenInfo) -> String {
        "\"\(escaped(info.label))\" (serial \(escaped(info.serialNumber)), slot \(slot.id))"
    }
}

extension TokenInfo {
    /// Whether the token is initialised, or has nothing to initialise: who can neither write to it nor log in to it can still read it. The
    /// token with the root certificates in NSS has CKF_WRITE_PROTECTED and no other flag.
    fileprivate var isReady: Bool {
        flags.contains(.tokenInitialized) || flags.contains(.writeProtected) && !flags.contains(.loginRequired)
    }
}

extension TokenDescription {
    /// Whether two descriptions are of one token. The firmware may have been updated in between.
    func isSameToken(as other: TokenDescription) -> Bool {
        label == other.label && serialNumber == other.serialNumber && manufacturer == other.manufacturer
            && model == other.model
    }
}

extension KeyStoreError {
    static let notInitializedHint =
        "If it never held keys, initialise it: p11 token init, or the vendor's tool. If it did, do not: a program may have been killed "
        + "while it logged in (softhsm/README.md)."
}
