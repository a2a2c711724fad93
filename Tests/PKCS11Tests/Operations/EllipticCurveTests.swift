import Foundation
import PKCS11
import TestSupport
import Testing

/// Keys on elliptic curves: points and signatures in whatever form a token has them.
@Suite struct `Elliptic curves` {
    // Object identifiers in DER (RFC 5480, RFC 8410), and a name as an older draft of the standard had it.
    private static let p256 = Data(hexadecimal: "06082a8648ce3d030107")
    private static let p521 = Data(hexadecimal: "06052b81040023")
    private static let ed25519 = Data(hexadecimal: "06032b6570")
    private static let ed25519ByName = Data(hexadecimal: "130c656477617264733235353139")

    // A pair of pairs that openssl made, chosen because their shared secret begins with a zero byte.
    private static let ourScalar = Data(
        hexadecimal: "c1d2e95070c3d0e54a3e12da42b6ad587969c9b16f523e9764e09ed72fd6b6ba")
    private static let theirPoint = Data(
        hexadecimal: """
            04899c01d6fa68371eec2b27b782554cbae211eac31cbee920c73e6310ea585741
            7bd9f52af147443027c2bb5468016d7a1144bb1f9f5b61b7535fa4faad7a2a2c
            """)
    private static let sharedSecret = Data(
        hexadecimal: "00fca091bf9120f97da208ad668ef5c9f84a95552b7060a026a38a0d4bcba22c")

    private static let shared = Result { try LoadedToken.shared() }
    private let loaded: LoadedToken

    init() throws { loaded = try Self.shared.get() }

    /// An OCTET STRING of up to 127 bytes.
    private static func wrapped(_ point: Data) -> Data { Data([4, UInt8(point.count)]) + point }

    /// A token behind faults.
    private struct Faulty {
        let token: SoftHSMToken
        let faults: FaultProvider
        let slot: Slot

        init() throws {
            token = try SoftHSMToken()
            faults = try FaultProvider(on: token)
            slot = try LoadedToken.slot(labelled: "test", of: Module.load(path: faults.path))
        }

        func session() throws -> Session {
            let session = try slot.openSession(readWrite: true)
            try session.login(.user, pin: SecureBytes(utf8: token.pin))
            return session
        }
    }

    private func ourKey(_ session: borrowing Session) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.privateKey), .keyType(.ec), Attribute(.token, false), Attribute(.derive, true),
            Attribute(.ecParams, Self.p256), Attribute(.value, Self.ourScalar),
        ])
    }

    private static let secretTemplate: [Attribute] = [
        .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.token, false), Attribute(.private, false),
        Attribute(.sensitive, false), Attribute(.extractable, true),
    ]

    // MARK: Points

    /// Raw points of P-256 and Ed25519, one of X25519 whose second byte is its length less two, and the first one wrapped.
    @Test(arguments: [
        theirPoint, wrapped(theirPoint), Data(repeating: 0xD7, count: 32),
        Data([0x04, 0x1E, 0xF8, 0x1D]) + Data(count: 28), Data(),
    ]) func `a point is given as the token has it, raw or wrapped, whatever it looks like`(point: Data) throws {
        let toy = try ToyProvider()
        toy.attribute(.keyType, number: KeyType.ec.rawValue)
        toy.attribute(.ecPoint, [UInt8](point))
        let session = try toy.session()
        let object = ObjectHandle(rawValue: 1)
        #expect(try session.attributes([.keyType, .ecPoint], of: object).data(.ecPoint) == point)
        let reader = AttributeReader()
        for _ in 0..<2 {
            let values = try reader.attributes([.objectClass, .keyType, .ecPoint], of: object, in: session)
            #expect(values.data(.ecPoint) == point)
        }
    }

    @Test func `a public key is created with its point wrapped, and verifies what openssl signed`() throws {
        let folder = try TemporaryDirectory()
        func openssl(_ arguments: [String], input: Data = Data()) throws -> Data {
            try Command.check("openssl", arguments, input: input, directory: folder.path).stdout
        }
        _ = try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key"])
        let point = try openssl(["ec", "-in", "key", "-pubout", "-outform", "DER"]).suffix(65)
        let message = Data("message".utf8)
        let digest = try OpenSSL.digest(message, "sha256")
        let der = [UInt8](try openssl(["dgst", "-sha256", "-sign", "key"], input: message))
        // SEQUENCE of two INTEGERs, of fewer than 128 bytes all together.
        let r = Data(der[4..<4 + Int(der[3])])
        let s = Data(der[(6 + Int(der[3]))...])
        func half(_ integer: Data) -> Data {
            let digits = integer.drop { $0 == 0 }
            return Data(count: 32 - digits.count) + digits
        }
        let session = try loaded.session()
        let key = try session.createObject([
            .objectClass(.publicKey), .keyType(.ec), Attribute(.token, false), Attribute(.verify, true),
            Attribute(.ecParams, Self.p256), Attribute(.ecPoint, Self.wrapped(point)),
        ])
        try session.verifyInit(Mechanism(.ecdsa), key: key)
        #expect(try session.verify(digest, signature: half(r) + half(s)))
        #expect(try session.attributes([.ecPoint], of: key).data(.ecPoint) == Self.wrapped(point))
    }

    @Test func `Edwards curves are named by OID, or by name where a token knows no OID`() throws {
        let session = try loaded.session()
        var made = 0
        for curve in [Self.ed25519, Self.ed25519ByName] {
            do {
                let pair = try session.generateKeyPair(
                    Mechanism(.ecEdwardsKeyPairGen), publicTemplate: [Attribute(.ecParams, curve)],
                    privateTemplate: [Attribute(.sign, true), Attribute(.token, false)])
                made += 1
                let values = try session.attributes([.ecParams, .ecPoint], of: pair.publicKey)
                #expect(values.data(.ecParams) == curve)
                let point = try #require(values.data(.ecPoint)).suffix(32)
                try session.signInit(Mechanism(.eddsa), key: pair.privateKey)
                let signature = try session.sign(Data("message".utf8), maximumLength: 64)
                #expect(signature.count == 64)
                // SubjectPublicKeyInfo of RFC 8410.
                let folder = try TemporaryDirectory()
                try folder.write(Data(hexadecimal: "302a300506032b6570032100") + point, to: "key")
                try folder.write(Data("message".utf8), to: "message")
                try folder.write(signature, to: "signature")
                let line = [
                    "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-keyform", "DER", "-rawin", "-in", "message",
                    "-sigfile", "signature",
                ]
                #expect(try Command.run("openssl", line, directory: folder.path).succeeded)
            } catch let error as PKCS11Error {
                // The token's own word for a curve that it cannot read.
                #expect(error.function == "C_GenerateKeyPair")
            }
        }
        #expect(made >= 1)
    }

    // MARK: Signatures

    @Test(arguments: [(p256, 32, 300), (p521, 66, 60)])
    func `the halves of a signature have the width of the curve, whatever they begin with`(
        curve: Data, width: Int, count: Int
    ) throws {
        let session = try loaded.session()
        let pair = try session.generateKeyPair(
            Mechanism(.ecKeyPairGen), publicTemplate: [Attribute(.ecParams, curve), Attribute(.verify, true)],
            privateTemplate: [Attribute(.sign, true), Attribute(.token, false)])
        for number in 0..<count {
            try session.signInit(Mechanism(.ecdsa), key: pair.privateKey)
            let digest = Data(repeating: UInt8(truncatingIfNeeded: number), count: 32)
            let signature = try session.sign(digest, maximumLength: 2 * width)
            #expect(signature.count == 2 * width)
            if width == 66 {
                // The order of P-521 has 521 bits: of 66 bytes the first is 0 or 1.
                #expect(signature[0] <= 1 && signature[66] <= 1)
            }
        }
    }

    // MARK: Derivation

    @Test(arguments: ["", "derive:point=raw", "derive:point=wrapped"])
    func `the other side's point is sent as it was given, raw, or wrapped for a module that wants that`(
        plan: String
    ) throws {
        let faulty = try Faulty()
        let session = try faulty.session()
        let key = try ourKey(session)
        try faulty.faults.plan(plan)
        let template = Self.secretTemplate + [Attribute(.valueLen, 32)]
        func derive(_ point: Data) throws -> Data? {
            let secret = try session.deriveKey(
                from: key, with: .ecdh1Derive(kdf: .null, publicData: point), template: template)
            return try session.attributes([.value], of: secret).data(.value)
        }
        if plan == "derive:point=wrapped" {
            let error = try failure { try derive(Self.theirPoint) }
            // The code of that module, CKR_ECC_POINT_INVALID, is its own and no one else's.
            #expect(error.returnValue?.rawValue == 0x8000_002F)
            #expect(error.description.contains("0x8000002F") || error.description.contains("0x8000002f"))
            #expect(try derive(Self.wrapped(Self.theirPoint)) == Self.sharedSecret)
        } else {
            #expect(try derive(Self.theirPoint) == Self.sharedSecret)
        }
        if plan == "derive:point=raw" {
            let error = try failure { try derive(Self.wrapped(Self.theirPoint)) }
            #expect(error.returnValue == .mechanismParamInvalid)
        }
    }

    @Test func `a secret that begins with a zero byte has its whole length`() throws {
        let session = try loaded.session()
        let key = try ourKey(session)
        let secret = try session.deriveKey(
            from: key, with: .ecdh1Derive(kdf: .null, publicData: Self.theirPoint),
            template: Self.secretTemplate + [Attribute(.valueLen, 32)])
        let values = try session.attributes([.value, .valueLen], of: secret)
        #expect(values.data(.value) == Self.sharedSecret)
        #expect(values.number(.valueLen) == 32)
    }

    @Test func `a derivation says the length of its secret where a token wants it`() throws {
        let faulty = try Faulty()
        let session = try faulty.session()
        let key = try ourKey(session)
        let mechanism = Mechanism.ecdh1Derive(kdf: .null, publicData: Self.theirPoint)
        try faulty.faults.plan("template:require=CKA_VALUE_LEN")
        let error = try failure { try session.deriveKey(from: key, with: mechanism, template: Self.secretTemplate) }
        #expect(error.returnValue == .templateIncomplete)
        #expect(error.function == "C_DeriveKey")
        for length in [UInt(32), 16] {
            let secret = try session.deriveKey(
                from: key, with: mechanism, template: Self.secretTemplate + [Attribute(.valueLen, length)])
            let value = try #require(try session.attributes([.value], of: secret).data(.value))
            #expect(value.count == Int(length))
            // Which end a shorter one loses is the token's affair here.
            if length == 32 { #expect(value == Self.sharedSecret) }
        }
    }

    @Test func `a derivation holds what was put into its template and nothing else`() throws {
        let faulty = try Faulty()
        let session = try faulty.session()
        let key = try ourKey(session)
        try faulty.faults.plan(
            """
            template:require=CKA_TOKEN; template:require=CKA_VALUE_LEN
            template:refuse:CKA_ENCRYPT=true; template:refuse:CKA_ENCRYPT=false
            template:refuse:CKA_DECRYPT=true; template:refuse:CKA_DECRYPT=false
            """)
        let mechanism = Mechanism.ecdh1Derive(kdf: .null, publicData: Self.theirPoint)
        let template = Self.secretTemplate + [Attribute(.valueLen, 32)]
        _ = try session.deriveKey(from: key, with: mechanism, template: template)
        let error = try failure {
            try session.deriveKey(from: key, with: mechanism, template: template + [Attribute(.encrypt, true)])
        }
        #expect(error.returnValue == .attributeValueInvalid)
    }
}
