public import PKCS11

/// Which token of a module. Every criterion given must match, and exactly one token must match them all.
///
///     let token: TokenSelector = .label("payments").and(.serial("4f2a0c11"))
public struct TokenSelector: Hashable, Sendable {
    enum Criterion: Hashable, Sendable {
        case label(String)
        case serial(String)
        case slot(UInt)
        case uri(PKCS11URI)
    }

    let criteria: [Criterion]

    /// The one initialised token there is; several are an error.
    public static var only: Self { Self(criteria: []) }

    /// The token with this label.
    public static func label(_ label: String) -> Self { Self(criteria: [.label(label)]) }

    /// The token with this serial number.
    public static func serial(_ serial: String) -> Self { Self(criteria: [.serial(serial)]) }

    /// The token in the slot with this id, which may change from one start of the module to the next.
    public static func slot(_ id: UInt) -> Self { Self(criteria: [.slot(id)]) }

    /// The token that a PKCS #11 URI means. What the URI says of an object counts for nothing here.
    public static func uri(_ uri: PKCS11URI) -> Self { Self(criteria: [.uri(uri)]) }

    /// A token that matches both.
    public func and(_ other: Self) -> Self { Self(criteria: criteria + other.criteria) }

    /// The URIs among the criteria.
    var uris: [PKCS11URI] {
        criteria.compactMap { if case .uri(let uri) = $0 { uri } else { nil } }
    }
}

extension TokenSelector {
    /// Reads a token as command lines name it: a `pkcs11:` URI, or else a label.
    ///
    /// - Throws: `PKCS11Error` for a URI that is none.
    public init(parsing text: String) throws {
        if text.prefix(7).lowercased() == "pkcs11:" {
            self = .uri(try PKCS11URI(parsing: text))
        } else {
            self = .label(text)
        }
    }

}

extension TokenSelector {
    /// Whether a token in a slot matches every criterion. Asks the module about itself and about the slot only where a URI wants that.
    func matches(_ token: TokenInfo, in slot: Slot) throws(PKCS11Error) -> Bool {
        for criterion in criteria {
            switch criterion {
            case .label(let label):
                // Compared as bytes: String equality would take two spellings of one accented letter for the same.
                guard token.labelBytes.elementsEqual(Self.withoutPadding(label)) else { return false }
            case .serial(let serial):
                guard token.serialNumber.utf8.elementsEqual(Self.withoutPadding(serial)) else { return false }
            case .slot(let id):
                guard slot.id == id else { return false }
            case .uri(let uri):
                guard uri.matches(token) else { return false }
                if uri.namesSlot, !uri.matches(slot, try slot.info()) { return false }
                if uri.namesLibrary, !uri.matches(try slot.module.info()) { return false }
            }
        }
        return true
    }

    /// The fields of a token are padded with blanks, which nobody types.
    private static func withoutPadding(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }
}

extension TokenSelector: CustomStringConvertible {
    /// The criteria in words, for messages.
    public var description: String {
        guard !criteria.isEmpty else { return "the only token" }
        return criteria.map { criterion in
            switch criterion {
            case .label(let label): "label \"\(escaped(label))\""
            case .serial(let serial): "serial \(escaped(serial))"
            case .slot(let id): "slot \(id)"
            case .uri(let uri): "\(uri)" + (uri.slotID.map { " in slot \($0)" } ?? "")
            }
        }.joined(separator: ", ")
    }
}
