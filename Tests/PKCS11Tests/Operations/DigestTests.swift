import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Digests and random numbers` {
    private static let shared = Result { try LoadedToken.shared() }
    private let loaded: LoadedToken

    init() throws { loaded = try Self.shared.get() }

    @Test(arguments: [
        (MechanismType.md5, "md5"), (.sha1, "sha1"), (.sha224, "sha224"), (.sha256, "sha256"), (.sha384, "sha384"),
        (.sha512, "sha512"),
    ]) func `are openssl's`(type: MechanismType, name: String) throws {
        let session = try loaded.slot.openSession()
        for length in [0, 1, 63, 64, 65, 100_000] {
            let message = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
            let expected = try OpenSSL.digest(message, name)
            try session.digestInit(Mechanism(type))
            #expect(try session.digest(message) == expected)
            try session.digestInit(Mechanism(type))
            try session.digestUpdate(message.prefix(17))
            try session.digestUpdate(message.dropFirst(17))
            #expect(try session.digestFinal() == expected)
        }
    }

    @Test func `of a secret key`() throws {
        let session = try loaded.slot.openSession()
        let secret = Data((0..<20).map { UInt8($0) })
        let key = try session.createObject([
            .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.token, false), Attribute(.private, false),
            Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.value, secret),
        ])
        try session.digestInit(Mechanism(.sha256))
        try session.digestUpdate(Data("prefix".utf8))
        try session.digestKey(key)
        #expect(try session.digestFinal() == OpenSSL.digest(Data("prefix".utf8) + secret, "sha256"))
    }

    @Test func `a second one cannot begin before the first has ended`() throws {
        let session = try loaded.slot.openSession()
        try session.digestInit(Mechanism(.sha256))
        let error = try failure { try session.digestInit(Mechanism(.sha256)) }
        #expect(error.returnValue == .operationActive)
        #expect(error.function == "C_DigestInit")
        _ = try session.digestFinal()
        #expect(try failure { try session.digestFinal() }.returnValue == .operationNotInitialized)
    }

    @Test(arguments: [0, 1, 32, 1 << 20]) func `random bytes are as many as asked for`(count: Int) throws {
        let session = try loaded.slot.openSession()
        let bytes = try session.randomBytes(count: count)
        #expect(bytes.count == count)
        if count >= 32 { #expect(try session.randomBytes(count: count) != bytes) }
        // A megabyte has every byte, and half of its bits are set, give or take a hundred times what chance explains.
        if count == 1 << 20 {
            #expect(Set(bytes).count == 256)
            let ones = bytes.reduce(0) { $0 + $1.nonzeroBitCount }
            #expect(abs(ones - 4 << 20) < 150_000)
        }
    }

    @Test func `random bytes that cannot be had`() throws {
        let session = try loaded.slot.openSession()
        #expect(try failure { try session.randomBytes(count: -1) }.code == .invalidArgument)
        let faults = try FaultProvider(on: loaded.token)
        let module = try Module.load(path: faults.path)
        let other = try LoadedToken.slot(labelled: "test", of: module).openSession()
        try faults.plan("C_GenerateRandom:every=CKR_RANDOM_NO_RNG")
        let error = try failure { try other.randomBytes(count: 3) }
        #expect(error.returnValue == .randomNoRNG)
        #expect(error.message == "making 3 random bytes")
        faults.reset()
        #expect(try other.randomBytes(count: 0) == Data())
        #expect(faults.count(of: "C_GenerateRandom") == 0)
        #expect(try other.randomBytes(count: 9).count == 9)
        #expect(faults.count() == 1)
    }

    @Test func `the generator is seeded`() throws {
        let session = try loaded.slot.openSession()
        try session.seedRandom(Data("some entropy".utf8))
        #expect(try session.randomBytes(count: 16).count == 16)
        let faults = try FaultProvider(on: loaded.token)
        let module = try Module.load(path: faults.path)
        let other = try LoadedToken.slot(labelled: "test", of: module).openSession()
        try faults.plan("C_SeedRandom:every=CKR_RANDOM_SEED_NOT_SUPPORTED")
        let error = try failure { try other.seedRandom(Data([1])) }
        #expect(error.returnValue == .randomSeedNotSupported)
        #expect(error.function == "C_SeedRandom")
    }
}
