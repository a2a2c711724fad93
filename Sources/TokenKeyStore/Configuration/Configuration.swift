/// Which module, which token and which PIN a store is opened with.
///
/// What is not set here comes from, in this order: the URI in ``token``; `PKCS11_URI`, then `PKCS11_MODULE` (or
/// `PKCS11_MODULE_PATH`), `PKCS11_TOKEN_LABEL`, and `PKCS11_PIN_SOURCE` or `PKCS11_PIN` of the environment; a profile. If there is no
/// setting at all, neither here nor there, the embedded token is used: a SoftHSM token of the user's own, made on first use. Anything
/// partial is an error, since a mistyped variable must not end on a software token.
///
/// Profiles are sections of `$XDG_CONFIG_HOME/swift-pkcs11/profiles.conf` (else `~/.config/swift-pkcs11/profiles.conf`; `P11_CONFIG` names
/// another file), of which nobody else may be able to write a byte, since they load code:
///
///     [default]
///     module = /usr/lib/softhsm/libsofthsm2.so
///     token = payments
///     serial = 4f2a0c11
///     pin-source = file:/run/secrets/pin
///     quirks = -search-beside-writes
///     maximum-sessions = 4
///
/// `token` may be a `pkcs11:` URI, and `reserved` is the string that NSS takes its parameters from. The section `default` is used where
/// ``profile`` and `P11_PROFILE` name none, and passed over where another module than its own is named. The PIN of a profile goes to no other
/// module than the one it names, and to no other token; where it names none, to the only one of its module. What
/// is not understood, is there twice, or names a profile that there is not, is an error.
///
///     let store = try KeyStore.open()                                     // all from the environment, or the embedded token
///     let other = try KeyStore.open(Configuration(module: .name("softhsm2"), token: .label("payments")))
public struct Configuration: Sendable {
    /// The module; nil, the default, to look for it as described above.
    public var module: ModuleSource?
    /// The token; nil, the default, to look for it as described above.
    public var token: TokenSelector?
    /// The PIN; nil, the default, to look for it as described above. ``PINSource/none`` is a setting: no PIN.
    public var pin: PINSource?
    /// The PIN where there is no other setting for it, such as ``PINSource/prompt``; it does not count as a setting. None by default.
    public var fallbackPIN: PINSource
    /// The profile to use; nil, the default, for that of `P11_PROFILE`, else `default`.
    public var profile: String?
    /// What the URI in ``token`` may do; all by default, as it is part of the configuration. (`PKCS11_URI` may do all.)
    public var uriPermissions: URIPermissions
    /// Whether environment variables, and the profile that ``profile`` does not name, are looked at. True by default.
    public var readsEnvironment: Bool
    /// Whether the embedded token may be used when there is no setting. True by default; the environment variable
    /// `P11_NO_EMBEDDED=1` forbids it in any case.
    public var allowsEmbeddedToken: Bool

    /// Makes a configuration; each parameter is described at the property of its name.
    public init(
        module: ModuleSource? = nil, token: TokenSelector? = nil, pin: PINSource? = nil,
        profile: String? = nil, fallbackPIN: PINSource = .none, uriPermissions: URIPermissions = .all,
        readsEnvironment: Bool = true,
        allowsEmbeddedToken: Bool = true
    ) {
        self.module = module
        self.token = token
        self.pin = pin
        self.profile = profile
        self.fallbackPIN = fallbackPIN
        self.uriPermissions = uriPermissions
        self.readsEnvironment = readsEnvironment
        self.allowsEmbeddedToken = allowsEmbeddedToken
    }

    /// Everything from the environment and the default profile; without any setting, the embedded token.
    public static var `default`: Self { Self() }

    /// Whether there is an embedded token already, so that using it makes none.
    public static var embeddedTokenExists: Bool { (try? EmbeddedTokenFolder(.process).exists) ?? false }

    /// The names of the profiles in the file that is in force, in its order; none where there is no file, or one that opening a store would
    /// refuse.
    public static var profileNames: [String] { (try? ProfileFile.find(.process)?.names()) ?? [] }

    /// What the configuration, the environment and the profile come to, and where each setting is from.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` and ``KeyStoreError/Code/moduleNotLoadable``, as opening a store would.
    public func settings() throws -> [ConfigurationSetting] { try ConfigurationResolver().resolve(self).settings }
}
