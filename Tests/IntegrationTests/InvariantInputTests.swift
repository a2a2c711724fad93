import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// What a caller passes is what the token gets, whatever the token lacks: invariant 8 of the design.
@Suite struct `What is signed and decrypted` {
    static let hashes: [(HashFunction, String)] = [
        (.sha1, "sha1"), (.sha224, "sha224"), (.sha256, "sha256"), (.sha384, "sha384"), (.sha512, "sha512"),
    ]

    private let place: FaultyToken
    private let known: KnownKey
    private let key: PrivateKey

    init() throws {
        place = try FaultyToken()
        known = try KnownKey.usual.get()
        try place.witness.add(known, id: Data([1]), label: "key")
        key = try place.open().privateKey(label: "key")
    }

    private func openssl(_ arguments: [String], input: Data, _ files: [String: Data]) throws -> CommandResult {
        let folder = try TemporaryDirectory()
        for (name, contents) in files { try folder.write(contents, to: name) }
        return try Command.run("openssl", arguments, input: input, directory: folder.path)
    }

    private func digest(_ message: Data, _ name: String) throws -> Data {
        try openssl(["dgst", "-\(name)", "-binary"], input: message, [:]).stdout
    }

    /// What a token may lack of what signing uses.
    static let lacks = [
        "", "mech:hide=CKM_SHA256_RSA_PKCS; mech:hide=CKM_SHA256_RSA_PKCS_PSS",
        "mech:refuse:CKM_SHA256_RSA_PKCS=CKR_MECHANISM_INVALID; mech:refuse:CKM_SHA256_RSA_PKCS_PSS=CKR_MECHANISM_PARAM_INVALID",
        "mech:hide=CKM_RSA_PKCS_PSS; mech:hide=CKM_SHA256_RSA_PKCS_PSS",
        "mech:refuse:CKM_RSA_PKCS_PSS=CKR_MECHANISM_INVALID; mech:refuse:CKM_SHA256_RSA_PKCS_PSS=CKR_ARGUMENTS_BAD",
    ]

    @Test(arguments: lacks) func `is the message, or its digest, whatever the token lacks`(plan: String) throws {
        let place = try FaultyToken(plan: plan)
        try place.witness.add(known, id: Data([1]), label: "key")
        let key = try place.open().privateKey(label: "key")
        for message in [Data(), Data("m".utf8), Data(repeating: 7, count: 100_000)] {
            let digest = try digest(message, "sha256")
            // Twice: what the token refused is remembered.
            for _ in 0..<2 {
                for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256)] {
                    for signature in try [
                        key.signature(for: message, using: algorithm),
                        key.signature(forDigest: digest, using: algorithm),
                    ] {
                        let options =
                            algorithm == .rsaPKCS1(.sha256)
                            ? [] : ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]
                        let answer = try openssl(
                            ["dgst", "-sha256", "-verify", "public", "-signature", "signature"] + options,
                            input: message, ["public": Data(known.publicPEM.utf8), "signature": signature])
                        #expect(answer.succeeded, "\(plan), \(message.count) bytes: \(answer)")
                    }
                }
            }
        }
    }

    @Test func `by PSS has the hash, the mask and the salt of the one hash that was named`() throws {
        let message = Data("pss".utf8)
        for (hash, name) in Self.hashes {
            let signature = try key.signature(for: message, using: .rsaPSS(hash))
            for (other, otherName) in Self.hashes {
                for salt in [hash.digestLength, hash.digestLength + 1] {
                    let answer = try openssl(
                        [
                            "pkeyutl", "-verify", "-pubin", "-inkey", "public", "-sigfile", "signature", "-pkeyopt",
                            "rsa_padding_mode:pss", "-pkeyopt", "digest:\(name)", "-pkeyopt",
                            "rsa_mgf1_md:\(otherName)",
                            "-pkeyopt", "rsa_pss_saltlen:\(salt)",
                        ], input: digest(message, name),
                        ["public": Data(known.publicPEM.utf8), "signature": signature])
                    #expect(
                        answer.succeeded == (other == hash && salt == hash.digestLength), "\(name) \(otherName) \(salt)"
                    )
                }
            }
        }
    }

    @Test func `as a digest is no message`() throws {
        let message = Data("m".utf8)
        let digest = try digest(message, "sha256")
        for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256)] {
            let hashedTwice = try key.signature(for: digest, using: algorithm)
            let hashedOnce = try key.signature(forDigest: digest, using: algorithm)
            let publicKey = try key.publicKey
            #expect(try publicKey.isValidSignature(hashedTwice, for: digest, using: algorithm))
            #expect(try !publicKey.isValidSignature(hashedTwice, for: message, using: algorithm))
            #expect(try publicKey.isValidSignature(hashedOnce, for: message, using: algorithm))
            #expect(try publicKey.isValidSignature(hashedOnce, forDigest: digest, using: algorithm))
        }
        let calls = place.faults.count(of: "C_SignInit")
        for length in [0, 20, 31, 33, 64] {
            expectError(.invalidLength) {
                _ = try key.signature(forDigest: Data(count: length), using: .rsaPKCS1(.sha256))
            }
        }
        #expect(place.faults.count(of: "C_SignInit") == calls)
    }

    @Test func `by OAEP has the hash that was named, on the token or on the host, and never SHA-1 instead`() throws {
        let message = Data("oaep".utf8)
        for (hash, name) in Self.hashes {
            for label in [Data(), Data([0, 1, 2])] {
                var options = [
                    "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:\(name)", "-pkeyopt",
                    "rsa_mgf1_md:\(name)",
                ]
                if !label.isEmpty { options += ["-pkeyopt", "rsa_oaep_label:000102"] }
                let ciphertext = try openssl(
                    ["pkeyutl", "-encrypt", "-pubin", "-inkey", "public"] + options, input: message,
                    ["public": Data(known.publicPEM.utf8)]
                ).stdout
                for (other, _) in Self.hashes {
                    for otherLabel in [Data(), Data([0, 1, 2])] {
                        let algorithm = EncryptionAlgorithm.rsaOAEP(other, label: otherLabel)
                        if other == hash, otherLabel == label {
                            #expect(try key.decrypt(ciphertext, using: algorithm) == message)
                        } else {
                            expectError(.decryptionFailed) { _ = try key.decrypt(ciphertext, using: algorithm) }
                        }
                    }
                }
            }
        }
    }

    @Test func `by OAEP with a hash that the token lacks, and no RSA operation either, is an error`() throws {
        let ciphertext = try key.publicKey.encrypt(Data("m".utf8), using: .rsaOAEP(.sha256))
        for plan in ["mech:hide=CKM_RSA_X_509", "mech:flags-:CKM_RSA_X_509=CKF_DECRYPT"] {
            let place = try FaultyToken(plan: plan)
            try place.witness.add(known, id: Data([1]), label: "key")
            let key = try place.open().privateKey(label: "key")
            let error = expectError(.mechanismUnsupported, "\(plan)") {
                _ = try key.decrypt(ciphertext, using: .rsaOAEP(.sha256))
            }
            #expect(error?.message.contains("CKM_RSA_PKCS_OAEP") == true)
            let other = try key.publicKey.encrypt(Data("m".utf8), using: .rsaOAEP(.sha1))
            #expect(try key.decrypt(other, using: .rsaOAEP(.sha1)) == Data("m".utf8))
        }
    }

    @Test func `by a token that refuses the parameters is asked once, and remembered`() throws {
        let ciphertext = try key.publicKey.encrypt(Data("m".utf8), using: .rsaOAEP(.sha256))
        _ = try key.decrypt(ciphertext, using: .rsaOAEP(.sha256))
        let again = try place.calls { try key.decrypt(ciphertext, using: .rsaOAEP(.sha256)) }
        #expect(again.functions == ["C_DecryptInit", "C_Decrypt"])
    }
}
