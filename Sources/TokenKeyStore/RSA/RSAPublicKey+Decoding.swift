internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension RSAPublicKey {
    /// Reads a SubjectPublicKeyInfo or a PKCS#1 RSAPublicKey in DER.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``, saying what the data are instead, where that can be told.
    init(derRepresentation der: Data) throws {
        try self.init(der: [UInt8](der))
    }

    /// Reads a public key in any of the usual forms: SubjectPublicKeyInfo or PKCS#1, in DER or PEM, or a line of
    /// `authorized_keys`.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``, saying what the data are instead, where that can be told.
    init(anyRepresentation data: Data) throws {
        guard !data.isEmpty else { throw KeyStoreError.invalidKeyData("the key data are empty") }
        if !KeyFileObject.looksLikeDER(data) {
            if PEMReader.isPEM(data) {
                self = try Self.ofPEM(data)
                return
            }
            if let key = try SSHPublicKeyLine.rsaKey(in: data) {
                self = key
                return
            }
        }
        try self.init(derRepresentation: data)
    }

    private static func ofPEM(_ data: Data) throws -> RSAPublicKey {
        let blocks = try PEMReader.blocks(of: data)
        let keys = blocks.filter { ["PUBLIC KEY", "RSA PUBLIC KEY"].contains($0.label) }
        guard keys.count <= 1 else {
            throw KeyStoreError.invalidKeyData(
                "the PEM holds \(keys.count) public keys where one is expected", hint: "Give them one by one.")
        }
        if let key = keys.first {
            return try key.content.withUnsafeBytes { try RSAPublicKey(der: $0) }
        }
        guard let block = blocks.first else { throw KeyStoreError.invalidKeyData("the PEM holds no object") }
        // The content tells more than the label ("an EC private key", not only "a private key"), if it can be read.
        let object =
            (try? block.content.withUnsafeBytes { try KeyFileObject.recognize($0) })
            ?? KeyFileObject(pemLabel: block.label)
        guard let object else {
            throw KeyStoreError.invalidKeyData("the PEM holds \(block.label), where a public key is expected")
        }
        throw mismatch(object)
    }

    private init<Bytes: RandomAccessCollection>(der bytes: Bytes) throws
    where Bytes.Element == UInt8, Bytes.Index == Int {
        let object = try KeyFileObject.recognize(bytes)
        do {
            var outer = DERReader(bytes)
            let sequence = try outer.descend(DERTag.sequence)
            switch object {
            case .rsaPublicKey:
                try self.init(numbers: sequence)
            case .subjectPublicKeyInfo(.rsaEncryption):
                try self.init(subjectPublicKeyInfo: sequence)
            default:
                throw Self.mismatch(object)
            }
        } catch is DERError {
            throw KeyStoreError.invalidKeyData("the DER of the RSA public key is malformed")
        }
    }

    private init<Bytes>(subjectPublicKeyInfo sequence: DERReader<Bytes>) throws {
        var reader = sequence
        var algorithm = try reader.descend(DERTag.sequence)
        _ = try algorithm.read(DERTag.objectIdentifier)
        // NULL, says RFC 3279; some leave it out.
        if !algorithm.isAtEnd, try !algorithm.read(DERTag.null).isEmpty { throw DERError.malformed }
        try algorithm.finish()

        let bits = try reader.read(DERTag.bitString)
        try reader.finish()
        guard let unused = bits.first, reader.bytes[unused] == 0 else { throw DERError.malformed }
        var key = DERReader(reader.bytes, (unused + 1)..<bits.upperBound)
        let numbers = try key.descend(DERTag.sequence)
        try key.finish()
        try self.init(numbers: numbers)
    }

    private init<Bytes>(numbers sequence: DERReader<Bytes>) throws {
        var reader = sequence
        let modulus = try reader.readUnsignedInteger()
        let exponent = try reader.readUnsignedInteger()
        try reader.finish()
        // In a file nothing is reversed; the zero in front keeps four or eight bytes from being taken for that form.
        try self.init(
            modulus: modulus.map { reader.bytes[$0] }, publicExponent: [0] + exponent.map { reader.bytes[$0] })
    }

    private static func mismatch(_ object: KeyFileObject) -> KeyStoreError {
        object.mismatch(wantingPrivateKey: false)
    }
}
