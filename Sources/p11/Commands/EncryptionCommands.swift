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
        details: [limits],
        operands: [Operands.key, Operands.input],
        options: [
            Options.encryptionAlgorithm.required, Options.out, Options.force,
            Options.encoding.saying("how the ciphertext is written"),
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
        ],
        operands: [Operands.key, Operands.input],
        options: [
            Options.encryptionAlgorithm.required, Options.out, Options.force,
            Options.encoding.saying("how the ciphertext is written"),
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
        let key = try store.key(selector).anyPublicKey
        if let hash = streamHash {
            let stream = try EncryptionStream(to: key, hash: hash)
            try sink.write(stream.header)
            try invocation.forEachPart(of: input, "encrypting") { try sink.write(try stream.update($0)) }
            try sink.write(try stream.finish())
        } else {
            try sink.write(try key.encrypt(try input.readAll(limit: shortLimit), using: algorithm))
        }
        try sink.commit()
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
