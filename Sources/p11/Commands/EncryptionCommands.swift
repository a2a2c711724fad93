import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 encrypt` and `p11 decrypt`
enum EncryptionCommands {
    private static let limits =
        "The RSA algorithms take a short message, such as a key; the -aes-gcm ones take files of any size: an AES key "
        + "encrypted by RSA-OAEP, then the file encrypted by AES-GCM, as Apple's rsaEncryptionOAEP…AESGCM algorithms."

    static let encrypt = CommandDescription(
        "encrypt", summary: "Encrypt a file to a key's public half",
        details: [limits, Details.dataWithJSON],
        operands: [Operands.key, Operands.input],
        options: [
            Options.encryptionAlgorithm.required, Options.out, Options.force,
            Options.encoding.saying("how the ciphertext is written; binary if not given"),
        ],
        examples: [
            Example(
                "a file of any size",
                "p11 encrypt mail backup.tar --algorithm rsa-oaep-sha256-aes-gcm --out backup.tar.enc"),
            Example(
                "a short secret, as text",
                "printf secret | p11 encrypt mail --algorithm rsa-oaep-sha256 --encoding base64"),
        ],
        body: { try encrypt($0) })

    static let decrypt = CommandDescription(
        "decrypt", summary: "Decrypt a file with a key's private half",
        details: [
            limits,
            "Nothing is written before the whole ciphertext has turned out to be right; a new file is readable by you only.",
            Details.dataWithJSON,
        ],
        operands: [Operands.key, Operands.input],
        options: [
            Options.encryptionAlgorithm.required.saying("how it was encrypted"), Options.out, Options.force,
            Options.encoding.saying("how FILE, the ciphertext, is written; binary if not given"),
        ],
        examples: [
            Example(
                "a file of any size",
                "p11 decrypt mail backup.tar.enc --algorithm rsa-oaep-sha256-aes-gcm --out backup.tar"),
            Example(
                "what openssl pkeyutl encrypted",
                "p11 decrypt mail secret.bin --algorithm rsa-oaep-sha256 > secret.txt"),
        ],
        body: { try decrypt($0) })

    private static func encrypt(_ invocation: Invocation) throws {
        let (algorithm, streamHash) = try EncryptionAlgorithmName.named(
            invocation.arguments[Options.encryptionAlgorithm])
        let selector = try invocation.keySelector()
        let input = try invocation.input(invocation.arguments.operand(1), as: "FILE")
        let sink = try invocation.sink(invocation.encoding)
        let store = try invocation.store(login: .ifConfigured, for: selector)
        defer { store.close() }
        let key = try recipient(try store.key(selector))
        if let hash = streamHash {
            let stream = try EncryptionStream(to: key, hash: hash)
            try sink.write(stream.header)
            try invocation.forEachPart(of: input, "encrypting") { try sink.write(try stream.update($0)) }
            try sink.write(try stream.finish())
        } else {
            try sink.write(try encrypt(input, to: key, using: algorithm))
        }
        try sink.commit()
    }

    private static func encrypt(
        _ input: InputFile, to key: PublicKey, using algorithm: EncryptionAlgorithm
    ) throws -> Data {
        let hint = "--\(Options.encryptionAlgorithm.name) rsa-oaep-sha256-aes-gcm takes files of any size"
        guard let message = try input.read(upTo: shortLimit) else {
            throw CommandFailure(
                .failure, "invalid-length", "\(input.name) is longer than any RSA algorithm takes by itself", hint: hint
            )
        }
        do {
            return try key.encrypt(message, using: algorithm)
        } catch let error as KeyStoreError where error.code == .invalidLength {
            var failure = CommandFailure(error)
            failure.hint = hint
            throw failure
        }
    }

    /// The public key to encrypt to.
    ///
    /// - Throws: ``CommandFailure`` with exit 8 where what is encrypted would be lost.
    private static func recipient(_ key: Key) throws -> PublicKey {
        let refused: String?
        if let privateKey = key.privateKey, !privateKey.attributes.usage.contains(.decrypt) {
            refused = "the private half of this key may not decrypt, so nobody could read what is encrypted to it"
        } else if let attributes = key.publicKey?.attributes, !attributes.usage.contains(.encrypt) {
            refused = "the public half of this key may not encrypt: it belongs to a key that is not for decrypting"
        } else {
            refused = nil
        }
        if let refused {
            throw CommandFailure(
                .notAllowed, "not-permitted", refused,
                hint: "a key for this is made with --usage decrypt, by key generate or key import")
        }
        return try key.anyPublicKey
    }

    private static func decrypt(_ invocation: Invocation) throws {
        let (algorithm, streamHash) = try EncryptionAlgorithmName.named(
            invocation.arguments[Options.encryptionAlgorithm])
        let selector = try invocation.keySelector()
        let input = try invocation.input(invocation.arguments.operand(1), as: "FILE")
        let sink = try invocation.sink(.binary, isText: true, isSecret: true, isHeld: true)
        let store = try invocation.store(login: .required, for: selector)
        defer { store.close() }
        let key = try store.privateKey(selector)
        do {
            if let hash = streamHash {
                let stream = try DecryptionStream(with: key, hash: hash)
                try invocation.forEachDecodedPart(of: input, "decrypting") { try sink.write(try stream.update($0)) }
                try stream.finish()
            } else {
                var ciphertext = Data()
                try invocation.forEachDecodedPart(of: input, "reading") { part in
                    ciphertext.append(part)
                    guard ciphertext.count <= shortLimit else { throw tooLong(input) }
                }
                try sink.write(try key.decrypt(ciphertext, using: algorithm))
            }
        } catch let error as KeyStoreError where error.code == .invalidLength {
            // A ciphertext of the wrong length is one that is not valid.
            throw CommandFailure(.invalid, error.code.rawValue, error.message, hint: error.hint)
        }
        try sink.commit()
    }

    /// More than any RSA algorithm takes by itself; its own error says how much that is.
    private static let shortLimit = 64 * 1024

    private static func tooLong(_ input: InputFile) -> CommandFailure {
        CommandFailure(
            .invalid, "invalid-length", "\(input.name) is longer than any RSA ciphertext",
            hint: "files of any size take one of the -aes-gcm algorithms")
    }
}
