import Foundation
import TestSupport
import Testing

@Suite struct ListingTests {
    @Test func `slots have the shape that scripts rely on`() throws {
        let p11 = try P11()
        let object = try p11.json("slot", "list")
        #expect(object["schema"] as? String == "p11.slots/1")
        #expect(object["embedded"] as? Bool == false)
        let module = try #require(object["module"] as? [String: Any])
        #expect(module["path"] as? String == p11.variables["PKCS11_MODULE"])
        #expect(module["manufacturer"] as? String == "SoftHSM")
        #expect(module["cryptokiVersion"] as? String == "2.40")
        #expect(Set(module.keys).isSuperset(of: ["description", "libraryVersion"]))
        let slots = try #require(object["slots"] as? [[String: Any]])
        #expect(slots.count == 2)  // SoftHSM shows one more, which is not initialised
        for slot in slots {
            let id = try #require(slot["id"] as? UInt)
            #expect(slot["idHex"] as? String == "0x" + String(id, radix: 16))
            #expect(slot["tokenPresent"] as? Bool == true)
            #expect(slot["removable"] as? Bool == false)
            #expect(slot["hardware"] as? Bool == false)
            #expect(slot["description"] is String && slot["manufacturer"] is String && slot["token"] is [String: Any])
        }
    }

    @Test func `lists show what the options name and nothing else`() throws {
        let p11 = try P11(SoftHSMToken(label: "alpha", moreLabels: ["beta"]))
        let tokens = { (words: [String]) in
            try #require(
                try p11.object(p11.run(["token", "list", "--json"] + words).stdout)["tokens"] as? [[String: Any]])
        }
        let all = try tokens([])
        let beta = try #require(all.first { $0["label"] as? String == "beta" })
        let (serial, slot) = try (#require(beta["serial"] as? String), #require(beta["slotId"] as? UInt))
        for words in [["--token", "beta"], ["--serial", serial], ["--slot", String(slot)]] {
            #expect(try tokens(words).compactMap { $0["label"] as? String } == ["beta"], "\(words)")
            let slots = try p11.object(p11.run(["slot", "list", "--json"] + words).stdout)["slots"] as? [[String: Any]]
            #expect(slots?.compactMap { $0["id"] as? UInt } == [slot], "\(words)")
        }
        let none = try p11("token", "list", "--token", "gamma")
        #expect(none.exitCode == 0 && none.errorOutput.contains("no token of the module matches"), "\(none)")
        // The environment says which token commands are about, not what there is.
        #expect(
            (try p11.with(["PKCS11_TOKEN_LABEL": "beta"]).json("token", "list")["tokens"] as? [Any])?.count == all.count
        )
    }

    @Test func `tokens have the shape that scripts rely on`() throws {
        let p11 = try P11(SoftHSMToken(label: "alpha", moreLabels: ["beta"]))
        let object = try p11.json("token", "list")
        #expect(object["schema"] as? String == "p11.tokens/1")
        let tokens = try #require(object["tokens"] as? [[String: Any]])
        #expect(Set(tokens.compactMap { $0["label"] as? String }) == ["alpha", "beta", ""])
        let alpha = try #require(tokens.first { $0["label"] as? String == "alpha" })
        let serial = try #require(alpha["serial"] as? String)
        #expect(serial.count == 16)
        #expect((alpha["uri"] as? String)?.contains("serial=\(serial)") == true)
        #expect((alpha["uri"] as? String)?.contains("slot") == false)
        for (name, value) in [
            "initialized": true, "loginRequired": true, "userPinInitialized": true,
            "protectedAuthenticationPath": false, "writeProtected": false,
        ] { #expect(alpha[name] as? Bool == value, "\(name)") }
        #expect(alpha["userPinState"] as? String == "ok")
        #expect(alpha["soPinState"] as? String == "ok")
        #expect(alpha["pinMin"] as? Int == 4)
        #expect(alpha["pinMax"] as? Int == 255)
        #expect((alpha["flags"] as? [String])?.contains("CKF_TOKEN_INITIALIZED") == true)
        #expect(alpha["hardwareVersion"] as? String == "2.6")
        #expect(alpha["slotId"] is Int && alpha["manufacturer"] is String && alpha["model"] is String)
        let empty = try #require(tokens.first { $0["label"] as? String == "" })
        #expect(empty["initialized"] as? Bool == false)
        #expect(empty["uri"] is NSNull)

        let shown = try p11.json("token", "show", "--token", "beta")
        #expect(shown["schema"] as? String == "p11.token/1")
        #expect((shown["token"] as? [String: Any])?["label"] as? String == "beta")
        let uris = try p11.check("token", "list", "--output", "uri").split(separator: "\n")
        #expect(uris.count == 2 && uris.allSatisfy { $0.hasPrefix("pkcs11:") })
        for uri in uris { try p11.check("token", "show", "--token", String(uri)) }
    }

    @Test func `mechanisms have the shape that scripts rely on, and can be chosen by use`() throws {
        let p11 = try P11()
        let object = try p11.json("mechanism", "list")
        #expect(object["schema"] as? String == "p11.mechanisms/1")
        let mechanisms = try #require(object["mechanisms"] as? [[String: Any]])
        #expect(mechanisms.count == 70)  // as `pkcs11-tool -M` of SoftHSM 2.6.1
        let ecdsa = try #require(mechanisms.first { $0["name"] as? String == "CKM_ECDSA" })
        #expect(ecdsa["value"] as? Int == 4161)
        #expect(ecdsa["minKeySize"] as? Int == 112)
        #expect(ecdsa["maxKeySize"] as? Int == 521)
        #expect(ecdsa["keySizeUnit"] as? String == "bits")
        #expect(Set(ecdsa["flags"] as? [String] ?? []).isSuperset(of: ["CKF_SIGN", "CKF_VERIFY"]))
        #expect(ecdsa["hardware"] as? Bool == false)
        let aes = try #require(mechanisms.first { $0["name"] as? String == "CKM_AES_KEY_GEN" })
        #expect(aes["keySizeUnit"] as? String == "bytes")

        let signing = try p11.json("mechanism", "list", "--usable-for", "sign")
        let chosen = try #require(signing["mechanisms"] as? [[String: Any]])
        #expect(!chosen.isEmpty && chosen.count < mechanisms.count)
        #expect(chosen.allSatisfy { ($0["flags"] as? [String])?.contains("CKF_SIGN") == true })
    }

    @Test func `modules are listed and described`() throws {
        let p11 = try P11()
        let object = try p11.json("module", "list")
        #expect(object["schema"] as? String == "p11.modules/1")
        let modules = object["modules"] as? [[String: Any]] ?? []
        let softHSM = try #require(modules.first { $0["name"] as? String == "softhsm2" })
        #expect((softHSM["path"] as? String)?.hasSuffix("/libsofthsm2.so") == true)
        #expect(softHSM["enabled"] as? Bool == true)
        let shown = try p11.json("module", "show")
        #expect(shown["schema"] as? String == "p11.module/1")
        #expect((shown["module"] as? [String: Any])?["functionListVersion"] as? String == "2.40")
    }

    @Test func `tables have a header, and lists of fields separated by tabs have one too`() throws {
        let p11 = try P11()
        let table = try p11.check("token", "list").split(separator: "\n")
        #expect(table.first?.hasPrefix("LABEL ") == true)
        let tsv = try p11.check("token", "list", "--output", "tsv").split(separator: "\n")
        #expect(tsv.first == "LABEL\tSERIAL\tMODEL\tSLOT\tSTATE")
        #expect(tsv.count == 3)
        #expect(try p11("slot", "list", "--output", "uri").exitCode == 64)
    }

    @Test func `an empty list is success and says so on standard error only`() throws {
        let p11 = try P11()
        let result = try p11("key", "list")
        #expect(result.exitCode == 0)
        #expect(result.output.isEmpty)
        #expect(result.errorOutput == "there is no key to be seen\n")
    }
}
