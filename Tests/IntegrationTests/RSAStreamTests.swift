import Foundation
import TestSupport
import Testing
import TokenKeyStore

extension `RSA on a token` {
    /// What comes in pieces gives what one piece gives.
    @Suite struct `Streams` {
        /// Lengths of pieces around every boundary of the format, the last one repeated to the end.
        static let cuts: [[Int]] = [
            [1], [0, 7], [15, 1, 16, 17], [255, 1], [256, 16], [257], [272], [100_000], [1, 271, 0, 0, 5],
        ]

        private func pieces(of data: Data, _ cuts: [Int]) -> [Data] {
            var pieces: [Data] = []
            var rest = data[...]
            for cut in cuts {
                pieces.append(Data(rest.prefix(cut)))
                rest = rest.dropFirst(cut)
            }
            let last = max(cuts.last ?? 1, 1)
            while !rest.isEmpty {
                pieces.append(Data(rest.prefix(last)))
                rest = rest.dropFirst(last)
            }
            return pieces
        }

        @Test(arguments: cuts)
        func `a stream encrypts what the token decrypts at once`(cuts: [Int]) throws {
            let key = try RSAKeys.generated(2048)
            let message = Data.sample(1234)
            let stream = try EncryptionStream(to: key.publicKey, hash: .sha256)
            var sealed = stream.header
            for piece in pieces(of: message, cuts) { sealed += try stream.update(piece) }
            sealed += try stream.finish()
            #expect(sealed.count == 256 + 1234 + 16)
            #expect(try key.decrypt(sealed, using: .rsaOAEPAESGCM(.sha256)) == message)
            expectError(.internalError) { _ = try stream.update(Data([1])) }
            expectError(.internalError) { _ = try stream.finish() }
        }

        @Test(arguments: cuts, [0, 1, 1234])
        func `a stream decrypts what was encrypted at once`(cuts: [Int], count: Int) throws {
            let key = try RSAKeys.generated(2048)
            let message = Data.sample(count)
            let sealed = try key.publicKey.encrypt(message, using: .rsaOAEPAESGCM(.sha256))
            let stream = try DecryptionStream(with: key, hash: .sha256)
            var opened = Data()
            for piece in pieces(of: sealed, cuts) { opened += try stream.update(piece) }
            try stream.finish()
            #expect(opened == message)
        }

        @Test func `a damaged stream fails at its end at the latest`() throws {
            let key = try RSAKeys.generated(2048)
            let sealed = try key.publicKey.encrypt(Data.sample(100), using: .rsaOAEPAESGCM(.sha256))
            for index in [0, 255, 256, 355, 356, 371] {
                let stream = try DecryptionStream(with: key, hash: .sha256)
                expectError(.decryptionFailed) {
                    _ = try stream.update(sealed.flippingBit(of: index))
                    try stream.finish()
                }
            }
            let cutOff = try DecryptionStream(with: key, hash: .sha256)
            _ = try cutOff.update(sealed.dropLast())
            expectError(.decryptionFailed) { try cutOff.finish() }
        }

        @Test(arguments: [0, 1, 255, 256, 271])
        func `a stream that ends before its tag says so`(count: Int) throws {
            let key = try RSAKeys.generated(2048)
            let sealed = try key.publicKey.encrypt(Data(), using: .rsaOAEPAESGCM(.sha256))
            let stream = try DecryptionStream(with: key, hash: .sha256)
            #expect(try stream.update(sealed.prefix(count)).isEmpty)
            let error = expectError(.invalidLength) { try stream.finish() }
            #expect(error?.message.contains("272") == true)
        }

        @Test(arguments: cuts, HashFunction.all)
        func `a digest in pieces`(cuts: [Int], hash: HashFunction) throws {
            let message = Data.sample(3000)
            let digest = try MessageDigest(hash)
            for piece in pieces(of: message, cuts) { try digest.update(piece) }
            #expect(try digest.finish() == OpenSSL.digest(message, hash))
            expectError(.internalError) { _ = try digest.finish() }
        }

        @Test(arguments: cuts)
        func `a signature of a message in pieces`(cuts: [Int]) throws {
            let key = try RSAKeys.generated(2048)
            let message = Data.sample(3000)
            for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPKCS1(.sha1)] {
                var rest = pieces(of: message, cuts)[...]
                let signature = try key.signature(using: algorithm) { rest.popFirst() }
                #expect(try signature == key.signature(for: message, using: algorithm))
            }
            var rest = pieces(of: message, cuts)[...]
            let signature = try key.signature(using: .rsaPSS(.sha384)) { rest.popFirst() }
            #expect(
                try OpenSSLPublicKey(key.publicKey).verifiesMessage(
                    signature, of: message, .sha384, ["rsa_padding_mode:pss", "rsa_pss_saltlen:48"]))
        }

        @Test func `the raw algorithms take pieces up to their limit and no more`() throws {
            let key = try RSAKeys.generated(2048)
            let input = Data.sample(245)
            var rest = pieces(of: input, [50])[...]
            let signature = try key.signature(using: .rsaPKCS1Raw) { rest.popFirst() }
            #expect(try signature == key.signature(for: input, using: .rsaPKCS1Raw))
            expectError(.invalidLength) {
                // Without an end: it has to stop at the limit.
                _ = try key.signature(using: .rsaPKCS1Raw) { Data.sample(50) }
            }
        }

        @Test func `an empty message in no piece, and in an empty one`() throws {
            let key = try RSAKeys.generated(2048)
            let none = try key.signature(using: .rsaPKCS1(.sha256)) { nil }
            var rest = [Data()][...]
            let empty = try key.signature(using: .rsaPKCS1(.sha256)) { rest.popFirst() }
            #expect(none == empty)
            #expect(try OpenSSLPublicKey(key.publicKey).verifiesMessage(none, of: Data(), .sha256, []))
        }

        /// In another process, whose peak of memory is its own.
        @Test(
            .disabled(
                if: Sanitizer.isAddress || Sanitizer.isThread,
                "a sanitizer keeps freed memory and notes"))
        func `256 MiB are signed and encrypted in a few`() async throws {
            let keys = try #require(RSAKeys.current)
            let signaturePath = keys.token.directory.file("signature of 256 MiB")
            await #expect(processExitsWith: .success) {
                [
                    module = keys.token.modulePath as String, label = keys.token.label as String,
                    pin = keys.token.pin as String, signaturePath = signaturePath as String
                ] in
                let store = try KeyStore(
                    module: .path(module), token: .label(label), pin: .value(SecureBytes(utf8: pin)))
                let key = try store.privateKey(label: "generated 2048")
                let piece = Data(count: 1 << 20)
                let before = try peakOfMemory()
                var left = 256
                let signature = try key.signature(using: .rsaPKCS1(.sha256)) {
                    left -= 1
                    return left >= 0 ? piece : nil
                }
                try signature.write(to: URL(fileURLWithPath: signaturePath))
                let sealing = try EncryptionStream(to: key.publicKey, hash: .sha256)
                let opening = try DecryptionStream(with: key, hash: .sha256)
                var opened = try opening.update(sealing.header).count
                for _ in 0..<256 { opened += try opening.update(sealing.update(piece)).count }
                opened += try opening.update(sealing.finish()).count
                try opening.finish()
                let growth = try peakOfMemory() - before
                guard opened == 256 << 20, growth < 32 << 20 else {
                    print("\(opened) bytes came out, \(growth) bytes of memory went in")
                    exit(1)
                }
            }
            let message = try Command.start("head", ["-c", "\(256 << 20)", "/dev/zero"]).wait().stdout
            let signature = try Data(contentsOf: URL(fileURLWithPath: signaturePath))
            let openssl = try OpenSSLPublicKey(RSAKeys.generated(2048).publicKey)
            #expect(try openssl.verifiesMessage(signature, of: message, .sha256, []))
        }

        @Test func `what the reader throws comes out, and the key still signs`() throws {
            struct ReaderFailed: Error {}
            let key = try RSAKeys.generated(2048)
            #expect(throws: ReaderFailed.self) {
                try key.signature(using: .rsaPKCS1(.sha256)) { throw ReaderFailed() }
            }
            _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
        }
    }
}

/// The most memory that this process has had in use so far, in bytes.
private func peakOfMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
}
