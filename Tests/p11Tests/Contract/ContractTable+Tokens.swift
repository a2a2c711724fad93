import Foundation
import TestSupport

extension ContractGroup {
    private static let bothPINs = "--so-pin-source env:SO_PIN --new-pin-source env:USER_PIN"

    /// A slot becomes a token, and its PINs others.
    static let tokens = ContractGroup(
        "tokens", { (try ContractSecrets.p11(nil), nil) },
        [
            .row("slot list", 0, .like("SLOT +DESCRIPTION +TOKEN +SERIAL +STATE\n0x0 .* uninitialised\n")),
            .row(
                "slot list --output tsv", 0,
                .like("SLOT\tDESCRIPTION\tTOKEN\tSERIAL\tSTATE\n0x0\t.*\t\t\tuninitialised\n")),
            .row(
                "slot list --with-token --json", 0,
                .json(
                    "p11.slots/1",
                    [
                        "slots.count": "1", "slots.0.id": "0", "slots.0.idHex": "\"0x0\"",
                        "slots.0.tokenPresent": "true", "slots.0.removable": "false", "slots.0.hardware": "false",
                        "slots.0.token.initialized": "false", "slots.0.token.uri": "null", "embedded": "false",
                        "module.manufacturer": "\"SoftHSM\"", "module.cryptokiVersion": "\"2.40\"",
                    ])),
            .row("slot list --output uri", 64, says: "this has no URIs"),
            .row("token list", 0, .like("LABEL +SERIAL +MODEL +SLOT +STATE\n.*SoftHSM v2 +0x0 +uninitialised\n")),
            .row("token list --output uri", 0),
            .row(
                "token list --output json", 0,
                .json("p11.tokens/1", ["tokens.count": "1", "tokens.0.label": "\"\"", "tokens.0.slotId": "0"])),
            .row("token show", 3, says: "p11 token init"), .row("key list --json", 3, says: "\"code\":\"token-not"),
            .row("token init --label alpha \(bothPINs)", 64, says: "picks no token"),
            .row("token init --slot 0 \(bothPINs)", 64, says: "--label is missing"),
            .row("token init --slot 0 --label alpha --no-input", 4, says: "--so-pin-source"),
            .row("token init --slot 7 --label alpha \(bothPINs)", 3, says: "no slot with a token matches"),
            .row(
                "token init --slot 0 --label alpha \(bothPINs) --dry-run", 0,
                .exactly("would initialise: the uninitialised token in slot 0\nlabel:            alpha\n")),
            .row("token list --output tsv", 0, .like("LABEL\tSERIAL\tMODEL\tSLOT\tSTATE\n.*\tuninitialised\n")),
            .row(
                "token init --slot 0x0 --label alpha \(bothPINs)", 0,
                .like("label: +alpha\nserial: +[0-9a-f]{16}\n(.*\n)+user PIN: +ok\n(.*\n)+")),
            .row("token init --token alpha --label beta \(bothPINs)", 7, says: "--reinitialize"),
            .row("token init --token alpha --label beta --reinitialize \(bothPINs)", 11, says: "nothing was done"),
            .row(
                "token init --token alpha --label beta --reinitialize --yes --so-pin-source env:WRONG_PIN --new-pin-source env:NEW_PIN --json",
                4, says: "CKR_PIN_INCORRECT", "security officer"),
            .row(
                "token init --token alpha --label beta --reinitialize --yes \(bothPINs) --json", 0,
                .json("p11.token/1", ["token.label": "\"beta\"", "token.userPinState": "\"ok\"", "embedded": "false"])),
            .row(
                "token show --token beta --json", 0,
                .json(
                    "p11.token/1",
                    [
                        "token.initialized": "true", "token.loginRequired": "true", "token.userPinInitialized": "true",
                        "token.protectedAuthenticationPath": "false", "token.writeProtected": "false",
                        "token.soPinState": "\"ok\"", "token.pinMin": "4", "token.pinMax": "255",
                        "token.hardwareVersion": "\"2.6\"", "token.firmwareVersion": "\"2.6\"",
                        "token.manufacturer": "\"SoftHSM project\"", "token.model": "\"SoftHSM v2\"",
                    ])),
            .row(
                "token show --output uri", 0, .like("pkcs11:model=.*;manufacturer=.*;serial=[0-9a-f]{16};token=beta\n")),
            .row("token show --serial nobody", 3, says: "serial"), .row("token show --slot x", 64, says: "--slot"),
            .row("token set-pin --so-pin-source env:SO_PIN --new-pin-source env:EMPTY", 4, says: "empty"),
            .row(
                "token set-pin --so-pin-source env:WRONG_PIN --new-pin-source env:NEW_PIN", 4, says: "security officer"),
            .row(
                "token set-pin --so-pin-source env:SO_PIN --new-pin-source env:NEW_PIN --dry-run", 0,
                .like("would set the user PIN of: +token \"beta\" .*\n")),
            .row("key list --pin-source env:NEW_PIN", 4, says: "CKR_PIN_INCORRECT", "rejected"),
            .row(
                "token set-pin --so-pin-source env:SO_PIN --new-pin-source env:NEW_PIN", 0,
                .like("label: +beta\n(.*\n)+")),
            .row("token change-pin --pin-source env:NEW_PIN", 4, says: "--new-pin-source"),
            .row("token change-pin --pin-source env:WRONG_PIN --new-pin-source env:USER_PIN", 4, says: "rejected"),
            .row(
                "token change-pin --pin-source env:NEW_PIN --new-pin-source env:USER_PIN --dry-run --json", 0,
                .json("p11.token/1", ["dryRun": "true", "token.label": "\"beta\""]), says: "pin-count-low"),
            .row(
                "token change-pin --pin-source env:NEW_PIN --new-pin-source env:USER_PIN", 0,
                .like("label: +beta\n(.*\n)+")),
            .row(
                "token change-pin --so --so-pin-source env:SO_PIN --new-pin-source env:NEW_PIN --output uri", 0,
                .like("pkcs11:.*token=beta\n")),
            .row(
                "token change-pin --so --so-pin-source env:SO_PIN --new-pin-source env:NEW_PIN", 4,
                says: "security officer"),
            .row(
                "key list --pin-source env:USER_PIN --json", 0,
                .json("p11.keys/1", ["loggedIn": "true", "keys.count": "0", "embedded": "false"])),
            .row(
                "mechanism list", 0,
                .like("NAME +CODE +MIN +MAX +UNIT +FLAGS\n(.*\n)+CKM_ECDSA +0x00001041 +112 +521 +bits .*\n(.*\n)*")),
            .row(
                "mechanism list --usable-for digest --output tsv", 0, .like("NAME\t.*\n(CKM_[A-Z0-9_]+\t.*digest\n)+")),
            .row(
                "mechanism list --usable-for digest --json", 0,
                .json("p11.mechanisms/1", ["mechanisms.0.hardware": "false"])),
            .row("mechanism list --usable-for sing", 64, says: "did you mean `sign`?"),
            .row("module list", 0, .like("NAME +PATH +ENABLED\n(.*\n)*softhsm2 .*\n(.*\n)*")),
            .row("module list --json", 0, .json("p11.modules/1")),
            .row("module show", 0, .like("path: +/.*\ndescription: .*\nmanufacturer: +SoftHSM\n(.*\n)+")),
            .row("module show --json", 0, .json("p11.module/1", ["module.libraryVersion": "\"2.6\""])),
            .row("module show --module /nowhere.so", 9, says: "/nowhere.so"),
            .row("slot list --json --module no-such-name", 9, says: "\"exit\":9"),
        ])

    /// Several tokens, two of one label.
    static let choice = ContractGroup(
        "choice", { (try ContractSecrets.p11("alpha", ["beta", "beta"]), nil) },
        [
            .row(
                "token show", 6, says: "there are 3 tokens", "  \"alpha\" (serial ", "  \"beta\" (serial ",
                "hint: --token"),
            .row("key list --json", 6, says: "\"code\":\"token-ambiguous\"", "\"candidates\":["),
            .row("token show --token beta", 6), .row("token show --token gamma", 3, says: "gamma"),
            .row("token show --token alpha --output tsv", 0, .like("label\talpha\n(.*\n)+")),
            .row("token show --token pkcs11:token=alpha;x-own=1", 3),
            .row("token show --token pkcs11:token=alpha?x-own=1 --output uri", 0, .like(".*token=alpha\n")),
            .row("token show --token pkcs11:token=%61lpha --output uri", 0, .like(".*token=alpha\n")),
            .row("token show --token pkcs11:token=%", 64), .row("token show --token pkcs11:token=beta", 6),
            .row("token show", 0, .like("label: +alpha\n(.*\n)+"), with: ["PKCS11_TOKEN_LABEL": "alpha"]),
            .row("token show", 0, .like("label: +alpha\n(.*\n)+"), with: ["PKCS11_URI": "pkcs11:token=alpha"]),
            .row("token show --token beta", 6, with: ["PKCS11_TOKEN_LABEL": "alpha"]),
            .row("token list --output uri", 0, .like("(pkcs11:.*token=(alpha|beta)\n){3}")),
            .row("key list --token alpha", 0, says: "there is no key to be seen"),
            .row("slot list", 64, says: "no module is set", with: ["PKCS11_MODULE": nil]),
            .row(
                "slot list --output tsv", 0, .like("SLOT\t(.*\n){5}"),
                with: ["PKCS11_MODULE": nil, "PKCS11_MODULE_PATH": Provider.softHSM.path]),
            .row("key list --profile nobody", 64, says: "nobody"),
        ])
}
