import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// What a decryption gets: the hybrid format whole and in pieces, and the blocks that a token decrypts but does not unpad.
    static let ciphertext = FuzzTarget(name: "ciphertext") { bytes in
        var input = Input(bytes)
        switch input.byte() % 4 {
        case 0: try unpad(&input)
        case 1: try openStranger(&input)
        default: try openDamaged(&input)
        }
    }

    private static let key = check("the test key is no key") {
        // 512 bits: an odd number will do, since nothing is computed with it.
        try RSAPublicKey(modulus: [0xC3] + Data(repeating: 0x5A, count: 62) + [0x01], publicExponent: Data([1, 0, 1]))
    }
    private static let sessionKey = Data(repeating: 0x42, count: 16)

    /// The blocks of OAEP and PKCS#1 v1.5, as a token's raw operation gives them.
    private static func unpad(_ input: inout Input) throws {
        let hash = [HashFunction.sha1, .sha256, .sha512][Int(input.byte()) % 3]
        let label = Data(input.bytes(Int(input.byte()) % 4))
        let length = Int(input.byte()) + Int(input.byte())
        let block = input.rest()
        let secret = try SecureBytes(copying: block)
        if let message = try? PKCS1v15.unpadEncryption(secret, byteCount: length) {
            let padded = [UInt8](repeating: 0, count: length - block.count) + block
            let end = padded.dropFirst(2).firstIndex(of: 0)
            check(padded.starts(with: [0, 2]) && end.map { $0 >= 10 } == true, "a bad block is taken")
            check(end.map { Data(padded[($0 + 1)...]) } == message, "another message")
        }
        if let message = try? OAEP.unpad(secret, byteCount: length, hash: hash, label: label) {
            check(message.count <= length - 2 * hash.digestLength - 2, "a message longer than OAEP has room for")
        }
    }

    /// Anything at all, whole and in pieces: the same in both ways.
    private static func openStranger(_ input: inout Input) throws {
        let sizes = input.bytes(4).map { Int($0) + 1 }
        let unwrapped = Data(input.bytes(Int(input.byte()) % 40))
        let ciphertext = Data(input.rest())
        let whole = Result { try RSAOAEPAESGCM.open(ciphertext, publicKey: key) { _ in unwrapped } }
        let pieces = Result { try openInPieces(ciphertext, sizes: sizes, sessionKey: unwrapped) }
        check((try? whole.get()) == (try? pieces.get()), "whole and in pieces are not the same")
    }

    /// A message that was encrypted, with one byte of the ciphertext changed or not.
    private static func openDamaged(_ input: inout Input) throws {
        let sizes = input.bytes(4).map { Int($0) + 1 }
        let place = Int(input.byte()) << 8 | Int(input.byte())
        let change = input.byte()
        let message = Data(input.rest())
        let stream = try AESGCMStream(
            .encrypt, key: try SecureBytes(copying: sessionKey), iv: Data(count: 16),
            additionalData: key.pkcs1DERRepresentation)
        var ciphertext = Data(repeating: 7, count: key.byteCount) + (try stream.update(message))
        ciphertext += try stream.finish()
        let index = key.byteCount + place % (ciphertext.count - key.byteCount)
        ciphertext[index] ^= change
        let whole = try? RSAOAEPAESGCM.open(ciphertext, publicKey: key) { _ in sessionKey }
        let pieces = try? openInPieces(ciphertext, sizes: sizes, sessionKey: sessionKey)
        check(whole == (change == 0 ? message : nil), "a damaged message is taken, or a good one is not")
        check(pieces == whole, "whole and in pieces are not the same")
    }

    private static func openInPieces(_ ciphertext: Data, sizes: [Int], sessionKey: Data) throws -> Data {
        let header = Data(ciphertext.prefix(key.byteCount))
        let stream = try RSAOAEPAESGCM.startOpening(header: header, publicKey: key) { _ in sessionKey }
        var rest = ciphertext.dropFirst(key.byteCount)
        guard rest.count >= AESGCMStream.tagLength else { throw KeyStoreError.decryptionFailed }
        let tag = rest.suffix(AESGCMStream.tagLength)
        rest = rest.dropLast(AESGCMStream.tagLength)
        var message = Data()
        var turn = 0
        while !rest.isEmpty {
            let size = sizes.isEmpty ? 1 : sizes[turn % sizes.count]
            message += try stream.update(rest.prefix(size))
            rest = rest.dropFirst(size)
            turn += 1
        }
        try stream.finish(tag: tag)
        return message
    }
}
