import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Private key material has no way out, however the key came onto the token.
@Suite struct `Private keys stay on the token` {
    private static let secretTypes: [AttributeType] = [
        .value, .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient,
    ]

    /// The secret numbers of a key that `openssl` made: d, p, q and what follows from them.
    private func secretNumbers(_ key: OpenSSLKey) throws -> [Data] {
        let text = try String(decoding: OpenSSL.run(["pkey", "-noout", "-text"], input: key.privatePEM), as: UTF8.self)
        var numbers: [String: String] = [:]
        var name = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix(" ") {
                numbers[name, default: ""] += line.filter(\.isHexDigit)
            } else {
                name = String(line)
            }
        }
        let names = ["privateExponent:", "prime1:", "prime2:", "exponent1:", "exponent2:", "coefficient:"]
        return try names.map { name in Data(hexadecimal: try #require(numbers[name])).drop { $0 == 0 } }
    }

    /// A key whose private numbers any program that is logged in can read: SoftHSM gives them out.
    private func makeReadableKey(on token: SoftHSMToken, _ openssl: OpenSSLKey, beside store: KeyStore) throws {
        let module = try Module.load(path: token.modulePath)
        let slot = try #require(try module.slots(withToken: true).first { try $0.tokenInfo().label == token.label })
        let session = try slot.openSession(readWrite: true)
        let publicKey = try PublicKey(representation: openssl.publicPEM)
        let numbers = try zip(
            [AttributeType.privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient],
            secretNumbers(openssl)
        ).map { Attribute($0, $1) }
        let handle = try session.createObject(
            [
                .objectClass(.privateKey), .keyType(.rsa), Attribute(.token, true), Attribute(.private, true),
                Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.sign, true),
                Attribute(.id, Data([1])), Attribute(.label, "readable"), Attribute(.modulus, publicKey.modulus),
                Attribute(.publicExponent, publicKey.publicExponent),
            ] + numbers)
        // The premise: the typed layer, which does what it is told, can read them.
        let values = try session.attributes([.privateExponent], of: handle)
        #expect(try values.data(.privateExponent).map { $0.drop { $0 == 0 } } == secretNumbers(openssl)[0])
        try session.close()
    }

    @Test func `a key that the token would give out is not read`() throws {
        let token = try SoftHSMToken(label: "secrets")
        let store = try token.openStore()
        let openssl = try OpenSSLKey.shared.get()
        try makeReadableKey(on: token, openssl, beside: store)
        let key = try store.privateKey(label: "readable")
        #expect(key.attributes.isExtractable == true)
        #expect(key.attributes.isSensitive == false)
        #expect(try store.keys().map(\.warnings) == [[.weaklyProtected]])
        let values = try store.attributeValues(of: key)
        for type in Self.secretTypes {
            #expect(values.data(type) == nil)
            #expect(values.status(type) == .absent)
            #expect(!values.types.contains(type))
        }

        // Neither what is returned nor what it holds has the numbers, in bytes, in hexadecimal or as base64.
        var everything = ""
        for value in [key, key.attributes, values, store, try store.keys(), try key.publicKey] as [Any] {
            dump(value, to: &everything)
            everything += "\(value) \(String(reflecting: value))"
        }
        for number in try secretNumbers(openssl) {
            let list = number.prefix(16).map(String.init)
            #expect(!everything.lowercased().contains(number.prefix(12).hexadecimalDigits))
            #expect(!everything.contains(list.joined(separator: ", ")))
            #expect(!everything.contains(list.map { "- \($0)" }.joined(separator: "\n")))
        }
    }

    /// What the store asks the token for, as the logging provider of another project saw it: in another process, since that
    /// provider reads its target from the environment.
    @Test func `no call asks for a secret`() async throws {
        let token = try SoftHSMToken(label: "secrets")
        let openssl = try OpenSSLKey.shared.get()
        try makeReadableKey(on: token, openssl, beside: token.openStore())
        let spy = try Spy(on: token.modulePath)
        let (path, pem) = (spy.modulePath, openssl.privatePEM)
        await #expect(processExitsWith: .success) {
            [
                path = path as String, target = token.modulePath as String, log = spy.logPath as String,
                pin = token.pin as String, pem = pem as Data
            ] in
            setenv("PKCS11SPY", target, 1)
            setenv("PKCS11SPY_OUTPUT", log, 1)
            let store = try KeyStore(module: .path(path), token: .label("secrets"), pin: .value(SecureBytes(utf8: pin)))
            for key in try store.keys(matching: KeyQuery(includesIncomplete: true)) {
                guard let privateKey = key.privateKey else { continue }
                _ = try store.attributeValues(of: privateKey)
                _ = try store.rename(privateKey, label: "renamed")
            }
            try store.delete(store.privateKey(label: "renamed"))
            try store.importPrivateKey(SecureBytes(copying: pem), usage: .sign)
        }
        let failures = try Conformance.failures(
            of: "softhsm", path, token: "secrets", pin: token.pin, environment: spy.environment)
        #expect(failures == [])
        let log = String(decoding: try Data(contentsOf: URL(fileURLWithPath: spy.logPath)), as: UTF8.self)
        let calls = Spy.calls(inLog: log)
        #expect(calls.contains("C_CreateObject") && calls.contains("C_CopyObject"))
        #expect(!calls.contains("C_WrapKey"))
        var readsAttributes = 0
        for call in log.components(separatedBy: "\n\n") where call.contains(": C_GetAttributeValue") {
            readsAttributes += 1
            for name in ["CKA_VALUE ", "EXPONENT_1", "EXPONENT_2", "CKA_PRIME", "CKA_PRIVATE_EXPONENT", "COEFFICIENT"] {
                #expect(!call.contains(name), "\(call)")
            }
        }
        #expect(readsAttributes > 10)
        // The log does name what is put in, so it would have named what is asked for.
        #expect(log.contains("CKA_PRIVATE_EXPONENT"))
    }
}
