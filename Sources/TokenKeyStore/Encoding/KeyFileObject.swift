/// What a DER structure is by its shape: so that an error can say "this is a certificate" instead of "bad key".
enum KeyFileObject: Hashable {
    case subjectPublicKeyInfo(KeyAlgorithmIdentifier)
    case rsaPublicKey
    case privateKeyInfo(KeyAlgorithmIdentifier)
    case encryptedPrivateKeyInfo
    case rsaPrivateKey
    case ecPrivateKey
    case dsaPrivateKey
    case certificate
    case certificateRequest
    case revocationList
    case pkcs12
    case cms

    /// What it is called, with its article.
    var name: String {
        switch self {
        case .subjectPublicKeyInfo(let algorithm): "\(algorithm.keyName) public key"
        case .rsaPublicKey: "an RSA public key"
        case .privateKeyInfo(let algorithm): "\(algorithm.keyName) private key"
        case .encryptedPrivateKeyInfo: "an encrypted private key"
        case .rsaPrivateKey: "an RSA private key"
        case .ecPrivateKey: "an EC private key"
        case .dsaPrivateKey: "a DSA private key"
        case .certificate: "a certificate"
        case .certificateRequest: "a certificate request"
        case .revocationList: "a certificate revocation list"
        case .pkcs12: "a PKCS#12 file"
        case .cms: "a CMS (PKCS#7) message"
        }
    }

    /// What is wrong with it where an RSA key is wanted.
    ///
    /// - Parameter wantingPrivateKey: which half.
    func mismatch(wantingPrivateKey: Bool) -> KeyStoreError {
        KeyStoreError(
            isKeyOfAnotherType ? .keyTypeUnsupported : .invalidKeyData,
            "this is \(name), where an RSA \(wantingPrivateKey ? "private" : "public") key is expected",
            hint: hint(wantingPrivateKey: wantingPrivateKey))
    }

    private var isKeyOfAnotherType: Bool {
        switch self {
        case .subjectPublicKeyInfo(let algorithm), .privateKeyInfo(let algorithm): algorithm != .rsaEncryption
        case .ecPrivateKey, .dsaPrivateKey: true
        default: false
        }
    }

    /// How to get from this to a key of the wanted kind, where there is a way.
    func hint(wantingPrivateKey: Bool) -> String? {
        switch self {
        case .certificate where !wantingPrivateKey:
            "`openssl x509 -in FILE -pubkey -noout` prints its public key."
        case .certificateRequest where !wantingPrivateKey:
            "`openssl req -in FILE -pubkey -noout` prints its public key."
        case .pkcs12 where wantingPrivateKey:
            "`openssl pkcs12 -in FILE -nocerts -out KEY.pem` takes the key out, encrypted."
        case .pkcs12:
            "`openssl pkcs12 -in FILE -clcerts -nokeys | openssl x509 -pubkey -noout` prints its public key."
        case .privateKeyInfo, .encryptedPrivateKeyInfo, .rsaPrivateKey, .ecPrivateKey, .dsaPrivateKey:
            wantingPrivateKey ? nil : "`openssl pkey -in FILE -pubout` prints its public half."
        default: nil
        }
    }

    /// What the label of a PEM block promises; nil for a label that no key file has.
    init?(pemLabel: String) {
        switch pemLabel {
        case "PUBLIC KEY": self = .subjectPublicKeyInfo(.rsaEncryption)
        case "RSA PUBLIC KEY": self = .rsaPublicKey
        case "PRIVATE KEY": self = .privateKeyInfo(.rsaEncryption)
        case "ENCRYPTED PRIVATE KEY": self = .encryptedPrivateKeyInfo
        case "RSA PRIVATE KEY": self = .rsaPrivateKey
        case "EC PRIVATE KEY": self = .ecPrivateKey
        case "DSA PRIVATE KEY": self = .dsaPrivateKey
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": self = .certificate
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": self = .certificateRequest
        case "X509 CRL": self = .revocationList
        case "PKCS7", "PKCS #7 SIGNED DATA", "CMS": self = .cms
        default: return nil
        }
    }
}

extension KeyFileObject {
    /// Recognises the structure that the bytes are, from the first to the last.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` for a cut-off structure, one with bytes after it, or none.
    static func recognize<Bytes: RandomAccessCollection>(_ bytes: Bytes) throws -> KeyFileObject
    where Bytes.Element == UInt8, Bytes.Index == Int {
        guard !bytes.isEmpty else { throw KeyStoreError.invalidKeyData("the key data are empty") }
        do {
            var outer = DERReader(bytes)
            let sequence = try outer.descend(DERTag.sequence)
            guard outer.isAtEnd else {
                throw KeyStoreError.invalidKeyData(
                    "there are \(outer.end - outer.position) bytes after the DER structure")
            }
            if let object = try shape(of: sequence) { return object }
        } catch DERError.truncated {
            throw KeyStoreError.invalidKeyData(
                "the DER is cut off: it says that it is longer than the \(bytes.count) bytes there are",
                hint: "Copy the file again, in binary mode.")
        } catch DERError.malformed {}
        throw KeyStoreError.invalidKeyData("the data are neither PEM nor the DER of a key")
    }

    /// Whether the bytes begin as a SEQUENCE does and as text that happens to begin with "0" does not.
    static func looksLikeDER<Bytes: RandomAccessCollection>(_ bytes: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        guard bytes.count >= 2, bytes.first == DERTag.sequence else { return false }
        let length = bytes[bytes.startIndex + 1]
        return length >= 0x80 || Int(length) == bytes.count - 2
    }

    private static func shape<Bytes>(of sequence: DERReader<Bytes>) throws(DERError) -> KeyFileObject? {
        var reader = sequence
        var elements: [DERReader<Bytes>.Element] = []
        while !reader.isAtEnd, elements.count < 10 { elements.append(try reader.read()) }
        let tags = elements.map(\.tag)

        if tags.count >= 3, tags.starts(with: [DERTag.integer, DERTag.sequence, DERTag.octetString]) {
            return .privateKeyInfo(try algorithm(reader.bytes, elements[1].content))
        }
        if tags == [DERTag.integer, DERTag.integer] { return .rsaPublicKey }
        if tags.count >= 9, tags.prefix(9).allSatisfy({ $0 == DERTag.integer }) { return .rsaPrivateKey }
        if tags.count == 6, tags.allSatisfy({ $0 == DERTag.integer }) { return .dsaPrivateKey }
        if tags.starts(with: [DERTag.integer, DERTag.octetString]) { return .ecPrivateKey }
        if tags.starts(with: [DERTag.integer, DERTag.sequence]) { return .pkcs12 }
        if tags == [DERTag.sequence, DERTag.octetString] { return .encryptedPrivateKeyInfo }
        if tags == [DERTag.sequence, DERTag.bitString] {
            return .subjectPublicKeyInfo(try algorithm(reader.bytes, elements[0].content))
        }
        if tags == [DERTag.objectIdentifier, 0xA0] { return .cms }
        if tags == [DERTag.sequence, DERTag.sequence, DERTag.bitString] {
            return try signedShape(DERReader(reader.bytes, elements[0].content))
        }
        return nil
    }

    /// What is inside the three elements of X.509's SIGNED: told apart by their first members.
    private static func signedShape<Bytes>(_ contents: DERReader<Bytes>) throws(DERError) -> KeyFileObject {
        var reader = contents
        var tags: [UInt8] = []
        while !reader.isAtEnd, tags.count < 6 { tags.append(try reader.read().tag) }
        if tags.first == 0xA0 { return .certificate }
        // Only a revocation list has its times, UTCTime or GeneralizedTime, at this level.
        if tags.contains(0x17) || tags.contains(0x18) { return .revocationList }
        return tags.last == 0xA0 ? .certificateRequest : .certificate
    }

    private static func algorithm<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, _ identifier: Range<Int>
    ) throws(DERError) -> KeyAlgorithmIdentifier where Bytes.Element == UInt8, Bytes.Index == Int {
        var reader = DERReader(bytes, identifier)
        return KeyAlgorithmIdentifier(bytes: try reader.read(DERTag.objectIdentifier).map { bytes[$0] })
    }
}
