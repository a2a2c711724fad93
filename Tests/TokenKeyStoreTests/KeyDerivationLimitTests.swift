import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

/// Encrypted keys whose parameters OpenSSL wrote as they stand here; encrypting with such counts would take minutes.
@Suite struct KeyDerivationLimitTests {
    @Test(arguments: [10_000_001, 4_294_967_295, 9_223_372_036_854_775_807])
    func `an encrypted key that asks for too many rounds is refused with the count`(rounds: Int) throws {
        for derivation in [Derivation.pbkdf2(rounds: "\(rounds)"), .pbes1(rounds: "\(rounds)")] {
            let error = expectError(.invalidKeyData) { try read(derivation) }
            #expect(error?.message.contains("\(rounds) rounds") == true)
            #expect(error?.hint?.contains("openssl pkcs8") == true)
        }
    }

    @Test func `a count that no integer holds is refused`() throws {
        let rounds = "0x7FFFFFFFFFFFFFFFFFFFFF"
        for derivation in [Derivation.pbkdf2(rounds: rounds), .pbes1(rounds: rounds)] {
            let error = expectError(.invalidKeyData) { try read(derivation) }
            #expect(error?.message.contains("too many rounds") == true)
        }
    }

    // 16 MiB of memory, which libcrypto allows, and a quarter of an hour.
    @Test(arguments: [(16_384, 8, 16_000), (1 << 40, 1, 1), (2, 1 << 40, 1 << 40)])
    func `scrypt that asks for too much work is refused`(factors: (Int, Int, Int)) throws {
        let error = expectError(.invalidKeyData) { try read(.scrypt(factors.0, factors.1, factors.2)) }
        #expect(error?.message.contains("too many rounds") == true)
    }

    // What OpenSSL makes, and the highest counts that are recommended: the passphrase is tried, and is wrong.
    @Test(arguments: [
        Derivation.pbkdf2(rounds: "2048"), .pbkdf2(rounds: "1300000"), .pbes1(rounds: "2048"), .scrypt(16_384, 8, 1),
    ])
    func `an encrypted key that asks for as much as others make is tried`(derivation: Derivation) throws {
        expectError(.pinIncorrect) { try read(derivation) }
    }

    @Test(arguments: ["0", "-1"])
    func `a count below one is an error and no crash`(rounds: String) throws {
        for derivation in [Derivation.pbkdf2(rounds: rounds), .pbes1(rounds: rounds)] {
            #expect(throws: KeyStoreError.self) { try read(derivation) }
        }
    }

    // MARK: What the tests need

    enum Derivation: Sendable {
        case pbkdf2(rounds: String)
        case pbes1(rounds: String)
        case scrypt(Int, Int, Int)

        /// The AlgorithmIdentifier in the language of `openssl asn1parse -genconf`.
        var configuration: String {
            switch self {
            case .pbkdf2(let rounds):
                pbes2 + "\n[kdf]\noid=OID:PBKDF2\nparameters=SEQUENCE:counts\n"
                    + "[counts]\nsalt=\(salt)\nrounds=INTEGER:\(rounds)\n"
            case .scrypt(let cost, let blocks, let lanes):
                pbes2
                    + "\n[kdf]\noid=OID:1.3.6.1.4.1.11591.4.11\nparameters=SEQUENCE:counts\n[counts]\nsalt=\(salt)\n"
                    + "n=INTEGER:\(cost)\nr=INTEGER:\(blocks)\np=INTEGER:\(lanes)\n"
            case .pbes1(let rounds):
                "[algorithm]\noid=OID:PBE-SHA1-3DES\nparameters=SEQUENCE:counts\n"
                    + "[counts]\nsalt=\(salt)\nrounds=INTEGER:\(rounds)\n"
            }
        }

        private var salt: String { "FORMAT:HEX,OCTETSTRING:0011223344556677" }
        private var pbes2: String {
            """
            [algorithm]
            oid=OID:PBES2
            parameters=SEQUENCE:pbes2
            [pbes2]
            derivation=SEQUENCE:kdf
            encryption=SEQUENCE:cipher
            [cipher]
            oid=OID:AES-256-CBC
            vector=FORMAT:HEX,OCTETSTRING:000102030405060708090A0B0C0D0E0F
            """
        }
    }

    private func read(_ derivation: Derivation) throws {
        let content = "content=FORMAT:HEX,OCTETSTRING:" + String(repeating: "5A", count: 48)
        let key = "asn1=SEQUENCE:key\n[key]\nalgorithm=SEQUENCE:algorithm\n\(content)\n"
        let configuration = key + derivation.configuration
        let file = try OpenSSLCommandLine.run(
            ["asn1parse", "-genconf", "configuration", "-noout", "-out", "/dev/stdout"],
            files: ["configuration": Data(configuration.utf8)])
        _ = try RSAPrivateKeyComponents(anyRepresentation: SecureBytes(copying: file)) { try SecureBytes(utf8: "x") }
    }
}
