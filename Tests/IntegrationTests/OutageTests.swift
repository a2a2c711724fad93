import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// What p11-kit's client does when its server dies (`link:broken`) and while there is none (`link:down`), without a server.
@Suite struct `A module that lost whatever it speaks to` {
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

    private func signingKey(waiting: Duration = .zero) throws -> (store: KeyStore, key: PrivateKey) {
        let store = try place.open(options: KeyStore.Options(outageTimeout: waiting))
        let key = try store.privateKey(label: "key")
        try sign(key)
        place.faults.reset()
        return (store, key)
    }

    @Test func `is started anew, and the call is answered`() throws {
        let (store, key) = try signingKey()
        for round in 1...3 {
            try place.faults.plan("link:broken")
            try sign(key)
            #expect(place.faults.count(of: "C_Finalize") == round)
            #expect(place.faults.count(of: "C_Initialize") == round)
            #expect(place.faults.openSessions == store.sessionCount)
            #expect(store.loginState.isVerified)
        }
        try place.faults.plan("link:broken")
        #expect(try store.keys().count == 1)
    }

    @Test func `is waited for by all threads at once`() async throws {
        let (store, key) = try signingKey(waiting: .seconds(120))
        try place.faults.plan("link:broken; link:down")
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<8 {
                group.addTask { try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
            }
            while place.faults.count(of: "C_Finalize") < 3 { try await Task.sleep(for: .milliseconds(5)) }
            try place.faults.plan("")
            for try await signature in group { #expect(signature == known.signature) }
        }
        #expect(place.faults.count(of: "C_Login") == 1)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `and takes long to say so is tried once for all who wait`() async throws {
        let (_, key) = try signingKey()
        try place.faults.plan("link:broken; link:down; slow:C_Initialize=1500ms")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let error = await #expect(throws: KeyStoreError.self) {
                        try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
                    }
                    #expect(error?.code == .tokenRemoved, "\(String(describing: error))")
                }
            }
        }
        // A thread that comes when the first attempt is over already makes one of its own.
        #expect(place.faults.count(of: "C_Initialize") < 5)
    }

    @Test func `is told apart from a token that was pulled out, and found as soon as it is back`() throws {
        let (store, key) = try signingKey()
        try place.faults.plan("link:broken; link:down")
        for _ in 0..<3 {
            let error = expectError(.tokenRemoved) { try sign(key) }
            #expect(error?.description.contains("shows no slots") == true)
        }
        expectError(.tokenNotFound) { _ = try place.open() }
        try place.faults.plan("")
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
        place.faults.reset()
        // Nothing is started anew for that.
        try place.faults.plan("token:removed")
        expectError(.tokenRemoved) { try sign(key) }
        #expect(place.faults.count(of: "C_Finalize") == 0)
    }

    @Test func `is not waited for by those who come after one that waited in vain`() throws {
        let (_, key) = try signingKey(waiting: .seconds(3))
        try place.faults.plan("link:broken; link:down")
        expectError(.tokenRemoved) { try sign(key) }
        let attempts = place.faults.count(of: "C_Finalize")
        #expect(attempts > 2)
        expectError(.tokenRemoved) { try sign(key) }
        #expect(place.faults.count(of: "C_Finalize") == attempts + 1)
    }

    @Test func `is started anew once for two stores`() throws {
        let (first, key) = try signingKey()
        let second = try place.open()
        let otherKey = try second.privateKey(label: "key")
        place.faults.reset()
        for round in 1...3 {
            try place.faults.plan("link:broken")
            try Threads.run(8) { index in try sign(index.isMultiple(of: 2) ? key : otherKey) }
            #expect(place.faults.count(of: "C_Finalize") == round)
            #expect(place.faults.openSessions == first.sessionCount + second.sessionCount)
        }
    }

    @Test func `is not finalised under a call of another thread`() throws {
        let (_, key) = try signingKey()
        try place.faults.plan("block:C_Sign")
        let other = Thread { [place, known] in
            let signature = try? key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
            #expect(signature == known.signature)
            place.faults.reset()
        }
        other.start()
        while place.faults.count(of: "C_Sign") == 0 { usleep(1000) }
        try place.faults.plan("block:C_Sign; link:broken")
        expectError(.deviceError) { try sign(key) }
        #expect(place.faults.count(of: "C_Finalize") == 0)
        try place.faults.plan("")
        while place.faults.count(of: "C_Sign") > 0 { usleep(1000) }
        try sign(key)
    }

    /// Of a PIN that it did not answer nobody knows whether it was counted.
    @Test func `gets a PIN once from a store that opens, and once more from one that is open`() throws {
        try place.faults.plan("C_Login:every=break")
        expectError(.deviceError) { _ = try place.open() }
        #expect(place.faults.count(of: "C_Login") == 1)
        place.faults.reset()
        let (_, key) = try signingKey(waiting: .milliseconds(200))
        try place.faults.plan("link:broken; C_Login:every=break")
        let calls = 4
        for _ in 0..<calls {
            expectError(.deviceError) { try sign(key) }
            // Long enough that the next one may wait, too.
            usleep(250_000)
        }
        #expect(place.faults.count(of: "C_Login") <= calls + 1)
        try place.faults.plan("")
        try sign(key)
        // That it was answered is the end of it.
        place.faults.reset()
        try place.faults.plan("link:broken; C_Login:1=break")
        try sign(key)
        #expect(place.faults.count(of: "C_Login") == 2)
    }

    @Test func `is left to whoever initialised it`() throws {
        let host = try Host(place.faults.path)
        #expect(host.initialize() == 0)
        let (store, key) = try signingKey()
        try place.faults.plan("link:broken")
        expectError(.deviceError) { try sign(key) }
        #expect(place.faults.count(of: "C_Finalize") == 0)
        // Which starts it anew in its own time.
        #expect(host.finalize() == 0)
        #expect(host.initialize() == 0)
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
        store.close()
        #expect(place.faults.count(of: "C_Finalize") == 1)
    }

    @Test func `that does not start is waited for too`() throws {
        let (_, key) = try signingKey(waiting: .seconds(120))
        // opencryptoki says so while its daemon is not there.
        try place.faults.plan("link:broken; C_Initialize:1..3=CKR_FUNCTION_FAILED")
        try sign(key)
        #expect(place.faults.count(of: "C_Initialize") == 4)
    }
}

/// Another user of the module in this process, past the typed layer.
struct Host {
    private typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> UInt
    private let functions: UnsafeMutableRawPointer

    init(_ path: String) throws {
        typealias List = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> UInt
        let library = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL))
        let symbol = try #require(dlsym(library, "C_GetFunctionList"))
        var list: UnsafeMutableRawPointer?
        #expect(unsafeBitCast(symbol, to: List.self)(&list) == 0)
        functions = try #require(list)
    }

    // Version, C_Initialize, C_Finalize (PKCS #11 2.40, section 4.6: CK_FUNCTION_LIST).
    func initialize() -> UInt { functions.load(fromByteOffset: 8, as: Function.self)(nil) }
    func finalize() -> UInt { functions.load(fromByteOffset: 16, as: Function.self)(nil) }
}
