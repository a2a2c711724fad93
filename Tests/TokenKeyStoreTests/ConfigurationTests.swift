import Foundation
import TestSupport
import Testing

@testable import PKCS11
@testable import TokenKeyStore

@Suite struct `Configuration is resolved` {
    private let modules: TemporaryDirectory

    init() throws {
        modules = try TemporaryDirectory()
        try modules.write("module: /usr/lib/softhsm.so\n", to: "softhsm2.module")
        try modules.write("module: nss.so\nx-init-reserved: configdir=x\n", to: "nss.module")
        try modules.write("remote: |ssh host\n", to: "far.module")
    }

    private func resolve(
        _ configuration: Configuration = Configuration(), _ environment: [String: String] = [:]
    ) throws -> ResolvedConfiguration {
        var resolver = ConfigurationResolver()
        resolver.environment = Environment(environment)
        resolver.configuredModules = { [modules] in
            ConfiguredModule.all(
                in: ModuleConfigurationFolders(modules: [modules.path], libraries: ["/lib"], programName: ""))
        }
        resolver.libraryPath = { $0 == "known.so" ? "/lib/known.so" : nil }
        return try resolver.resolve(configuration)
    }

    private func library(_ resolved: ResolvedConfiguration) -> String? {
        if case .library(let path, _) = resolved.module { path } else { nil }
    }

    private func failure(
        _ configuration: Configuration = Configuration(), _ environment: [String: String] = [:]
    ) -> KeyStoreError? {
        do {
            _ = try resolve(configuration, environment)
            return nil
        } catch {
            return error as? KeyStoreError
        }
    }

    private func uri(_ text: String) throws -> TokenSelector { .uri(try PKCS11URI(parsing: text)) }

    // MARK: The embedded token

    @Test func `the embedded token is used when nothing at all is set`() throws {
        #expect(try resolve().isEmbedded)
        #expect(try resolve(Configuration(fallbackPIN: .prompt), ["HOME": "/x", "P11_NO_EMBEDDED": "0"]).isEmbedded)
        #expect(try resolve(Configuration(readsEnvironment: false), ["PKCS11_TOKEN_LABEL": "a"]).isEmbedded)
    }

    @Test func `the embedded token can be forbidden`() throws {
        for error in [
            failure(Configuration(), ["P11_NO_EMBEDDED": "1"]),
            failure(Configuration(readsEnvironment: false), ["P11_NO_EMBEDDED": "1"]),
            failure(Configuration(allowsEmbeddedToken: false)),
        ] {
            #expect(error?.code == .invalidConfiguration)
            #expect(error?.hint?.contains("PKCS11_MODULE") == true)
        }
    }

    @Test(arguments: [
        ["PKCS11_TOKEN_LABEL": "a"], ["PKCS11_URI": "pkcs11:token=a"], ["PKCS11_URI": "pkcs11:"],
        ["PKCS11_PIN": "1234"], ["PKCS11_PIN": ""], ["PKCS11_PIN_SOURCE": "prompt"],
    ])
    func `a setting without a module is an error that names it`(environment: [String: String]) throws {
        let error = try #require(failure(Configuration(), environment))
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains(try #require(environment.keys.first)))
        #expect(error.hint?.contains("PKCS11_MODULE") == true)
        #expect(!"\(error)".contains("1234"))
    }

    @Test func `the caller's settings without a module are an error too`() throws {
        for configuration in [
            Configuration(token: .label("a")), Configuration(token: .only), Configuration(pin: PINSource.none),
            Configuration(token: try uri("pkcs11:token=a")),
        ] {
            #expect(failure(configuration)?.code == .invalidConfiguration)
        }
    }

    @Test(arguments: [
        "PKCS11_MODULE", "PKCS11_MODULE_PATH", "PKCS11_URI", "PKCS11_TOKEN_LABEL", "PKCS11_PIN_SOURCE",
    ])
    func `a variable that is set to nothing is a slip, not unset`(name: String) {
        let error = failure(Configuration(), [name: ""])
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains(name) == true)
    }

    // MARK: Order

    @Test func `the module is the caller's, then the URI's, then the environment's, then the profile's`() throws {
        let environment = ["PKCS11_URI": "pkcs11:?module-path=/from/uri", "PKCS11_MODULE": "/from/variable"]
        let profile = ["P11_CONFIG": try modules.write("[default]\nmodule = /from/profile\n", to: "profiles.conf")]
        let own = try uri("pkcs11:?module-path=/from/own/uri")
        #expect(
            library(try resolve(Configuration(module: .path("/mine"), token: own), environment.merging(profile) { $1 }))
                == "/mine")
        #expect(library(try resolve(Configuration(token: own), environment.merging(profile) { $1 })) == "/from/own/uri")
        #expect(library(try resolve(Configuration(), environment.merging(profile) { $1 })) == "/from/uri")
        #expect(
            library(try resolve(Configuration(), ["PKCS11_MODULE": "/from/variable"].merging(profile) { $1 }))
                == "/from/variable")
        #expect(
            library(try resolve(Configuration(), ["PKCS11_MODULE_PATH": "/from/variable"])) == "/from/variable")
        #expect(library(try resolve(Configuration(), profile)) == "/from/profile")
    }

    @Test func `the token is the caller's, then that of URI and label together`() throws {
        let environment = [
            "PKCS11_MODULE": "/m", "PKCS11_URI": "pkcs11:token=a;serial=1", "PKCS11_TOKEN_LABEL": "b",
        ]
        #expect(try resolve(Configuration(token: .label("mine")), environment).token == .label("mine"))
        #expect(
            try resolve(Configuration(), environment).token == uri("pkcs11:token=a;serial=1").and(.label("b")))
        #expect(try resolve(Configuration(), ["PKCS11_MODULE": "/m"]).token == .only)
    }

    @Test
    func `the PIN is the caller's, then the URI's, then that of PKCS11_PIN_SOURCE, then PKCS11_PIN, then the fallback`()
        throws
    {
        func pin(_ configuration: Configuration, _ environment: [String: String]) throws -> String {
            try resolve(configuration, environment.merging(["PKCS11_MODULE": "/m"]) { $1 }).pin.description
        }
        let all = [
            "PKCS11_URI": "pkcs11:?pin-source=/from/uri", "PKCS11_PIN_SOURCE": "file:/from/variable", "PKCS11_PIN": "1",
        ]
        let own = Configuration(token: try uri("pkcs11:?pin-source=/from/own/uri"), fallbackPIN: .prompt)
        #expect(try pin(Configuration(pin: .file("/mine")), all) == "file:/mine")
        #expect(try pin(own, all) == "file:/from/own/uri")
        #expect(try pin(Configuration(fallbackPIN: .prompt), all) == "file:/from/uri")
        #expect(
            try pin(Configuration(), ["PKCS11_PIN_SOURCE": "file:/from/variable", "PKCS11_PIN": "1"])
                == "file:/from/variable")
        #expect(try pin(Configuration(fallbackPIN: .prompt), ["PKCS11_PIN": "1"]) == "env:PKCS11_PIN")
        #expect(try pin(Configuration(fallbackPIN: .prompt), [:]) == "prompt")
        #expect(try pin(Configuration(pin: PINSource.none, fallbackPIN: .prompt), all) == "none")
        #expect(try pin(Configuration(), ["PKCS11_URI": "pkcs11:?pin-value=1"]) == "value")
    }

    @Test func `two names for the module must agree`() throws {
        let agreeing = ["PKCS11_MODULE": "/a", "PKCS11_MODULE_PATH": "/a"]
        #expect(library(try resolve(Configuration(), agreeing)) == "/a")
        #expect(
            failure(Configuration(), ["PKCS11_MODULE": "/a", "PKCS11_MODULE_PATH": "/b"])?.code == .invalidConfiguration
        )
    }

    @Test func `a wrong URI or PIN source in the environment is an error that names the variable`() {
        let wrongURI = failure(Configuration(), ["PKCS11_URI": "token=a", "PKCS11_MODULE": "/m"])
        #expect(wrongURI?.code == .invalidConfiguration && wrongURI?.message.contains("PKCS11_URI") == true)
        let wrongSource = failure(Configuration(), ["PKCS11_PIN_SOURCE": "1234", "PKCS11_MODULE": "/m"])
        #expect(
            wrongSource?.code == .invalidConfiguration && wrongSource?.message.contains("PKCS11_PIN_SOURCE") == true)
        #expect(wrongSource.map { "\($0)".contains("1234") } == false)
    }

    // MARK: Modules by name

    @Test func `a name is one of p11-kit's configured modules`() throws {
        #expect(library(try resolve(Configuration(module: .name("softhsm2")))) == "/usr/lib/softhsm.so")
        #expect(library(try resolve(Configuration(), ["PKCS11_MODULE": "softhsm2"])) == "/usr/lib/softhsm.so")
        #expect(
            library(try resolve(Configuration(), ["PKCS11_URI": "pkcs11:?module-name=softhsm2"]))
                == "/usr/lib/softhsm.so")
        #expect(
            try resolve(Configuration(module: .name("nss"))).module
                == .library(path: "/lib/nss.so", reserved: "configdir=x"))
        #expect(library(try resolve(Configuration(), ["PKCS11_MODULE": "known.so"])) == "/lib/known.so")
        #expect(library(try resolve(Configuration(), ["PKCS11_MODULE": "./softhsm2"])) == "./softhsm2")
    }

    @Test func `an unknown name is an error that lists the known ones`() throws {
        let error = try #require(failure(Configuration(module: .name("nothing"))))
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("softhsm2") && error.message.contains("nss"))
        #expect(failure(Configuration(module: .name("far")))?.code == .moduleNotLoadable)
    }

    // MARK: What a URI may do

    @Test func `a URI loads no module and reads no file unless it may`() throws {
        let module = try uri("pkcs11:token=a?module-path=/from/uri")
        let source = try uri("pkcs11:token=a?pin-source=/from/uri")
        let environment = ["PKCS11_MODULE": "/m", "PKCS11_PIN": "1"]
        #expect(failure(Configuration(token: module, uriPermissions: []), environment)?.code == .notPermitted)
        #expect(failure(Configuration(token: source, uriPermissions: []), environment)?.code == .notPermitted)
        #expect(failure(Configuration(token: source, uriPermissions: .modules), environment)?.code == .notPermitted)
        #expect(
            library(try resolve(Configuration(token: module, uriPermissions: .modules), environment)) == "/from/uri")
        #expect(
            try resolve(Configuration(token: source, uriPermissions: .pinSources), environment).pin.description
                == "file:/from/uri")
        // What the caller says in its own words comes first, so the URI has nothing to do.
        let explicit = Configuration(
            module: .path("/mine"), token: try uri("pkcs11:?module-path=/x&pin-source=/y"), pin: .file("/mine"),
            uriPermissions: [])
        #expect(library(try resolve(explicit)) == "/mine")
    }

    @Test func `a pin-source that is a command is refused`() {
        let error = failure(Configuration(), ["PKCS11_MODULE": "/m", "PKCS11_URI": "pkcs11:?pin-source=%7Ccat%20/pin"])
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("command") == true)
    }
}

@Suite struct `A configuration opens a token` {
    @Test func `every criterion of a selector must match`() throws {
        let token = try SoftHSMToken(label: "one", moreLabels: ["two"])
        let module = try token.withEnvironment { try Module.load(path: token.modulePath) }
        let slots = try module.slots(withToken: true)
        let one = try #require(try slots.first { try $0.tokenInfo().label == "one" })
        let two = try #require(try slots.first { try $0.tokenInfo().label == "two" })
        let serial = try one.tokenInfo().serialNumber
        func matches(_ selector: TokenSelector, _ slot: Slot) throws -> Bool {
            try selector.matches(try slot.tokenInfo(), in: slot)
        }
        #expect(try matches(.only, one) && matches(.only, two))
        #expect(try matches(.label("one"), one) && !matches(.label("one"), two))
        #expect(try matches(.label("one  "), one))
        #expect(try !matches(.label("on"), one) && !matches(.label("One"), one))
        #expect(try matches(.label("one").and(.serial(serial)), one))
        #expect(try !matches(.label("two").and(.serial(serial)), one))
        #expect(try matches(.slot(one.id), one) && !matches(.slot(one.id), two))
        #expect(try matches(TokenSelector(parsing: "pkcs11:token=one"), one))
        #expect(try !matches(TokenSelector(parsing: "pkcs11:token=one;slot-id=\(two.id)"), one))
        #expect(try !matches(TokenSelector(parsing: "pkcs11:token=one;x=y"), one))
        #expect(try matches(TokenSelector(parsing: "PKCS11:token=one?pin-value=1"), one))
        #expect(try matches(TokenSelector(parsing: "pkcs11:library-manufacturer=SoftHSM"), one))
        #expect(try !matches(TokenSelector(parsing: "pkcs11:library-manufacturer=Other"), one))
        #expect(throws: PKCS11Error.self) { try TokenSelector(parsing: "pkcs11:token") }
    }

    @Test func `a store opens by URI with the PIN in it`() throws {
        let token = try SoftHSMToken(label: "by uri")
        let pinFile = try token.directory.write(token.pin + "\n", to: "pin")
        let module = "module-path=\(token.modulePath)"
        try token.withEnvironment {
            let byValue = try KeyStore(
                uri: "pkcs11:token=by%20uri?\(module)&pin-value=\(token.pin)", allowing: .modules)
            #expect(byValue.loginState.isLoggedIn && byValue.token.label == "by uri" && !byValue.isEmbedded)
            byValue.close()
            let byFile = try KeyStore(uri: "pkcs11:token=by%20uri?\(module)&pin-source=\(pinFile)", allowing: .all)
            #expect(byFile.loginState.isLoggedIn)
            byFile.close()
            let byCaller = try KeyStore(uri: "pkcs11:token=by%20uri?\(module)", pin: .file(pinFile), allowing: .modules)
            #expect(byCaller.loginState.isLoggedIn)
        }
        #expect { try KeyStore(uri: "pkcs11:token=a?\(module)") } throws: {
            ($0 as? KeyStoreError)?.code == .notPermitted
        }
        #expect { try KeyStore(uri: "nonsense") } throws: { ($0 as? KeyStoreError)?.code == .invalidConfiguration }
    }
}
