import PKCS11
import TokenKeyStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whether a command needs somebody to be logged in.
enum LoginNeed {
    /// It works with public objects, and logs in only where a source of the PIN is configured or `--login` asks for it.
    case ifConfigured
    /// It needs private objects, or changes some.
    case required
}

extension Invocation {
    /// The module that the options, the environment or the defaults name.
    func module() throws -> (module: Module, isEmbedded: Bool) {
        let found = try configuration().loadModule()
        if found.isEmbedded { sayEmbedded() }
        return found
    }

    /// The slot of the one token that is meant. Nobody logs in for this.
    func selectedToken() throws -> (token: TokenReport, isEmbedded: Bool) {
        try found(configuration())
    }

    /// Opens the key store on the token that is meant.
    ///
    /// - Parameters:
    ///   - login: whether the command needs a login; only then a PIN is asked for at the terminal.
    ///   - selector: the key that the command is about. Where nothing else names a token, and there are several, the
    ///     token of its URI is meant.
    func store(login: LoginNeed, for selector: KeySelector? = nil) throws -> KeyStore {
        var configuration = try configuration()
        let token = try token(&configuration, selector)
        let wantsLogin = login == .required || arguments.has(Options.login)
        let asksAtReader = token.info.flags.contains(.protectedAuthenticationPath)
        // On a token with its own PIN pad nothing is asked at the terminal.
        let mayAsk = wantsLogin && (asksAtReader || !arguments.has(Options.noInput))
        configuration.fallbackPIN = mayAsk ? .prompt.keepingPIN() : .none
        let isOfficer = arguments.has(Options.so)
        guard isOfficer || !arguments.has(Options.soPINSource) else {
            throw CommandFailure.usage("--\(Options.soPINSource.name) goes with --\(Options.so.name)")
        }
        if isOfficer {
            // What the environment or a profile says is about the user's PIN.
            configuration.pin = try pinSource(Options.soPINSource)?.keepingPIN() ?? configuration.fallbackPIN
        }
        if wantsLogin, asksAtReader,
            try configuration.settings().contains(where: { $0.name == "pin" && $0.place == .fallback })
        {
            notice("note: enter the PIN on the reader of \(token.name)")
        }
        let options = KeyStore.Options(
            maximumSessions: 1, allowsFinalTry: arguments.has(Options.allowFinalTry),
            logsInAsOfficer: isOfficer)
        let store: KeyStore
        do {
            store = try KeyStore.open(configuration, options: options)
        } catch let error as KeyStoreError where isOfficer && error.code == .pinMissing {
            var failure = CommandFailure(error)
            failure.hint = Self.pinHint(Options.soPINSource)
            throw failure
        }
        if token.userPINState == "low" {
            warn("pin-count-low", "a wrong PIN was sent to \(token.name) before, and it says that few tries are left")
        }
        // A token that needs no login gets none, whatever was configured.
        let isEnough = store.loginState.isLoggedIn || !token.info.flags.contains(.loginRequired)
        guard !wantsLogin || isEnough else {
            throw CommandFailure(
                .notLoggedIn, "pin-missing", "\(token.name) needs a PIN and there is no source for it",
                hint: isOfficer ? Self.pinHint(Options.soPINSource) : Self.pinHint)
        }
        return store
    }

    /// Finds the token before it is opened. Where several could be meant and no option names one, the URI of the key does.
    private func token(_ configuration: inout Configuration, _ selector: KeySelector?) throws -> TokenReport {
        do {
            return try found(configuration).token
        } catch let error as KeyStoreError where error.code == .tokenAmbiguous && configuration.token == nil {
            guard case .uri(var uri)? = selector, uri.namesToken else { throw error }
            // What loads code or reads files is not honoured in the URI of a key.
            (uri.modulePath, uri.moduleName, uri.pinSource, uri.pinValue) = (nil, nil, nil, nil)
            configuration.token = .uri(uri)
            return try found(configuration).token
        }
    }

    private func found(_ configuration: Configuration) throws -> (token: TokenReport, isEmbedded: Bool) {
        let (slot, info, isEmbedded) = try configuration.findToken()
        if isEmbedded { sayEmbedded() }
        return (TokenReport(slot: slot, info: info), isEmbedded)
    }

    static let pinHint = pinHint(Options.pinSource)

    static func pinHint(_ option: OptionDescription) -> String {
        "--\(option.name) prompt, file:PATH, fd:N, -, env:NAME, cmd:/PROGRAM or credential:NAME says where the PIN is"
    }

    private func sayEmbedded() {
        notice(
            "note: no module is configured, so the software token of your own is used (P11_NO_EMBEDDED=1 forbids it)")
    }

    /// What the global options say of module, token and PIN.
    func configuration() throws -> Configuration {
        var configuration = Configuration()
        configuration.profile = arguments[Options.profile]
        configuration.module = arguments[Options.module].map(ModuleSource.init(parsing:))
        var selectors: [TokenSelector] = []
        if let text = arguments[Options.token] { selectors.append(try TokenSelector(parsing: text)) }
        if let serial = arguments[Options.serial] { selectors.append(.serial(serial)) }
        if let id = try slotID() { selectors.append(.slot(id)) }
        if let first = selectors.first { configuration.token = selectors.dropFirst().reduce(first) { $0.and($1) } }
        // Kept: a key may ask for a login of its own, and a command is over soon.
        configuration.pin = pinSource?.keepingPIN()
        return configuration
    }

    /// The number after `--slot`; nil where it was not given.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func slotID() throws(CommandFailure) -> UInt? {
        guard let text = arguments[Options.slot] else { return nil }
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        guard digits.first != "+", digits.first != "-", let id = UInt(digits, radix: isHexadecimal ? 16 : 10) else {
            throw .usage("--slot is a number, decimal or with 0x before it", hint: "p11 slot list shows the slots")
        }
        return id
    }

    /// Where a PIN or a passphrase comes from; nil where the option was not given.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func pinSource(_ option: OptionDescription) throws(CommandFailure) -> PINSource? {
        guard let text = arguments[option] else { return nil }
        return try readPINSource(text, of: "--\(option.name)")
    }

    /// What the environment says of the PIN; nil where it says nothing.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func pinSourceOfEnvironment() throws -> PINSource? {
        if let text = environment("PKCS11_PIN_SOURCE") { return try PINSource(parsing: text) }
        return environment("PKCS11_PIN") == nil ? nil : .environment("PKCS11_PIN")
    }

    /// Reads a source in words, and claims standard input for it where it is that.
    ///
    /// - Throws: ``CommandFailure`` with exit 64, and with exit 4 for a pipe that is named as a file.
    func readPINSource(_ text: String, of place: String) throws(CommandFailure) -> PINSource {
        let source: PINSource
        do {
            source = try PINSource(parsing: text)
        } catch {
            var failure = CommandFailure(error)
            failure.message = "\(place): \(failure.message)"
            throw failure
        }
        if source.description == "-" { try claimStandardInput(for: place) }
        var status = stat()
        if text.hasPrefix("file:"), stat(String(text.dropFirst("file:".count)), &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO
        {
            // What a shell makes of file:<(…).
            throw CommandFailure(
                .notLoggedIn, "pin-missing",
                "\(place): \(text.dropFirst("file:".count)) is a pipe and not a regular file",
                hint: "a pipe is a descriptor: \(place) fd:3 3< <(…)")
        }
        return source
    }
}
