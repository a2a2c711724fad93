import Foundation
import TestSupport

extension ContractGroup {
    private static let sign = "--algorithm rsa-pkcs1-sha256"
    private static let hello = Data("hello".utf8)

    /// Signatures, ciphertexts, random bytes, and what needs no token.
    static let data = ContractGroup(
        "data",
        {
            let p11 = try ContractSecrets.p11()
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--usage", "sign,decrypt")
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "signer")
            try p11.folder.write(hello, to: "m")
            try p11.folder.write("other", to: "n")
            // SHA-256 of "hello".
            try p11.tool("openssl", "dgst", "-sha256", "-binary", "-out", "m.sha256", "m")
            try p11.folder.write(Data(count: 300_000), to: "long")
            return (p11, nil)
        },
        [
            .row("sign k m \(sign)", 0, .bytes(256)), .row("sign k \(sign)", 0, .bytes(256), input: hello),
            .row("sign k - \(sign) --encoding hex", 0, .like("[0-9a-f]{512}\n"), input: hello),
            .row("sign k long --algorithm rsa-pss-sha512 --encoding base64", 0, .like("[A-Za-z0-9+/]{342}==\n")),
            .row("sign k m \(sign) --out m.sig", 0),
            .row("sign k m \(sign) --out m.sig", 7, says: "m.sig exists already"),
            .row("sign k m \(sign) --out m.sig --force", 0),
            .row("sign k m.sha256 \(sign) --prehashed --out p.sig", 0),
            .row("sign k m \(sign) --prehashed", 64, says: "32 bytes"),
            .row("sign k m", 64, says: "--algorithm is missing", "rsa-pkcs1-sha256"),
            .row("sign k m --algorithm rsa-pkcs1-sha265", 64, says: "did you mean `rsa-pkcs1-sha256`?"),
            .row("sign k m --algorithm ecdsa-sha256 --signature-format raw", 8, says: "not supported yet"),
            .row("sign k m --algorithm ed25519 --json", 8, says: "mechanism-unsupported"),
            .row("sign k m --algorithm hmac-sha256", 8),
            .row("sign k m \(sign) --signature-format raw", 64, says: "ECDSA"),
            .row("sign k nothing \(sign)", 74, says: "No such file"), .row("sign k . \(sign)", 74),
            .row("sign k m \(sign) --out /dev/full", 74, says: "No space left"), .row("sign nobody m \(sign)", 3),
            .row("sign pkcs11:object=k;type=public m \(sign)", 8, says: "public half"),
            .row("verify k m \(sign) --signature m.sig", 0, .exactly("valid: yes\n")),
            .row(
                "verify k m \(sign) --signature m.sig --json", 0,
                .exactly("{\"schema\":\"p11.verify/1\",\"valid\":true}\n")),
            .row("verify k m.sha256 --prehashed \(sign) --signature p.sig", 0, .exactly("valid: yes\n")),
            .row(
                "verify k n \(sign) --signature m.sig", 2, .exactly("valid: no\n"), says: "the signature is not valid"),
            .row(
                "verify k n \(sign) --signature m.sig --json", 2,
                .exactly("{\"schema\":\"p11.verify/1\",\"valid\":false}\n"), says: "signature-invalid"),
            .row("verify k m \(sign) --signature n --encoding hex", 2, says: "is not hex"),
            .row("verify k m --algorithm ecdsa-sha256 --signature-format der --signature m.sig", 8),
            .row("verify k m \(sign)", 64, says: "--signature is missing"),
            .row("verify k m \(sign) --signature m.sig", 0, .exactly("valid: yes\n"), with: ["PKCS11_PIN": nil]),
            .row("encrypt k m --algorithm rsa-oaep-sha256 --out m.enc", 0),
            .row("encrypt k m --algorithm rsa-oaep-sha256 --out m.enc", 7),
            .row("encrypt k m --algorithm rsa-oaep-sha256 --out m.enc --force", 0),
            .row("decrypt k m.enc --algorithm rsa-oaep-sha256", 0, .exactly("hello")),
            .row("decrypt k m.enc --algorithm rsa-oaep-sha256 --out m.dec", 0),
            .row("decrypt k m.enc --algorithm rsa-oaep-sha256 --out m.dec", 7),
            .row("decrypt k m.enc --algorithm rsa-oaep-sha256 --out m.dec --force", 0),
            .row("decrypt k m.enc --algorithm rsa-oaep-sha1 --json", 2),
            .row("encrypt k m --algorithm rsa-oaep-sha1", 0, .bytes(256)),
            .row("encrypt k m --algorithm rsa-pkcs1", 0, .bytes(256)),
            .row("encrypt k m --algorithm rsa-oaep-sha256 --encoding base64", 0, .like("[A-Za-z0-9+/]{342}==\n")),
            .row("decrypt k m --algorithm rsa-oaep-sha256 --encoding hex", 2),
            .row("encrypt k long --algorithm rsa-oaep-sha256", 1, says: "rsa-oaep-sha256-aes-gcm"),
            .row("encrypt k long --algorithm rsa-oaep-sha256-aes-gcm --out long.enc", 0),
            .row("decrypt k long.enc --algorithm rsa-oaep-sha256-aes-gcm", 0, .bytes(300_000)),
            .row("decrypt k long --algorithm rsa-oaep-sha256-aes-gcm", 2),
            .row("encrypt k m --algorithm aes-gcm", 8), .row("decrypt k m --algorithm aes-gcm", 8),
            .row("encrypt signer m --algorithm rsa-oaep-sha256", 8, says: "--usage decrypt"),
            .row("decrypt signer m.enc --algorithm rsa-oaep-sha256", 8),
            .row("encrypt k m", 64), .row("decrypt k", 64, says: "--algorithm is missing"),
            .row("random 8 --encoding hex", 0, .like("[0-9a-f]{16}\n")), .row("random 70000", 0, .bytes(70_000)),
            .row("random 8 --out r", 0), .row("random 8 --out r", 7), .row("random 8 --out r --force", 0),
            .row("random 0", 64, says: "N is a number"), .row("random", 64, says: "N is missing"),
            .row(
                "uri parse pkcs11:token=a%20b;id=%0a%0B;type=cert", 0,
                .exactly("token: a b\nid:    0a0b\ntype:  cert\nuri:   pkcs11:token=a%20b;id=%0A%0B;type=cert\n")),
            .row(
                "uri parse pkcs11:token=a --json", 0,
                .json("p11.uri/1", ["uri.token": "\"a\"", "uri.id": "null", "uri.hasPinValue": "false"])),
            .row(
                "uri parse pkcs11:object=k?pin-value=Wr0ng%21uT5%2AyE3k", 0,
                .exactly("object: k\nuri:    pkcs11:object=k\n"), says: "warning: the URI holds a PIN"),
            .row("uri parse pkcs11:token", 64), .row("uri parse http:x --json", 64), .row("uri parse", 64),
            .row("completion bash", 0, .like("(.*\n)*.*complete .*p11\n(.*\n)*")),
            .row("completion zsh", 0, .like("#compdef p11\n(.*\n)+")),
            .row("completion fish", 0, .like("(.*\n)*complete .*p11.*\n(.*\n)*")),
            .row("completion csh", 64, says: "bash, zsh, fish"),
        ])

    /// Lines that are wrong, and the help.
    static let usage = ContractGroup(
        "usage", { (try ContractSecrets.p11(), nil) },
        [
            .row("--version", 0, .like("p11 [0-9]+\\.[0-9]+\\.[0-9]+\n")),
            .row("--help", 0, .like("p11 manages (.*\n)+Examples:\n(.*\n){4}")),
            .row("help", 0, .like("p11 manages (.*\n)+")),
            .row("key --help", 0, .like("(.*\n)+Usage: p11 key VERB …\n(.*\n)+")),
            .row(
                "key generate --help", 0,
                .like("(.*\n)+Usage: p11 key generate --type TYPE --label L \\[options\\]\n(.*\n)+")),
            .row("", 64, says: "no command given"), .row("''", 64), .row("key", 64, says: "needs one of: list, show"),
            .row("--json", 64, says: "\"code\":\"usage\""),
            .row("kye list", 64, says: "did you mean `key`?"), .row("key lsit", 64, says: "did you mean `list`?"),
            .row("key list --tokn alpha", 64, says: "did you mean --token?"),
            .row("key list --jsn", 64, says: "did you mean --json?"),
            .row("sign k --algoritm x", 64, says: "did you mean --algorithm?"),
            .row("frobnicate", 64, says: "see p11 --help"),
            .row("key list --output jsn", 64, says: "did you mean `json`?"),
            .row("key list --json --output tsv", 64, says: "contradict"),
            .row("key list extra", 64, says: "one word too many"),
            .row("key list --token", 64, says: "--token needs a value"),
            .row("key list --yes=1", 64, says: "takes no value"),
            .row("key list --token a --token b", 64, says: "given twice"),
            .row("key list --slot 1x", 64), .row("key list -x", 64),
            .row("key list --login so", 64, says: "possible: user"),
            .row("key list --pin \(ContractSecrets.wrong)", 64, says: "--pin-source"),
            .row("key list --pin=\(ContractSecrets.wrong) --json", 64, says: "--pin-source"),
            .row("token change-pin --new-pin \(ContractSecrets.wrong)", 64, says: "--new-pin-source"),
            .row("token init --so-pin=\(ContractSecrets.wrong)", 64, says: "--so-pin-source"),
            .row("key import f --passphrase \(ContractSecrets.passphrase)", 64, says: "--passphrase-source"),
            .row("key list --pin-source \(ContractSecrets.wrong)", 64, says: "file:PATH"),
            .row("key list pkcs11:token=a?pin-value=\(ContractSecrets.wrong)", 64, says: "pin-value=…"),
            .row("key list --token pkcs11:token=nobody?pin-value=Wr0ng%21uT5%2AyE3k", 3, says: "pkcs11:token=nobody"),
            .row("pkcs11:token=a?pin-value=\(ContractSecrets.wrong) --json", 64, says: "pin-value=…"),
            .row("key show pkcs11:object=nobody?pin-value=Wr0ng%21uT5%2AyE3k", 3, says: "pkcs11:object=nobody\n"),
            .row(
                "key import pkcs11:object=nobody?pin-value=\(ContractSecrets.wrong) --label x", 74, says: "pin-value=…"),
        ])
}
