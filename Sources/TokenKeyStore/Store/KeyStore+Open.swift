internal import PKCS11

extension KeyStore {
    /// Opens a token.
    ///
    /// - Parameters:
    ///   - module: the provider's library.
    ///   - token: which of its tokens; the only one by default.
    ///   - pin: where the PIN comes from; without a source only public objects are seen, on tokens that want a login.
    ///   - options: see ``Options``.
    /// - Throws: ``KeyStoreError/Code/moduleNotLoadable``, ``KeyStoreError/Code/tokenNotFound``,
    ///   ``KeyStoreError/Code/tokenAmbiguous``, ``KeyStoreError/Code/tokenNotInitialized`` and the codes that begin with `pin`.
    public convenience init(
        module: ModuleSource, token: TokenSelector = .only, pin: PINSource = .none, options: Options = Options()
    ) throws {
        let configuration = Configuration(
            module: module, token: token, pin: pin, uriPermissions: [], readsEnvironment: false, allowsEmbeddedToken: false)
        try self.init(configuration, options)
    }

    /// Opens the token that a `pkcs11:` URI names (RFC 7512).
    ///
    /// - Parameters:
    ///   - uri: names at least the module, or the environment does (`PKCS11_MODULE`).
    ///   - pin: where the PIN comes from; nil, the default, for the URI's own `pin-source` or `pin-value`.
    ///   - permissions: what the URI may do: `module-path` and `module-name` load code, `pin-source` reads a file. Nothing by default,
    ///     since a URI may come from elsewhere.
    ///   - options: see ``Options``.
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` for a URI that is none, ``KeyStoreError/Code/notPermitted`` for one that does more
    ///   than it may; else as ``init(module:token:pin:options:)``.
    public convenience init(
        uri: String, pin: PINSource? = nil, allowing permissions: URIPermissions = [], options: Options = Options()
    ) throws {
        let parsed = try translating("reading the URI") { () throws(PKCS11Error) in try PKCS11URI(parsing: uri) }
        let configuration = Configuration(
            token: .uri(parsed), pin: pin, uriPermissions: permissions, allowsEmbeddedToken: false)
        try self.init(configuration, options)
    }

    /// Opens the token that the configuration names; where nothing is configured anywhere, the embedded one, which is made on first use.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` for settings that are wrong or incomplete; else as
    ///   ``init(module:token:pin:options:)``.
    public static func open(
        _ configuration: Configuration = .default, options: Options = Options()
    ) throws -> KeyStore {
        try KeyStore(configuration, options)
    }

    convenience init(_ configuration: Configuration, _ options: Options) throws {
        let place = try configuration.place()
        try self.init(
            module: place.module, selector: place.token, pin: place.pin, options: options, isEmbedded: place.isEmbedded)
    }
}
