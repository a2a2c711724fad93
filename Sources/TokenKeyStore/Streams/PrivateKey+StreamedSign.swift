internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PrivateKey {
    /// How much of a message is kept for a token that only takes it in one piece.
    private static var longestMessageKept: Int { 64 << 20 }

    /// Signs a message of any length that comes in pieces, in bounded memory.
    ///
    /// The message is hashed here and its digest signed. Only where the token or the key allows no mechanism for digests does the token get
    /// the message itself, in pieces, or if it takes none, in one of at most 64 MiB.
    ///
    /// - Parameters:
    ///   - algorithm: how; a raw algorithm takes everything in memory.
    ///   - nextPiece: gives the next piece; nil at the end. Called on this thread.
    /// - Returns: the signature, as long as the modulus.
    /// - Throws: what `nextPiece` throws; ``KeyStoreError/Code/notPermitted`` where the token would need the message in one piece and it is
    ///   longer than 64 MiB; else as ``signature(for:using:)``.
    public func signature(
        using algorithm: SignatureAlgorithm, reading nextPiece: () throws -> Data?
    ) throws -> Data {
        guard let hash = algorithm.hash else {
            var message = Data()
            while let piece = try nextPiece() {
                message += piece
                try attributes.rsa?.checkInput(message, of: algorithm)
            }
            return try signDigest(message, algorithm)
        }
        try attributes.rsa?.checkKeySize(for: algorithm)
        guard !offers(algorithm.preparedMechanism), let mechanism = algorithm.messageMechanism, offers(mechanism) else {
            let digest = try StreamingHash(hash)
            while let piece = try nextPiece() { try digest.update(piece) }
            return try signDigest(try digest.finish(), algorithm)
        }
        return try signOnToken(mechanism, reading: nextPiece)
    }

    private func signOnToken(_ mechanism: Mechanism, reading nextPiece: () throws -> Data?) throws -> Data {
        var kept = Data()
        var isWhole = true
        do {
            return try reference.withObject("signing with \(name)", .unsafe) { session, handle in
                try session.signInit(mechanism, key: handle)
                if attributes.alwaysAuthenticate { try reference.store.logInForOneUse(in: session) }
                while let piece = try nextPiece() {
                    isWhole = isWhole && kept.count + piece.count <= Self.longestMessageKept
                    if isWhole { kept += piece } else { kept = Data() }
                    try session.signUpdate(piece)
                }
                return try session.signFinal(maximumLength: attributes.rsa?.byteCount ?? 1024)
            }
        } catch let error as KeyStoreError where error.underlying?.function?.hasPrefix("C_Sign") == true {
            while isWhole, let piece = try nextPiece() {
                isWhole = kept.count + piece.count <= Self.longestMessageKept
                kept += piece
            }
            guard isWhole else {
                throw KeyStoreError(
                    .notPermitted, "\(reference.store.token.name) signs only messages of up to 64 MiB with \(name)",
                    hint: "Hash the message and sign the digest with a key that allows it.",
                    underlying: error.underlying)
            }
            return try sign(kept, mechanism)
        }
    }
}
