internal import PKCS11

/// One section of the profile file: a module, a token on it, and how to use them.
struct Profile: Sendable {
    /// Of the file.
    let path: String
    let name: String
    /// Where the section begins.
    let line: Int
    private(set) var module: ModuleSource?
    private(set) var token: TokenSelector?
    private(set) var serial: String?
    private(set) var pin: PINSource?
    private(set) var quirks: QuirkSettings?
    private(set) var reserved: String?
    private(set) var maximumSessions: Int?
    private var lines: [Substring: Int] = [:]

    /// What is used where none is named.
    static let defaultName = "default"

    init(path: String, name: String, line: Int) {
        (self.path, self.name, self.line) = (path, name, line)
    }

    /// The token; label or URI and serial number must both match.
    var selector: TokenSelector? {
        guard let serial else { return token }
        return token?.and(.serial(serial)) ?? .serial(serial)
    }

    /// Whether it says anything of a place, and not only how to use one.
    var namesSomething: Bool { module != nil || token != nil || serial != nil || pin != nil }

    /// Whether a text can be the name of a section.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || "._-".utf8.contains(byte)
            }
    }

    /// Takes a setting.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` with file and line.
    mutating func set(_ key: Substring, to value: Substring, line: Int) throws {
        guard key != "pin" else {
            throw Self.error(
                path, line, "a PIN does not belong into a profile",
                hint: "pin-source says where it is: pin-source = file:/path, env:NAME or prompt.")
        }
        guard let setting = ProfileSetting(rawValue: String(key)) else {
            throw Self.error(
                path, line, "there is no setting named \"\(escaped(String(key)))\"",
                hint: "There are: \(ProfileSetting.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if let other = lines.updateValue(line, forKey: key) {
            throw Self.error(path, line, "\(key) is set already, in line \(other)")
        }
        guard !value.isEmpty else {
            throw Self.error(path, line, "\(key) is set to nothing", hint: "Leave the line out, or give it a value.")
        }
        do {
            try take(setting, String(value))
        } catch let error as PKCS11Error {
            throw Self.error(path, line, "\(key): \(error.message)")
        } catch let error as KeyStoreError {
            throw Self.error(path, line, "\(key): \(error.message)", hint: error.hint)
        }
    }

    private mutating func take(_ setting: ProfileSetting, _ value: String) throws {
        switch setting {
        case .module:
            module = ModuleSource(parsing: value)
            try refuseRelative(value)
        case .token:
            let selector = try TokenSelector(parsing: value)
            for uri in selector.uris {
                guard uri.pinValue == nil else {
                    throw KeyStoreError(
                        .invalidConfiguration, "the URI holds a PIN (pin-value), which does not belong into a profile",
                        hint: "Use pin-source = file:/path, env:NAME or prompt.")
                }
                if let path = uri.modulePath { try refuseRelative(path) }
            }
            token = selector
        case .serial:
            serial = value
        case .pinSource:
            let source = try PINSource(parsing: value)
            guard source.description != "-" else {
                throw KeyStoreError(
                    .invalidConfiguration, "standard input is not for a profile to read",
                    hint: "Use file:/path, env:NAME or prompt.")
            }
            pin = source
            if value.hasPrefix("file:") { try refuseRelative(String(value.dropFirst("file:".count)), always: true) }
        case .quirks:
            quirks = try QuirkSettings(parsing: value)
        case .reserved:
            reserved = value
        case .maximumSessions:
            guard let number = Int(value), (1...65_536).contains(number) else {
                throw KeyStoreError(.invalidConfiguration, "this is not a number from 1 to 65536")
            }
            maximumSessions = number
        }
    }

    /// A path that begins in the folder of whoever runs a program would load or read what somebody put there.
    private func refuseRelative(_ path: String, always: Bool = false) throws {
        guard always || path.contains("/"), !path.hasPrefix("/") else { return }
        throw KeyStoreError(.invalidConfiguration, "the path is not absolute", hint: "Begin it with a slash.")
    }

    /// Refuses settings that do not go together; called for the profile that is used.
    func check() throws {
        let uris = token?.uris ?? []
        if module != nil, uris.contains(where: { $0.modulePath != nil || $0.moduleName != nil }) {
            throw Self.error(path, line, "[\(name)] names a module twice: as module, and in the URI of the token")
        }
        if pin != nil, uris.contains(where: { $0.pinSource != nil }) {
            throw Self.error(
                path, line, "[\(name)] says twice where the PIN is: as pin-source, and in the URI of the token")
        }
        if reserved != nil, module == nil {
            throw Self.error(
                path, lines["reserved"] ?? line, "reserved is for a module, and [\(name)] names none as module")
        }
    }

    static func error(_ path: String, _ line: Int, _ message: String, hint: String? = nil) -> KeyStoreError {
        KeyStoreError(.invalidConfiguration, "\(escaped(path)), line \(line): \(message)", hint: hint)
    }
}

/// What a profile can say.
enum ProfileSetting: String, CaseIterable {
    /// A path, or a name as p11-kit knows it.
    case module
    /// A label or a `pkcs11:` URI.
    case token
    /// The serial number of the token.
    case serial
    /// Where the PIN is, in the words of ``PINSource/init(parsing:)``.
    case pinSource = "pin-source"
    /// `+NAME` and `-NAME`: see ``QuirkSettings``.
    case quirks
    /// The string that C_Initialize gets as `pReserved`, which NSS wants.
    case reserved
    /// The most sessions that a store opens besides the one that holds the login.
    case maximumSessions = "maximum-sessions"
}
