internal import PKCS11

extension RSAPrivateKeyComponents {
    /// Reads a private key in any of the usual forms: PKCS#8, encrypted PKCS#8 or PKCS#1, in DER or PEM, or the
    /// encrypted PEM of old.
    ///
    /// - Parameters:
    ///   - data: the file, whole. Certificates beside the key in a PEM file are passed over.
    ///   - passphrase: called once, if the key is encrypted and is an RSA key for all that can be seen; nil if there
    ///     is none.
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``, saying what the data are instead, where that can be told;
    ///   ``KeyStoreError/Code/pinMissing`` or ``KeyStoreError/Code/pinIncorrect`` about the passphrase; what
    ///   `passphrase` throws.
    init(anyRepresentation data: SecureBytes, passphrase: () throws -> SecureBytes?) throws {
        guard !data.isEmpty else { throw KeyStoreError.invalidKeyData("the key data are empty") }
        let blocks = try data.withUnsafeBytes { bytes -> [PEM.Block]? in
            if !KeyFileObject.looksLikeDER(bytes), PEMReader.isPEM(bytes) { return try PEMReader.blocks(of: bytes) }
            if ["ssh-", "ecdsa-sha2-"].contains(where: { bytes.starts(with: $0.utf8) }) {
                throw KeyStoreError.invalidKeyData("this is an SSH public key, where an RSA private key is expected")
            }
            return nil
        }
        if let blocks {
            self = try Self.ofPEM(blocks, passphrase)
        } else {
            self = try Self.ofDER(data, passphrase)
        }
    }

    private static func ofPEM(_ blocks: [PEM.Block], _ passphrase: () throws -> SecureBytes?) throws -> Self {
        let keys = blocks.filter { $0.label.hasSuffix("PRIVATE KEY") }
        guard keys.count <= 1 else {
            throw KeyStoreError.invalidKeyData(
                "the PEM holds \(keys.count) private keys where one is expected", hint: "Give them one by one.")
        }
        guard let key = keys.first else {
            guard let block = blocks.first else { throw KeyStoreError.invalidKeyData("the PEM holds no object") }
            let object =
                (try? block.content.withUnsafeBytes { try KeyFileObject.recognize($0) })
                ?? KeyFileObject(pemLabel: block.label)
            guard let object else {
                throw KeyStoreError.invalidKeyData("the PEM holds \(block.label), where a private key is expected")
            }
            throw mismatch(object)
        }
        switch key.label {
        case "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY":
            guard key.isEncrypted else { return try ofDER(key.content, passphrase) }
            guard let information = key.headers["DEK-Info"] else {
                throw KeyStoreError.invalidKeyData("the encrypted private key has no DEK-Info header")
            }
            let content = try PasswordBasedDecryption.decryptPEM(
                key.content, information: information, passphrase: try ask(passphrase))
            return try ofDecrypted(content)
        case "OPENSSH PRIVATE KEY":
            throw KeyStoreError.invalidKeyData(
                "this is a private key in OpenSSH's own format, where PKCS#8 or PKCS#1 is expected",
                hint: "`ssh-keygen -p -m PKCS8 -f COPY` rewrites a copy of it.")
        default:
            guard let object = KeyFileObject(pemLabel: key.label) else {
                throw KeyStoreError.invalidKeyData("this is a \(key.label), where an RSA private key is expected")
            }
            throw mismatch(object)
        }
    }

    private static func ofDER(_ der: SecureBytes, _ passphrase: () throws -> SecureBytes?) throws -> Self {
        let object = try der.withUnsafeBytes { try KeyFileObject.recognize($0) }
        guard object == .encryptedPrivateKeyInfo else { return try der.withUnsafeBytes { try ofPlain(object, $0) } }
        let content = try PasswordBasedDecryption.decryptPrivateKeyInfo(der, passphrase: try ask(passphrase))
        return try ofDecrypted(content)
    }

    /// Reads what came out of a decryption. There is no check that the passphrase was right but that the result is DER:
    /// by chance a wrong one gives valid padding once in 256 times.
    private static func ofDecrypted(_ content: SecureBytes) throws -> Self {
        try content.withUnsafeBytes { bytes in
            guard let object = try? KeyFileObject.recognize(bytes), object != .encryptedPrivateKeyInfo else {
                throw KeyStoreError.wrongPassphrase
            }
            return try ofPlain(object, bytes)
        }
    }

    private static func ofPlain<Bytes: RandomAccessCollection>(
        _ object: KeyFileObject, _ bytes: Bytes
    ) throws -> Self where Bytes.Element == UInt8, Bytes.Index == Int {
        do {
            var outer = DERReader(bytes)
            var sequence = try outer.descend(DERTag.sequence)
            switch object {
            case .rsaPrivateKey:
                return try Self(rsaPrivateKey: sequence)
            case .privateKeyInfo(.rsaEncryption):
                // Version (0, or 1 with a public key behind), algorithm, key, and attributes that no token keeps.
                _ = try sequence.readUnsignedInteger()
                _ = try sequence.read(DERTag.sequence)
                var key = try sequence.descend(DERTag.octetString)
                let numbers = try key.descend(DERTag.sequence)
                try key.finish()
                return try Self(rsaPrivateKey: numbers)
            default:
                throw mismatch(object)
            }
        } catch is DERError {
            throw KeyStoreError.invalidKeyData("the DER of the RSA private key is malformed")
        }
    }

    private static func ask(_ passphrase: () throws -> SecureBytes?) throws -> SecureBytes {
        guard let passphrase = try passphrase() else {
            throw KeyStoreError(.pinMissing, "the private key is encrypted and no passphrase was given")
        }
        return passphrase
    }

    private static func mismatch(_ object: KeyFileObject) -> KeyStoreError {
        object.mismatch(wantingPrivateKey: true)
    }
}

extension PEM.Block {
    /// Whether the headers say that the content is encrypted (RFC 1421, section 4.6.1.1).
    fileprivate var isEncrypted: Bool {
        headers["Proc-Type"]?.split(separator: ",").last?.hasSuffix("ENCRYPTED") ?? false
    }
}
