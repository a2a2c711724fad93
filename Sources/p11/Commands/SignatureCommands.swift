import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 sign` and `p11 verify`
enum SignatureCommands {
    static let sign = CommandDescription(
        "sign", summary: "Sign a file of any size",
        details: [
            "The signature is in the form that OpenSSL and other tools take. With --prehashed, FILE is the digest itself, "
                + "as bytes.",
            Details.dataWithJSON,
        ],
        operands: [Operands.key, Operands.input],
        options: [
            Options.signatureAlgorithm.required, Options.prehashed, Options.signatureFormat, Options.out, Options.force,
            Options.encoding.saying("how the signature is written; binary if not given"),
        ],
        examples: [
            Example("sign a file", "p11 sign invoice contract.pdf --algorithm rsa-pkcs1-sha256 --out contract.sig"),
            Example(
                "sign what comes by a pipe, as text",
                "tar c docs | p11 sign invoice --algorithm rsa-pss-sha256 --encoding base64"),
        ],
        body: { try sign($0) })

    static let verify = CommandDescription(
        "verify", summary: "Check a signature",
        details: [
            "Ends with 0 where the signature is valid and with 2 where it is not. It takes the public half only."
        ],
        operands: [Operands.key, Operands.input],
        options: [
            Options.signatureAlgorithm.required.saying("how it was signed"), Options.signature.required,
            Options.prehashed, Options.signatureFormat,
            Options.encoding.saying("how the file of --signature is written; binary if not given"),
        ],
        examples: [
            Example(
                "check a file",
                "p11 verify invoice contract.pdf --algorithm rsa-pkcs1-sha256 --signature contract.sig"),
            Example(
                "check what comes by a pipe",
                "tar c docs | p11 verify invoice --algorithm rsa-pss-sha256 --signature docs.sig --encoding base64"),
        ],
        body: { try verify($0) })

    /// Longer messages, and those whose end is not known, are hashed here and not on the token.
    private static let messageLimit = 64 * 1024

    private static func algorithm(_ arguments: Arguments) throws -> SignatureAlgorithm {
        let algorithm = try SignatureAlgorithmName.algorithm(named: arguments[Options.signatureAlgorithm])
        guard !arguments.has(Options.signatureFormat) else {
            throw CommandFailure.usage(
                "--\(Options.signatureFormat.name) is for ECDSA: an RSA signature has one form only")
        }
        return algorithm
    }

    private static func sign(_ invocation: Invocation) throws {
        let algorithm = try algorithm(invocation.arguments)
        let selector = try invocation.keySelector()
        let input = try invocation.input(invocation.arguments.operand(1), as: "FILE")
        let sink = try invocation.sink(invocation.encoding)
        let store = try invocation.store(login: .required, for: selector)
        defer { store.close() }
        let key = try store.privateKey(selector)
        let signature =
            switch try message(in: input, invocation, algorithm) {
            case .whole(let message): try key.signature(for: message, using: algorithm)
            case .digest(let digest): try key.signature(forDigest: digest, using: algorithm)
            case .stream:
                try invocation.withParts(of: input, "hashing") { next in
                    try key.signature(using: algorithm, reading: next)
                }
            }
        try sink.write(signature)
        try sink.commit()
    }

    private static func verify(_ invocation: Invocation) throws {
        let algorithm = try algorithm(invocation.arguments)
        let selector = try invocation.keySelector()
        let input = try invocation.input(invocation.arguments.operand(1), as: "FILE")
        let signatureFile = try invocation.input(invocation.arguments[Options.signature], as: "--signature")
        guard let signature = invocation.encoding.decode(try signatureFile.readAll(limit: messageLimit)) else {
            throw CommandFailure(
                .invalid, "signature-invalid", "\(signatureFile.name) is not \(invocation.encoding.rawValue)")
        }
        let store = try invocation.store(login: .ifConfigured, for: selector)
        defer { store.close() }
        let key = try store.key(selector).anyPublicKey
        let isValid =
            switch try message(in: input, invocation, algorithm) {
            case .whole(let message): try key.isValidSignature(signature, for: message, using: algorithm)
            case .digest(let digest): try key.isValidSignature(signature, forDigest: digest, using: algorithm)
            case .stream:
                try key.isValidSignature(
                    signature, forDigest: try digest(of: input, algorithm, invocation), using: algorithm)
            }
        try invocation.write(
            Report(
                schema: "p11.verify/1", members: [("valid", .bool(isValid))],
                body: .properties([("valid", isValid ? "yes" : "no")])))
        guard isValid else { throw CommandFailure(.invalid, "signature-invalid", "the signature is not valid") }
    }

    private enum Message {
        case whole(Data)
        case digest(Data)
        /// Too long for memory, or nobody knows how long.
        case stream
    }

    private static func message(
        in input: InputFile, _ invocation: Invocation, _ algorithm: SignatureAlgorithm
    ) throws -> Message {
        if invocation.arguments.has(Options.prehashed), let hash = algorithm.hash {
            let digest = try input.readAll(limit: 1024)
            guard digest.count == hash.digestLength else {
                throw CommandFailure.usage(
                    "a \(hash) digest has \(hash.digestLength) bytes, and \(input.name) has \(digest.count)",
                    hint: "the digest is bytes, not hexadecimal text")
            }
            return .digest(digest)
        }
        if let size = input.size, size <= messageLimit {
            return .whole(try input.readAll(limit: messageLimit))
        }
        return .stream
    }

    private static func digest(
        of input: InputFile, _ algorithm: SignatureAlgorithm, _ invocation: Invocation
    ) throws -> Data {
        let digest = try MessageDigest(algorithm.hash ?? .sha256)
        try invocation.forEachPart(of: input, "hashing") { try digest.update($0) }
        return try digest.finish()
    }
}
