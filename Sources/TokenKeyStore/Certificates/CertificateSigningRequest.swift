internal import COpenSSL

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a certification authority is asked to make a certificate of: a name and a public key, signed by the private one (PKCS#10, RFC 2986).
public struct CertificateSigningRequest: Hashable, Sendable {
    /// `CertificationRequest` in DER.
    public let derRepresentation: Data

    /// The same in PEM, `BEGIN CERTIFICATE REQUEST` (RFC 7468, section 7).
    public var pemRepresentation: String { PEM.encode(derRepresentation, label: "CERTIFICATE REQUEST") }

    /// - Throws: ``KeyStoreError/Code/tokenDisobeyed`` where the signature is not valid.
    init(signed info: Data, with signature: Data, algorithm: Data, by token: TokenDescription) throws {
        derRepresentation = DER.sequence(info, algorithm, DER.bitString(signature))
        guard try isValid() else {
            throw KeyStoreError(.tokenDisobeyed, "\(token.name) made a signature that is not valid")
        }
    }

    /// Whether the request can be read and is signed by its own key.
    private func isValid() throws -> Bool {
        try derRepresentation.lend { bytes, count in
            var cursor: UnsafePointer<UInt8>? = bytes
            guard let request = d2i_X509_REQ(nil, &cursor, count) else {
                throw KeyStoreError.libcrypto(while: "reading a certificate signing request")
            }
            defer { X509_REQ_free(request) }
            guard let key = X509_REQ_get0_pubkey(request) else {
                throw KeyStoreError.libcrypto(while: "reading the key of a certificate signing request")
            }
            defer { ERR_clear_error() }
            return X509_REQ_verify(request, key) == 1
        }
    }
}

extension PrivateKey {
    /// Makes a certificate signing request, which this key signs on the token. It is verified before it is returned.
    ///
    /// - Parameters:
    ///   - subject: the name of the holder; may be empty where there are alternative names.
    ///   - alternativeNames: further names, asked for as an extension (`extensionRequest`, RFC 2985, section 5.4.2).
    ///   - algorithm: how it is signed: RSASSA-PKCS1-v1_5 or RSASSA-PSS with a hash.
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for no name at all and for another algorithm; else as
    ///   ``signature(for:using:)``.
    public func certificateSigningRequest(
        subject: DistinguishedName, alternativeNames: [SubjectAlternativeName] = [],
        using algorithm: SignatureAlgorithm = .rsaPKCS1(.sha256)
    ) throws -> CertificateSigningRequest {
        try makeRequest(subject, alternativeNames, algorithm)
    }

    /// Makes a certificate signing request; see ``certificateSigningRequest(subject:alternativeNames:using:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func certificateSigningRequest(
        subject: DistinguishedName, alternativeNames: [SubjectAlternativeName] = [],
        using algorithm: SignatureAlgorithm = .rsaPKCS1(.sha256)
    ) async throws -> CertificateSigningRequest {
        try await store.threads.run { try self.makeRequest(subject, alternativeNames, algorithm) }
    }

    private func makeRequest(
        _ subject: DistinguishedName, _ alternativeNames: [SubjectAlternativeName], _ algorithm: SignatureAlgorithm
    ) throws -> CertificateSigningRequest {
        guard !subject.isEmpty || !alternativeNames.isEmpty else {
            throw KeyStoreError(.invalidParameter, "a request without any name cannot be made")
        }
        guard let identifier = algorithm.derIdentifier else {
            throw KeyStoreError(.invalidParameter, "a request cannot be signed without a hash")
        }
        let info = DER.sequence(
            DER.unsignedInteger(Data([0])), try subject.derRepresentation(), try publicKey.derRepresentation,
            DER.element(0xA0, alternativeNames.isEmpty ? Data() : Self.extensionRequest(alternativeNames)))
        return try CertificateSigningRequest(
            signed: info, with: try signMessage(info, algorithm), algorithm: identifier, by: store.token)
    }

    /// The attribute `extensionRequest` with the extension `subjectAltName`.
    private static func extensionRequest(_ names: [SubjectAlternativeName]) -> Data {
        let generalNames = DER.element(
            DERTag.sequence, names.reduce(into: Data()) { $0.append($1.derRepresentation) })
        let extensions = DER.sequence(
            DER.sequence(
                DER.element(DERTag.objectIdentifier, [0x55, 0x1D, 0x11]),
                DER.element(DERTag.octetString, generalNames)))
        return DER.sequence(
            DER.element(DERTag.objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x0E]),
            DER.element(DERTag.set, extensions))
    }
}
