import PKCS11

/// Which certificate a command means: by what names a key too, the fingerprint being that of the certificate.
///
/// A renewed certificate often has the label and the ID of the one before, and then the URI as well.
struct CertificateSelector: Sendable {
    let names: KeySelector

    /// Reads the operand `CERT`.
    ///
    /// - Throws: ``CommandFailure`` with exit 64, also for a URI of something else.
    init(parsing text: String) throws(CommandFailure) {
        names = try KeySelector(parsing: text, operand: Operands.certificate.name)
        guard case .uri(let uri) = names, let type = uri.type, type != .certificate else { return }
        throw .usage(
            "the URI names an object of type \(type.rawValue), and this takes a certificate",
            hint: "p11 key … takes keys; without a type in the URI, or with type=cert, a certificate is meant")
    }
}
