import Foundation
import TestSupport
import Testing

@Suite struct SelectionTests {
    @Test func `modules that cannot be used end with 9`() throws {
        let p11 = try P11()
        try p11.folder.write("no library", to: "text.so")
        try p11.folder.write("", to: "empty.so")
        let library = try #require(
            ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6"].first {
                FileManager.default.fileExists(atPath: $0)
            })
        for module in [
            "/nowhere/module.so", "/tmp", p11.folder.file("text.so"), p11.folder.file("empty.so"), library,
            "no-such-name",
        ] {
            for command in [["slot", "list"], ["key", "list"], ["token", "show"], ["module", "show"]] {
                let result = try p11.run(command + ["--module", module, "--json"])
                #expect(result.exitCode == 9, "\(module) \(command): \(result)")
                #expect(
                    try errorObject(result)["code"] as? String == "module-not-loadable" || command == ["slot", "list"])
            }
        }
    }

    @Test func `a module that does not come up ends with 9`() throws {
        // SoftHSM refuses to start where its configuration is missing.
        let p11 = try P11().with(["SOFTHSM2_CONF": "/nowhere/softhsm2.conf"])
        let result = try p11("slot", "list", "--json")
        #expect(result.exitCode == 9, "\(result)")
        #expect(try errorObject(result)["function"] as? String == "C_Initialize")
    }

    @Test func `the module comes from option, URI or environment`() throws {
        let p11 = try P11()
        let path = try #require(p11.variables["PKCS11_MODULE"])
        let bare = p11.with(["PKCS11_MODULE": nil, "PKCS11_PIN": nil])
        #expect(try bare("slot", "list", "--module", path).exitCode == 0)
        #expect(try bare("slot", "list", "--module", "softhsm2").exitCode == 0)
        #expect(try bare("token", "show", "--token", "pkcs11:token=alpha?module-path=\(path)").exitCode == 0)
        #expect(try bare.with(["PKCS11_MODULE_PATH": path])("slot", "list").exitCode == 0)
        #expect(try bare.with(["PKCS11_URI": "pkcs11:token=alpha?module-name=softhsm2"])("token", "show").exitCode == 0)
        // Anything partial must not end on the embedded token.
        for arguments in [["token", "show", "--token", "alpha"], ["key", "list", "--pin-source", "env:X"]] {
            #expect(try bare.run(arguments).exitCode == 64, "\(arguments)")
        }
        #expect(try bare.with(["PKCS11_TOKEN_LABEL": "alpha"])("token", "show").exitCode == 64)
    }

    @Test func `what loads code or reads files counts nothing in a key`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let key = "pkcs11:object=k?module-path=/nowhere.so&pin-source=file:/nowhere"
        #expect(try p11("key", "show", key).exitCode == 0)
        let bare = p11.with(["PKCS11_MODULE": nil, "PKCS11_PIN": nil, "P11_NO_EMBEDDED": "1"])
        #expect(
            try bare("key", "show", "pkcs11:object=k?module-path=\(p11.variables["PKCS11_MODULE"] ?? "")").exitCode
                == 64)
    }

    @Test func `one of several tokens takes a word`() throws {
        let p11 = try P11(SoftHSMToken(label: "alpha", moreLabels: ["beta", "beta"]))
        let ambiguous = try p11("token", "show", "--json")
        #expect(ambiguous.exitCode == 6)
        #expect((try errorObject(ambiguous)["candidates"] as? [String])?.count == 3)
        #expect(try p11("token", "show", "--token", "beta").exitCode == 6)
        let tokens = try #require(try p11.json("token", "list")["tokens"] as? [[String: Any]])
        let beta = try #require(tokens.first { $0["label"] as? String == "beta" })
        let serial = try #require(beta["serial"] as? String)
        let slot = try #require(beta["slotId"] as? Int)
        for arguments in [
            ["--serial", serial], ["--token", "beta", "--serial", serial], ["--slot", "\(slot)"],
            ["--slot", "0x" + String(slot, radix: 16)], ["--token", "pkcs11:serial=\(serial)"],
        ] {
            let shown = try p11.run(["token", "show", "--json"] + arguments)
            #expect((try p11.object(shown.stdout)["token"] as? [String: Any])?["serial"] as? String == serial)
        }
        #expect(try p11("token", "show", "--token", "alpha", "--serial", serial).exitCode == 3)
        #expect(try p11("token", "show", "--token", "gamma").exitCode == 3)
        #expect(try p11("token", "show", "--token", "").exitCode == 64)
        #expect(try p11("token", "show", "--slot", "99999").exitCode == 3)
        #expect(try p11("token", "show", "--slot", "x").exitCode == 64)
        #expect(try p11("token", "show", "--token", "pkcs11:%").exitCode == 64)
        #expect(try p11.with(["PKCS11_TOKEN_LABEL": "alpha"])("token", "show").exitCode == 0)
        // The URI of a key names its token where nothing else does.
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--token", "alpha")
        #expect(try p11("key", "show", "pkcs11:token=alpha;object=k").exitCode == 0)
        #expect(try p11("key", "show", "k").exitCode == 6)
    }

    @Test func `a token that is not initialised`() throws {
        let p11 = try P11(SoftHSMToken(label: nil))
        for command in [
            ["token", "show"], ["key", "list"], ["key", "generate", "--type", "rsa:2048", "--label", "k"],
        ] {
            let result = try p11.run(command)
            #expect(result.exitCode == 3, "\(result)")
            #expect(result.errorOutput.contains("p11 token init"))
        }
        #expect(try p11("token", "list").exitCode == 0)
    }
}
