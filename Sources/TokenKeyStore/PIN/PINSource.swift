public import PKCS11

/// Where the PIN of a token comes from.
///
/// A source is asked when a login is due, which may be again after a token came back. What it gives lives in ``SecureBytes``
/// and never passes through `String` or `Data`. PINs are bytes: nothing is trimmed but one newline at the end (`\n` or
/// `\r\n`) of a file or a descriptor. An empty PIN is never tried.
///
///     let store = try KeyStore(module: .path(path), token: .label("payments"), pin: .file("/run/secrets/pin"))
public struct PINSource: Sendable {
    enum Kind: Sendable {
        case none
        case prompt
        case environment(String)
        case file(String)
        case descriptor(Int32)
        case value(SecureBytes)
        case command(path: String, arguments: [String])
        case credential(String)
        case callback(@Sendable (PINRequest) throws -> SecureBytes?)
    }

    let kind: Kind
    private(set) var keepsPIN = false

    /// No PIN and no login: public keys only. Where the token has a PIN pad of its own, ``prompt`` lets it ask there.
    public static var none: Self { Self(kind: .none) }

    /// Asks on the controlling terminal (`/dev/tty`) with the echo off, once per store.
    ///
    /// The prompt names the token. On SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP the echo comes back before the signal takes its
    /// course; Ctrl-C ends a process that does not handle SIGINT, and no login is tried.
    public static var prompt: Self { Self(kind: .prompt) }

    /// An environment variable of this process. It stays in the environment, where processes of the same user can read it, and in the
    /// memory of this process, which cannot wipe it: another source is better for a PIN that matters.
    public static func environment(_ name: String) -> Self { Self(kind: .environment(name)) }

    /// A regular file of at most 4,096 bytes (links are followed; a pipe is refused: see ``fileDescriptor(_:)``).
    ///
    /// Its permissions are the caller's business: a secret that is mounted into a container is readable by all there, and by nobody else
    /// anywhere. `p11 doctor` says so where others may read the file.
    public static func file(_ path: String) -> Self { Self(kind: .file(path)) }

    /// A descriptor that is open in this process, read to its end, once per store. It is not closed. A terminal is refused.
    public static func fileDescriptor(_ descriptor: Int32) -> Self { Self(kind: .descriptor(descriptor)) }

    /// Standard input, read to its end, once per store. A terminal is refused: use ``prompt``.
    public static var standardInput: Self { Self(kind: .descriptor(0)) }

    /// A PIN that the caller has, and that stays in memory as long as the store does.
    public static func value(_ pin: SecureBytes) -> Self { Self(kind: .value(pin)) }

    /// A program that prints the PIN, run without a shell, with an empty standard input and the environment of this process.
    ///
    /// It has to end with 0; one newline at the end of what it prints is left out. Its arguments can be read by everybody on the machine.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the executable.
    ///   - arguments: what follows the name of the program.
    public static func command(_ path: String, arguments: [String] = []) -> Self {
        Self(kind: .command(path: path, arguments: arguments))
    }

    /// A credential that systemd hands to a service (`LoadCredential=`, `SetCredentialEncrypted=`): the file of that name in the folder
    /// that `CREDENTIALS_DIRECTORY` names.
    public static func credential(_ name: String) -> Self { Self(kind: .credential(name)) }

    /// A function that is asked at each login, on the thread that logs in. It must not use the same store.
    ///
    /// - Parameter body: gives the PIN, or nil for none, or throws.
    public static func callback(_ body: @escaping @Sendable (PINRequest) throws -> SecureBytes?) -> Self {
        Self(kind: .callback(body))
    }

    /// The same source, whose PIN a store keeps in locked memory for logins to come, so that it asks no more.
    public func keepingPIN() -> Self {
        var source = self
        source.keepsPIN = true
        return source
    }

    /// Whether this is ``none``.
    var isNone: Bool {
        if case .none = kind { true } else { false }
    }

    /// Whether a person is asked on the terminal.
    var isPrompt: Bool {
        if case .prompt = kind { true } else { false }
    }
}

extension PINSource: CustomStringConvertible, CustomReflectable {
    /// What kind of source it is, in the words of a command line, and never a PIN.
    public var description: String {
        switch kind {
        case .none: "none"
        case .prompt: "prompt"
        case .environment(let name): "env:\(name)"
        case .file(let path): "file:\(path)"
        case .descriptor(0): "-"
        case .descriptor(let descriptor): "fd:\(descriptor)"
        case .value: "value"
        // Not the arguments, which are nobody's business.
        case .command(let path, _): "cmd:\(path)"
        case .credential(let name): "credential:\(name)"
        case .callback: "callback"
        }
    }

    /// Nothing: a dump must not show a PIN.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
