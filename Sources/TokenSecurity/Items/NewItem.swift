internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// What `SecItemAdd` is to put on the token, checked before anything is done.
struct NewItem {
    private enum Source {
        /// A private key of a session, or of the token under another name.
        case copy(PrivateKey)
        /// A public key, wherever it came from.
        case publicKey(PublicKey)
        /// The PKCS#1 bytes of a private key, and its public half.
        case privateKeyData(SecureBytes, PublicKey)
        /// Nothing: the token makes a pair.
        case generation
    }

    let store: KeyStore
    private let source: Source
    private let request: ItemRequest
    private var attributes: ItemAttributes { request.attributes }

    /// Checks a request, and takes its data, of which a copy in locked memory is kept.
    ///
    /// - Throws: `errSecUnimplemented` for certificates, identities, symmetric keys and keys that are not RSA; `errSecParam` for attributes that
    ///   are not those of the key; `errSecDataNotAvailable` where nothing but the bytes of a private key would be given back.
    init(_ request: inout ItemRequest) throws(SecFailure) {
        var data = request.takeData()
        defer { data?.withUnsafeMutableBytes { SecureBytes.wipe($0) } }
        guard request.itemClass == .key else {
            throw SecFailure(errSecUnimplemented, "certificates and identities cannot be stored yet")
        }
        self.request = request
        try request.attributes.checkForStoring()
        source = try Self.source(request, data)
        store = try Self.store(for: source, tokenID: request.attributes.tokenID)
        try checkAttributes()
        guard request.returns != .data || !isPrivate else { throw ItemResult.dataNotAvailable }
    }

    private static func source(_ request: ItemRequest, _ data: Data?) throws(SecFailure) -> Source {
        if let key = request.key {
            guard data == nil else { throw SecFailure(errSecParam, "both a key and data were given") }
            guard key.keyType == .rsa else { throw SecFailure(errSecUnimplemented, "only RSA keys can be stored yet") }
            switch key.material {
            case .privateKey(let key): return .copy(key)
            case .publicKey(let key): return .publicKey(key)
            }
        }
        guard let data else {
            guard request.attributes.tokenID != nil else {
                throw SecFailure(errSecParam, "neither a key nor data were given")
            }
            return .generation
        }
        guard let type = request.attributes.keyType else { throw SecFailure(errSecParam, "no key type was given") }
        let kind = try KeyKind(type: type)
        guard kind == .rsa else { throw kind.notYet }
        switch try request.attributes.keyClass.map({ (number) throws(SecFailure) in try KeyHalf(keyClass: number) }) {
        case .publicHalf?: return .publicKey(try KeyBlob.publicKey(data))
        case .privateHalf?: return try privateKey(data)
        case nil:
            do {
                return .publicKey(try KeyBlob.publicKey(data))
            } catch {
                return try privateKey(data)
            }
        }
    }

    private static func privateKey(_ data: Data) throws(SecFailure) -> Source {
        let bytes = try KeyBlob.privateKey(data)
        return .privateKeyData(bytes, try KeyBlob.publicHalf(ofPrivateKey: data))
    }

    /// A key that is passed is stored where it is: a session object of one token cannot go to another.
    private static func store(for source: Source, tokenID: String?) throws(SecFailure) -> KeyStore {
        let store = try TokenStores.store(tokenID: tokenID)
        guard case .copy(let key) = source, key.store !== store else { return store }
        guard tokenID == nil || key.store.token == store.token else {
            throw SecFailure(errSecParam, "the key is on another token, which it cannot leave")
        }
        return key.store
    }

    private var isPrivate: Bool {
        switch source {
        case .copy, .privateKeyData, .generation: true
        case .publicKey: false
        }
    }

    private var publicKey: PublicKey? {
        switch source {
        case .copy(let key): try? key.publicKey
        case .publicKey(let key), .privateKeyData(_, let key): key
        case .generation: nil
        }
    }

    /// What was said of the key must be so: a token takes the class, the type and the size of a key from the key itself, and a query for
    /// anything else would not find it.
    private func checkAttributes() throws(SecFailure) {
        if let keyClass = attributes.keyClass {
            let half = try KeyHalf(keyClass: keyClass)
            guard (half == .privateHalf) == isPrivate else {
                throw SecFailure(errSecParam, "the key is of the other class")
            }
        }
        if case .generation = source {
            guard attributes.effectiveSize == nil || attributes.effectiveSize == attributes.sizeInBits else {
                throw SecFailure(errSecParam, "a key has one size, and two were given")
            }
            return
        }
        if let type = attributes.keyType {
            guard try KeyKind(type: type) == .rsa else { throw SecFailure(errSecParam, "the key is an RSA key") }
        }
        guard let publicKey else { return }
        for size in [attributes.sizeInBits, attributes.effectiveSize] {
            guard let size, size != publicKey.sizeInBits else { continue }
            throw SecFailure(errSecParam, "the key has \(publicKey.sizeInBits) bits, and not \(size)")
        }
    }
}

extension NewItem {
    /// Puts the key on the token.
    ///
    /// - Throws: `errSecDuplicateItem` where the same key is there under the same tag; and what the token answers. Nothing is left then.
    func add() throws(SecFailure) -> KeyItem {
        switch source {
        case .copy(let key):
            let options = try options(publicKey, isExtractable: key.attributes.isExtractable == true)
            return try adding {
                KeyItem(
                    try store.storeCopy(
                        of: key, tag: tag, label: nil, usage: usage(key.attributes.usage), options: options))
            }
        case .publicKey(let key):
            let usage = usage(key.attributes?.usage)
            var options = try options(key, isExtractable: true)
            options.publicUsage = usage
            let finalOptions = options
            return try adding {
                KeyItem(try store.importPublicKey(key, tag: tag, usage: usage, options: finalOptions))
            }
        case .privateKeyData(let bytes, let publicKey):
            var options = try options(publicKey, isExtractable: true)
            options.includesPublicHalf = false
            let finalOptions = options
            return try adding {
                KeyItem(try store.importPrivateKey(bytes, tag: tag, usage: usage(nil), options: finalOptions))
            }
        case .generation:
            let pair = try KeyGeneration.generate(request.attributeValues, in: store)
            return try adding {
                guard case .privateKey(let key) = pair.privateKey.material else { return nil }
                return KeyItem(key)
            }
        }
    }

    private func adding(_ body: () throws -> KeyItem?) throws(SecFailure) -> KeyItem {
        let item: KeyItem?
        do {
            item = try body()
        } catch let error as KeyStoreError where error.code == .keyNotFound {
            throw SecFailure(errSecInvalidItemRef, error.description)
        } catch {
            throw SecFailure(error, during: .add)
        }
        guard let item else { throw SecFailure(errSecInternalComponent) }
        return item
    }

    private var tag: Data? { attributes.tag.flatMap { $0.isEmpty ? nil : $0 } }

    private func usage(_ original: KeyUsage?) -> KeyUsage {
        let standard = KeyFlag.standardUsage(ofPrivateHalf: isPrivate)
        return attributes.usage(ofPrivateHalf: isPrivate, from: original ?? standard)
    }

    /// - Parameter isExtractable: whether the key may be wrapped as it is, so that the new one may too.
    private func options(_ publicKey: PublicKey?, isExtractable: Bool) throws(SecFailure) -> KeyOptions {
        var options = KeyOptions(existing: .refuseIdentical, allowsWeakKeys: true)
        options.labelBytes = attributes.label(of: publicKey.flatMap { try? $0.keyIdentifierSHA1 })
        if isPrivate, attributes.isExtractable == true {
            guard isExtractable else {
                throw SecFailure(errSecReadOnlyAttr, "the key may not leave the token, and that cannot be taken back")
            }
            options.isExtractable = true
        }
        return options
    }
}
