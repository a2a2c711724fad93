#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// The certificate objects that a query matches; see ``certificates(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func certificates(matching query: CertificateQuery = CertificateQuery()) async throws -> [Certificate] {
        try await threads.run { try self.findCertificates(query) }
    }

    /// The one certificate that a query matches; see ``certificate(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func certificate(matching query: CertificateQuery) async throws -> Certificate {
        try await threads.run { try self.findCertificate(query) }
    }

    /// Puts a certificate on the token; see ``importCertificate(_:tag:label:allowsDuplicate:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func importCertificate(
        _ certificate: X509Certificate, tag: Data? = nil, label: String? = nil, allowsDuplicate: Bool = false
    ) async throws -> Certificate {
        try await threads.run { try self.addCertificate(certificate, tag, label, allowsDuplicate) }
    }

    /// What a certificate would be called; see ``proposedNames(for:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func proposedNames(for certificate: X509Certificate) async throws -> CertificateNames {
        try await threads.run { try self.names(certificate) }
    }

    /// Deletes a certificate; see ``delete(_:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func delete(_ certificate: Certificate) async throws {
        try await threads.run { try self.deleteCertificate(certificate) }
    }
}
