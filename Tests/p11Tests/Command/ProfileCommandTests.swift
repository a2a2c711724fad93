import Foundation
import TestSupport
import Testing

/// Profiles on the command line, and what `p11 doctor` says of settings and quirks.
@Suite struct ProfileCommandTests {
    /// A token that only profiles name.
    private let p11: P11

    init() throws {
        let whole = try P11()
        let module = try Provider.softHSM.required()
        try whole.folder.write(whole.token.pin + "\n", to: "pin")
        let text = """
            [alpha]
            module = \(module)
            token = alpha
            pin-source = file:\(whole.folder.file("pin"))
            quirks = -search-beside-writes
            maximum-sessions = 2
            """
        try FileManager.default.createDirectory(
            atPath: whole.folder.file(".config/swift-pkcs11"), withIntermediateDirectories: true)
        try whole.folder.write(text, to: ".config/swift-pkcs11/profiles.conf")
        p11 = whole.with(["PKCS11_MODULE": nil, "PKCS11_PIN": nil, "P11_NO_EMBEDDED": "1"])
    }

    private func settings(_ object: [String: Any]) throws -> [String: String] {
        let settings = try #require(object["settings"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: settings.map { setting in
                let words = ["from", "detail"].compactMap { setting[$0] as? String }
                return (setting["name"] as? String ?? "", words.joined(separator: " "))
            })
    }

    private func quirks(_ object: [String: Any]) throws -> [String: String] {
        let quirks = try #require(object["quirks"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: quirks.map { ($0["name"] as? String ?? "", $0["reason"] as? String ?? "") })
    }

    @Test func `--profile and P11_PROFILE name one, and the file is where the XDG specification says`() throws {
        #expect(try p11("key", "list").exitCode == 64)
        #expect(try p11.json("key", "list", "--profile", "alpha")["loggedIn"] as? Bool == true)
        #expect(try p11.with(["P11_PROFILE": "alpha"]).json("key", "list")["loggedIn"] as? Bool == true)
        let moved = p11.with(["P11_CONFIG": p11.folder.file(".config/swift-pkcs11/profiles.conf"), "HOME": "/"])
        #expect(try moved.json("token", "show", "--profile", "alpha")["schema"] != nil)
    }

    @Test func `a profile that is not there, and a mistake in the file, are usage errors that say where`() throws {
        let missing = try errorObject(try p11("key", "list", "--profile", "beta", "--json"))
        #expect(missing["exit"] as? Int == 64 && (missing["message"] as? String)?.contains("[beta]") == true)
        #expect((missing["hint"] as? String)?.contains("alpha") == true)
        let path = try p11.folder.write("[alpha]\nmodule = /m\npin = 123456\n", to: "wrong.conf")
        let result = try p11.with(["P11_CONFIG": path])("key", "list", "--profile", "alpha")
        #expect(result.exitCode == 64 && result.errorOutput.hasPrefix("error: \(path), line 3: "), "\(result)")
        #expect(result.errorOutput.contains("hint: pin-source") && !result.errorOutput.contains("123456"))
    }

    @Test func `doctor says where each setting comes from`() throws {
        let profile = try p11.json("doctor", "--profile", "alpha")
        let place = "profile [alpha] of \(p11.folder.path)/.config/swift-pkcs11/profiles.conf"
        #expect(
            try settings(profile)
                == ["module": place, "token": place, "pin": place, "quirks": place, "maximum-sessions": place])
        let mixed = try p11.with(["PKCS11_PIN": p11.token.pin]).json(
            "doctor", "--module", Provider.softHSM.required(), "--token", "alpha")
        #expect(try settings(mixed) == ["module": "option", "token": "option", "pin": "environment PKCS11_PIN"])
        let embedded = try p11.with(["P11_NO_EMBEDDED": nil]).json("doctor")
        #expect(try Set(settings(embedded).values) == ["embedded"])
        let text = try p11.check("doctor", "--profile", "alpha", "--output", "tsv")
        #expect(
            text.contains(
                "setting pin\tprofile\tfile:\(p11.folder.file("pin")) (\(place.dropFirst("profile ".count)))\n"))
        #expect(!text.contains(p11.token.pin))
    }

    @Test func `doctor says which quirks are allowed for, why, and who saw them`() throws {
        let object = try p11.json("doctor", "--profile", "alpha")
        let reason = "token manufacturer \"SoftHSM project\""
        let names = [
            "copies-instead-of-changes", "login-rewrites-token", "objects-made-in-steps",
            "hides-what-it-cannot-destroy",
        ]
        #expect(try quirks(object) == Dictionary(uniqueKeysWithValues: names.map { ($0, reason) }))
        let first = try #require((object["quirks"] as? [[String: Any]])?.first)
        for name in ["habit", "effect", "report"] { #expect((first[name] as? String)?.isEmpty == false) }
        let text = try p11.check("doctor", "--profile", "alpha", "--output", "tsv")
        #expect(text.contains("quirk copies-instead-of-changes\tin force\t\(reason): "))
        #expect(!text.contains("search-beside-writes\tin force"))
    }

    @Test func `the help says what profiles are`() throws {
        let help = try p11.check("--help")
        for word in ["--profile", "P11_PROFILE", "P11_CONFIG", "profiles.conf"] { #expect(help.contains(word)) }
    }
}
