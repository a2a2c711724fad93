#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PKCS11URI {
    /// Whether a token is one that the URI means: `token`, `manufacturer`, `model` and `serial`.
    ///
    /// Never true for a URI with attributes that RFC 7512 does not define.
    public func matches(_ info: TokenInfo) -> Bool {
        !hasUnrecognizedAttributes && matches(info.labelBytes, .token) && matches(info.manufacturer.utf8, .manufacturer)
            && matches(info.model.utf8, .model) && matches(info.serialNumber.utf8, .serial)
    }

    /// Whether a slot is one that the URI means: `slot-id`, `slot-description` and `slot-manufacturer`.
    public func matches(_ slot: Slot, _ info: SlotInfo) -> Bool {
        !hasUnrecognizedAttributes && (slotID.map { $0 == slot.id } ?? true)
            && matches(info.description.utf8, .slotDescription) && matches(info.manufacturer.utf8, .slotManufacturer)
    }

    /// Whether a module is one that the URI means: `library-description`, `library-manufacturer` and `library-version`.
    ///
    /// A version without a minor number has the minor number 0 (RFC 7512, section 2.3).
    public func matches(_ info: ModuleInfo) -> Bool {
        !hasUnrecognizedAttributes && matches(info.description.utf8, .libraryDescription)
            && matches(info.manufacturer.utf8, .libraryManufacturer)
            && matches("\(info.libraryVersion.major).\(info.libraryVersion.minor)".utf8, .libraryVersion)
    }

    /// Whether an object is one that the URI means: `id`, `object` and `type`.
    ///
    /// - Parameters:
    ///   - id: `CKA_ID`; nil for an object that has none.
    ///   - label: the bytes of `CKA_LABEL`; nil for an object that has none.
    ///   - objectClass: `CKA_CLASS`.
    public func matchesObject(id: Data?, label: Data?, objectClass: ObjectClass) -> Bool {
        !hasUnrecognizedAttributes && (type.map { $0.objectClass == objectClass } ?? true)
            && (path[.id].map { $0.elementsEqual(id ?? Data()) } ?? true)
            && (path[.object].map { $0.elementsEqual(label ?? Data()) } ?? true)
    }

    /// Whether the URI asks for anything of the slot itself, so that it takes a `SlotInfo` to decide.
    public var namesSlot: Bool {
        [.slotID, .slotDescription, .slotManufacturer].contains { path[$0] != nil }
    }

    /// Whether the URI asks for anything of the library.
    public var namesLibrary: Bool {
        [.libraryDescription, .libraryManufacturer, .libraryVersion].contains { path[$0] != nil }
    }

    /// Whether the URI asks for an object: `id`, `object` or `type`.
    public var namesObject: Bool { [.id, .object, .type].contains { path[$0] != nil } }

    /// Whether the URI asks for anything of the token.
    public var namesToken: Bool { [.token, .manufacturer, .model, .serial].contains { path[$0] != nil } }

    /// The fields of a token are padded with blanks, so blanks at the end count on neither side.
    private func matches(_ field: some Sequence<UInt8>, _ attribute: PathAttribute) -> Bool {
        guard let wanted = path[attribute] else { return true }
        return Self.withoutPadding(wanted) == Self.withoutPadding(Array(field))
    }

    private static func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        return bytes[..<end]
    }
}
