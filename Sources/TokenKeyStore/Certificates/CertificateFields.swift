internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What a token says of a certificate object beside its names.
struct CertificateFields: Hashable, Sendable {
    /// `CKA_CERTIFICATE_TYPE`; nil where the token does not say.
    let type: CertificateType?
    /// `CKA_VALUE`; empty where there is none.
    let value: Data
    let subject: Data
    let issuer: Data
    let serialNumber: Data
    let isTrusted: Bool?

    init(_ values: AttributeValues) {
        type = values.number(.certificateType).map { CertificateType(rawValue: $0) }
        value = values.data(.value) ?? Data()
        subject = values.data(.subject) ?? Data()
        issuer = values.data(.issuer) ?? Data()
        serialNumber = values.data(.serialNumber) ?? Data()
        isTrusted = values.bool(.trusted)
    }

    /// What to ask for: all of it in one read. `CKA_URL` is not among it, since what is absent costs a call more.
    static let types: [AttributeType] = [
        .objectClass, .certificateType, .id, .label, .value, .subject, .issuer, .serialNumber, .token, .private,
        .modifiable, .trusted,
    ]

    /// What an object is asked for that fails the read of all.
    static let essentialTypes: [AttributeType] = [.objectClass, .certificateType, .id, .label, .value]
}
