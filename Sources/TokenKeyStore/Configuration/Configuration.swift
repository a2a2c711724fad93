/// Which module, which token and which PIN a store is opened with.
///
/// What is not set here comes from, in this order: the URI in ``token``; `PKCS11_URI`, then `PKCS11_MODULE` (or
/// `PKCS11_MODULE_PATH`), `PKCS11_TOKEN_LABEL`, and `PKCS11_PIN_SOURCE` or `PKCS11_PIN` of the environment. If there is no setting at
/// all, neither here nor there, the embedded token is used: a SoftHSM token of the user's own, made on first use. Anything
/// partial is an error, since a mistyped variable must not end on a software token.
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
    /// What the URI in ``token`` may do; all by default, as it is part of the configuration. (`PKCS11_URI` may do all.)
    public var uriPermissions: URIPermissions
    /// Whether environment variables are looked at. True by default.
    public var readsEnvironment: Bool
    /// Whether the embedded token may be used when there is no setting. True by default; the environment variable
    /// `P11_NO_EMBEDDED=1` forbids it in any case.
    public var allowsEmbeddedToken: Bool

    /// Makes a configuration; each parameter is described at the property of its name.
    public init(
        module: ModuleSource? = nil, token: TokenSelector? = nil, pin: PINSource? = nil,
        fallbackPIN: PINSource = .none, uriPermissions: URIPermissions = .all, readsEnvironment: Bool = true,
        allowsEmbeddedToken: Bool = true
    ) {
        self.module = module
        self.token = token
        self.pin = pin
        self.fallbackPIN = fallbackPIN
        self.uriPermissions = uriPermissions
        self.readsEnvironment = readsEnvironment
        self.allowsEmbeddedToken = allowsEmbeddedToken
    }

    /// Everything from the environment; without any setting there, the embedded token.
    public static var `default`: Self { Self() }
}
