public import PKCS11

/// Which token a store is on, as the token described itself when the store was opened.
public struct TokenDescription: Hashable, Sendable {
    /// The label, trimmed.
    public let label: String
    /// The manufacturer, trimmed.
    public let manufacturer: String
    /// The model, trimmed.
    public let model: String
    /// The serial number, trimmed; not unique everywhere.
    public let serialNumber: String
    /// The version of the token's firmware.
    public let firmwareVersion: Version
    /// Names the token by label, manufacturer, model and serial number (RFC 7512).
    public let uri: PKCS11URI

    init(_ info: TokenInfo) {
        label = info.label
        manufacturer = info.manufacturer
        model = info.model
        serialNumber = info.serialNumber
        firmwareVersion = info.firmwareVersion
        uri = PKCS11URI(token: info)
    }

    /// In words, for messages.
    var name: String { "token \"\(escaped(label))\" (serial \(escaped(serialNumber)))" }
}
