import Dispatch
import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Keys that may have any name, but not be there twice as the same item: class, public value, tag.
@Suite struct `The same key again` {
    static let options = KeyOptions(existing: .refuseIdentical, allowsWeakKeys: true)

    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    private func importKey(
        _ index: Int, tag: Data?, label: String? = nil, publicHalf: Bool = true
    ) throws -> PrivateKey {
        var options = Self.options
        options.includesPublicHalf = publicHalf
        return try store.importPrivateKey(
            SecureBytes(copying: keys[index].pkcs8), tag: tag, label: label, usage: .sign, options: options)
    }

    private func publicKey(_ index: Int) throws -> PublicKey {
        try PublicKey(representation: Data(keys[index].publicPEM.utf8))
    }

    private func expectRefused(_ body: () throws -> Void) throws {
        let before = Set(try place.witness.objects())
        let writes = ["C_CreateObject", "C_CopyObject", "C_DestroyObject", "C_SetAttributeValue"]
        let count = writes.reduce(0) { $0 + place.faults.count(of: $1) }
        let error = expectError(.keyExists, body)
        #expect(error?.candidates.count == 1)
        #expect(Set(try place.witness.objects()) == before)
        #expect(writes.reduce(0) { $0 + place.faults.count(of: $1) } == count)
    }

    private func expectError(_ code: KeyStoreError.Code, _ body: () throws -> Void) -> KeyStoreError? {
        IntegrationTests.expectError(code, nil, body)
    }

    @Test func `under the same tag is refused, and nothing is changed`() throws {
        _ = try importKey(0, tag: Data([1]), label: "first")
        try expectRefused { _ = try importKey(0, tag: Data([1]), label: "second") }
        try expectRefused { _ = try importKey(0, tag: Data([1]), publicHalf: false) }
        try expectRefused {
            try store.importPublicKey(publicKey(0), tag: Data([1]), usage: .verify, options: Self.options)
        }
        let key = try store.privateKey(tag: Data([1]))
        try expectRefused { _ = try store.storeCopy(of: key, tag: Data([1]), options: Self.options) }
    }

    @Test func `without a tag is refused, whatever ID stands for none`() throws {
        _ = try importKey(0, tag: nil)
        try expectRefused { _ = try importKey(0, tag: nil, label: "other") }
        // The hash of the key as its tag is no tag.
        let hash = try publicKey(0).keyIdentifierSHA1
        try expectRefused { _ = try importKey(0, tag: hash) }
        try place.witness.clear()
        let empty = Data()
        try place.witness.add(keys[0], id: empty, label: "no ID")
        try expectRefused { _ = try importKey(0, tag: nil) }
        try place.witness.clear()
        // The ID that generation makes up.
        try place.witness.add(keys[0], id: Data([0x00, 0x70, 0x31, 0x31]) + Data(count: 16), label: "made up")
        try expectRefused { _ = try importKey(0, tag: nil) }
    }

    @Test func `under another tag, or another key under the tag, is taken`() throws {
        _ = try importKey(0, tag: Data([1]), label: "name")
        _ = try importKey(0, tag: Data([2]), label: "name")
        _ = try importKey(0, tag: nil, label: "name")
        _ = try importKey(1, tag: Data([1]), label: "name")
        try store.generateKeyPair(
            .rsa(bits: 1024), tag: Data([1]), label: "name", usage: .sign, options: Self.options)
        #expect(try place.witness.objects().count == 10)
        #expect(try place.witness.objects().allSatisfy { $0.label == "name" })
    }

    @Test func `halves do not clash`() throws {
        _ = try importKey(0, tag: Data([1]), publicHalf: false)
        try store.importPublicKey(publicKey(0), tag: Data([1]), usage: .verify, options: Self.options)
        #expect(try place.witness.objects().count == 2)
        try expectRefused {
            try store.importPublicKey(publicKey(0), tag: Data([1]), usage: .verify, options: Self.options)
        }
        // Only the public half is there: the pair is refused, the private half alone is not.
        try place.witness.clear { $0.objectClass == .publicKey }
        try expectRefused { _ = try importKey(0, tag: Data([1])) }
        _ = try importKey(0, tag: Data([1]), publicHalf: false)
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `that another program makes in the same moment is left alone`() throws {
        try place.faults.plan("slow:C_GetAttributeValue=400ms")
        let store = store
        let pkcs8 = keys[0].pkcs8
        let made = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var code: KeyStoreError.Code?
        Thread.detachNewThread {
            do {
                _ = try store.importPrivateKey(
                    SecureBytes(copying: pkcs8), tag: Data([1]), label: "ours", usage: .sign, options: Self.options)
            } catch {
                code = (error as? KeyStoreError)?.code
            }
            made.signal()
        }
        while place.faults.count(of: "C_GetAttributeValue") == 0 { usleep(5000) }
        try place.witness.add(keys[0], id: Data([1]), label: "theirs")
        made.wait()
        #expect(code == .keyExists)
        #expect(try place.witness.objects().map(\.label) == ["theirs", "theirs"])
    }

    @Test func `is told by its ID where the token hides the public value`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "one", halves: [.privateKey])
        try place.witness.add(keys[0], id: Data([2]), label: "two", halves: [.privateKey])
        try place.faults.plan("attr:CKA_MODULUS:CKO_PRIVATE_KEY=absent")
        let store = try place.open()
        let key = try store.privateKey(tag: Data([1]))
        let changed = expectError(.keyExists) { try store.change(key, to: KeyChanges(tag: Data([2]))) }
        #expect(changed?.candidates.count == 1)
        let copied = expectError(.keyExists) {
            _ = try store.storeCopy(of: key, tag: Data([1]), label: "copy", options: Self.options)
        }
        #expect(copied?.candidates.count == 1)
        #expect(try Set(place.witness.objects().map(\.label)) == ["one", "two"])
        _ = try store.storeCopy(of: key, tag: Data([3]), label: "three", options: Self.options)
        _ = try store.change(key, to: KeyChanges(tag: Data([4])))
        #expect(try place.witness.objects().map(\.id).sorted { $0[0] < $1[0] } == [Data([2]), Data([3]), Data([4])])
    }

    @Test func `that is not RSA is told by its ID, and supports no RSA algorithm`() throws {
        try place.token.pkcs11Tool(
            place.token.loginArguments + [
                "--keypairgen", "--key-type", "EC:prime256v1", "--id", "02", "--label", "ec", "--usage-sign",
            ])
        let store = try place.open()
        let key = try store.privateKey(label: "ec")
        #expect(key.attributes.usage.contains(.sign))
        let signatures: [SignatureAlgorithm] = [.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPKCS1Raw, .rsaRaw]
        #expect(!signatures.contains { key.supports($0) })
        let encryptions: [EncryptionAlgorithm] = [.rsaPKCS1, .rsaOAEP(.sha1), .rsaRaw]
        #expect(!encryptions.contains { key.supports($0) })
        let error = expectError(.keyExists) {
            _ = try store.storeCopy(of: key, tag: Data([2]), label: "copy", options: Self.options)
        }
        #expect(error?.candidates.count == 1)
        #expect(try store.privateKeys().count == 1)
    }

    @Test func `refuses a copy of the key only under the same tag`() throws {
        let key = try importKey(0, tag: Data([1]), label: "one")
        let copy = try store.storeCopy(
            of: key, tag: Data([2]), label: "two", usage: [], options: Self.options)
        #expect(copy.tag == Data([2]) && copy.label == "two" && copy.attributes.usage.isEmpty)
        let object = try #require(try place.witness.objects().first { $0.label == "two" })
        #expect(object.isProtected && object.flags[.sign] == false && object.flags[.alwaysSensitive] != nil)
        #expect(try place.witness.objects().count == 3)
        // Wider than the original, as far as the token lets that be.
        expectError(.notPermitted) {
            var options = Self.options
            options.isExtractable = true
            _ = try store.storeCopy(of: key, tag: Data([3]), options: options)
        }.map { #expect($0.message.contains("copy")) }
        let other = try FaultyToken()
        let elsewhere = try other.open()
        _ = expectError(.notPermitted) { _ = try elsewhere.storeCopy(of: key, tag: Data([4])) }
        #expect(try other.witness.objects().isEmpty)
    }

    @Test func `a copy that the token does not protect is undone`() throws {
        let session = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: `A session key`.options)
        // As NSS does.
        for lie in ["CKA_SENSITIVE:kept=false", "CKA_EXTRACTABLE:kept=true", "CKA_TOKEN:kept=false"] {
            try place.faults.plan("readback:\(lie)")
            _ = expectError(.tokenDisobeyed) { _ = try store.storeCopy(of: session, label: "kept") }
            #expect(try place.witness.objects().isEmpty, "\(lie)")
        }
        try place.faults.plan("output:C_Sign=flip")
        _ = expectError(.tokenDisobeyed) { _ = try store.storeCopy(of: session, label: "kept") }
        #expect(try place.witness.objects().isEmpty)
        try place.faults.plan("")
        let kept = try store.storeCopy(of: session, label: "kept")
        #expect(kept.tag == nil)
        #expect(try kept.attributes.id == publicKey(0).keyIdentifierSHA1)
        #expect(try kept.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        let object = try #require(try place.witness.objects().first)
        #expect(try object.isProtected && place.witness.signature(with: object) == keys[0].signature)
    }
}

/// The same with every call in turn failing.
@Suite struct `The same key again with every call in turn failing` {
    private let place: FaultyToken
    private let keys: [KnownKey]

    init() throws {
        place = try FaultyToken()
        keys = try KnownKey.small.get()
    }

    @Test func `is there once, or not`() throws {
        try StoreSweep(place: place).run { witness in
            guard try witness.objects().count != 2 else { return }
            try witness.clear()
            try witness.add(keys[1], id: Data([1]), label: "bystander")
        } operate: { store in
            try store.importPrivateKey(
                SecureBytes(copying: keys[0].pkcs8), tag: Data([1]), label: "new", usage: .sign,
                options: `The same key again`.options)
        } check: { outcome, point, witness in
            let objects = try witness.objects()
            let pairs = [ExpectedPair(key: keys[1], id: Data([1]), label: "bystander")]
            let new = ExpectedPair(key: keys[0], id: Data([1]), label: "new")
            for pair in pairs + (outcome == nil ? [] : [new]) {
                #expect(try pair.isWhole(in: objects, witness), "\(point): \(objects)")
            }
            #expect(objects.count == (outcome == nil ? 2 : 4), "\(point): \(objects)")
        }
    }

    @Test func `the private half alone is whole or not there`() throws {
        var options = `The same key again`.options
        options.includesPublicHalf = false
        try StoreSweep(place: place, codes: [.generalError, .deviceError, .userNotLoggedIn]).run { witness in
            try witness.clear()
        } operate: { store in
            try store.generateKeyPair(.rsa(bits: 1024), tag: Data([1]), usage: .sign, options: options)
        } check: { outcome, point, witness in
            let objects = try witness.objects()
            #expect(objects.count == (outcome == nil ? 0 : 1), "\(point): \(objects)")
            #expect(objects.allSatisfy { $0.objectClass == .privateKey && $0.isProtected }, "\(point)")
        }
    }
}
