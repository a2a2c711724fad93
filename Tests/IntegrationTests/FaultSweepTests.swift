import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Generation, import, rename, replace and delete with every Cryptoki call in turn failing: invariant 4 of the design.
@Suite struct `With every call in turn failing` {
    private static let id = Data([0x01, 0x02])
    private static let otherID = Data([0x0A, 0x0B])
    private static let options = KeyOptions(allowsWeakKeys: true)
    private static let replacing = KeyOptions(existing: .replace, allowsWeakKeys: true)

    private let keys: [KnownKey]
    private let place: FaultyToken
    /// A key that nobody touches.
    private let bystander: ExpectedPair
    private let old: ExpectedPair

    init() throws {
        keys = try KnownKey.small.get()
        place = try FaultyToken()
        bystander = ExpectedPair(key: keys[3], id: Self.otherID, label: "bystander")
        old = ExpectedPair(key: keys[0], id: Self.id, label: "old")
    }

    /// Most runs leave the token as it was, and making keys is what costs time.
    private func prepare(_ witness: Witness, with pairs: [ExpectedPair] = []) throws {
        let pairs = pairs + [bystander]
        let objects = try witness.objects()
        guard try objects.count != 2 * pairs.count || !pairs.allSatisfy({ try $0.isWhole(in: objects, witness) }) else {
            return
        }
        try witness.clear()
        for pair in pairs { try witness.add(pair.key, id: pair.id, label: pair.label) }
    }

    /// Exactly these pairs are there, whole, and the bystander.
    private func expect(_ pairs: [ExpectedPair], _ point: FaultPoint, _ witness: Witness) throws {
        let objects = try witness.objects()
        for pair in pairs + [bystander] {
            #expect(try pair.isWhole(in: objects, witness), "\(point): no whole \(pair.label) in \(objects)")
        }
        #expect(objects.count == 2 * (pairs.count + 1), "\(point): \(objects)")
    }

    @Test func `generation makes a whole pair or nothing`() throws {
        try StoreSweep(place: place).run { witness in
            try prepare(witness)
        } operate: { store in
            try store.generateKeyPair(.rsa(bits: 1024), tag: Self.id, label: "new", usage: .sign, options: Self.options)
        } check: { outcome, point, witness in
            guard let key = outcome else { return try expect([], point, witness) }
            let made = try witness.objects().filter { $0.id == Self.id && $0.label == "new" }
            #expect(made.count == 2, "\(point): \(made)")
            let privateHalf = try #require(made.first { $0.objectClass == .privateKey }, "\(point)")
            let publicHalf = try #require(made.first { $0.objectClass == .publicKey }, "\(point)")
            #expect(privateHalf.modulus == publicHalf.modulus && privateHalf.isProtected, "\(point)")
            #expect(privateHalf.flags[.alwaysSensitive] == true && privateHalf.flags[.neverExtractable] == true)
            #expect(try key.publicKey.modulus == publicHalf.modulus)
            let signature = try witness.signature(with: privateHalf)
            #expect(
                try key.publicKey.isValidSignature(signature, for: KnownKey.message, using: .rsaPKCS1(.sha256)))
            #expect(try witness.objects().count == 4, "\(point)")
        }
    }

    /// Where no object of a session can be made, as with tpm2-pkcs11, the public half is one of the token for a moment.
    @Test func `generation of a private half alone makes that or nothing`() throws {
        let options = KeyOptions(allowsWeakKeys: true, includesPublicHalf: false)
        let sweep = StoreSweep(
            place: place, codes: [.deviceError, .sessionHandleInvalid, .functionFailed],
            plan: "template:refuse:CKA_TOKEN=false")
        try sweep.run { witness in
            try prepare(witness)
        } operate: { store in
            try store.generateKeyPair(.rsa(bits: 1024), tag: Self.id, label: "new", usage: .sign, options: options)
        } check: { outcome, point, witness in
            guard outcome != nil else { return try expect([], point, witness) }
            let made = try witness.objects().filter { $0.id == Self.id }
            #expect(made.map(\.objectClass) == [.privateKey], "\(point): \(made)")
        }
    }

    @Test func `import makes a whole pair or nothing`() throws {
        let new = ExpectedPair(key: keys[1], id: Self.id, label: "new")
        try StoreSweep(place: place).run { witness in
            try prepare(witness)
        } operate: { store in
            try store.importPrivateKey(
                SecureBytes(copying: new.key.pkcs8), tag: new.id, label: new.label, usage: .sign, options: Self.options)
        } check: { outcome, point, witness in
            try expect(outcome != nil ? [new] : [], point, witness)
        }
    }

    @Test func `import of a public key makes it or nothing`() throws {
        let publicKey = try PublicKey(representation: Data(keys[1].publicPEM.utf8))
        try StoreSweep(place: place).run { witness in
            try prepare(witness)
        } operate: { store in
            try store.importPublicKey(publicKey, tag: Self.id, label: "new", usage: .verify, options: Self.options)
        } check: { outcome, point, witness in
            let made = try witness.objects().filter { $0.modulus == keys[1].modulus }
            #expect(made.count == (outcome != nil ? 1 : 0), "\(point): \(made)")
            #expect(made.allSatisfy { $0.objectClass == .publicKey && $0.id == Self.id && $0.label == "new" })
        }
    }

    @Test func `import of a public key never touches its private half`() throws {
        let publicKey = try PublicKey(representation: Data(keys[1].publicPEM.utf8))
        try StoreSweep(place: place, codes: [.deviceError, .userNotLoggedIn]).run { witness in
            try witness.clear { $0.modulus == keys[1].modulus && $0.objectClass == .privateKey }
            guard try witness.objects().isEmpty else { return }
            try witness.add(keys[1], id: Self.id, label: "alone", halves: [.privateKey])
        } operate: { store in
            try store.importPublicKey(publicKey, tag: Self.id, label: "alone", usage: .verify, options: Self.options)
        } check: { outcome, point, witness in
            let objects = try witness.objects()
            #expect(objects.count == (outcome != nil ? 2 : 1), "\(point): \(objects)")
            let privateHalf = try #require(objects.first { $0.objectClass == .privateKey }, "\(point)")
            #expect(try witness.signature(with: privateHalf) == keys[1].signature, "\(point)")
        }
    }

    @Test(arguments: ["label", "tag", "both"]) func `rename leaves the old name or the new one`(what: String) throws {
        let new = ExpectedPair(
            key: old.key, id: what == "label" ? old.id : Data([0x77]), label: what == "tag" ? old.label : "new")
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            let key = try store.privateKey(tag: old.id)
            let renamed = try store.rename(
                key, label: what == "tag" ? nil : new.label, tag: what == "label" ? nil : new.id)
            #expect(renamed.label == new.label && renamed.tag == new.id)
            return renamed
        } check: { outcome, point, witness in
            try expect([outcome != nil ? new : old], point, witness)
        }
    }

    @Test func `replacing by import leaves the old key or the new one`() throws {
        let new = ExpectedPair(key: keys[1], id: old.id, label: old.label)
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.importPrivateKey(
                SecureBytes(copying: new.key.pkcs8), tag: new.id, label: new.label, usage: .sign,
                options: Self.replacing)
        } check: { outcome, point, witness in
            try expect([outcome != nil ? new : old], point, witness)
        }
    }

    @Test func `replacing by the same imported key leaves one of it`() throws {
        let new = ExpectedPair(key: old.key, id: old.id, label: "newer")
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.importPrivateKey(
                SecureBytes(copying: new.key.pkcs8), tag: new.id, label: new.label, usage: .sign,
                options: Self.replacing)
        } check: { outcome, point, witness in
            try expect([outcome != nil ? new : old], point, witness)
        }
    }

    @Test func `replacing by generation leaves the old key or the new one`() throws {
        try StoreSweep(place: place, codes: [.generalError, .userNotLoggedIn]).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.generateKeyPair(
                .rsa(bits: 1024), tag: old.id, label: old.label, usage: .sign, options: Self.replacing)
        } check: { outcome, point, witness in
            guard let key = outcome else { return try expect([old], point, witness) }
            let modulus = try key.publicKey.modulus
            let objects = try witness.objects().filter { $0.modulus != bystander.key.modulus }
            #expect(objects.count == 2, "\(point): \(objects)")
            #expect(
                objects.allSatisfy { $0.modulus == modulus && $0.id == old.id && $0.label == old.label }, "\(point)")
        }
    }

    @Test func `deletion leaves the whole key or nothing`() throws {
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.delete(store.privateKey(tag: old.id))
        } check: { outcome, point, witness in
            try expect(outcome != nil ? [] : [old], point, witness)
        }
    }

    @Test func `a signature is made or an error thrown, and the next one is made`() throws {
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.privateKey(tag: old.id).signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        } check: { outcome, point, witness in
            if let signature = outcome { #expect(signature == old.key.signature, "\(point)") }
            try expect([old], point, witness)
        }
    }

    @Test func `rename in place leaves the old name or the new one`() throws {
        // As where a token does not write over the only copy of an object.
        let new = ExpectedPair(key: old.key, id: Data([0x77]), label: "new")
        try StoreSweep(place: place, plan: "token:manufacturer=Somebody").run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.rename(store.privateKey(tag: old.id), label: new.label, tag: new.id)
        } check: { outcome, point, witness in
            try expect([outcome != nil ? new : old], point, witness)
        }
    }

    @Test func `a store opens and closes, or does not open`() throws {
        for code in StoreSweep.codes {
            try place.faults.failEachCall(with: code.description) { point in
                try prepare(place.witness)
                let error = try point.during {
                    let store = try place.open()
                    #expect(store.loginState.isVerified, "\(point)")
                    store.close()
                }
                let isLie = point.function == "C_CloseSession" && code == .sessionHandleInvalid && !point.after
                #expect(place.faults.openSessions <= (isLie ? 1 : 0), "\(point)")
                if isLie { try place.faults.plan("sessions:forget") }
                guard let error else { return }
                let failure = (error as? KeyStoreError)?.underlying
                #expect(failure?.returnValue == code && failure?.function == point.function, "\(point): \(error)")
            }
        }
    }

    @Test func `a list is whole or an error`() throws {
        try StoreSweep(place: place).run { witness in
            try prepare(witness, with: [old])
        } operate: { store in
            try store.keys()
        } check: { outcome, point, witness in
            guard let keys = outcome else { return }
            #expect(Set(keys.map(\.label)) == ["old", "bystander"], "\(point)")
            #expect(keys.allSatisfy { $0.privateKey != nil && $0.publicKey != nil && $0.warnings.isEmpty }, "\(point)")
        }
    }
}
