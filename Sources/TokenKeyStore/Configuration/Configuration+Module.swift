public import PKCS11

extension Configuration {
    /// Where a configuration leads: a loaded module, a token on it, and the source of its PIN.
    struct Place {
        let module: Module
        let token: TokenSelector
        let pin: PINSource
        let isEmbedded: Bool
        /// Of the profile.
        let quirks: QuirkSettings
        let maximumSessions: Int?

        init(_ resolved: ResolvedConfiguration, _ module: Module, _ token: TokenSelector, _ pin: PINSource) {
            (self.module, self.token, self.pin) = (module, token, pin)
            (isEmbedded, quirks, maximumSessions) = (resolved.isEmbedded, resolved.quirks, resolved.maximumSessions)
        }

        /// The options of a store: what the caller says of a quirk comes first, and nobody gets more sessions than either allows.
        func options(_ options: KeyStore.Options) -> KeyStore.Options {
            var options = options
            options.quirks = options.quirks.filled(from: quirks)
            if let maximumSessions { options.maximumSessions = min(options.maximumSessions, maximumSessions) }
            return options
        }
    }

    func place() throws -> Place {
        let resolved = try ConfigurationResolver().resolve(self)
        switch resolved.module {
        case .embedded:
            let embedded = try EmbeddedToken.open()
            return Place(resolved, embedded.module, embedded.selector, embedded.pin)
        case .library(let path, let reserved):
            let module = try ModuleLock.whileStarting(path) {
                try translating("loading \(path)") { () throws(PKCS11Error) in
                    try Module.load(path: path, options: Module.LoadOptions(reserved: reserved))
                }
            }
            return Place(resolved, module, resolved.token, resolved.pin)
        }
    }

    /// Loads the module that the configuration names, without choosing a token: to list slots, or to initialise a token.
    ///
    /// - Returns: the module, and whether it is that of the embedded token.
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` and ``KeyStoreError/Code/moduleNotLoadable``.
    public func loadModule() throws -> (module: Module, isEmbedded: Bool) {
        let place = try place()
        return (place.module, place.isEmbedded)
    }

    /// Finds the token that the configuration names, without a session or a login.
    ///
    /// - Returns: the slot, what the token says of itself, and whether it is the embedded one.
    /// - Throws: ``KeyStoreError/Code/tokenNotFound``, ``KeyStoreError/Code/tokenAmbiguous``,
    ///   ``KeyStoreError/Code/tokenNotInitialized``; else as ``loadModule()``.
    public func findToken() throws -> (slot: Slot, token: TokenInfo, isEmbedded: Bool) {
        let place = try place()
        let (slot, info) = try OpeningRetry.run(on: place.module, place.quirks) { _ in
            try TokenSearch(module: place.module, quirks: place.quirks).slot(matching: place.token)
        }
        return (slot, info, place.isEmbedded)
    }
}
