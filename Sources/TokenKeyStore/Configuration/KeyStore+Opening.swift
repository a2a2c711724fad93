internal import PKCS11

extension KeyStore {
    /// Opens a token of a module and logs in, if there is a PIN. Environment variables and profiles are not looked at.
    ///
    /// - Parameters:
    ///   - module: the module to load.
    ///   - token: which of its tokens; by default the only one that is initialised.
    ///   - pin: where the PIN comes from. Without one, the PIN of a URI in `token` serves; else the store is not logged in and sees
    ///     public objects only.
    ///   - options: how the store behaves.
    /// - Throws: ``KeyStoreError``: ``KeyStoreError/Code/moduleNotLoadable``, ``KeyStoreError/Code/tokenNotFound``,
    ///   ``KeyStoreError/Code/tokenAmbiguous``, ``KeyStoreError/Code/tokenNotInitialized``, or one of the codes that begin with `pin`.
    public convenience init(
        module: ModuleSource, token: TokenSelector = .only, pin: PINSource = .none, options: Options = Options()
    ) throws {
        let configuration = Configuration(
            module: module, token: token, pin: pin.isNone ? nil : pin, uriPermissions: [], readsEnvironment: false,
            allowsEmbeddedToken: false)
        try self.init(configuration.place(), options: options)
    }

    /// Opens the token that a PKCS #11 URI names and logs in, if there is a PIN.
    ///
    /// The module is the one of the URI where that is allowed, else the one of the environment (`PKCS11_URI`, `PKCS11_MODULE`) or of a profile.
    ///
    /// - Parameters:
    ///   - uri: such as `pkcs11:token=payments`.
    ///   - pin: where the PIN comes from. Without one, the PIN of the URI or of the environment serves.
    ///   - permissions: what the URI may do beyond naming a token; nothing by default, as URIs come from far away.
    ///   - options: how the store behaves.
    /// - Throws: ``KeyStoreError`` as ``init(module:token:pin:options:)``, ``KeyStoreError/Code/invalidConfiguration`` for what is
    ///   not a URI, and ``KeyStoreError/Code/notPermitted`` where it would do more than it may.
    public convenience init(
        uri: String, pin: PINSource = .none, allowing permissions: URIPermissions = [], options: Options = Options()
    ) throws {
        let parsed = try translating("reading the URI") { () throws(PKCS11Error) in try PKCS11URI(parsing: uri) }
        let configuration = Configuration(
            token: .uri(parsed), pin: pin.isNone ? nil : pin, uriPermissions: permissions, allowsEmbeddedToken: false)
        try self.init(configuration.place(), options: options)
    }

    /// Opens the token that the program, its environment or its user configured; the embedded token where nobody did.
    ///
    /// - Parameters:
    ///   - configuration: what the program knows; by default nothing. See ``Configuration``.
    ///   - options: how the store behaves.
    /// - Throws: ``KeyStoreError`` as ``init(module:token:pin:options:)``, and ``KeyStoreError/Code/invalidConfiguration`` for
    ///   settings that are wrong or incomplete.
    public static func open(
        _ configuration: Configuration = .default, options: Options = Options()
    ) throws -> KeyStore {
        try KeyStore(configuration.place(), options: options)
    }

    convenience init(_ place: Configuration.Place, options: Options) throws {
        try self.init(
            module: place.module, selector: place.token, pin: place.pin, options: place.options(options),
            isEmbedded: place.isEmbedded)
    }
}
