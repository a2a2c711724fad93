import Foundation
import TestSupport
import Testing

/// What a misbehaving, or an unusual, token means to the user of a command.
@Suite struct FaultTests {
    private func prepare(usage: String = "sign") throws -> (p11: P11, fault: FaultProvider) {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--usage", usage)
        try p11.folder.write("m", to: "m")
        return (p11, try FaultProvider(on: p11.token))
    }

    private func with(_ plan: String, _ p11: P11, _ fault: FaultProvider) -> P11 {
        var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
        for (name, value) in fault.environment(plan: plan) { variables[name] = value }
        return p11.with(variables)
    }

    private let sign = ["sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex"]
    private let generate = ["key", "generate", "--type", "rsa:2048", "--label", "new"]

    @Test(arguments: [
        ("C_Sign:every=CKR_DEVICE_ERROR", 10), ("C_SignInit:every=CKR_DEVICE_REMOVED", 10),
        ("C_SignInit:every=CKR_TOKEN_NOT_PRESENT", 10), ("C_Login:every=CKR_PIN_LOCKED", 5),
        ("C_Login:every=CKR_PIN_EXPIRED", 5), ("C_Login:every=CKR_USER_PIN_NOT_INITIALIZED", 3),
        ("token:flags+=CKF_USER_PIN_LOCKED", 5), ("token:flags+=CKF_USER_PIN_FINAL_TRY", 5),
        ("C_Initialize:every=CKR_GENERAL_ERROR", 9), ("C_GetSlotList:every=CKR_FUNCTION_FAILED", 1),
        ("C_SignInit:every=CKR_KEY_FUNCTION_NOT_PERMITTED", 8), ("C_Sign:every=CKR_FUNCTION_FAILED", 1),
    ])
    func `a failing call ends with the exit code of its kind and names the call`(plan: String, exit: Int32) throws {
        let (p11, fault) = try prepare()
        let result = try with(plan, p11, fault).run(sign + ["--json"])
        #expect(result.exitCode == exit, "\(result)")
        #expect(result.stdout.isEmpty)
        let error = try errorObject(result)
        #expect(error["exit"] as? Int == Int(exit))
        if let value = plan.split(separator: "=").last, value.hasPrefix("CKR_") {
            #expect(error["ckr"] as? String == String(value))
            #expect(error["function"] as? String == String(plan.prefix { $0 != ":" }))
        }
    }

    /// What is left open counts against the token until it times out, 30 seconds on a YubiHSM: https://github.com/OpenSC/libp11/issues/583
    @Test(arguments: [
        "", "C_Sign:every=CKR_DEVICE_ERROR", "C_SignInit:every=CKR_KEY_FUNCTION_NOT_PERMITTED",
        "C_Login:every=CKR_PIN_LOCKED",
    ])
    func `a command closes what it opened, also where it fails`(plan: String) throws {
        let (p11, fault) = try prepare()
        let log = p11.folder.file("log")
        for command in [sign, ["key", "list"], ["key", "show", "no such key"], ["random", "8"]] {
            try? FileManager.default.removeItem(atPath: log)
            var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
            for (name, value) in fault.environment(plan: plan, log: log) { variables[name] = value }
            _ = try p11.with(variables).run(command)
            let calls = FaultProvider.calls(inLog: log)
            #expect(calls.count { $0 == "C_OpenSession" } > 0)
            #expect(calls.count { $0 == "C_OpenSession" } == calls.count { $0 == "C_CloseSession" }, "\(command)")
        }
        withExtendedLifetime(fault) {}
    }

    @Test func `the last try takes a word`() throws {
        let (p11, fault) = try prepare()
        let risky = with("token:flags+=CKF_USER_PIN_FINAL_TRY", p11, fault)
        let refused = try risky.run(sign)
        #expect(refused.exitCode == 5)
        #expect(refused.errorOutput.contains("--allow-final-try"))
        #expect(try risky.run(sign + ["--allow-final-try"]).exitCode == 0)
        let shown = try risky.json("token", "show")
        #expect((shown["token"] as? [String: Any])?["userPinState"] as? String == "finalTry")
    }

    @Test func `few tries left is a warning`() throws {
        let (p11, fault) = try prepare()
        let low = with("token:flags+=CKF_USER_PIN_COUNT_LOW", p11, fault)
        let text = try low.run(sign)
        #expect(text.exitCode == 0)
        #expect(text.errorOutput.hasPrefix("warning: "))
        let json = try low.run(["key", "list", "--json"])
        let warning = try p11.object(json.stderr)["warning"] as? [String: Any]
        #expect(warning?["code"] as? String == "pin-count-low")
    }

    @Test(arguments: [
        ("CKF_USER_PIN_LOCKED", "userPinState", "locked"), ("CKF_USER_PIN_TO_BE_CHANGED", "userPinState", "mustChange"),
        ("CKF_USER_PIN_COUNT_LOW", "userPinState", "low"), ("CKF_SO_PIN_LOCKED", "soPinState", "locked"),
        ("CKF_SO_PIN_FINAL_TRY", "soPinState", "finalTry"),
    ])
    func `the state of the PINs`(flag: String, name: String, state: String) throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        let token = try with("token:flags+=\(flag)", p11, fault).json("token", "show")["token"] as? [String: Any]
        #expect(token?[name] as? String == state)
        #expect((token?["flags"] as? [String])?.contains(flag) == true)
    }

    @Test func `a maximum of zero or all ones is none`() throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        for value in ["0", "unavailable"] {
            let token = try with("token:maxpin=\(value)", p11, fault).json("token", "show")["token"] as? [String: Any]
            #expect(token?["pinMax"] is NSNull, "\(value)")
        }
    }

    @Test func `a token with its own PIN pad is not asked about at the terminal`() throws {
        let (p11, fault) = try prepare()
        let pad = with("token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH; auth:pinpad=\(p11.token.pin)", p11, fault).with(
            ["PKCS11_PIN": nil])
        let result = try pad.run(sign)
        #expect(result.exitCode == 0, "\(result)")
        #expect(result.errorOutput.contains("enter the PIN on the reader"))
    }

    @Test func `a write-protected token takes no key and says so`() throws {
        let (p11, fault) = try prepare()
        let result = try with("C_OpenSession:2..=CKR_TOKEN_WRITE_PROTECTED", p11, fault).run(generate + ["--json"])
        #expect(result.exitCode == 8, "\(result)")
        #expect(try errorObject(result)["code"] as? String == "read-only")
    }

    @Test func `a token that gives more than was asked for, or less protection`() throws {
        let (p11, fault) = try prepare()
        let wider = try with("readback:CKA_DECRYPT:CKO_PRIVATE_KEY=true", p11, fault).run(generate + ["--json"])
        #expect(wider.exitCode == 0, "\(wider)")
        let key = try p11.object(wider.stdout)["key"] as? [String: Any]
        #expect((key?["warnings"] as? [String])?.contains("usage-wider") == true)
        try p11.check("key", "delete", "new", "--yes")
        let open = try with("readback:CKA_EXTRACTABLE:CKO_PRIVATE_KEY=true", p11, fault).run(generate + ["--json"])
        #expect(open.exitCode == 8, "\(open)")
        #expect(try errorObject(open)["code"] as? String == "token-disobeyed")
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 1)
    }

    @Test func `a token that does not answer hides no other`() throws {
        let p11 = try P11(SoftHSMToken(label: "alpha", moreLabels: ["beta"]))
        let fault = try FaultProvider(on: p11.token)
        let broken = with("C_GetTokenInfo:1=CKR_DEVICE_ERROR", p11, fault)
        let tokens = try broken.json("token", "list")["tokens"] as? [Any]
        #expect(tokens?.count == 2)
        let slots = try #require(try broken.json("slot", "list")["slots"] as? [[String: Any]])
        #expect(slots.count == 3)
        #expect(slots.count { $0["token"] is NSNull } == 1)
        #expect(try broken("slot", "list").output.contains("failed"))
    }

    @Test func `strange labels and lengths do not break a list`() throws {
        let (p11, fault) = try prepare()
        for lie in ["absent", "sensitive", "unavailable", "empty", "toolong", "garbage"] {
            for attribute in ["CKA_LABEL", "CKA_ID", "CKA_MODULUS"] {
                let result = try with("attr:\(attribute)=\(lie)", p11, fault)("key", "list", "--json")
                #expect(result.exitCode == 0, "\(attribute) \(lie): \(result)")
                _ = try p11.object(result.stdout)
            }
        }
        let odd = with("readback:CKA_LABEL=hex:ff1b5b41", p11, fault)
        let keys = try odd.json("key", "list")["keys"] as? [[String: Any]]
        #expect(keys?.first?["labelHex"] as? String == "ff1b5b41")
        #expect(try !odd("key", "list").stdout.contains(0x1B))
        let vendor =
            try with("readback:CKA_KEY_TYPE=0x80000001", p11, fault).json("key", "list")["keys"] as? [[String: Any]]
        #expect(vendor?.first?["keyType"] as? String == "0x80000001")
    }

    @Test func `two processes that make one label at once make one key`() throws {
        let p11 = try P11()
        let commands = try (0..<4).map { _ in
            try Command.start(
                "setsid", ["--wait", try Repository.product("p11")] + generate, environment: p11.variables,
                inheritingEnvironment: false)
        }
        let codes = try commands.map { try $0.wait().exitCode }.sorted()
        #expect(codes == [0, 7, 7, 7])
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 1)
    }
}
