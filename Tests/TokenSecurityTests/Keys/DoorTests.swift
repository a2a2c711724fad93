import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// Private and symmetric key bytes have no way out, however the key came to the token.
@Suite(.freshToken) struct `No door lets private bytes out` {
    /// How the key came to be. Of those that are imported the secret numbers are known.
    enum Origin: String, CaseIterable {
        case generatedPermanent, generatedExtractable, generatedSession, importedSession, addedByData,
            addedByReference, madeByAnotherProgram, importedByAnotherProgram, readable

        var isStored: Bool { self != .generatedSession && self != .importedSession }
    }

    @Test(arguments: Origin.allCases)
    func `whatever is asked of a private key`(origin: Origin) throws {
        let key = try make(origin)
        try expectNoSecrets(SecKeyCopyAttributes(key))
        let error = expectFailure(errSecUnimplemented) { SecKeyCopyExternalRepresentation(key, $0) }
        try expectNoSecrets(error?.userInfo as NSDictionary?)
        var text = ""
        dump(key, to: &text)
        dump([key] as NSArray, to: &text)
        text += key.description + key.debugDescription + "\(key)" + String(reflecting: key) + "\([key] as NSArray)"
        try expectNoSecrets(text as NSString)
        #expect(Mirror(reflecting: key).children.isEmpty)
        #expect(Mirror(reflecting: key).superclassMirror?.children.isEmpty ?? true)
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        try expectNoSecrets(SecKeyCopyAttributes(publicKey), besides: publicKey.externalData)
    }

    @Test(arguments: Origin.allCases.filter(\.isStored))
    func `whatever a query returns`(origin: Origin) throws {
        _ = try make(origin)
        var found = 0
        for keyClass in [kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic, kSecAttrKeyClassSymmetric, nil] {
            for limit in [kSecMatchLimitOne, kSecMatchLimitAll] {
                for returns in Self.combinations {
                    var query: [CFString: Any] = [kSecClass: kSecClassKey, kSecMatchLimit: limit]
                    if let keyClass { query[kSecAttrKeyClass] = keyClass }
                    for name in returns { query[name] = true }
                    var result: CFTypeRef?
                    let status = SecItemCopyMatching(query as CFDictionary, &result)
                    try expectNoSecrets(result)
                    if status == errSecSuccess { found += 1 } else { #expect(result == nil) }
                    if keyClass == kSecAttrKeyClassPrivate, returns == [kSecReturnData] {
                        #expect(status == errSecDataNotAvailable)
                    }
                    if let dictionary = result as? [String: Any], keyClass == kSecAttrKeyClassPrivate {
                        #expect(dictionary[kSecValueData as String] == nil)
                    }
                }
            }
        }
        #expect(found >= 30)
    }

    @Test func `whatever is returned when a key is added`() throws {
        let data = IndependentVectors.key2048
        let session = try SecKey.make(of: data, isPrivate: true)
        let sources: [[CFString: Any]] = [
            [kSecValueRef: session], [kSecValueData: data, kSecAttrKeyClass: kSecAttrKeyClassPrivate],
            // Not told what it is.
            [kSecValueData: data],
        ]
        for source in sources {
            for returns in Self.combinations {
                var query: [CFString: Any] = source.merging([
                    kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrApplicationTag: "tag",
                ]) { $1 }
                for name in returns { query[name] = true }
                var result: CFTypeRef?
                let status = SecItemAdd(query as CFDictionary, &result)
                try expectNoSecrets(result)
                if returns == [kSecReturnData] {
                    #expect(status == errSecDataNotAvailable)
                    #expect(try FreshToken.count() == 0)
                } else {
                    #expect(status == errSecSuccess)
                    #expect(SecItemDelete([kSecClass: kSecClassKey] as CFDictionary) == errSecSuccess)
                }
            }
        }
    }

    @Test func `symmetric keys of another program`() throws {
        let token = try #require(FreshToken.token)
        let secret = Data("0123456789abcdef0123456789abcdef".utf8)
        let path = try token.directory.write(secret, to: "secret")
        try token.pkcs11Tool(
            token.loginArguments + [
                "--write-object", path, "--type", "secrkey", "--key-type", "AES:32", "--label", "secret",
                "--extractable",
            ])
        #expect(try FreshToken.count("Secret Key") == 1)
        for keyClass in [kSecAttrKeyClassSymmetric, nil] {
            for returns in Self.combinations {
                var query: [CFString: Any] = [kSecClass: kSecClassKey, kSecMatchLimit: kSecMatchLimitAll]
                if let keyClass { query[kSecAttrKeyClass] = keyClass }
                for name in returns { query[name] = true }
                var result: CFTypeRef?
                SecItemCopyMatching(query as CFDictionary, &result)
                let blobs = Blobs(of: result)
                #expect(blobs.data.allSatisfy { $0.range(of: secret) == nil })
                #expect(blobs.texts.allSatisfy { !$0.contains("0123456789abcdef") })
            }
        }
    }

    /// All sets of the four return keys.
    private static var combinations: [[CFString]] {
        (0..<16).map { bits in
            [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef].enumerated()
                .filter { bits >> $0.offset & 1 == 1 }.map(\.element)
        }
    }

    private func make(_ origin: Origin) throws -> SecKey {
        switch origin {
        case .generatedPermanent:
            return try SecKey.makePair(bits: 2048, ["perm": true]).privateKey
        case .generatedExtractable:
            return try SecKey.makePair(bits: 2048, ["perm": true, "extr": true, "sens": false]).privateKey
        case .generatedSession:
            return try SecKey.makePair(bits: 2048).privateKey
        case .importedSession:
            return try SecKey.make(of: IndependentVectors.key2048, isPrivate: true)
        case .addedByData:
            try add([
                kSecValueData: IndependentVectors.key2048, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrIsExtractable: true, kSecAttrIsSensitive: false,
            ])
        case .addedByReference:
            try add([kSecValueRef: try SecKey.make(of: IndependentVectors.key2048, isPrivate: true)])
        case .madeByAnotherProgram:
            let token = try #require(FreshToken.token)
            try token.pkcs11Tool(
                token.loginArguments + [
                    "--keypairgen", "--key-type", "rsa:2048", "--extractable", "--usage-sign", "--id", "01",
                ])
        case .importedByAnotherProgram:
            let token = try #require(FreshToken.token)
            let path = try token.directory.write(IndependentVectors.key2048, to: "key")
            try token.pkcs11Tool(
                token.loginArguments + [
                    "--write-object", path, "--type", "privkey", "--extractable", "--usage-sign", "--id", "01",
                ])
        case .readable:
            try makeReadable()
        }
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true,
        ]
        var result: CFTypeRef?
        try #require(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
        return try #require(result as? SecKey)
    }

    /// A private key whose bytes the token gives to whoever asks: what is not protected must not be asked for either.
    private func makeReadable() throws {
        let token = try #require(FreshToken.token)
        let module = try Module.load(path: token.anotherModulePath())
        let slot = try #require(module.slots(withToken: true).first { try $0.tokenInfo().label == token.label })
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: SecureBytes(utf8: token.pin))
        let numbers = try OpenSSLPair.numbers(of: IndependentVectors.key2048)
        let names: [AttributeType] = [
            .modulus, .publicExponent, .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient,
        ]
        let handle = try session.createObject(
            [
                .objectClass(.privateKey), .keyType(.rsa), Attribute(.token, true), Attribute(.private, true),
                Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.sign, true),
                Attribute(.id, Data([1])),
            ] + zip(names, numbers).map { Attribute($0, $1) })
        #expect(try session.attributes([.privateExponent], of: handle).data(.privateExponent)?.isEmpty == false)
        try session.close()
    }

    private func add(_ more: [CFString: Any]) throws {
        let query = more.merging([kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA]) { $1 }
        try #require(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
    }

    /// Looks for the secret numbers of the key that was imported; of a generated one nobody knows them, and what is not the public key is
    /// too short to be one of them.
    private func expectNoSecrets(
        _ result: AnyObject?, besides publicData: Data? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let blobs = Blobs(of: result)
        for secret in try Secrets.of2048() {
            let middle = secret.dropFirst(16).prefix(16)
            #expect(blobs.data.allSatisfy { $0.range(of: middle) == nil }, sourceLocation: sourceLocation)
            let digits = middle.map { String(format: "%02x", $0) }.joined()
            // Where the secret begins in what was encoded is not known: three bytes are four characters.
            let base64 = (0..<3).map { middle.dropFirst($0).prefix(12).base64EncodedString() }
            #expect(
                blobs.texts.allSatisfy { text in
                    !text.lowercased().contains(digits) && !base64.contains { text.contains($0) }
                }, sourceLocation: sourceLocation)
        }
        // A prime has 128 bytes here.
        let publicKeys: [Data?] =
            try TokenStores.store().publicKeys().map(\.pkcs1DERRepresentation) + blobs.publicData + [publicData]
        for data in blobs.data where !publicKeys.contains(data) {
            #expect(data.count < 100, sourceLocation: sourceLocation)
        }
    }
}

/// The secret numbers of a known key.
private enum Secrets {
    /// All but n and e.
    static func of2048() throws -> [Data] { try numbers.get() }

    private static let numbers = Result {
        let numbers = try OpenSSLPair.numbers(of: IndependentVectors.key2048)
        try #require(numbers.map(\.count) == [256, 3, 256, 128, 128, 128, 128, 128])
        return Array(numbers.dropFirst(2))
    }
}

/// All bytes and texts in what a call gave, at any depth.
private struct Blobs {
    var data: [Data] = []
    var texts: [String] = []
    /// The public keys among the keys.
    var publicData: [Data] = []

    init(of value: Any?) { if let value { collect(value) } }

    private mutating func collect(_ value: Any) {
        switch value {
        case let key as SecKey:
            if let half = SecKeyCopyPublicKey(key), let bytes = SecKeyCopyExternalRepresentation(half, nil) {
                publicData.append(bytes as Data)
            }
            texts.append(key.description)
            if let attributes = SecKeyCopyAttributes(key) { collect(attributes) }
            if let bytes = SecKeyCopyExternalRepresentation(key, nil) { data.append(bytes as Data) }
        case let bytes as Data: data.append(bytes)
        case let text as String: texts.append(text)
        case let dictionary as NSDictionary:
            texts.append(dictionary.description)
            for (key, value) in dictionary {
                collect(key)
                collect(value)
            }
        case let array as NSArray: for element in array { collect(element) }
        default: texts.append("\(value)")
        }
    }
}
