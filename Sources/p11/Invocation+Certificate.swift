import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Invocation {
    /// The operand `CERT`.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func certificateSelector() throws(CommandFailure) -> CertificateSelector {
        try CertificateSelector(parsing: arguments.operand(0) ?? "")
    }

    /// The certificates of a token, for what is about its keys: a token that fails to list them still has its keys.
    ///
    /// - Returns: nil after a failure, which was said.
    func certificatesBesideKeys(in store: KeyStore) -> CertificatesOfKeys? {
        do {
            return CertificatesOfKeys(try store.certificates())
        } catch {
            warn("certificates-unreadable", "the certificates cannot be listed: \(CommandFailure(error).message)")
            return nil
        }
    }
}

extension CertificateSelector {
    /// What the key store is asked for; nil where nothing can match.
    fileprivate var query: CertificateQuery? {
        switch names {
        case .fingerprint: return CertificateQuery()
        case .label(let label): return CertificateQuery(label: label)
        case .id(let id): return CertificateQuery(tag: id)
        case .tag(let text): return CertificateQuery(tag: Data(text.utf8))
        case .uri(let uri):
            // RFC 7512, section 2.3: an attribute that nobody knows matches nothing.
            guard !uri.hasUnrecognizedAttributes else { return nil }
            return CertificateQuery(tag: uri.id, labelBytes: uri.objectBytes)
        }
    }

    fileprivate func matches(_ certificate: Certificate, on token: TokenDescription) -> Bool {
        switch names {
        case .fingerprint(let bytes): (try? certificate.x509?.fingerprintSHA256)?.starts(with: bytes) == true
        case .uri(let uri): uri.matches(token)
        default: true
        }
    }
}

extension KeyStore {
    /// The one certificate that a selector means.
    ///
    /// - Throws: ``CommandFailure`` with exit 3 for none, and 6 with the candidates for several.
    func certificate(_ selector: CertificateSelector) throws -> Certificate {
        let found = try selector.query.map { try certificates(matching: $0) } ?? []
        let matches = found.filter { selector.matches($0, on: token) }
        guard let certificate = matches.first else {
            let isHidden = !loginState.isLoggedIn
            throw CommandFailure(
                .notFound, "certificate-not-found",
                "no certificate on the token \"\(token.label)\" has \(selector.names.text)"
                    + (isHidden ? ", as far as can be seen without a login" : ""),
                hint: "p11 cert list shows the certificates")
        }
        guard matches.count == 1 else {
            throw CommandFailure(
                .ambiguous, "certificate-ambiguous",
                "\(matches.count) certificates have \(selector.names.text), so nothing was done",
                hint: "sha256:HEX, the beginning of its fingerprint, names one",
                candidates: matches.map { CertificateReport($0, token: token).candidate })
        }
        return certificate
    }
}
