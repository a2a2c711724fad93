import Foundation
import PKCS11
import Testing

/// Mechanism parameters as they arrive at a module: the structures of PKCS #11, field by field.
@Suite struct `Mechanism parameters` {
    private let toy: ToyProvider
    private let key = ObjectHandle(rawValue: 1)

    init() throws { toy = try ToyProvider() }

    private func send(_ mechanism: Mechanism) throws -> [UInt] {
        try toy.session().signInit(mechanism, key: key)
        #expect(toy["mechanism"] == mechanism.type.rawValue)
        let bytes = toy.parameter
        return stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { offset in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt.self) }
        }
    }

    @Test func `none is no pointer`() throws {
        #expect(try send(Mechanism(.rsaPKCS)).isEmpty)
        #expect(toy["parameter.null"] == 1)
        #expect(toy["parameter"] == 0)
    }

    @Test func `bytes are sent as they are`() throws {
        _ = try send(Mechanism(.aesCBC, parameterBytes: Data([9, 1, 2, 3])[1...]))
        #expect(toy.parameter == [1, 2, 3])
        _ = try send(Mechanism(.aesCBC, parameterBytes: Data()))
        #expect(toy["parameter"] == 0)
    }

    @Test func `CK_RSA_PKCS_PSS_PARAMS`() throws {
        // hashAlg, mgf, sLen: CKM_SHA384 is 0x260, CKG_MGF1_SHA384 is 3.
        let mechanism = Mechanism.rsaPKCSPSS(.sha384RSAPKCSPSS, hash: .sha384, mgf: .mgf1SHA384, saltLength: 48)
        #expect(mechanism.type == .sha384RSAPKCSPSS)
        #expect(try send(mechanism) == [0x260, 3, 48])
        #expect(Mechanism.rsaPKCSPSS(hash: .sha1, mgf: .mgf1SHA1, saltLength: 0).type == .rsaPKCSPSS)
    }

    @Test func `CK_RSA_PKCS_OAEP_PARAMS`() throws {
        // hashAlg, mgf, source, pSourceData, ulSourceDataLen: CKM_SHA256 is 0x250, CKZ_DATA_SPECIFIED is 1.
        let empty = try send(.rsaPKCSOAEP(hash: .sha256, mgf: .mgf1SHA256))
        #expect(empty == [0x250, 2, 1, 0, 0])
        let labelled = try send(.rsaPKCSOAEP(hash: .sha1, mgf: .mgf1SHA1, label: Data("abc".utf8)))
        #expect(labelled.count == 5)
        #expect([0, 1, 2, 4].map { labelled[$0] } == [0x220, 1, 1, 3])
        #expect(labelled[3] != 0)
    }

    @Test func `CK_GCM_PARAMS`() throws {
        // pIv, ulIvLen, ulIvBits, pAAD, ulAADLen, ulTagBits.
        let plain = try send(.aesGCM(iv: Data(count: 12)))
        #expect(plain.count == 6)
        #expect(plain[0] != 0)
        #expect(Array(plain.dropFirst()) == [12, 96, 0, 0, 128])
        let full = try send(.aesGCM(iv: Data(count: 16), additionalData: Data(count: 5), tagBits: 96))
        #expect([1, 2, 4, 5].map { full[$0] } == [16, 128, 5, 96])
        #expect(full[3] != 0)
    }

    @Test func `CK_AES_CTR_PARAMS`() throws {
        // ulCounterBits, cb.
        let block = Data((1...16).map { UInt8($0) })
        let fields = try send(.aesCTR(counterBits: 64, block: block))
        #expect(toy["parameter"] == 24)
        #expect(fields[0] == 64)
        #expect(Data(toy.parameter.dropFirst(8)) == block)
    }

    @Test func `CK_ECDH1_DERIVE_PARAMS`() throws {
        // kdf, ulSharedDataLen, pSharedData, ulPublicDataLen, pPublicData: CKD_SHA256_KDF is 6.
        let fields = try send(.ecdh1Derive(kdf: .sha256KDF, publicData: Data(count: 65)))
        #expect(Array(fields.prefix(4)) == [6, 0, 0, 65])
        #expect(fields[4] != 0)
        let shared = try send(
            .ecdh1Derive(.ecdh1CofactorDerive, kdf: .null, sharedData: Data(count: 7), publicData: Data(count: 97)))
        #expect([0, 1, 3].map { shared[$0] } == [1, 7, 97])
        #expect(shared[2] != 0)
    }

    @Test func `are compared by value`() {
        #expect(Mechanism(.rsaPKCS) == Mechanism(.rsaPKCS))
        #expect(Mechanism(.rsaPKCS) != Mechanism(.rsaX509))
        #expect(Mechanism.aesGCM(iv: Data([1])) == Mechanism.aesGCM(iv: [UInt8]([1])))
        #expect(Mechanism.aesGCM(iv: Data([1])) != Mechanism.aesGCM(iv: Data([2])))
        #expect(Set([Mechanism(.sha256), Mechanism(.sha256), Mechanism(.sha1)]).count == 2)
    }
}
