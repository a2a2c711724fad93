import Foundation
import TestSupport
import Testing

@testable import PKCS11
@testable import TokenKeyStore

/// The file of profiles: where it is, what it may say, who may write it.
@Suite struct Profiles {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func resolve(
        _ configuration: Configuration = Configuration(), _ environment: [String: String] = [:]
    ) throws -> ResolvedConfiguration {
        var resolver = ConfigurationResolver()
        resolver.environment = Environment(environment)
        resolver.configuredModules = { [] }
        resolver.libraryPath = { $0 == "known.so" ? "/lib/known.so" : nil }
        return try resolver.resolve(configuration)
    }

    /// Resolves with this file.
    private func resolve(
        _ text: String, _ configuration: Configuration = Configuration(), _ environment: [String: String] = [:]
    ) throws -> ResolvedConfiguration {
        let path = try folder.write(text, to: "profiles.conf")
        return try resolve(configuration, environment.merging(["P11_CONFIG": path]) { $1 })
    }

    private func failure(_ body: () throws -> Void) -> KeyStoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? KeyStoreError
        }
    }

    private func settings(_ resolved: ResolvedConfiguration) -> [String: String] {
        Dictionary(uniqueKeysWithValues: resolved.settings.map { ($0.name, "\($0.place.rawValue): \($0.value)") })
    }

    private static let whole = """
        # of this machine
        [default]
        module = /m/default.so

        ; another
        [payments]
          module=/m/payments.so
        token = pay = ments\u{20}
        serial = 0a1b
        pin-source = file:/run/secrets/pin\r
        quirks = +copies-instead-of-changes -search-beside-writes
        reserved = configdir='sql:/x' flags=; # not a comment
        maximum-sessions = 4
        """

    // MARK: What it says

    @Test func `every setting of a profile that is named counts`() throws {
        let resolved = try resolve(Self.whole, Configuration(profile: "payments"))
        #expect(
            resolved.module == .library(path: "/m/payments.so", reserved: "configdir='sql:/x' flags=; # not a comment"))
        #expect(resolved.token == .label("pay = ments").and(.serial("0a1b")))
        #expect(resolved.pin.description == "file:/run/secrets/pin")
        #expect(resolved.quirks[.copiesInsteadOfChanges] == true && resolved.quirks[.searchBesideWrites] == false)
        #expect(resolved.maximumSessions == 4)
        #expect(Set(resolved.settings.map(\.place)) == [.profile])
        #expect(resolved.settings.allSatisfy { $0.detail == "[payments] of \(folder.file("profiles.conf"))" })
    }

    @Test func `the caller names a profile before P11_PROFILE does, and default is used where nobody does`() throws {
        #expect(try resolve(Self.whole).module.path == "/m/default.so")
        #expect(
            try resolve(Self.whole, Configuration(), ["P11_PROFILE": "payments"]).module.path == "/m/payments.so")
        #expect(
            try resolve(Self.whole, Configuration(profile: "default"), ["P11_PROFILE": "payments"]).module.path
                == "/m/default.so")
    }

    @Test func `a configuration that does not look at the environment has the profile it names, and no other`() throws {
        let silent = Configuration(module: .path("/m"), readsEnvironment: false)
        let environment = ["P11_PROFILE": "payments"]
        #expect(try resolve("[default]\nnonsense\n", silent, environment).module.path == "/m")
        var named = Configuration(readsEnvironment: false)
        named.profile = "payments"
        #expect(try resolve(Self.whole, named, ["PKCS11_MODULE": "/other"]).module.path == "/m/payments.so")
    }

    @Test func `the token of a profile may be a URI, which may name the module and the PIN`() throws {
        let resolved = try resolve(
            "[default]\ntoken = pkcs11:token=a?module-path=/m/uri.so&pin-source=file:/pin\n")
        #expect(resolved.module.path == "/m/uri.so")
        #expect(resolved.pin.description == "file:/pin")
        #expect(try resolve("[default]\nmodule = known.so").module.path == "/lib/known.so")
    }

    // MARK: Order

    @Test func `what comes before the profile wins, setting by setting`() throws {
        let named = Configuration(profile: "payments")
        let resolved = try resolve(Self.whole, named, ["PKCS11_TOKEN_LABEL": "b", "PKCS11_MODULE": "/m/variable.so"])
        #expect(resolved.module == .library(path: "/m/variable.so", reserved: nil))
        #expect(resolved.token == .label("b"))
        // What is said of another module, and of its quirks, is not said of this one.
        #expect(resolved.quirks == QuirkSettings() && resolved.maximumSessions == nil)
        #expect(settings(resolved)["module"] == "environment: /m/variable.so")
        let own = try resolve(
            Self.whole, Configuration(module: .path("/m/payments.so"), pin: .prompt, profile: "payments"))
        #expect(own.pin.description == "prompt")
        #expect(own.quirks[.copiesInsteadOfChanges] == true)
        #expect(settings(own)["pin"] == "caller: prompt" && settings(own)["module"] == "caller: /m/payments.so")
    }

    @Test func `the PIN of a profile goes to no other token than the one it names`() throws {
        let text = "[default]\nmodule = /m\ntoken = a\npin-source = file:/pin\n"
        #expect(try resolve(text).pin.description == "file:/pin")
        #expect(try resolve(text, Configuration(token: .label("b"), fallbackPIN: .prompt)).pin.description == "prompt")
        #expect(try resolve(text, Configuration(), ["PKCS11_TOKEN_LABEL": "b"]).pin.isNone)
        #expect(try resolve(text, Configuration(), ["PKCS11_TOKEN_LABEL": "a"]).pin.description == "file:/pin")
    }

    @Test func `the PIN of a profile goes to no other module than its own, though somebody names the profile`() throws {
        let text = "[payments]\nmodule = /m\ntoken = a\npin-source = file:/pin\n"
        let named = Configuration(profile: "payments", fallbackPIN: .prompt)
        #expect(try resolve(text, named).pin.description == "file:/pin")
        #expect(try resolve(text, named, ["PKCS11_MODULE": "/m"]).pin.description == "file:/pin")
        let other = try resolve(text, named, ["PKCS11_MODULE": "/other"])
        #expect(other.module.path == "/other" && other.token == .label("a") && other.pin.description == "prompt")
        let variables = ["P11_PROFILE": "payments"]
        #expect(try resolve(text, Configuration(module: .path("/other")), variables).pin.isNone)
        #expect(
            try resolve(text, Configuration(module: .path("/other"), pin: .prompt), variables).pin.description
                == "prompt")
    }

    @Test func `the PIN of a profile that names a module and no token is that of the only one there`() throws {
        let text = "[default]\nmodule = /m\npin-source = file:/pin\n"
        #expect(try resolve(text).pin.description == "file:/pin")
        #expect(try resolve(text, Configuration(token: .only)).pin.description == "file:/pin")
        #expect(try resolve(text, Configuration(token: .label("other"))).pin.isNone)
        #expect(try resolve(text, Configuration(), ["PKCS11_TOKEN_LABEL": "other"]).pin.isNone)
        // One that names neither says it of whatever is named elsewhere.
        let variables = ["PKCS11_MODULE": "/m", "PKCS11_TOKEN_LABEL": "other"]
        let pinOnly = "[default]\npin-source = file:/pin\n"
        #expect(try resolve(pinOnly, Configuration(), variables).pin.description == "file:/pin")
    }

    @Test func `the default profile is passed over for another module than its own`() throws {
        let text = "[default]\nmodule = /m\ntoken = a\npin-source = file:/pin\nmaximum-sessions = 2\n"
        let resolved = try resolve(text, Configuration(module: .path("/other")))
        #expect(resolved.token == .only && resolved.pin.isNone && resolved.maximumSessions == nil)
        #expect(try resolve(text, Configuration(module: .path("/m"))).token == .label("a"))
    }

    @Test func `without a module a profile is a partial setting, and never leads to the embedded token`() {
        for text in ["token = a", "serial = 1", "pin-source = prompt"] {
            let error = failure { _ = try resolve("[default]\n" + text) }
            #expect(error?.code == .invalidConfiguration && error?.message.contains("profile [default]") == true)
        }
        // One that somebody names, though it says nothing, was meant to say something.
        #expect(failure { _ = try resolve("[a]\n", Configuration(profile: "a")) }?.code == .invalidConfiguration)
    }

    @Test func `a default profile that only says how to use a token leaves the embedded one`() throws {
        let resolved = try resolve("[default]\nmaximum-sessions = 3\n")
        #expect(resolved.isEmbedded && resolved.maximumSessions == 3)
        #expect(settings(resolved)["module"] == "embedded: embedded token")
        let forbidden = failure { _ = try resolve("[default]\n", Configuration(), ["P11_NO_EMBEDDED": "1"]) }
        #expect(forbidden?.code == .invalidConfiguration)
    }

    // MARK: Where it is

    @Test func `the file is in XDG_CONFIG_HOME, else in .config of the home`() throws {
        let text = "[default]\nmodule = /m\n"
        try FileManager.default.createDirectory(
            atPath: folder.file("xdg/swift-pkcs11"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: folder.file("home/.config/swift-pkcs11"), withIntermediateDirectories: true)
        try folder.write(text, to: "xdg/swift-pkcs11/profiles.conf")
        try folder.write(text.replacing("/m", with: "/h"), to: "home/.config/swift-pkcs11/profiles.conf")
        let home = folder.file("home")
        #expect(
            try resolve(Configuration(), ["XDG_CONFIG_HOME": folder.file("xdg"), "HOME": home]).module.path == "/m")
        for relative in ["", "relative"] {
            #expect(try resolve(Configuration(), ["XDG_CONFIG_HOME": relative, "HOME": home]).module.path == "/h")
        }
    }

    @Test func `a file that is not there is no profile, unless it or a profile is named`() throws {
        #expect(try resolve(Configuration(), ["HOME": folder.path]).isEmbedded)
        #expect(try resolve(Configuration(), ["HOME": folder.path, "XDG_CONFIG_HOME": "/dev/null"]).isEmbedded)
        let file = failure { _ = try resolve(Configuration(), ["P11_CONFIG": folder.file("none")]) }
        #expect(file?.code == .fileError && file?.message.contains(folder.file("none")) == true)
        for environment in [["HOME": folder.path], [:]] {
            let profile = failure { _ = try resolve(Configuration(profile: "a"), environment) }
            #expect(profile?.code == .invalidConfiguration && profile?.message.contains("[a]") == true)
        }
        for name in ["P11_CONFIG", "P11_PROFILE"] {
            let error = failure { _ = try resolve(Configuration(), [name: ""]) }
            #expect(error?.code == .invalidConfiguration && error?.message.contains(name) == true)
        }
    }

    @Test func `a named profile that is not in the file is an error that lists those that are`() throws {
        let error = failure { _ = try resolve(Self.whole, Configuration(profile: "paymnets")) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.hint?.contains("default, payments") == true)
    }

    // MARK: Who may write it

    @Test(arguments: [0o620, 0o602, 0o666]) func `a file that others can write is refused`(mode: Int) throws {
        let path = try folder.write("[default]\nmodule = /m\n", to: "profiles.conf", mode: mode)
        chmod(path, mode_t(mode))
        let error = try #require(failure { _ = try resolve(Configuration(), ["P11_CONFIG": path]) })
        #expect(error.code == .invalidConfiguration && error.message.contains(path))
        let command = try #require(error.hint?.split(separator: ": ").last.map { String($0) })
        try Command.check("sh", ["-c", command])
        #expect(try resolve(Configuration(), ["P11_CONFIG": path]).module.path == "/m")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `a file of another user is refused`() throws {
        let path = try folder.write("[default]\nmodule = /m\n", to: "profiles.conf")
        try #require(chown(path, 65_534, 65_534) == 0)
        let error = try #require(failure { _ = try resolve(Configuration(), ["P11_CONFIG": path]) })
        #expect(error.code == .invalidConfiguration && error.message.contains("another user"))
        #expect(error.hint?.contains("chown 0 ") == true)
    }

    @Test func `what cannot be read, or is no file, is an error`() throws {
        #expect(failure { _ = try resolve(Configuration(), ["P11_CONFIG": folder.path]) }?.code != nil)
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let error = failure { _ = try resolve(Configuration(), ["P11_CONFIG": pipe]) }
        #expect(error?.message.contains("not a regular file") == true)
        let loop = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        #expect(failure { _ = try resolve(Configuration(), ["P11_CONFIG": loop]) }?.code == .fileError)
    }
}
