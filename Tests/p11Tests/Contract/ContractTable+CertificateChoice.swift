import Foundation
import TestSupport

extension ContractGroup {
    private static let certificate = [
        "loggedIn": "true", "embedded": "false", "certificate.label": "\"k1\"", "certificate.id": "\"0a0b\"",
        "certificate.tag": "null", "certificate.certificateType": "\"CKC_X_509\"",
        "certificate.subject": "\"CN=a,O=b\"", "certificate.issuer": "\"CN=Root\"",
        "certificate.serialNumber": "\"0100\"", "certificate.keyType": "\"RSA\"", "certificate.bits": "2048",
        "certificate.isCA": "false", "certificate.alternativeNames": "[\"dns:a.example\"]",
        "certificate.private": "false", "certificate.hasPrivateKey": "true", "certificate.warnings": "[]",
    ]

    private static func prepareCertificates() throws -> (p11: P11, owner: AnyObject?) {
        let p11 = try ContractSecrets.p11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k1", "--id", "0a0b")
        try p11.check(
            "csr", "create", "k1", "--subject", "CN=a,O=b", "--san", "dns:a.example", "--out", "r.csr")
        try p11.tool(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj",
            "/CN=Root")
        for (name, serial) in [("a", "0x100"), ("b", "2")] {
            try p11.tool(
                "openssl", "x509", "-req", "-in", "r.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-copy_extensions",
                "copy", "-set_serial", serial, "-out", "\(name).pem")
        }
        try p11.folder.write("no certificate", to: "text")
        return (p11, nil)
    }

    /// How certificates are named, chosen and mistaken for keys, and what is asked before one is deleted.
    static let certificateChoice = ContractGroup(
        "certificate choice", prepareCertificates,
        [
            .row("cert list", 0, says: "there is no certificate to be seen"),
            .row("cert list --output tsv", 0, .exactly("LABEL\tID\tSUBJECT\tNOT AFTER\tTYPE\tKEY\n")),
            .row("cert import a.pem --dry-run", 0, .like("would import: +certificate \"k1\" .*\n(.*\n)+uri: .*\n")),
            .row("cert list --json", 0, .json("p11.certificates/1", ["certificates.count": "0"])),
            .row("cert import a.pem --json", 0, .json("p11.certificate/1", certificate)),
            .row("cert import a.pem", 7, says: "--allow-duplicate"),
            .row("cert import a.pem --dry-run", 7),
            .row("cert import a.pem --id 77 --json", 7, says: "certificate-exists"),
            .row("cert import text", 1, says: "neither PEM nor"),
            .row("cert import r.csr", 1, says: "certificate request"),
            .row("cert import nowhere.pem", 74), .row("cert import", 64, says: "FILE is missing"),
            .row("cert import a.pem --id 0a0", 64, says: "odd number"),
            .row("cert import a.pem --id 0a --tag a", 64, says: "give one of them"),
            .row("cert import a.pem --no-input", 4, says: "PIN", with: ["PKCS11_PIN": nil]),
            .row(
                "cert import ca.pem --label root --tag com.ca", 0,
                .like("label: +root\nid: +636f6d2e6361\ntag: +com.ca\n(.*\n)+authority: +yes\n(.*\n)+")),
            .row("cert show k1 --json", 0, .json("p11.certificate/1", certificate)),
            .row("cert show id:0A:0b", 0, .like("label: +k1\nid: +0a0b\n(.*\n)+uri: +pkcs11:.*;type=cert\n")),
            .row("cert show tag:com.ca --output uri", 0, .like("pkcs11:.*;object=root;type=cert\n")),
            .row("cert show pkcs11:object=root;type=cert", 0, .like("label: +root\n(.*\n)+")),
            .row("cert show pkcs11:object=root;x-own=1", 3), .row("cert show nobody", 3, says: "p11 cert list"),
            .row("cert show pkcs11:object=k1;type=private", 64, says: "takes a certificate"),
            .row("key show pkcs11:object=k1;type=cert", 64, says: "takes a key"),
            .row("cert show sha256:12", 64), .row("cert show sha256:00000000", 3), .row("cert show ''", 64),
            .row("cert show", 64, says: "CERT is missing"),
            .row("cert list", 0, .like("LABEL +ID +SUBJECT +NOT AFTER +TYPE +KEY\n(k1 .* yes\n|root .* no\n){2}")),
            .row("cert list --output uri", 0, .like("(pkcs11:.*;type=cert\n){2}")),
            .row("cert list", 0, .like("LABEL .*\n(.* -\n){2}"), with: ["PKCS11_PIN": nil]),
            .row("key list", 0, .like("LABEL .*\nk1 .* private\\+public\\+certificate .*\n")),
            .row("key list --json", 0, .json("p11.keys/1", ["keys.0.certificates.0.subject": "\"CN=a,O=b\""])),
            .row(
                "cert export k1", 0, .like("-----BEGIN CERTIFICATE-----\n(.*\n)+-----END CERTIFICATE-----\n"),
                with: ["PKCS11_PIN": nil]),
            .row("cert export k1 --format der --out a.der", 0),
            .row("cert export k1 --format der --out a.der --json", 7, says: "file-exists"),
            .row("cert export k1 --format der --out a.der --force", 0),
            .row("cert import a.der --allow-duplicate --label twin", 0, .like("label: +twin\n(.*\n)+")),
            .row("cert delete twin --yes", 0, .like("deleted: +pkcs11:.*;object=twin;type=cert\nsubject: .*\n")),
            .row("cert export k1 --format dre", 64, says: "did you mean `der`?"),
            .atTerminal("cert export k1 --format der", 64),
            .row("cert import b.pem", 0, .like("label: +k1\n(.*\n)+")),
            .row("cert show k1", 6, says: "sha256:"),
            .row("cert delete k1 --yes --json", 6, says: "certificate-ambiguous"),
            .row("cert delete root", 11), .row("cert delete root --no-input --json", 11, says: "declined"),
            .row(
                "cert delete root --dry-run", 0, .like("would delete: +pkcs11:.*;object=root;type=cert\nsubject: .*\n")),
            .atTerminal("cert delete root", 11, typing: ("Delete it? [y/N] ", "n\n")),
            .atTerminal("cert delete root", 0, typing: ("Delete it? [y/N] ", "y\n")),
            .row("cert delete root --yes", 3),
            .row(
                "key delete k1 --yes", 0, .like("deleted: .*\nparts: +private, public\n"), says: "stays",
                "p11 cert delete"),
            .row("cert list --json", 0, .json("p11.certificates/1", ["certificates.count": "2"])),
        ])
}
