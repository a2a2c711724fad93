import Foundation
import TestSupport

extension ContractGroup {
    /// The certificate of a key, from the request to the end.
    static let certificates = ContractGroup(
        "certificates",
        {
            let p11 = try ContractSecrets.p11()
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "server", "--id", "0a")
            try p11.check("csr", "create", "server", "--subject", "CN=server", "--out", "server.csr")
            try p11.tool(
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.pem", "-out", "ca.crt",
                "-subj", "/CN=ca", "-days", "30")
            try p11.tool(
                "openssl", "x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.pem", "-CAcreateserial",
                "-days", "30", "-out", "server.crt")
            return (p11, nil)
        },
        [
            .row("cert list", 0, says: "there is no certificate to be seen"),
            .row("cert import server.crt --dry-run", 0, .like("would import: +certificate \"server\" .*\n(.*\n)+")),
            .row("cert list --json", 0, .json("p11.certificates/1", ["certificates.count": "0", "embedded": "false"])),
            .row(
                "cert import server.crt --json", 0,
                .json("p11.certificate/1", ["certificate.label": "\"server\"", "certificate.id": "\"0a\""])),
            .row("cert import server.crt", 7, says: "already"), .row("cert import server.crt --dry-run --json", 7),
            .row(
                "cert import server.crt --allow-duplicate --label twin --id 0b", 0,
                .like("(.*\n)*label: +twin\n(.*\n)+")),
            .row("cert import ca.crt --label ca --tag com.ca", 0, .like("(.*\n)*label: +ca\n(.*\n)+")),
            .row("cert import ca.pem --label x", 1, says: "ca.pem"), .row("cert import nothing", 74),
            .row("cert import ca.crt --id 0", 64, says: "odd number"), .row("cert import", 64, says: "FILE is missing"),
            .row("cert list", 0, .like("LABEL +ID +SUBJECT +NOT AFTER +TYPE +KEY.*\n(server|twin|ca) .*\n(.*\n){2}")),
            .row("cert list --output uri", 0, .like("(pkcs11:.*type=cert.*\n){3}")),
            .row("cert list --output tsv", 0, .like("LABEL\tID\tSUBJECT\t(.*\n){4}"), with: ["PKCS11_PIN": nil]),
            .row("cert show server", 0, .like("(.*\n)*label: +server\n(.*\n)+")),
            .row("cert show id:0b --json", 0, .json("p11.certificate/1", ["certificate.label": "\"twin\""])),
            .row("cert show nobody", 3), .row("cert show sha256:00000000", 3), .row("cert show ''", 64),
            .row(
                "cert export server", 0,
                .like("-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=]+\n)+-----END CERTIFICATE-----\n")),
            .row("cert export server --format der --out c.der", 0), .row("cert export server --out c.der", 7),
            .row("cert export server --out c.der --force", 0), .row("cert export nobody", 3),
            .row("key list", 0, .like("LABEL .*\nserver +0a +RSA 2048 +private\\+public\\+certificate +sign,.*\n")),
            .row(
                "cert delete server --dry-run", 0, .like("would delete: +pkcs11:.*object=server.*\n(.*\n)+")),
            .row("cert delete server", 11, says: "--yes"),
            .row("cert delete server --yes", 0, .like("deleted: +pkcs11:.*object=server.*\n(.*\n)+")),
            .row("cert delete server --yes --json", 3),
            .row("key delete server --yes", 0, .like("deleted: +pkcs11:.*\n(.*\n)+"), says: "stays: p11 cert delete"),
        ])
}
