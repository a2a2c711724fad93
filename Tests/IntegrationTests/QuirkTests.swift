import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

/// Which quirks are found on which token, and what each of them changes.
@Suite struct Quirks {
    private static let ofSoftHSM: Set<Quirk> = [
        .copiesInsteadOfChanges, .searchBesideWrites, .loginRewritesToken, .objectsMadeInSteps,
        .hidesWhatItCannotDestroy,
    ]

    private func options(_ text: String) throws -> KeyStore.Options {
        KeyStore.Options(quirks: try QuirkSettings(parsing: text))
    }

    private func names(_ store: KeyStore) -> Set<Quirk> { Set(store.quirks().map(\.quirk)) }

    // MARK: Detection

    @Test func `SoftHSM has those that were measured on it, by what the token says of itself`() throws {
        let store = try SoftHSMToken().openStore()
        #expect(names(store) == Self.ofSoftHSM)
        for quirk in store.quirks() { #expect(quirk.reason == "token manufacturer \"SoftHSM project\"") }
    }

    @Test func `a token of another name has none of its own, through whatever library`() throws {
        let place = try FaultyToken(plan: "token:manufacturer=Somebody")
        // The library still says that it is SoftHSM's, which counts for its starts.
        #expect(names(try place.open()) == [.loginRewritesToken])
    }

    @Test(.enabled(if: Provider.nss.isAvailable, Comment(rawValue: Provider.nss.missingReason)))
    func `NSS has none`() async throws {
        let folder = try TemporaryDirectory()
        let password = try folder.write("nss password\n", to: "password")
        try Command.check(
            "certutil", ["-N", "-d", "sql:\(folder.path)", "-f", password],
            environment: ["NSS_MAX_MP_PBE_ITERATION_COUNT": "1"])
        let path = try Provider.nss.required()
        await #expect(processExitsWith: .success) {
            [path = path as String, folder = folder.path as String, password = password as String] in
            let reserved = "configdir='sql:\(folder)' certPrefix='' keyPrefix='' secmod='secmod.db' flags="
            _ = try Module.load(path: path, options: Module.LoadOptions(reserved: reserved))
            let store = try KeyStore(module: .path(path), token: .label("NSS Certificate DB"), pin: .file(password))
            #expect(store.quirks() == [])
        }
    }

    @Test func `options set and clear them, and say so`() throws {
        let place = try FaultyToken(plan: "token:manufacturer=Somebody")
        let set = try place.open(options: options("+search-beside-writes"))
        #expect(names(set) == [.loginRewritesToken, .searchBesideWrites])
        #expect(set.quirks().first { $0.quirk == .searchBesideWrites }?.reason == "set by hand")
        try place.faults.plan("")
        let cleared = try place.open(options: options("-search-beside-writes -login-rewrites-token"))
        #expect(names(cleared) == [.copiesInsteadOfChanges, .objectsMadeInSteps, .hidesWhatItCannotDestroy])
    }

    @Test func `a module that failed to say what it is is asked again`() throws {
        let place = try FaultyToken(plan: Self.tpm2 + "; C_GetInfo:every=CKR_DEVICE_ERROR")
        let store = try place.open()
        #expect(!store.has(.failedDecryptionGoesOn))
        // What is said of tokens alone is known all the same.
        #expect(!store.has(.searchBesideWrites))
        try place.faults.plan(Self.tpm2)
        #expect(store.has(.failedDecryptionGoesOn))
    }

    @Test func `finding them asks the module about itself once`() throws {
        let place = try FaultyToken(plan: "token:manufacturer=Somebody")
        for _ in 0..<3 { try place.open().close() }
        #expect(place.faults.count(of: "C_GetInfo") <= 1)
    }

    // MARK: Behaviour

    @Test func `hides-what-it-cannot-destroy: what cannot be seen after it failed may be there, and is gone without`()
        throws
    {
        for (settings, isDeleted) in [("", false), ("-hides-what-it-cannot-destroy", true)] {
            let place = try FaultyToken()
            let store = try place.open(options: options(settings))
            let key = try store.generateKeyPair(
                .rsa(bits: 1024), label: "k", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
            try place.faults.plan("C_DestroyObject:1:after=CKR_FUNCTION_FAILED")
            do {
                try store.delete(key)
                #expect(isDeleted)
            } catch let error as KeyStoreError {
                #expect(!isDeleted && error.message.contains("may be there"))
                #expect(error.underlying?.returnValue == .functionFailed)
            }
        }
    }

    @Test(arguments: [("", "", true), ("", "-", false), ("Somebody", "", false), ("Somebody", "+", true)])
    func `copies-instead-of-changes: a rename copies with it, and writes in place without`(
        manufacturer: String, sign: String, copies: Bool
    ) throws {
        let place = try FaultyToken(plan: manufacturer.isEmpty ? "" : "token:manufacturer=\(manufacturer)")
        try place.witness.add(KnownKey.small.get()[0], id: Data([1]), label: "old")
        let store = try place.open(options: options(sign.isEmpty ? "" : sign + "copies-instead-of-changes"))
        _ = try store.rename(store.privateKey(label: "old"), label: "new")
        #expect((place.faults.count(of: "C_CopyObject") > 0) == copies)
        #expect((place.faults.count(of: "C_SetAttributeValue") > 0) == !copies)
        #expect(try place.witness.objects().count == 2)
    }

    @Test(arguments: [("", true), ("-search-beside-writes", false)])
    func `search-beside-writes: a search waits for a write with it, and not without`(
        settings: String, waits: Bool
    ) throws {
        let place = try FaultyToken()
        let store = try place.open(options: options(settings))
        try place.faults.plan("slow:C_GenerateKeyPair=4s")
        let isGenerated = ForkSafeLock(false)
        let generation = try Threads.start(1) { _ in
            _ = try store.generateKeyPair(
                .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
            isGenerated.withLock { $0 = true }
        }
        while place.faults.count(of: "C_GenerateKeyPair") == 0 { usleep(2000) }
        _ = try store.privateKeys(matching: KeyQuery(label: "other"))
        // With the quirk the search ends after the token made the key: what the thread does then goes on a little longer.
        let wasMade = try isGenerated.withLock { $0 } || (waits && !place.witness.objects().isEmpty)
        #expect(wasMade == waits)
        try generation.join()
    }

    @Test(arguments: [("", true), ("-login-rewrites-token", false)])
    func `login-rewrites-token: a login waits for a start of the module with it, and not without`(
        settings: String, waits: Bool
    ) throws {
        let place = try FaultyToken()
        let options = try options(settings)
        // Here, for the first time: what is to come is a login and no more.
        _ = try Module.load(path: place.faults.path)
        let opening = try ModuleLock.whileStarting(place.faults.path) {
            let opening = try Threads.start(1) { _ in try place.open(options: options).close() }
            guard waits else {
                try opening.join()
                #expect(place.faults.count(of: "C_Login") == 1)
                return nil as RunningThreads?
            }
            while place.faults.count(of: "C_OpenSession") == 0 { usleep(2000) }
            usleep(100_000)
            #expect(place.faults.count(of: "C_Login") == 0)
            return opening
        }
        try opening?.join()
        #expect(place.faults.count(of: "C_Login") == 1)
    }

    @Test(arguments: [("", true), ("-login-rewrites-token", false)])
    func `login-rewrites-token: a token that is not there is looked for after a new start with it`(
        settings: String, again: Bool
    ) throws {
        let place = try FaultyToken()
        try place.faults.plan("C_GetTokenInfo:1..2=CKR_TOKEN_NOT_RECOGNIZED")
        let open = { _ = try place.open(options: options(settings)) }
        if again {
            try open()
            #expect(place.faults.count(of: "C_Finalize") > 0)
        } else {
            expectError(.tokenNotFound, nil, open)
            #expect(place.faults.count(of: "C_Finalize") == 0)
        }
    }

    @Test func `login-rewrites-token: only a library that is known for it gets a PIN again that it failed at`() throws {
        let known = try FaultyToken(plan: "C_Login:1=CKR_GENERAL_ERROR")
        #expect(try known.open().loginState.isVerified)
        #expect(known.faults.count(of: "C_Login") == 2)
        let other = try FaultyToken(
            plan: "token:manufacturer=Somebody; library:manufacturer=Somebody; C_Login:every=CKR_GENERAL_ERROR")
        #expect(throws: KeyStoreError.self) { try other.open(options: options("+login-rewrites-token")) }
        #expect(other.faults.count(of: "C_Login") == 1)
    }

    @Test func `login-rewrites-token: no two libraries share a lock`() {
        #expect(Set((0..<500).map { ModuleLock.fileName("/usr/lib/lib\($0).so") }).count == 500)
        #expect(ModuleLock.fileName("/usr/lib/lib1.so") == ModuleLock.fileName("/opt/lib1.so"))
    }

    // The library is asked once, and says what it is named from the start.
    private static let tpm2 =
        "token:manufacturer=IBM; library:manufacturer=tpm2-software.github.io; library:description=TPM2.0 Cryptoki"

    private static let libraries: [(String, Set<Quirk>)] = [
        (tpm2, [.failsAtRefusedUsage, .failedDecryptionGoesOn]), (tpm2 + "; library:description=Another", []),
        (tpm2 + "; library:version=0x6300", [.failsAtRefusedUsage, .failedDecryptionGoesOn]),
        ("token:manufacturer=IBM; library:manufacturer=TPM2.0 Cryptoki", []),
    ]

    @Test(arguments: libraries)
    func `what the library says of itself counts, whatever its file is named`(plan: String, quirks: Set<Quirk>) throws {
        let store = try FaultyToken(plan: plan).open()
        #expect(names(store) == quirks)
        for quirk in store.quirks() { #expect(quirk.reason.contains("library manufacturer \"tpm2-software")) }
    }

    @Test(arguments: [("", false), ("+fails-at-refused-usage", true)])
    func `fails-at-refused-usage: usage is refused to a new key without it, and read back with it`(
        settings: String, isWider: Bool
    ) throws {
        let place = try FaultyToken()
        let store = try place.open(options: options(settings))
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        // SoftHSM gives a key all uses that are not refused.
        #expect(key.warnings.contains(.usageWider) == isWider)
        #expect(place.faults.count(of: "C_GenerateKeyPair") == 1)
    }

    @Test(arguments: [("", 0), ("+failed-decryption-goes-on", 1)])
    func `failed-decryption-goes-on: a decryption that failed is ended with it, and left to its session without`(
        settings: String, ends: Int
    ) throws {
        let place = try FaultyToken()
        let store = try place.open(options: options(settings))
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), label: "key", usage: .decrypt, options: KeyOptions(allowsWeakKeys: true))
        let ciphertext = try key.publicKey.encrypt(Data("message".utf8), using: .rsaPKCS1)
        try place.faults.plan("C_Decrypt:1=CKR_GENERAL_ERROR")
        expectError(.decryptionFailed) { _ = try key.decrypt(ciphertext, using: .rsaPKCS1) }
        #expect(place.faults.count(of: "C_DecryptFinal") == ends)
        #expect(try key.decrypt(ciphertext, using: .rsaPKCS1) == Data("message".utf8))
    }
}
