internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A mechanism with its parameter (`CK_MECHANISM`).
public struct Mechanism: Hashable, Sendable {
    enum Parameter: Hashable, Sendable {
        case none
        case bytes([UInt8])
        case rsaPKCSPSS(hash: MechanismType, mgf: MaskGenerationFunction, saltLength: UInt)
        case rsaPKCSOAEP(hash: MechanismType, mgf: MaskGenerationFunction, label: [UInt8])
        case gcm(iv: [UInt8], additionalData: [UInt8], tagBits: UInt, hasIVBits: Bool)
        case counter(bits: UInt, block: [UInt8])
        case ecdh1(kdf: KeyDerivationFunction, sharedData: [UInt8], publicData: [UInt8])
    }

    /// Which mechanism.
    public let type: MechanismType
    let parameter: Parameter

    /// A mechanism without a parameter.
    public init(_ type: MechanismType) {
        self.type = type
        self.parameter = .none
    }

    /// A mechanism whose parameter is given as the bytes of its structure or value: an IV, a number, a vendor's structure
    /// without pointers.
    public init(_ type: MechanismType, parameterBytes: some DataProtocol) {
        self.type = type
        self.parameter = .bytes(Array(parameterBytes))
    }

    init(_ type: MechanismType, _ parameter: Parameter) {
        self.type = type
        self.parameter = parameter
    }

    /// A PSS mechanism (`CK_RSA_PKCS_PSS_PARAMS`, PKCS #11 2.40 section 2.1.9 of the mechanisms).
    ///
    /// - Parameters:
    ///   - type: `CKM_RSA_PKCS_PSS` for a digest, or `CKM_SHA256_RSA_PKCS_PSS` and its like for a message.
    ///   - hash: the hash of the message, such as `CKM_SHA256`.
    ///   - mgf: the mask generation function, such as `CKG_MGF1_SHA256`.
    ///   - saltLength: in bytes.
    public static func rsaPKCSPSS(
        _ type: MechanismType = .rsaPKCSPSS, hash: MechanismType, mgf: MaskGenerationFunction, saltLength: UInt
    ) -> Mechanism {
        Mechanism(type, .rsaPKCSPSS(hash: hash, mgf: mgf, saltLength: saltLength))
    }

    /// `CKM_RSA_PKCS_OAEP` (`CK_RSA_PKCS_OAEP_PARAMS`), with source `CKZ_DATA_SPECIFIED` also where the label is empty.
    ///
    /// - Parameters:
    ///   - hash: the hash of the label, such as `CKM_SHA256`.
    ///   - mgf: the mask generation function.
    ///   - label: the label L; often empty.
    public static func rsaPKCSOAEP(
        hash: MechanismType, mgf: MaskGenerationFunction, label: some DataProtocol = Data()
    ) -> Mechanism {
        Mechanism(.rsaPKCSOAEP, .rsaPKCSOAEP(hash: hash, mgf: mgf, label: Array(label)))
    }

    /// `CKM_AES_GCM` (`CK_GCM_PARAMS`, PKCS #11 3.0 section 2.13.5 of the mechanisms).
    ///
    /// The text and the header of version 2.40 disagree about the structure; most modules want that of the header.
    ///
    /// - Parameters:
    ///   - iv: the IV; usually 12 bytes.
    ///   - additionalData: authenticated, not encrypted.
    ///   - tagBits: the length of the tag in bits.
    ///   - hasIVBits: whether the structure has the field `ulIvBits`; false for a module that answers
    ///     `CKR_MECHANISM_PARAM_INVALID` to one that has.
    public static func aesGCM(
        iv: some DataProtocol, additionalData: some DataProtocol = Data(), tagBits: UInt = 128, hasIVBits: Bool = true
    ) -> Mechanism {
        Mechanism(
            .aesGCM,
            .gcm(iv: Array(iv), additionalData: Array(additionalData), tagBits: tagBits, hasIVBits: hasIVBits))
    }

    /// `CKM_AES_CTR` (`CK_AES_CTR_PARAMS`).
    ///
    /// - Parameters:
    ///   - counterBits: how many bits of the block count.
    ///   - block: the 16 bytes of the first counter block.
    /// - Throws: ``PKCS11Error/Code/invalidArgument`` for a block of another length.
    public static func aesCTR(counterBits: UInt, block: some DataProtocol) throws(PKCS11Error) -> Mechanism {
        guard block.count == 16 else {
            throw PKCS11Error(code: .invalidArgument, message: "an AES counter block has 16 bytes, not \(block.count)")
        }
        return Mechanism(.aesCTR, .counter(bits: counterBits, block: Array(block)))
    }

    /// `CKM_ECDH1_DERIVE` (`CK_ECDH1_DERIVE_PARAMS`).
    ///
    /// - Parameters:
    ///   - type: `CKM_ECDH1_DERIVE`, or the cofactor variant.
    ///   - kdf: the key derivation function, `CKD_NULL` for the raw secret.
    ///   - sharedData: for the KDF; often empty.
    ///   - publicData: the other side's point, raw (`04‖X‖Y`).
    public static func ecdh1Derive(
        _ type: MechanismType = .ecdh1Derive, kdf: KeyDerivationFunction, sharedData: some DataProtocol = Data(),
        publicData: some DataProtocol
    ) -> Mechanism {
        Mechanism(type, .ecdh1(kdf: kdf, sharedData: Array(sharedData), publicData: Array(publicData)))
    }

    /// Lends the mechanism to C. Every pointer in it is good for the duration of `body`, and never NULL for an empty value.
    @inline(__always)
    func withCK<Result>(_ body: (UnsafeMutablePointer<CK_MECHANISM>) -> Result) -> Result {
        var mechanism = CK_MECHANISM(mechanism: type.rawValue, pParameter: nil, ulParameterLen: 0)
        if case .none = parameter { return body(&mechanism) }
        return withParameter { pointer, length in
            mechanism.pParameter = pointer
            mechanism.ulParameterLen = CK_ULONG(length)
            return body(&mechanism)
        }
    }

    private func withParameter<Result>(_ body: (UnsafeMutableRawPointer?, Int) -> Result) -> Result {
        switch parameter {
        case .none:
            return body(nil, 0)
        case .bytes(let bytes):
            return withMutableBytes(bytes) { body(UnsafeMutableRawPointer($0), bytes.count) }
        case .rsaPKCSPSS(let hash, let mgf, let saltLength):
            var parameters = CK_RSA_PKCS_PSS_PARAMS()
            parameters.hashAlg = hash.rawValue
            parameters.mgf = mgf.rawValue
            parameters.sLen = saltLength
            return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
        case .rsaPKCSOAEP(let hash, let mgf, let label):
            return withMutableBytes(label) { pointer in
                var parameters = CK_RSA_PKCS_OAEP_PARAMS()
                parameters.hashAlg = hash.rawValue
                parameters.mgf = mgf.rawValue
                parameters.source = 1  // CKZ_DATA_SPECIFIED
                parameters.pSourceData = label.isEmpty ? nil : UnsafeMutableRawPointer(pointer)
                parameters.ulSourceDataLen = CK_ULONG(label.count)
                return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
            }
        case .gcm(let iv, let additionalData, let tagBits, let hasIVBits):
            return withMutableBytes(iv) { ivPointer in
                withMutableBytes(additionalData) { additionalPointer in
                    GCMParameters(
                        iv: UnsafeMutableBufferPointer(start: ivPointer, count: iv.count),
                        additionalData: UnsafeMutableBufferPointer(
                            start: additionalPointer, count: additionalData.count), tagBits: tagBits,
                        hasIVBits: hasIVBits
                    ).withCK(body)
                }
            }
        case .counter(let bits, let block):
            var parameters = CK_AES_CTR_PARAMS()
            parameters.ulCounterBits = bits
            withUnsafeMutableBytes(of: &parameters.cb) { $0.copyBytes(from: block) }
            return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
        case .ecdh1(let kdf, let sharedData, let publicData):
            return withMutableBytes(sharedData) { shared in
                withMutableBytes(publicData) { point in
                    var parameters = CK_ECDH1_DERIVE_PARAMS()
                    parameters.kdf = kdf.rawValue
                    parameters.pSharedData = sharedData.isEmpty ? nil : shared
                    parameters.ulSharedDataLen = CK_ULONG(sharedData.count)
                    parameters.pPublicData = point
                    parameters.ulPublicDataLen = CK_ULONG(publicData.count)
                    return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
                }
            }
        }
    }
}

/// Lends a copy of bytes to C, which may write to it; never NULL.
private func withMutableBytes<Result>(
    _ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Result
) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(bytes.count, 1)) { buffer in
        _ = buffer.initialize(from: bytes)
        // A temporary allocation of at least one element has an address.
        guard let base = buffer.baseAddress else { return withNoBytes(body) }
        return body(base)
    }
}

private func withNoBytes<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    var byte: UInt8 = 0
    return body(&byte)
}
