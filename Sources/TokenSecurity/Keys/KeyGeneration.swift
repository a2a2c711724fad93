internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// The generation of a key pair from a dictionary of attributes.
enum KeyGeneration {
    /// Generates a pair and stores what is to be stored of it.
    ///
    /// A private half that is not to be stored is an object of a session of the token; a public half that is not, exists on this machine
    /// only. An error leaves nothing behind.
    ///
    /// - Parameters:
    ///   - attributes: what the caller passed, with sub-dictionaries under `private` and `public`.
    ///   - store: where; nil for the token that the attributes name, or the default one.
    /// - Throws: `errSecParam` for a missing or unknown type, a size that is not one of the type, and attributes of a wrong kind;
    ///   `errSecUnimplemented` for elliptic curves; and why the token could not do it.
    static func generate(
        _ attributes: [String: Any], in store: KeyStore?
    ) throws(SecFailure) -> (publicKey: SecKey, privateKey: SecKey) {
        let request = try Request(attributes)
        guard request.kind == .rsa else { throw request.kind.notYet }
        let target = if let store { store } else { try TokenStores.store(tokenID: request.tokenID) }
        let privateHalf = request.privateHalf
        let publicHalf = request.publicHalf
        let isPairStored = privateHalf.isPermanent && publicHalf.isPermanent
        let publicTag = isPairStored ? publicHalf.distinctTag(from: privateHalf) : nil
        let options = KeyOptions(
            // A key that was made this moment is no other.
            existing: .keepBoth, allowsWeakKeys: true, publicTag: publicTag, publicLabel: publicHalf.text ?? "",
            isPermanent: privateHalf.isPermanent, includesPublicHalf: isPairStored, publicUsage: publicHalf.usage,
            isExtractable: privateHalf.isExtractable, labelBytes: privateHalf.labelBytes)
        let key: PrivateKey
        do {
            key = try target.generateKeyPair(
                .rsa(bits: request.sizeInBits), tag: privateHalf.tag, label: privateHalf.text,
                usage: privateHalf.usage, options: options)
        } catch let error as KeyStoreError where error.code == .tokenDisobeyed && request.hasOddSize {
            // libcrypto, and SoftHSM with it, makes a key one bit shorter.
            throw SecFailure(errSecParam, error.description)
        } catch {
            throw SecFailure(error, during: .generate)
        }
        do {
            return (try publicKey(of: key, publicHalf, privateHalf, in: target), SecKey(key))
        } catch {
            // A session key goes by itself.
            if privateHalf.isPermanent { try? target.delete(key, includingPublicHalf: true) }
            throw SecFailure(error, during: .generate)
        }
    }

    /// The public half as the caller wants it: stored by now or to be stored, or only here.
    private static func publicKey(
        of key: PrivateKey, _ publicHalf: Half, _ privateHalf: Half, in store: KeyStore
    ) throws -> SecKey {
        let value = try key.publicKey
        guard publicHalf.isPermanent else { return SecKey(value) }
        guard privateHalf.isPermanent else {
            let options = KeyOptions(
                existing: .keepBoth, allowsWeakKeys: true, labelBytes: publicHalf.labelBytes)
            return SecKey(
                try store.importPublicKey(
                    value, tag: publicHalf.tag, label: publicHalf.text, usage: publicHalf.usage, options: options))
        }
        // Without a tag of its own it has an ID that only the key store knows, unless both halves have the same.
        let id = publicHalf.tag ?? (privateHalf.tag == nil ? key.attributes.id : nil)
        let stored = try store.publicKeys(matching: KeyQuery(tag: id, label: publicHalf.text, keyType: .rsa))
            .first { $0 == value }
        guard let stored else { return SecKey(value) }
        guard let labelBytes = publicHalf.labelBytes, stored.attributes?.labelBytes != labelBytes else {
            return SecKey(stored)
        }
        return SecKey(try store.change(stored, to: KeyChanges(labelBytes: labelBytes)))
    }
}

extension KeyGeneration {
    /// What is to be generated.
    struct Request {
        let kind: KeyKind
        let sizeInBits: Int
        var hasOddSize: Bool { !sizeInBits.isMultiple(of: 2) }
        let tokenID: String?
        let privateHalf: Half
        let publicHalf: Half

        init(_ attributes: [String: Any]) throws(SecFailure) {
            var common = attributes
            for name in ["private", "public", "type", "bsiz"] { common[name] = nil }
            guard let type = attributes["type"].flatMap({ Coercion.number($0) }) else {
                throw SecFailure(errSecParam, "the type of the key is missing, or is none")
            }
            kind = try KeyKind(type: type)
            guard let size = attributes["bsiz"].flatMap({ Coercion.number($0) }), kind.allows(sizeInBits: size) else {
                throw SecFailure(errSecParam, "the size of the key is missing, or there are no keys of that size")
            }
            sizeInBits = size
            tokenID = try ItemAttributes(common).tokenID
            privateHalf = try Half(
                attributes["private"], common, isPrivate: true, isPermanentByDefault: tokenID != nil)
            publicHalf = try Half(attributes["public"], common, isPrivate: false, isPermanentByDefault: false)
        }
    }

    /// One half of the pair: its own attributes, and those that were given for both.
    struct Half {
        let isPermanent: Bool
        let tag: Data?
        let usage: KeyUsage
        let isExtractable: Bool
        private let label: Data?

        /// The label where it is text.
        var text: String? { label.flatMap { String(data: $0, encoding: .utf8) } }
        /// The label where it is not.
        var labelBytes: Data? { text == nil ? label : nil }

        init(
            _ own: Any?, _ common: [String: Any], isPrivate: Bool, isPermanentByDefault: Bool
        ) throws(SecFailure) {
            var attributes = common
            if let own {
                guard let own = own as? NSDictionary else {
                    throw SecFailure(errSecParam, "the attributes of one half are not a dictionary")
                }
                attributes.merge(try ItemDictionary.entries(of: own)) { $1 }
            }
            let item = try ItemAttributes(attributes)
            isPermanent = item.isPermanent ?? isPermanentByDefault
            tag = item.tag.flatMap { $0.isEmpty ? nil : $0 }
            usage = item.usage(ofPrivateHalf: isPrivate, from: KeyFlag.standardUsage(ofPrivateHalf: isPrivate))
            isExtractable = item.isExtractable ?? false
            // The hash of a key that is yet to be made is not known, so that an application label is the caller's own.
            label = item.label(of: nil).flatMap { $0.isEmpty ? nil : $0 }
            if isPermanent { try item.checkForStoring() }
        }

        /// The tag of a public half that does not have that of its private half, empty for none; nil where it has.
        func distinctTag(from other: Half) -> [UInt8]? { tag == other.tag ? nil : Array(tag ?? Data()) }
    }
}
