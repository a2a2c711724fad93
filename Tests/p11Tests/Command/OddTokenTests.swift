import Foundation
import TestSupport
import Testing

/// Tokens and keys that are allowed to be as they are, and that lists and selectors have to live with.
@Suite struct OddTokenTests {
    /// With an ID and a label, without one of them, and with what is hard to show.
    private static let keys: [(label: String, id: String)] = [
        ("esc\u{1B}]0;x\u{7}\n\ttab", "01"), ("", "05"), ("zero", "000a00"), ("zeros", "0000"), ("twin", "0a"),
        ("twin", "0b"), ("noid", ""),
    ]

    private func prepare() throws -> P11 {
        let p11 = try P11()
        for (label, id) in Self.keys where !id.isEmpty {
            try p11.check(
                "key", "generate", "--type", "rsa:2048", "--label", label, "--id", id, "--allow-duplicate")
        }
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048", "--label", "noid"])
        return p11
    }

    @Test func `odd keys are listed whole in every style, and each is found by the URI that is printed`() throws {
        let p11 = try prepare()
        let keys = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
        let listed = keys.map { "\($0["label"] as? String ?? "none") \($0["id"] as? String ?? "")" }
        #expect(Set(listed) == Set(Self.keys.map { "\($0.label) \($0.id)" }))
        #expect(keys.allSatisfy { $0["parts"] as? [String] == ["private", "public"] })
        #expect(keys.first { $0["label"] as? String == "noid" }?["id"] is NSNull)

        let table = try p11.check("key", "list").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(table.count == Self.keys.count + 2 && table.last == "")
        #expect(!table.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } })
        #expect(table.contains { $0.hasPrefix(#"esc\x1b]0;x\x07\x0a\x09tab"#) })
        #expect(table.contains { $0.hasPrefix("noid ") && $0.split(separator: " ")[1] == "-" })

        let tsv = try p11.check("key", "list", "--output", "tsv").split(separator: "\n")
        #expect(tsv.count == Self.keys.count + 1)
        #expect(tsv.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 5 })
        #expect(tsv.contains { $0.hasPrefix("zero\t000a00\tRSA 2048\tprivate+public\t") })
        #expect(tsv.contains { $0.hasPrefix("noid\t-\t") } && tsv.contains { $0.hasPrefix("\t05\t") })

        let uris = try p11.check("key", "list", "--output", "uri").split(separator: "\n").map(String.init)
        #expect(Set(uris).count == Self.keys.count && uris == keys.compactMap { $0["uri"] as? String })
        #expect(uris.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
        for (uri, key) in zip(uris, keys) {
            let shown = try p11.json("key", "show", uri)["key"] as? [String: Any]
            #expect(shown?["spkiSha256"] as? String == key["spkiSha256"] as? String, "\(uri)")
        }
        // Other tools read them too.
        let zero = try #require(uris.first { $0.contains("%00%0A%00") })
        let path = try Provider.softHSM.required()
        let found = try Command.run(
            "p11tool", ["--provider", path, "--list-all", zero], environment: p11.token.environment)
        #expect(Command.find("p11tool") == nil || found.output.contains("00:0a:00"), "\(found)")
    }

    @Test func `odd keys are selected by what they have, and what is ambiguous is refused`() throws {
        let p11 = try prepare()
        for (selector, id) in [
            ("id:000a00", "000a00"), ("id:0000", "0000"), ("id:00:00", "0000"), ("label:", "05"), ("zero", "000a00"),
            ("label:" + Self.keys[0].label, "01"), ("pkcs11:id=%00%00", "0000"), ("pkcs11:object=", "05"),
        ] {
            let shown = try p11.json("key", "show", selector)["key"] as? [String: Any]
            #expect(shown?["id"] as? String == id, "\(selector)")
        }
        for selector in ["noid", "id:"] {
            let shown = try p11.json("key", "show", selector)["key"] as? [String: Any]
            #expect(shown?["label"] as? String == "noid" && shown?["id"] is NSNull, "\(selector)")
        }
        for selector in ["id:00", "id:000000", "id:0a00", "label:esc"] {
            #expect(try p11("key", "show", selector).exitCode == 3, "\(selector)")
        }
        let twins = try p11("key", "delete", "twin", "--yes")
        #expect(twins.exitCode == 6 && twins.errorOutput.components(separatedBy: "object=twin").count == 3)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == Self.keys.count)
        try p11.check("key", "delete", "id:0a", "--yes")
        try p11.check("key", "delete", "twin", "--yes")
        try p11.check("key", "delete", "noid", "--yes")
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == Self.keys.count - 3)
        // An escape sequence is not sent to the terminal by a question either.
        let session = try p11.atTerminal("key", "delete", "id:01")
        try session.expect("Delete it?")
        session.type("n\n")
        #expect(session.exitCode() == 11)
        #expect(session.shown.contains(#"esc\x1b]0;x\x07"#) && !session.shown.contains("\u{1B}"))
    }

    @Test func `a key with neither label nor ID is listed, and its URI names it and no other`() throws {
        let p11 = try P11()
        try p11.token.pkcs11Tool(p11.token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048"])
        let uri = try p11.check("key", "list", "--output", "uri").replacing("\n", with: "")
        #expect(try p11("key", "show", uri).exitCode == 0)
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        #expect(try p11.check("key", "list").split(separator: "\n").count == 3)
        try p11.check("key", "delete", uri, "--yes")
        #expect(try p11("key", "delete", uri, "--yes").exitCode == 3)
        #expect(try p11.check("key", "list").split(separator: "\n").count == 2)
    }

    @Test func `two tokens of one label are told apart by what is printed of them`() throws {
        let p11 = try P11(SoftHSMToken(label: "beta", moreLabels: ["beta"]))
        let tokens = try #require(try p11.json("token", "list")["tokens"] as? [[String: Any]])
        #expect(tokens.count { $0["label"] as? String == "beta" } == 2)
        #expect(try p11.check("token", "list").split(separator: "\n").count { $0.hasPrefix("beta ") } == 2)
        let uris = try p11.check("token", "list", "--output", "uri").split(separator: "\n").map(String.init)
        #expect(Set(uris).count == 2)
        for command in [["token", "show"], ["key", "list"], ["mechanism", "list"], ["random", "1"], ["doctor"]] {
            let refused = try p11.run(command + ["--token", "beta"])
            #expect(refused.exitCode == 6 && refused.stdout.isEmpty, "\(command): \(refused)")
            #expect(refused.errorOutput.components(separatedBy: "\"beta\"").count >= 3, "\(refused)")
            for uri in uris where command != ["doctor"] {
                #expect(try p11.run(command + ["--token", uri]).exitCode == 0, "\(command)")
            }
        }
    }

    @Test func `an empty slot and an uninitialised token are listed as what they are`() throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
        for (name, value) in fault.environment(plan: "token:removed") { variables[name] = value }
        let bare = p11.with(variables)
        let slots = try #require(try bare.json("slot", "list")["slots"] as? [[String: Any]])
        let empty = slots.filter { $0["tokenPresent"] as? Bool == false }
        #expect(!empty.isEmpty && empty.allSatisfy { $0["token"] is NSNull && $0["idHex"] is String })
        #expect(try bare.check("slot", "list").split(separator: "\n").count { $0.hasSuffix(" empty") } == empty.count)
        #expect(
            try bare.check("slot", "list", "--output", "tsv").split(separator: "\n").count {
                $0.hasSuffix("\t-\t-\tempty")
            }
                == empty.count)
        let present = try bare.json("slot", "list", "--with-token")["slots"] as? [Any]
        #expect(present?.count == slots.count - empty.count)
        let gone = try bare("key", "list", "--token", "alpha")
        #expect(gone.exitCode == 3 && gone.errorOutput.hasPrefix("error: "), "\(gone)")
        withExtendedLifetime(fault) {}

        // SoftHSM always shows one token more, which is not initialised.
        let tsv = try p11.check("slot", "list", "--output", "tsv").split(separator: "\n")
        #expect(tsv.count == 3 && tsv.count { $0.hasSuffix("\t\t\tuninitialised") } == 1)
        let fresh = try #require(
            (try p11.json("token", "list")["tokens"] as? [[String: Any]])?.first { $0["initialized"] as? Bool == false }
        )
        #expect(fresh["uri"] is NSNull && fresh["label"] as? String == "")
        let slot = "\(try #require(fresh["slotId"] as? Int))"
        for command in [["token", "show"], ["key", "list"], ["random", "1"], ["token", "set-pin"]] {
            let refused = try p11.run(command + ["--slot", slot])
            #expect(refused.exitCode == 3 && refused.errorOutput.contains("p11 token init"), "\(command): \(refused)")
        }
    }
}
