import PKCS11

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token as a report shows it.
struct TokenReport {
    let slot: Slot
    let info: TokenInfo

    var isInitialized: Bool { info.flags.contains(.tokenInitialized) }

    /// What names the token wherever it is; nil while it has no name.
    var uri: String? { isInitialized ? PKCS11URI(token: info).description : nil }

    /// What a list and a description show.
    var json: JSON {
        var members: [(String, JSON)] = [("label", .string(info.label))]
        // A label that is not clean UTF-8 is not itself as text.
        if Data(info.label.utf8) != info.labelBytes {
            members.append(("labelHex", .string(hexadecimal(info.labelBytes))))
        }
        members += [
            ("serial", .string(info.serialNumber)), ("manufacturer", .string(info.manufacturer)),
            ("model", .string(info.model)), ("uri", JSON(uri)), ("slotId", .unsigned(slot.id)),
            ("initialized", .bool(isInitialized)), ("loginRequired", .bool(info.flags.contains(.loginRequired))),
            ("userPinInitialized", .bool(info.flags.contains(.userPINInitialized))),
            ("protectedAuthenticationPath", .bool(info.flags.contains(.protectedAuthenticationPath))),
            ("writeProtected", .bool(info.flags.contains(.writeProtected))), ("userPinState", .string(userPINState)),
            ("soPinState", .string(soPINState)), ("pinMin", JSON(info.minPINLength)),
            ("pinMax", JSON(maximumPINLength)),
            ("flags", .array(info.flags.names.map(JSON.string))),
            ("hardwareVersion", .string(info.hardwareVersion.description)),
            ("firmwareVersion", .string(info.firmwareVersion.description)),
        ]
        return .object(members)
    }

    /// What is shown to a person who looks at this token alone.
    var properties: [(String, String)] {
        [
            ("label", info.label), ("serial", info.serialNumber), ("manufacturer", info.manufacturer),
            ("model", info.model), ("uri", uri ?? "-"), ("slot", slotText),
            ("initialised", isInitialized ? "yes" : "no"),
            ("login", info.flags.contains(.loginRequired) ? "required" : "not required"),
            ("user PIN", info.flags.contains(.userPINInitialized) ? userPINState : "not set"),
            ("security officer PIN", soPINState),
            (
                "PIN length",
                "\(info.minPINLength.map { String($0) } ?? "0") to \(maximumPINLength.map { String($0) } ?? "any")"
            ),
            ("flags", info.flags.names.joined(separator: " ")),
            ("versions", "hardware \(info.hardwareVersion), firmware \(info.firmwareVersion)"),
        ]
    }

    var slotText: String { "\(slot.id) (0x\(hexadecimal(slot.id, digits: 1)))" }

    /// In words, for questions and messages.
    var name: String {
        isInitialized
            ? "token \"\(info.label)\" (serial \(info.serialNumber), slot \(slot.id))"
            : "the uninitialised token in slot \(slot.id)"
    }

    /// Whether it is the token of `--token`: a label or a URI.
    ///
    /// - Throws: `PKCS11Error` for a URI that is none, or what the module answers.
    func isNamed(_ text: String) throws -> Bool {
        guard text.lowercased().hasPrefix("pkcs11:") else { return info.labelBytes == Data(text.utf8) }
        let uri = try PKCS11URI(parsing: text)
        return try uri.matches(info) && (!uri.namesSlot || uri.matches(slot, slot.info()))
    }

    /// The longest PIN; 0 and `~0` mean that there is no limit.
    var maximumPINLength: UInt? { info.maxPINLength.flatMap { $0 == 0 || $0 == .max ? nil : $0 } }

    var userPINState: String {
        state(
            locked: .userPINLocked, finalTry: .userPINFinalTry, mustChange: .userPINToBeChanged, low: .userPINCountLow)
    }

    var soPINState: String {
        state(locked: .soPINLocked, finalTry: .soPINFinalTry, mustChange: .soPINToBeChanged, low: .soPINCountLow)
    }

    private func state(locked: TokenFlags, finalTry: TokenFlags, mustChange: TokenFlags, low: TokenFlags) -> String {
        if info.flags.contains(locked) { return "locked" }
        if info.flags.contains(finalTry) { return "finalTry" }
        if info.flags.contains(mustChange) { return "mustChange" }
        return info.flags.contains(low) ? "low" : "ok"
    }
}
