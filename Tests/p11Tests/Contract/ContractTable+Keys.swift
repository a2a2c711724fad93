import Foundation
import TestSupport

extension ContractGroup {
    private static let key = [
        "loggedIn": "true", "embedded": "false", "key.label": "\"k1\"", "key.id": "\"0a0b\"", "key.tag": "null",
        "key.keyType": "\"RSA\"", "key.bits": "2048", "key.curve": "null", "key.parts": "[\"private\",\"public\"]",
        "key.usage": "[\"sign\",\"verify\",\"decrypt\",\"encrypt\"]", "key.private": "true", "key.sensitive": "true",
        "key.alwaysSensitive": "true", "key.extractable": "false", "key.neverExtractable": "true",
        "key.local": "true", "key.modifiable": "true", "key.alwaysAuthenticate": "false", "key.warnings": "[]",
    ]

    /// Keys that are made on the token.
    static let keys = ContractGroup(
        "keys", { (try ContractSecrets.p11(), nil) },
        [
            .row("key list", 0, says: "there is no key to be seen"),
            .row("key list --output tsv", 0, .exactly("LABEL\tID\tTYPE\tPARTS\tUSAGE\n")),
            .row(
                "key generate --type rsa:2048 --label k1 --id 0a0b --usage sign,decrypt --dry-run", 0,
                .like(
                    "would generate: pkcs11:.*;id=%0A%0B;object=k1\ntype: +RSA 2048\nparts: +private, public\nusage: .*\n"
                )),
            .row("key list --json", 0, .json("p11.keys/1", ["keys.count": "0"])),
            .row(
                "key generate --type rsa:2048 --label k1 --id 0a0b --usage sign,decrypt --json", 0,
                .json("p11.key/1", key)),
            .row("key generate --type rsa:2048 --label k1", 7, says: "k1", "--allow-duplicate"),
            .row("key generate --type rsa:2048 --label k2 --id 0A:0B --json", 7, says: "\"code\":\"key-exists\""),
            .row("key generate --type rsa:2048 --label k1 --dry-run", 7),
            .row("key generate --type rsa:1024 --label weak", 8, says: "--allow-weak"),
            .row("key generate --type rsa:1024 --label weak --dry-run", 8, says: "--allow-weak"),
            .row(
                "key generate --type rsa:1024 --label weak --allow-weak --tag com.weak", 0,
                .like("label: +weak\nid: +636f6d2e7765616b\ntag: +com.weak\ntype: +RSA 1024\n(.*\n)+")),
            .row("key generate --type ec:P-256 --label x", 8, says: "not supported yet"),
            .row("key generate --type ec:prime256v1 --label x", 8),
            .row("key generate --type ec:secp256r1 --label x", 8),
            .row("key generate --type ec:nistp256 --label x", 8), .row("key generate --type ed25519 --label x", 8),
            .row("key generate --type aes:256 --label x", 8), .row("key generate --type hmac:256 --label x", 8),
            .row("key generate --type ec:P-999 --label x", 64), .row("key generate --type rsa --label x", 64),
            .row("key generate --label x", 64, says: "--type is missing"),
            .row("key generate --type rsa:2048", 64, says: "--label is missing"),
            .row("key generate --type rsa:2048 --label x --id 0a0", 64, says: "odd number"),
            .row("key generate --type rsa:2048 --label x --id 0a --tag a", 64, says: "give one of them"),
            .row("key generate --type rsa:2048 --label x --usage sing", 64, says: "did you mean `sign`?"),
            .row("key show k1", 0, .like("label: +k1\nid: +0a0b\n(.*\n)+uri: +pkcs11:.*\n")),
            .row("key show label:k1 --json", 0, .json("p11.key/1", key)),
            .row("key show id:0x0A0b --output uri", 0, .like("pkcs11:.*;id=%0A%0B;object=k1\n")),
            .row("key show id:0A:0b --output tsv", 0, .like("label\tk1\nid\t0a0b\n(.*\n)+")),
            .row("key show tag:com.weak", 0, .like("label: +weak\n(.*\n)+")),
            .row("key show pkcs11:object=k1;id=%0a%0b;type=private", 0, .like("label: +k1\n(.*\n)+")),
            .row(
                "key show pkcs11:object=k1?x-own=1&module-path=/nowhere.so&pin-source=file:/nowhere", 0,
                .like("label: +k1\n(.*\n)+")),
            .row("key show pkcs11:object=k1;x-own=1", 3), .row("key show pkcs11:object=k1;token=beta", 3),
            .row("key show k1 --attributes", 0, .like("(.*\n)+private CKA_SENSITIVE: +yes\n(.*\n)*")),
            .row("key show id:0a0", 64, says: "odd number"), .row("key show id:xyz", 64, says: "tag:xyz"),
            .row("key show id:", 3), .row("key show ''", 64, says: "label:"),
            .row("key show", 64, says: "KEY is missing"),
            .row("key show nobody", 3, says: "p11 key list"),
            .row("key show label:id:0a0b --json", 3, says: "key-not-found"),
            .row(
                "key export k1", 0, .like("-----BEGIN PUBLIC KEY-----\n([A-Za-z0-9+/=]+\n)+-----END PUBLIC KEY-----\n")),
            .row("key export k1 --format der", 0, .bytes(294)),
            .row("key export k1 --format pkcs1-der", 0, .bytes(270)),
            .row("key export k1 --format pkcs1", 0, .like("-----BEGIN RSA PUBLIC KEY-----\n(.*\n)+")),
            .row("key export k1 --format ssh", 0, .like("ssh-rsa [A-Za-z0-9+/=]+ k1\n")),
            .row("key export k1 --format jwk", 0, .like("\\{.*\"kty\":\"RSA\".*\\}\n")),
            .row("key export k1 --format jkw", 64, says: "did you mean `jwk`?"),
            .row("key export k1 --out k1.pem", 0), .row("key export k1 --out k1.pem", 7, says: "--force"),
            .row("key export k1 --out k1.pem --force", 0), .row("key export k1 --out /nowhere/k1.pem", 74),
            .row("key export pkcs11:object=k1;type=private", 8, says: "never leaves the token"),
            .row(
                "csr create k1 --subject CN=a,O=b --san dns:a --san ip:192.0.2.1 --san email:a@example.com --san uri:urn:a",
                0, .like("-----BEGIN CERTIFICATE REQUEST-----\n(.*\n)+-----END CERTIFICATE REQUEST-----\n")),
            .row("csr create k1 --subject CN=a --format der --algorithm rsa-pss-sha256 --out a.csr", 0),
            .row("csr create k1 --subject CN=a --out a.csr --json", 7, says: "file-exists"),
            .row("csr create k1 --subject CN=a --out a.csr --force", 0),
            .row("csr create k1 --subject CN", 64), .row("csr create k1 --subject CN=a --san a", 64),
            .row("csr create k1", 64, says: "--subject is missing"), .row("csr create nobody --subject CN=a", 3),
            .row(
                "key list", 0,
                .like("LABEL +ID +TYPE +PARTS +USAGE\n(k1 +0a0b +RSA 2048 +private\\+public +sign,.*\n|weak .*\n){2}")),
            .row("key list --output uri", 0, .like("(pkcs11:.*\n){2}")),
            .row(
                "key list", 0, .like("LABEL .*\n(.* public .*\n){2}"), says: "not logged in", "--login user",
                with: ["PKCS11_PIN": nil]),
            .row(
                "key list --json", 0, .json("p11.keys/1", ["loggedIn": "false", "keys.count": "2"]),
                with: ["PKCS11_PIN": nil]),
            .row(
                "key set weak --label strong --dry-run", 0,
                .like("would change: pkcs11:.*object=weak\nparts: .*\nlabel: +strong\n")),
            .row("key set weak --label strong", 0, .like("label: +strong\n(.*\n)+")),
            .row(
                "key set strong --id 0c --json", 0, .json("p11.key/1", ["key.id": "\"0c\"", "key.label": "\"strong\""])),
            .row("key set strong --tag com.strong --output uri", 0, .like("pkcs11:.*object=strong\n")),
            .row("key set strong", 64, says: "nothing to set"), .row("key set strong --label k1", 7),
            .row("key set weak --label x", 3), .row("key set strong --id 0", 64),
            .row("key generate --type rsa:2048 --label k1 --id 0c --allow-duplicate", 0, .like("label: +k1\n(.*\n)+")),
            .row("key show k1", 6, says: "  RSA 2048 private+public pkcs11:", "so nothing was done"),
            .row("key delete k1 --yes --json", 6, says: "\"candidates\":[\"RSA 2048"),
            .row("key delete id:0c --dry-run", 0, .like("would delete: +pkcs11:.*;id=%0C;object=k1\nparts: .*\n")),
            .row("key delete id:0c", 11, says: "--yes"),
            .row("key delete id:0c --no-input --json", 11, says: "declined"),
            .row(
                "key delete id:0c --yes --json", 0,
                .json("p11.key-deleted/1", ["key.label": "\"k1\"", "dryRun": "false"])),
            .row("key delete id:0c --yes", 3),
            .row("key generate --type rsa:2048 --label k1 --overwrite --allow-duplicate", 64, says: "contradict"),
            .row("key generate --type rsa:2048 --label k1 --overwrite", 11, says: "--yes"),
            .row("key generate --type rsa:2048 --label k1 --overwrite --yes", 0, .like("label: +k1\n(.*\n)+")),
            .row("key show k1 --json", 0, .json("p11.key/1", ["key.label": "\"k1\"", "key.warnings": "[]"])),
            .row("key generate --type rsa:2048 --label k1 --so-pin-source env:SO_PIN", 64, says: "goes with --so"),
            .row("key generate --type rsa:2048 --label so --so", 4, says: "--so-pin-source"),
            .row(
                "key generate --type rsa:2048 --label so --so --so-pin-source env:WRONG_PIN", 4,
                says: "CKR_PIN_INCORRECT"),
            .row(
                "key delete k1 --so --so-pin-source env:SO_PIN --dry-run --output uri", 0,
                .like("pkcs11:.*object=k1\n")),
            .row(
                "doctor", 0, .like("CHECK +RESULT +DETAIL\nmodule +works .*\ntoken +works .*\nlogin +works .*\n(.*\n)+")
            ),
            .row(
                "doctor --write --delete-leftovers --json", 0,
                .json("p11.doctor/1", ["loggedIn": "true", "leftovers": "[]"])),
            .row("doctor --no-input", 4, says: "--pin-source", with: ["PKCS11_PIN": nil]),
        ])

    /// Keys that come from files.
    static let importing = ContractGroup(
        "importing",
        {
            let p11 = try ContractSecrets.p11()
            for name in ["a", "b", "c"] { try p11.tool("openssl", "genrsa", "-out", "\(name).pem", "2048") }
            try p11.tool("openssl", "rsa", "-in", "c.pem", "-pubout", "-out", "c.pub")
            try p11.tool("openssl", "rsa", "-in", "b.pem", "-traditional", "-outform", "DER", "-out", "b.der")
            let secret = "pass:" + ContractSecrets.passphrase
            try p11.tool("openssl", "pkcs8", "-topk8", "-in", "c.pem", "-passout", secret, "-out", "enc.pem")
            try p11.tool(
                "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "ec.pem")
            try p11.folder.write("hello", to: "text")
            return (p11, nil)
        },
        [
            .row(
                "key import a.pem --label a --dry-run", 0,
                .like("would import: pkcs11:.*;id=(%[0-9A-F]{2}){20};object=a\n(.*\n)+")),
            .row(
                "key import a.pem --label a --id 01 --usage sign,decrypt --json", 0,
                .json(
                    "p11.key/1",
                    [
                        "key.id": "\"01\"", "key.local": "false", "key.extractable": "false",
                        "key.parts": "[\"private\",\"public\"]",
                    ])),
            .row("key import a.pem --label a", 7),
            .row("key import a.pem --label a --dry-run --json", 7, says: "key-exists"),
            .row("key import a.pem --label a --id 02 --allow-duplicate", 0, .like("label: +a\n(.*\n)+")),
            .row("key import b.der --label b --tag com.b", 0, .like("label: +b\n(.*\n)+")),
            .row(
                "key import c.pub --label pub --usage verify --dry-run --json", 0,
                .json("p11.key/1", ["dryRun": "true", "key.parts": "[\"public\"]"])),
            .row(
                "key import c.pub --label pub --usage verify", 0, .like("label: +pub\n(.*\n)+parts: +public\n(.*\n)+")),
            .row("key import enc.pem --label c --no-input", 4, says: "--passphrase-source"),
            .row("key import enc.pem --label c", 4, says: "--passphrase-source"),
            .row("key import enc.pem --label c --passphrase-source env:WRONG_PIN", 4, says: "passphrase"),
            .row(
                "key import enc.pem --label c --id 0d --passphrase-source env:PASS --dry-run", 0,
                .like("would import: (.*\n)+")
            ),
            .row("key import enc.pem --label c --passphrase-source env:PASS --id 0c", 0, .like("label: +c\n(.*\n)+")),
            .row("key import ec.pem --label x", 8, says: "EC"),
            .row("key import text --label x", 1, says: "PEM"), .row("key import text --label x --json", 1),
            .row("key import nothing --label x", 74, says: "No such file"),
            .row("key import - --label x", 1, says: "empty"), .row("key import a.pem", 64, says: "--label is missing"),
            .row("key import a.pem --label x --allow-weak --id 0", 64),
            .row("key export pub --format ssh", 0, .like("ssh-rsa .* pub\n")),
            .row("key import a.pem --label a --id 01 --overwrite --no-input", 11, says: "--yes"),
            .row(
                "key import a.pem --label one --id 01 --overwrite --yes --json", 0,
                .json("p11.key/1", ["key.id": "\"01\""])),
            // SoftHSM lets its officer keep public keys, and no private ones.
            .row(
                "key delete pub --so --so-pin-source env:SO_PIN --yes", 0,
                .like("deleted: +pkcs11:.*object=pub\n(.*\n)+")),
            .row(
                "key import c.pub --label pub --id 0e --usage verify --so --so-pin-source env:SO_PIN --json", 0,
                .json("p11.key/1", ["key.label": "\"pub\"", "loggedIn": "true"])),
            .row(
                "key import a.pem --label so --id 0f --so --so-pin-source env:SO_PIN", 4, says: "CKR_USER_NOT_LOGGED_IN"
            ),
            .row("sign pub text --algorithm rsa-pkcs1-sha256", 8, says: "only the public half"),
        ])
}
