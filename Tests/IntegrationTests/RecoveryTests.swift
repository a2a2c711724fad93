import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A session that failed is not reused, and what is safe is done once more: invariant 6 of the design.
@Suite struct `After a failure` {
    private let place: FaultyToken
    private let known: KnownKey

    init() throws {
        place = try FaultyToken()
        known = try KnownKey.small.get()[0]
        try place.witness.add(known, id: Data([1]), label: "key")
    }

    private func sign(_ key: PrivateKey) throws {
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == known.signature)
    }

    /// A store and a key that has signed, so that a session is idle.
    private func signingKey() throws -> (store: KeyStore, key: PrivateKey) {
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        try sign(key)
        place.faults.reset()
        return (store, key)
    }

    // MARK: One failure

    @Test(
        arguments: [
            "CKR_SESSION_HANDLE_INVALID", "CKR_SESSION_CLOSED", "CKR_DEVICE_ERROR", "CKR_DEVICE_MEMORY",
            "CKR_DEVICE_REMOVED", "CKR_TOKEN_NOT_PRESENT", "CKR_USER_NOT_LOGGED_IN", "CKR_OBJECT_HANDLE_INVALID",
            "CKR_KEY_HANDLE_INVALID", "CKR_OPERATION_ACTIVE",
        ], ["C_SignInit:1", "C_SignInit:1+", "C_Sign:1", "C_Sign:1+"])
    func `the next attempt signs`(code: String, call: String) throws {
        let (store, key) = try signingKey()
        try place.faults.plan("\(call)=\(code)")
        try sign(key)
        #expect(place.faults.fired == 1)
        #expect(place.faults.count(of: "C_SignInit") == 2)
        #expect(place.faults.openSessions == store.sessionCount)
        // The session that failed is closed; what is lent next has no operation left in it.
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test(arguments: [
        "CKR_GENERAL_ERROR", "CKR_FUNCTION_FAILED", "CKR_HOST_MEMORY", "CKR_FUNCTION_CANCELED", "0x80000001",
    ])
    func `that says nothing of the session, nothing is repeated, and the session is thrown away`(code: String) throws {
        let (store, key) = try signingKey()
        try place.faults.plan("C_Sign:1=\(code)")
        let error = expectError(.tokenError) { try sign(key) }
        #expect(error?.underlying?.function == "C_Sign")
        #expect(error?.underlying?.returnValue?.description == code)
        #expect(place.faults.count(of: "C_SignInit") == 1)
        #expect(place.faults.count(of: "C_CloseSession") == 1)
        #expect(place.faults.openSessions == store.sessionCount)
        try sign(key)
    }

    @Test func `and a second one, the error is that of the second`() throws {
        let (store, key) = try signingKey()
        try place.faults.plan("C_SignInit:1=CKR_SESSION_HANDLE_INVALID; C_Sign:1=CKR_DEVICE_ERROR")
        let error = expectError(.deviceError) { try sign(key) }
        #expect(error?.underlying?.function == "C_Sign")
        #expect(place.faults.openSessions == store.sessionCount)
        try sign(key)
    }

    // MARK: A device that went away

    @Test(arguments: ["sessions:forget", "token:removed; token:present"])
    func `of every session the store finds everything again`(plan: String) throws {
        let (store, key) = try signingKey()
        for _ in 0..<3 {
            try place.faults.plan(plan)
            try sign(key)
            #expect(store.loginState.isVerified)
            #expect(place.faults.openSessions == store.sessionCount)
        }
        try place.faults.plan(plan)
        #expect(try store.keys().count == 1)
        try place.faults.plan(plan)
        #expect(try store.privateKey(label: "key") == key)
        try place.faults.plan(plan)
        #expect(try store.randomBytes(count: 8).count == 8)
        try place.faults.plan(plan)
        try store.generateKeyPair(
            .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        try place.faults.plan(plan)
        try store.rename(store.privateKey(label: "new"), label: "newer")
        try place.faults.plan(plan)
        try store.delete(store.privateKey(label: "newer"))
        #expect(place.faults.openSessions == store.sessionCount)
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `of a token that is out the error says so, until it is back`() throws {
        let (store, key) = try signingKey()
        try place.faults.plan("token:removed")
        for _ in 0..<3 { expectError(.tokenRemoved) { try sign(key) } }
        expectError(.tokenRemoved) { _ = try store.keys() }
        #expect(place.faults.openSessions == 0)
        try place.faults.plan("token:present")
        try sign(key)
        #expect(store.loginState.isVerified)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `of the login in the middle of the work, in every place`() throws {
        let (store, key) = try signingKey()
        for call in ["C_SignInit:1", "C_Sign:1", "C_FindObjectsInit:1", "C_FindObjects:1", "C_GetAttributeValue:1"] {
            try place.faults.plan("\(call)=forget")
            _ = try? store.keys()
            try sign(key)
            try sign(key)
            #expect(place.faults.openSessions == store.sessionCount, "\(call)")
        }
    }

    @Test func `of the login by somebody else in the process, what is hidden is found again`() throws {
        let (store, key) = try signingKey()
        let slots = try Module.load(path: place.faults.path).slots(withToken: true)
        let slot = try #require(slots.first { try $0.tokenInfo().label == place.token.label })
        func logOut() throws {
            let session = try slot.openSession()
            try session.logout()
            try session.close()
        }
        try logOut()
        try sign(key)
        // A search says nothing of a login that is lost: it finds less.
        try logOut()
        #expect(try store.keys().first?.privateKey == key)
        try logOut()
        #expect(try store.privateKey(label: "key") == key)
        try logOut()
        expectError(.keyNotFound) { _ = try store.privateKey(label: "no such key") }
        try logOut()
        let again = KeyOptions(allowsWeakKeys: true)
        expectError(.keyExists) {
            try store.generateKeyPair(.rsa(bits: 1024), label: "key", usage: .sign, options: again)
        }
        try logOut()
        try store.generateKeyPair(.rsa(bits: 1024), label: "new", usage: .sign, options: again)
        try logOut()
        try store.delete(key)
        #expect(try place.witness.objects().allSatisfy { $0.label == "new" })
    }

    @Test func `of the whole module, which somebody finalised`() throws {
        let (store, key) = try signingKey()
        let other = try place.open()
        let otherKey = try other.privateKey(label: "key")
        // Behind the back of the typed layer, as a C library in the process would.
        try finalizeBehind(place.faults.path)
        try sign(key)
        #expect(store.loginState.isLoggedIn)
        try sign(otherKey)
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount + other.sessionCount)
        // And by the typed layer, by whom it was initialised.
        try Module.load(path: place.faults.path).finalize()
        try sign(otherKey)
        try sign(key)
        #expect(try store.keys().count == 1)
        #expect(place.faults.openSessions == store.sessionCount + other.sessionCount)
        store.close()
        try sign(otherKey)
        other.close()
        #expect(place.faults.openSessions == 0)
    }

    private func finalizeBehind(_ path: String) throws {
        typealias Finalize = @convention(c) (UnsafeMutableRawPointer?) -> UInt
        typealias List = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> UInt
        let library = try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD))
        let symbol = try #require(dlsym(library, "C_GetFunctionList"))
        var list: UnsafeMutableRawPointer?
        #expect(unsafeBitCast(symbol, to: List.self)(&list) == 0)
        // Version, C_Initialize, C_Finalize (PKCS #11 2.40, section 4.6: CK_FUNCTION_LIST).
        let finalize = try #require(list?.load(fromByteOffset: 16, as: Finalize?.self))
        #expect(finalize(nil) == 0)
    }

    // MARK: Handles

    @Test func `a key is found again by what it is, not by its handle`() throws {
        let other = try KnownKey.small.get()[1]
        try place.witness.add(other, id: Data([2]), label: "other")
        let (store, key) = try signingKey()
        let otherKey = try store.privateKey(label: "other")
        // After the next failure the handles that were learnt denote other objects.
        for difference in 1...7 {
            try place.faults.plan("C_SignInit:1=CKR_DEVICE_ERROR; sessions:forget; objects:swap=\(difference)")
            try sign(key)
            #expect(try otherKey.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == other.signature)
            try place.faults.plan("sessions:forget")
            try sign(key)
        }
    }

    @Test func `a key that was deleted elsewhere is said to be gone`() throws {
        let (store, key) = try signingKey()
        let publicKey = try #require(try store.keys().first?.publicKey)
        try place.witness.clear()
        for _ in 0..<2 { expectError(.keyNotFound) { try sign(key) } }
        expectError(.keyNotFound) { _ = try key.decrypt(Data(count: 128), using: .rsaPKCS1) }
        expectError(.keyNotFound) { try store.delete(key) }
        expectError(.keyNotFound) { try store.delete(publicKey) }
        expectError(.keyNotFound) { try store.rename(key, label: "new") }
        expectError(.keyNotFound) { _ = try store.attributeValues(of: key) }
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `a key that was made anew under its names is another key`() throws {
        let (_, key) = try signingKey()
        try place.witness.clear()
        try place.witness.add(KnownKey.small.get()[1], id: Data([1]), label: "key")
        expectError(.keyNotFound) { try sign(key) }
        // The same one, imported again, is the same key.
        try place.witness.add(known, id: Data([1]), label: "key")
        try sign(key)
    }

    // MARK: What must not be

    @Test func `nothing is probed on the way to an operation that works`() throws {
        let (_, key) = try signingKey()
        for _ in 0..<5 { try sign(key) }
        #expect(place.faults.log == Array(repeating: ["C_SignInit", "C_Sign"], count: 5).flatMap { $0 })
    }

    @Test(arguments: ["CKR_SESSION_HANDLE_INVALID", "CKR_DEVICE_ERROR", "CKR_GENERAL_ERROR"], ["", "+"])
    func `what changes the token is not repeated blindly`(code: String, after: String) throws {
        let (store, key) = try signingKey()
        let options = KeyOptions(allowsWeakKeys: true)
        try place.faults.plan("C_GenerateKeyPair:1\(after)=\(code)")
        #expect(throws: KeyStoreError.self) {
            try store.generateKeyPair(.rsa(bits: 1024), label: "new", usage: .sign, options: options)
        }
        #expect(place.faults.count(of: "C_GenerateKeyPair") == 1)
        place.faults.reset()
        try place.faults.plan("C_CopyObject:1\(after)=\(code)")
        #expect(throws: KeyStoreError.self) { try store.rename(key, label: "new") }
        #expect(place.faults.count(of: "C_CopyObject") == 1)
        place.faults.reset()
        try place.faults.plan("C_CreateObject:1\(after)=\(code)")
        #expect(throws: KeyStoreError.self) {
            try store.importPublicKey(key.publicKey, tag: Data([9]), usage: .verify, options: options)
        }
        #expect(place.faults.count(of: "C_CreateObject") == 1)
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `many threads mend it once`() async throws {
        let store = try place.open(options: KeyStore.Options(maximumSessions: 8))
        let key = try await store.privateKey(label: "key")
        for round in 0..<5 {
            place.faults.reset()
            try place.faults.plan("C_Sign:20=forget")
            try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<64 {
                    group.addTask { try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
                }
                for try await signature in group { #expect(signature == known.signature) }
            }
            #expect(place.faults.count(of: "C_Login") == 1, "round \(round)")
            #expect(place.faults.openSessions == store.sessionCount, "round \(round)")
        }
    }
}
