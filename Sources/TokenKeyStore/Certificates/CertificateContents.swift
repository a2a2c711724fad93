internal import COpenSSL

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What a certificate says, as libcrypto reads it.
struct CertificateContents: Sendable {
    let structure: CertificateStructure
    let subject: String
    let issuer: String
    let notBefore: Date
    let notAfter: Date
    let commonName: String?
    let alternativeNames: [String]
    let isCertificateAuthority: Bool
    let publicKey: RSAPublicKey?
    let keySizeInBits: Int?

    init(der: Data) throws {
        try X509Certificate.checkShape(der)
        defer { ERR_clear_error() }
        do {
            structure = try CertificateStructure(der: der)
        } catch {
            throw Self.malformed()
        }
        let certificate = try Self.decode(der)
        defer { X509_free(certificate) }
        subject = try Self.text(of: X509_get_subject_name(certificate))
        issuer = try Self.text(of: X509_get_issuer_name(certificate))
        notBefore = try Self.date(X509_get0_notBefore(certificate))
        notAfter = try Self.date(X509_get0_notAfter(certificate))
        commonName = Self.commonName(in: X509_get_subject_name(certificate))
        alternativeNames = Self.alternativeNames(of: certificate)
        isCertificateAuthority = X509_get_extension_flags(certificate) & UInt32(EXFLAG_CA) != 0
        publicKey = try? RSAPublicKey(derRepresentation: structure.subjectPublicKeyInfo)
        let bits = X509_get0_pubkey(certificate).map { Int(EVP_PKEY_get_bits($0)) }
        keySizeInBits =
            publicKey?.sizeInBits ?? structure.algorithm.curveSizeInBits ?? bits.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func malformed(_ what: String = "its DER is malformed") -> KeyStoreError {
        .invalidKeyData("this is not a certificate that can be read: \(what)")
    }

    private static func decode(_ der: Data) throws -> OpaquePointer {
        try der.lend { bytes, count in
            var cursor: UnsafePointer<UInt8>? = bytes
            guard let certificate = d2i_X509(nil, &cursor, count) else {
                let code = ERR_peek_last_error()
                let reason = code == 0 ? nil : ERR_reason_error_string(code).map { String(cString: $0) }
                throw malformed(reason ?? "its DER is malformed")
            }
            return certificate
        }
    }

    /// A name as RFC 4514 writes it.
    private static func text(of name: OpaquePointer?) throws -> String {
        guard let output = BIO_new(BIO_s_mem()) else { throw KeyStoreError.libcrypto(while: "writing a name") }
        defer { BIO_free(output) }
        guard X509_NAME_print_ex(output, name, 0, copenssl_name_flags()) >= 0 else {
            throw malformed("a name in it is")
        }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        let count = text.isEmpty ? 0 : BIO_read(output, &text, Int32(clamping: text.count))
        return String(decoding: text.prefix(Int(max(count, 0))), as: UTF8.self)
    }

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) throws -> Date {
        var parts = tm()
        guard time != nil, ASN1_TIME_to_tm(time, &parts) == 1 else { throw malformed("its validity is no time") }
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }

    private static func commonName(in name: OpaquePointer?) -> String? {
        var last: Int32 = -1
        while case let next = X509_NAME_get_index_by_NID(name, NID_commonName, last), next >= 0 { last = next }
        guard last >= 0, let entry = X509_NAME_get_entry(name, last) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
        guard count > 0, let bytes else { return nil }
        defer { CRYPTO_free(bytes, nil, 0) }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    private static func alternativeNames(of certificate: OpaquePointer) -> [String] {
        let index = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1)
        guard index >= 0, let found = X509_get_ext(certificate, index), let value = X509_EXTENSION_get_data(found),
            let bytes = ASN1_STRING_get0_data(value)
        else { return [] }
        let count = Int(ASN1_STRING_length(value))
        return SubjectAlternativeName.texts(of: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}

extension SubjectAlternativeName {
    /// The names in a `GeneralNames`, as ``init(parsing:)`` reads them; as many as can be read.
    static func texts(of der: [UInt8]) -> [String] {
        var texts: [String] = []
        var outer = DERReader(der)
        guard var names = try? outer.descend(DERTag.sequence) else { return [] }
        while !names.isAtEnd, let name = try? names.read() {
            let content = Array(der[name.content])
            switch name.tag {
            case 0x81: texts.append("email:" + String(decoding: content, as: UTF8.self))
            case 0x82: texts.append("dns:" + String(decoding: content, as: UTF8.self))
            case 0x86: texts.append("uri:" + String(decoding: content, as: UTF8.self))
            case 0x87: if let address = addressText(content) { texts.append("ip:" + address) }
            default: continue
            }
        }
        return texts
    }

    private static func addressText(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
