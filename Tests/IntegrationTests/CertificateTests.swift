import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Certificates that OpenSSL made of keys.
enum MadeCertificate {
    /// A self-signed certificate of a key.
    static func of(_ key: KnownKey, subject: String = "/CN=www.example.com", serial: String = "1") throws
        -> X509Certificate
    {
        let folder = try TemporaryDirectory()
        try key.pkcs8.write(to: URL(fileURLWithPath: folder.file("key")))
        return try X509Certificate(
            representation: Command.check(
                "openssl",
                ["req", "-x509", "-key", "key", "-keyform", "DER", "-subj", subject, "-set_serial", serial],
                directory: folder.path
            ).stdout)
    }

    /// The attributes of a certificate object.
    static func template(_ value: Data, id: Data = Data(), label: String = "", type: CertificateType = .x509)
        -> [Attribute]
    {
        [
            .objectClass(.certificate), Attribute(.certificateType, type.rawValue), Attribute(.token, true),
            Attribute(.private, false), Attribute(.subject, Data([0x30, 0])), Attribute(.id, id),
            Attribute(.label, label), Attribute(.value, value),
        ]
    }
}

@Suite struct `A certificate` {
    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    private func certificateObjects() throws -> [Witness.Object] {
        try place.witness.objects().filter { $0.objectClass == .certificate }
    }

    @Test func `gets the names of the key that it certifies, and belongs to it`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "server")
        try place.witness.add(keys[1], id: Data([2]), label: "other")
        let x509 = try MadeCertificate.of(keys[0])
        let made = try store.importCertificate(x509)
        #expect(made.id == Data([1]) && made.label == "server" && made.x509 == x509 && made.warnings.isEmpty)
        #expect(made.isPrivate == false && made.certificateType == .x509)
        for key in try store.keys() { #expect(made.certifies(key) == (key.label == "server")) }
        for key in try store.privateKeys() { #expect(made.certifies(key) == (key.label == "server")) }
        #expect(try store.certificates() == [made])
        let reopened = try place.open(pin: .some(.none))
        #expect(try reopened.certificate(matching: CertificateQuery(label: "server")).x509 == x509)
        // The halves of the key are no certificates, and it is no key.
        #expect(try store.keys().count == 2)
    }

    @Test func `without a key here is called by its common name, under the SHA-1 of its key`() throws {
        let x509 = try MadeCertificate.of(keys[0], subject: "/O=Example/CN=Root")
        let made = try store.importCertificate(x509)
        #expect(made.label == "Root" && made.tag == nil)
        let key = try PublicKey(representation: Data(keys[0].publicPEM.utf8))
        #expect(try made.id == key.keyIdentifierSHA1)
        try store.delete(made)
        let named = try store.importCertificate(x509, tag: Data("tag".utf8), label: "mine")
        #expect(named.tag == Data("tag".utf8) && named.label == "mine")
        try store.delete(named)
        #expect(try store.importCertificate(x509, label: "").labelBytes.isEmpty)
        #expect(try certificateObjects().count == 1)
    }

    @Test func `that is there already is refused under any name, and its renewal is not`() throws {
        let first = try MadeCertificate.of(keys[0])
        let made = try store.importCertificate(first, label: "first")
        let error = expectError(.certificateExists) {
            try store.importCertificate(first, tag: Data([9]), label: "another")
        }
        #expect(error?.candidates.count == 1)
        let second = try MadeCertificate.of(keys[0], serial: "2")
        let renewed = try store.importCertificate(second, label: "first")
        #expect(renewed.id == made.id)
        expectError(.certificateAmbiguous) { _ = try store.certificate(matching: CertificateQuery(label: "first")) }
        #expect(try store.certificate(matching: CertificateQuery(certificate: second)) == renewed)
        #expect(
            try store.certificate(
                matching: CertificateQuery(
                    issuer: first.issuerDERRepresentation, serialNumber: first.serialNumberDERRepresentation)) == made)
        try store.importCertificate(first, allowsDuplicate: true)
        #expect(try store.certificates().count == 3)
        // Of what is there twice, one is deleted.
        try store.delete(made)
        #expect(try store.certificates().map(\.x509).filter { $0 == first }.count == 1)
        try store.delete(renewed)
        expectError(.certificateNotFound) { try store.delete(renewed) }
    }

    @Test func `that holds no certificate is listed with what can be said`() throws {
        let good = try MadeCertificate.of(keys[0])
        try place.witness.withSession { session in
            for (index, value) in [Data([0x30, 0x03, 1, 2, 3]), good.derRepresentation + [0], Data("x".utf8)]
                .enumerated()
            {
                _ = try session.createObject(MadeCertificate.template(value, label: "odd \(index)"))
            }
        }
        try store.importCertificate(good)
        #expect(try store.certificates(matching: CertificateQuery(certificate: good)).count == 1)
        let all = try store.certificates()
        #expect(all.count == 4)
        for odd in all.filter({ $0.label.hasPrefix("odd") }) {
            #expect(odd.x509 == nil && odd.warnings == [.malformed] && !odd.value.isEmpty)
            try store.delete(odd)
        }
        try place.faults.plan("readback:CKA_VALUE:CKO_CERTIFICATE=hex:")
        #expect(try store.certificates().map(\.warnings) == [[.noValue]])
        try place.faults.plan("readback:CKA_CERTIFICATE_TYPE:CKO_CERTIFICATE=1")
        #expect(try store.certificates().map(\.warnings) == [[.notX509]])
        try place.faults.plan("attr:CKA_CERTIFICATE_TYPE=absent; attr:CKA_TRUSTED=fatal; attr:CKA_ISSUER=fatal")
        #expect(try store.certificates().map(\.x509) == [good])
    }

    @Test func `with the ID of a key that it does not certify is not that of the key`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let attestation = try store.importCertificate(MadeCertificate.of(keys[1]), tag: Data([1]))
        let own = try store.importCertificate(MadeCertificate.of(keys[0]), tag: Data([7]))
        let key = try #require(try store.keys().first)
        #expect(!attestation.certifies(key) && own.certifies(key))
        // Where the token hides the public part of a key, its ID is all there is.
        try place.faults.plan("attr:CKA_MODULUS:CKO_PRIVATE_KEY=sensitive")
        let hidden = try #require(try store.privateKeys().first)
        #expect(attestation.certifies(hidden) && !own.certifies(hidden))
    }

    @Test func `costs one read each, and one search`() throws {
        let made = try (0..<3).map { try store.importCertificate(MadeCertificate.of(keys[$0])) }
        #expect(try store.certificates() == made || store.certificates().count == 3)
        let calls = try place.calls { try store.certificates() }
        #expect(
            calls.functions.prefix(4) == ["C_FindObjectsInit", "C_FindObjects", "C_FindObjects", "C_FindObjectsFinal"])
        #expect(calls.functions.dropFirst(4) == Array(repeating: "C_GetAttributeValue", count: 3)[...])
    }

    @Test func `is there whole or not at all, with every call in turn failing`() throws {
        let x509 = try MadeCertificate.of(keys[0])
        let other = try MadeCertificate.of(keys[1])
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        _ = try store.importCertificate(other)
        store.close()
        try StoreSweep(place: place).run { witness in
            for object in try witness.objects() where object.objectClass == .certificate && object.label == "key" {
                try witness.destroy(object)
            }
        } operate: { store in
            try store.importCertificate(x509)
        } check: { outcome, point, witness in
            let made = try witness.objects().filter { $0.objectClass == .certificate && $0.label == "key" }
            #expect(made.count == (outcome != nil ? 1 : 0), "\(point): \(made)")
            #expect(try witness.objects().count == 3 + made.count, "\(point)")
            guard let object = made.first else { return }
            let value = try witness.withSession { session in
                try session.attributes([.value], of: object.handle).data(.value)
            }
            #expect(value == x509.derRepresentation && object.id == Data([1]), "\(point)")
        }
    }

    @Test func `is deleted or not, and nothing else with it, with every call in turn failing`() throws {
        let x509 = try MadeCertificate.of(keys[0])
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        store.close()
        try StoreSweep(place: place, codes: [.deviceError, .sessionHandleInvalid, .userNotLoggedIn]).run { witness in
            guard try witness.objects().count == 2 else { return }
            try witness.withSession { session in
                _ = try session.createObject(
                    MadeCertificate.template(x509.derRepresentation, id: Data([1]), label: "key"))
            }
        } operate: { store in
            try store.delete(store.certificate(matching: CertificateQuery(certificate: x509)))
        } check: { outcome, point, witness in
            let count = try witness.objects().count
            #expect(count == (outcome != nil ? 2 : 3), "\(point)")
        }
    }

    @Test(arguments: [
        ("template:force:CKA_LABEL=text:x", KeyStoreError.Code.tokenDisobeyed),
        ("readback:CKA_VALUE:CKO_CERTIFICATE=hex:3000", .tokenDisobeyed),
        ("template:force:CKA_TOKEN=false", .tokenDisobeyed), ("create:refuse=CKO_CERTIFICATE", .notPermitted),
    ]) func `that a token makes otherwise is an error, and nothing is left`(
        plan: String, code: KeyStoreError.Code
    ) throws {
        try place.faults.plan(plan)
        expectError(code, "\(plan)") { try store.importCertificate(MadeCertificate.of(keys[0])) }
        try place.faults.plan("")
        #expect(try certificateObjects().isEmpty)
    }

    @Test func `gets a short ID where the token takes no other`() throws {
        try place.faults.plan("template:maxlen:CKA_ID=2")
        #expect(try store.importCertificate(MadeCertificate.of(keys[0])).id.count == 2)
    }

    @Test func `has async twins`() async throws {
        let x509 = try MadeCertificate.of(keys[0])
        let names = try await store.proposedNames(for: x509)
        let made = try await store.importCertificate(x509)
        #expect(made.labelBytes == names.labelBytes && made.id == names.id)
        #expect(try await store.certificates() == [made])
        #expect(try await store.certificate(matching: CertificateQuery(label: made.label)) == made)
        try await store.delete(made)
        #expect(try await store.certificates().isEmpty)
    }

    @Test func `of a read-only list of authorities is read as p11tool reads it`() throws {
        let module = try Provider.p11KitTrust.required()
        let theirs = try Command.check("p11tool", ["--provider", module, "--list-all-certs", "--only-urls"]).output
            .split(separator: "\n").count
        let slots = try Module.load(path: module).slots(withToken: true)
        var count = 0
        for slot in slots {
            let store = try KeyStore(
                module: .path(module), token: .label(slot.tokenInfo().label), pin: .none)
            let all = try store.certificates()
            count += all.count
            #expect(all.allSatisfy { $0.x509 != nil })
        }
        #expect(count == theirs)
    }
}
