import Foundation
import TestSupport
import Testing

extension ContractGroup {
    private static let none: [String: String?] = ["PKCS11_PIN": nil]
    private static let loggedIn = ContractRow.Output.json("p11.keys/1", ["loggedIn": "true"])

    private static func variables(_ more: [String: String?]) -> [String: String?] { none.merging(more) { $1 } }

    /// Where a PIN comes from, and in which order.
    static let pins = ContractGroup(
        "pins",
        {
            let p11 = try ContractSecrets.p11()
            let user = ContractSecrets.user
            for (name, text) in [
                "pin": user, "pin.lf": user + "\n", "pin.crlf": user + "\r\n", "pin.two": user + "\n\n",
            ] {
                try p11.folder.write(text, to: name)
            }
            try p11.folder.write(ContractSecrets.wrong, to: "wrong")
            return (p11, nil)
        },
        [
            .row("key list --json --pin-source env:USER_PIN", 0, loggedIn, with: none),
            .row("key list --json --pin-source file:pin", 0, loggedIn, with: none),
            .row("key list --json --pin-source file:pin.lf", 0, loggedIn, with: none),
            .row("key list --json --pin-source file:pin.crlf", 0, loggedIn, with: none),
            .row(
                "key list --json --pin-source -", 0, loggedIn, input: Data((ContractSecrets.user + "\n").utf8),
                with: none),
            .row("key list --json --pin-source fd:0", 0, loggedIn, input: Data(ContractSecrets.user.utf8), with: none),
            .row("key list --json --pin-source cmd:/bin/cat·pin.lf", 0, loggedIn, with: none),
            .row(
                "key list --json --pin-source cmd:/bin/false", 4, says: "/bin/false failed", "pin-missing",
                with: none),
            .row("key list --pin-source cmd:/nowhere", 4, says: "No such file", with: none),
            .row("key list --pin-source cmd:cat", 64, says: "absolute path", with: none),
            .row("key list --json --pin-source credential:pin", 4, says: "CREDENTIALS_DIRECTORY", with: none),
            .row(
                "key list --json --pin-source credential:pin", 0, loggedIn,
                with: variables(["CREDENTIALS_DIRECTORY": "."])),
            .row("key list --pin-source credential:../pin", 64, says: "no path", with: none),
            .row("key list --pin-source file:pin.two", 4, says: "CKR_PIN_INCORRECT", with: none),
            .row("key list --pin-source env:UNSET", 4, says: "UNSET is not set", with: none),
            .row("key list --pin-source env:EMPTY", 4, says: "empty", with: none),
            .row("key list --pin-source file:nothing", 4, says: "No such file", with: none),
            .row("key list --pin-source prompt", 4, says: "--pin-source", with: none),
            .row("key list --login user", 4, says: "--pin-source", with: none),
            .row("random 8 --login user --no-input --json", 4, says: "pin-missing", with: none),
            // The option before the URI, this before PKCS11_PIN_SOURCE, this before PKCS11_PIN; a wrong PIN shows which was taken.
            .row(
                "key list --json --pin-source file:pin --token pkcs11:token=alpha?pin-value=Wr0ng%21uT5%2AyE3k", 0,
                loggedIn, says: "pin-count-low"),
            .row("key list --token pkcs11:token=alpha?pin-value=Wr0ng%21uT5%2AyE3k", 4, says: "CKR_PIN_INCORRECT"),
            .row(
                "key list --json", 4, says: "\"ckr\":\"CKR_PIN_INCORRECT\",\"function\":\"C_Login\"",
                with: ["PKCS11_PIN_SOURCE": "file:wrong"]),
            .row(
                "key list --json", 0, loggedIn, says: "pin-count-low",
                with: ["PKCS11_PIN_SOURCE": "file:pin", "PKCS11_PIN": ContractSecrets.wrong]),
            .row("key list", 4, says: "rejected the PIN", with: ["PKCS11_PIN": ContractSecrets.wrong]),
            .row("key list --json", 0, .json("p11.keys/1", ["loggedIn": "false"]), says: "pin-count-low", with: none),
        ])

    /// A token that fails, or says that it is nearly locked.
    static let faults = ContractGroup(
        "faults",
        {
            let p11 = try ContractSecrets.p11()
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
            try p11.folder.write("hello", to: "m")
            let fault = try FaultProvider(on: p11.token)
            var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
            for (name, value) in fault.environment() { variables[name] = value }
            return (p11.with(variables), fault)
        },
        [
            ("C_Sign:every=CKR_DEVICE_ERROR", 10, "CKR_DEVICE_ERROR"),
            ("C_SignInit:every=CKR_DEVICE_REMOVED", 10, "CKR_DEVICE_REMOVED"),
            ("C_Login:every=CKR_PIN_LOCKED", 5, "CKR_PIN_LOCKED"),
            ("C_Login:every=CKR_PIN_EXPIRED", 5, "CKR_PIN_EXPIRED"),
            ("token:flags+=CKF_USER_PIN_LOCKED", 5, "locked"),
            ("token:flags+=CKF_USER_PIN_FINAL_TRY", 5, "--allow-final-try"),
            ("C_Initialize:every=CKR_GENERAL_ERROR", 9, "CKR_GENERAL_ERROR"),
            ("C_GetSlotList:every=CKR_FUNCTION_FAILED", 1, "CKR_FUNCTION_FAILED"),
            ("C_SignInit:every=CKR_KEY_FUNCTION_NOT_PERMITTED", 8, "CKR_KEY_FUNCTION_NOT_PERMITTED"),
        ].flatMap { plan, exit, words in
            [
                .row("sign k m --algorithm rsa-pkcs1-sha256", exit, says: words, with: ["FAULT_PLAN": plan]),
                .row("sign k m --algorithm rsa-pkcs1-sha256 --json", exit, says: words, with: ["FAULT_PLAN": plan]),
            ]
        } + [
            .row(
                "sign k m --algorithm rsa-pkcs1-sha256 --allow-final-try", 0, .bytes(256),
                with: ["FAULT_PLAN": "token:flags+=CKF_USER_PIN_FINAL_TRY"]),
            .row(
                "sign k m --algorithm rsa-pkcs1-sha256", 0, .bytes(256), says: "warning:",
                with: ["FAULT_PLAN": "token:flags+=CKF_USER_PIN_COUNT_LOW"]),
            .row(
                "sign k m --algorithm rsa-pkcs1-sha256", 0, .bytes(256), says: "enter the PIN on the reader",
                with: variables([
                    "FAULT_PLAN": "token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH; auth:pinpad="
                        + ContractSecrets.user.replacing("%", with: "%25")
                ])),
            .row(
                "key list --json --login user --no-input", 0, .json("p11.keys/1", ["keys.0.parts": "[\"public\"]"]),
                with: variables(["FAULT_PLAN": "token:flags-=CKF_LOGIN_REQUIRED"])),
            .row(
                "token show --json", 0,
                .json("p11.token/1", ["token.userPinState": "\"finalTry\"", "token.pinMax": "null"]),
                with: ["FAULT_PLAN": "token:flags+=CKF_USER_PIN_FINAL_TRY; token:maxpin=0"]),
            .row(
                "key list --json", 0, .json("p11.keys/1", ["keys.0.keyType": "\"0x80000001\""]),
                with: ["FAULT_PLAN": "readback:CKA_KEY_TYPE=0x80000001"]),
        ])

    /// Somebody at a terminal.
    static let terminal = ContractGroup(
        "terminal",
        {
            let p11 = try ContractSecrets.p11()
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
            try p11.folder.write("hello", to: "m")
            return (p11, nil)
        },
        [
            .atTerminal(
                "sign k m --algorithm rsa-pkcs1-sha256 --encoding hex", 0,
                .like("(?s).*PIN for token \"alpha\" \\(serial [0-9a-f]{16}\\).*[0-9a-f]{512}\r\n"), with: none,
                typing: ("PIN for token", ContractSecrets.user + "\n")),
            .atTerminal(
                "sign k m --algorithm rsa-pkcs1-sha256 --encoding hex", 4, with: none,
                typing: ("PIN for token", ContractSecrets.wrong + "\n")),
            .atTerminal(
                "sign k m --algorithm rsa-pkcs1-sha256 --encoding hex", 130, with: none,
                typing: ("PIN for token", "\u{3}")),
            .atTerminal("key list", 0, .like("(?s).*LABEL.* public .*not logged in.*"), with: none),
            .atTerminal("random 8", 64), .atTerminal("sign k m --algorithm rsa-pkcs1-sha256 --no-input", 64),
            .atTerminal("sign k m --algorithm rsa-pkcs1-sha256 --no-input --out s", 4, with: none),
            .atTerminal("key delete k", 11, typing: ("Delete it? [y/N] ", "n\n")),
            .atTerminal("key delete k", 130, typing: ("Delete it? [y/N] ", "\u{3}")),
            .atTerminal("key delete k", 0, typing: ("Delete it? [y/N] ", "y\n")),
            .atTerminal("key list", 0, .like("there is no key to be seen\r\n")),
        ])

    /// Somebody who has set nothing at all.
    static let embedded: ContractGroup = {
        var group = ContractGroup(
            "embedded",
            {
                // What the program that makes the token is given is printed, so that it is searched too.
                let p11 = try ContractSecrets.p11(nil).with(["PKCS11_MODULE": nil, "SOFTHSM2_CONF": nil])
                let utility = try #require(Command.find("softhsm2-util"))
                let script =
                    "#!/bin/sh\nfor word in \"$@\"; do printf '%s\\n' \"$word\"; done >>\"$HOME/arguments\"\nexec \(utility) \"$@\"\n"
                try p11.folder.write(script, to: "bin/softhsm2-util", mode: 0o700)
                return (p11.with(["PATH": "\(p11.folder.file("bin")):\(p11.variables["PATH"] ?? "")"]), nil)
            },
            [
                .row("key list", 64, says: "PKCS11_MODULE", with: ["P11_NO_EMBEDDED": "1"]),
                .row("key list --token alpha", 64), .row("key list --pin-source env:USER_PIN", 64),
                .row(
                    "key generate --type rsa:2048 --label k", 0, .like("label: +k\n(.*\n)+"),
                    says: "the software token of your own"),
                .row(
                    "key list --json", 0,
                    .json("p11.keys/1", ["embedded": "true", "loggedIn": "true", "keys.0.label": "\"k\""])),
                .row("token list --json", 0, .json("p11.tokens/1", ["embedded": "true"])),
                .row("token change-pin --new-pin-source env:NEW_PIN --json", 8, says: "drawn at random"),
                .row("doctor --json", 0, .json("p11.doctor/1", ["embedded": "true"])),
                .row(
                    "key delete k --yes", 0, .like("deleted: +pkcs11:.*\n(.*\n)+"),
                    says: "the software token of your own"),
            ])
        group.secrets = { p11 in
            let pin = (try? p11.folder.read(".local/share/swift-pkcs11/embedded/pin")) ?? Data()
            return ["embedded": String(decoding: pin, as: UTF8.self).replacing("\n", with: "")]
        }
        group.alsoPrinted = { p11 in (try? p11.folder.read("arguments")) ?? Data() }
        return group
    }()
}
