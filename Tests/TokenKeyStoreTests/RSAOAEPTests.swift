import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct RSAOAEPTests {
    @Test(arguments: RSAVectors.oaep)
    func `published blocks are unpadded`(vector: RSAVectors.OAEP) throws {
        let block = Data(hex: vector.block)
        let message = Data(hex: vector.message)
        #expect(
            try OAEP.unpad(SecureBytes(copying: block), byteCount: block.count, hash: .sha1, label: Data()) == message)
        // As a token that drops leading zeros gives it.
        let short = block.drop { $0 == 0 }
        #expect(short.count < block.count)
        #expect(
            try OAEP.unpad(SecureBytes(copying: short), byteCount: block.count, hash: .sha1, label: Data()) == message)
    }

    @Test(arguments: [1024, 2041, 2047], HashFunction.all)
    func `blocks of openssl are unpadded`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let k = pair.publicKey.byteCount
        let longest = k - 2 * hash.digestLength - 2
        guard longest >= 0 else { return }
        for (label, message) in [
            (Data(), Data("message".utf8).prefix(longest)), (Data("label".utf8), Data()),
            (Data(count: 3), Data(repeating: 1, count: longest)),
        ] {
            var options = [
                "rsa_padding_mode:oaep", "rsa_oaep_md:\(hash.opensslName)", "rsa_mgf1_md:\(hash.opensslName)",
            ]
            if !label.isEmpty { options.append("rsa_oaep_label:\(label.hex)") }
            let ciphertext = try OpenSSLCommandLine.run(
                ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-in", "input"]
                    + options.flatMap { ["-pkeyopt", $0] },
                files: ["key": pair.publicPEM, "input": message])
            let block = try SecureBytes(copying: pair.decrypt(ciphertext, ["rsa_padding_mode:none"]))
            #expect(try OAEP.unpad(block, byteCount: k, hash: hash, label: label) == message)
            expectError(.decryptionFailed) { try OAEP.unpad(block, byteCount: k, hash: hash, label: label + [0]) }
            for other in HashFunction.all where other != hash {
                expectError(.decryptionFailed) { try OAEP.unpad(block, byteCount: k, hash: other, label: label) }
            }
        }
    }

    /// Blocks that differ from good ones in one respect, padded by the textbook.
    @Test func `every wrong block gives one and the same error`() throws {
        let k = 128
        let good = try padded(Data("message".utf8), byteCount: k)
        #expect(try unpad(good) == Data("message".utf8))
        var errors: Set<KeyStoreError> = []
        func fails(_ block: Data, byteCount: Int = k, _ comment: Comment) throws {
            do {
                let message = try unpad(block, byteCount: byteCount)
                Issue.record("\(comment): \(message)")
            } catch let error as KeyStoreError {
                errors.insert(error)
            }
        }
        var first = good
        first[0] = 1
        try fails(first, "the first byte is not zero")
        for position in [1, 20, 21, 40, 41, 60, 127] {
            var changed = good
            changed[position] ^= 0x80
            if position < 127 { try fails(changed, "byte \(position) changed") }
        }
        try fails(padded(Data(), byteCount: k) { $0[$0.count - 1] = 0 }, "there is no separator")
        try fails(padded(Data("message".utf8), byteCount: k) { $0[20] = 2 }, "a two precedes the separator")
        try fails(padded(Data("message".utf8), byteCount: k) { $0[19] ^= 1 }, "the hash of the label differs")
        try fails(good + [0], "longer than the modulus")
        try fails(Data(), "empty")
        try fails(Data(count: k), "zeros")
        try fails(Data(repeating: 0xFF, count: k), "ones")
        try fails(Data(count: 41), byteCount: 41, "too small for the hash")
        #expect(errors.count == 1)
        #expect(errors.first?.code == .decryptionFailed)
    }

    @Test func `a message of the greatest length leaves no padding`() throws {
        let message = Data(repeating: 0xAA, count: 128 - 42)
        #expect(try unpad(padded(message, byteCount: 128)) == message)
    }

    private func unpad(_ block: Data, byteCount: Int = 128) throws -> Data {
        try OAEP.unpad(SecureBytes(copying: block), byteCount: byteCount, hash: .sha1, label: Data())
    }

    /// EME-OAEP encoding with SHA-1 and a fixed seed, written out from RFC 8017, section 7.1.1.
    private func padded(_ message: Data, byteCount k: Int, _ change: (inout [UInt8]) -> Void = { _ in }) throws -> Data
    {
        var dataBlock = [UInt8](try HashFunction.sha1.digest(of: Data()))
        dataBlock += [UInt8](repeating: 0, count: k - message.count - 42) + [1] + message
        change(&dataBlock)
        let seed = [UInt8](repeating: 7, count: 20)
        let maskedBlock = zip(dataBlock, try mask(seed, dataBlock.count)).map { $0 ^ $1 }
        let maskedSeed = zip(seed, try mask(maskedBlock, 20)).map { $0 ^ $1 }
        return Data([0] + maskedSeed + maskedBlock)
    }

    private func mask(_ seed: [UInt8], _ length: Int) throws -> [UInt8] {
        var mask: [UInt8] = []
        for counter in 0...(length / 20) {
            mask += try HashFunction.sha1.digest(of: seed + [0, 0, 0, UInt8(counter)])
        }
        return [UInt8](mask.prefix(length))
    }
}

@Suite struct RSAPKCS1v15Tests {
    @Test(arguments: [1024, 2041, 2047])
    func `blocks of openssl are unpadded`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let k = pair.publicKey.byteCount
        for message in [Data(), Data([0]), Data("message".utf8), Data(repeating: 0xFF, count: k - 11)] {
            let ciphertext = try OpenSSLCommandLine.run(
                ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-in", "input"],
                files: ["key": pair.publicPEM, "input": message])
            let block = try pair.decrypt(ciphertext, ["rsa_padding_mode:none"])
            #expect(try PKCS1v15.unpadEncryption(SecureBytes(copying: block), byteCount: k) == message)
            let short = block.drop { $0 == 0 }
            #expect(try PKCS1v15.unpadEncryption(SecureBytes(copying: short), byteCount: k) == message)
        }
    }

    @Test func `every wrong block gives one and the same error`() throws {
        let k = 64
        let padding = [UInt8](repeating: 9, count: 8)
        let rest = [UInt8](repeating: 5, count: k - 11)
        let good = try PKCS1v15.unpadEncryption(SecureBytes(copying: [0, 2] + padding + [0] + rest), byteCount: k)
        #expect(good == Data(rest))
        var errors: Set<KeyStoreError> = []
        let wrong: [[UInt8]] = [
            [1, 2] + padding + [0] + rest,
            [0, 1] + padding + [0] + rest,
            [0, 3] + padding + [0] + rest,
            [0, 2] + padding.dropLast() + [0, 0] + rest,
            [0, 2, 0] + padding + rest,
            [0, 2] + [UInt8](repeating: 5, count: k - 2),
            [UInt8](repeating: 0, count: k),
            [0, 2] + padding + [0] + rest + [0],
            [],
        ]
        for block in wrong {
            do {
                let message = try PKCS1v15.unpadEncryption(SecureBytes(copying: block), byteCount: k)
                Issue.record("\(block) gave \(message)")
            } catch let error as KeyStoreError {
                errors.insert(error)
            }
        }
        #expect(errors.count == 1)
        #expect(errors.first?.code == .decryptionFailed)
        expectError(.decryptionFailed) {
            try PKCS1v15.unpadEncryption(SecureBytes(copying: Data(count: 10)), byteCount: 10)
        }
    }
}
