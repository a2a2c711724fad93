import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The table "Call budget" of the design: how many Cryptoki calls an operation may cost.
@Suite struct `Call budget` {
    /// The calls of each step, as OpenSC's logging provider saw them.
    private func spiedCalls(pairs: Int) throws -> (calls: [String: [String]], listed: Int) {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: pairs, workingKey: true)
        let spy = try Spy(on: token.modulePath)
        // C_GetInterface is a symbol of the library, not a call to the token.
        let result = try Command.check(
            Repository.product("TestProgram"), ["calls", spy.modulePath, token.label, token.pin],
            environment: token.environment.merging(spy.environment) { $1 })
        var calls: [String: [String]] = [:]
        for line in result.output.split(separator: "\n") {
            let parts = line.components(separatedBy: ": ")
            let names = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
            calls[parts[0].trimmingCharacters(in: [":"])] = names.filter { $0 != "C_GetInterface" }
        }
        return (calls, Int(calls["listed"]?.first ?? "") ?? -1)
    }

    @Test func `every operation keeps to the table, by the log of the spy`() throws {
        let (calls, listed) = try spiedCalls(pairs: 300)
        func count(_ step: String) -> Int { calls[step]?.count ?? .max }

        let sign = ["C_SignInit", "C_Sign"]
        for step in ["sign", "sign with another value of the key", "sign a digest", "sign a long message"] {
            #expect(calls[step] == sign, "\(step)")
        }
        let decrypt = ["C_DecryptInit", "C_Decrypt"]
        for name in ["PKCS #1", "OAEP SHA-1", "OAEP SHA-256", "OAEP AES-GCM"] {
            #expect(calls["decrypt \(name)"] == decrypt, "\(name)")
            #expect(calls["encrypt \(name)"] == [], "\(name)")
        }
        #expect(calls["verify"] == [])
        #expect(calls["random"] == ["C_GenerateRandom"])

        // The mechanism list and what the token says of a mechanism, and what becomes of the hash that SoftHSM refuses: once.
        #expect(count("first sign") <= 5)
        #expect(count("first sign of a digest") <= 3)
        #expect(count("first decrypt OAEP SHA-256") <= 5)

        let find = ["C_FindObjectsInit", "C_FindObjects", "C_FindObjects", "C_FindObjectsFinal"]
        for step in ["first find", "find by tag", "find by label", "find public"] {
            let (calls, reads) = (calls[step] ?? [], calls[step]?.dropFirst(4) ?? [])
            // A session beside the anchor is opened for the first operation.
            #expect(calls.drop { $0 == "C_OpenSession" }.prefix(4) == find[...], "\(step)")
            #expect(reads.allSatisfy { $0 == "C_GetAttributeValue" } || step == "first find", "\(step)")
            // Once per slot, one call more shows whether the provider can be trusted with the length of a buffer.
            #expect(reads.count <= (step == "first find" ? 4 : 2), "\(step): \(reads)")
        }

        // SoftHSM has two slots here: the token, and the one that is always there.
        // What the module says of itself is asked once, for the table of quirks.
        let opening = calls["open"] ?? []
        #expect(opening.filter { $0 != "C_GetInfo" }.count <= 6 + 2, "\(opening)")
        #expect(opening.count { $0 == "C_GetInfo" } <= 1)
        #expect(count("open again") <= 6 + 2)
        #expect(calls["open again"]?.contains("C_GetInfo") == false)

        #expect(listed == 301)
        let objects = 602.0
        #expect(Double(count("list")) <= 1.1 * objects + (objects / 256).rounded(.up) + 8)
        #expect(calls["list"]?.count { $0 == "C_FindObjectsInit" } == 1)
        #expect(calls["close one"] == ["C_CloseSession"])
        #expect(calls["close"]?.last == "C_CloseSession")
    }

    @Test func `a provider that is not trusted with lengths costs two reads for each object`() throws {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 40, workingKey: false)
        let faults = try FaultProvider(on: token)
        try faults.plan("honest=0")
        let store = try KeyStore(
            module: .path(faults.path), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)))
        _ = try store.keys(matching: KeyQuery(label: "no such label"))
        faults.reset()
        try faults.plan("honest=0")
        #expect(try store.keys().count == 40)
        #expect(Double(faults.count()) <= 2.1 * 80 + 1 + 8)
        #expect(faults.count(of: "C_FindObjectsInit") == 1)
    }

    @Test func `a key that asks for a login each time costs three calls to sign`() throws {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        let faults = try FaultProvider(on: token)
        try faults.plan("auth:always; readback:CKA_ALWAYS_AUTHENTICATE:CKO_PRIVATE_KEY=true")
        let store = try KeyStore(
            module: .path(faults.path), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)))
        let key = try store.privateKey(label: "key")
        let message = Data("message".utf8)
        let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)
        #expect(key.attributes.alwaysAuthenticate)
        _ = try key.signature(for: message, using: algorithm)
        let before = faults.log.count
        let signature = try key.signature(for: message, using: algorithm)
        #expect(Array(faults.log.dropFirst(before)) == ["C_SignInit", "C_Login", "C_Sign"])
        #expect(try key.publicKey.isValidSignature(signature, for: message, using: algorithm))
    }
}
