internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// The certificate objects that a query matches, also those whose contents cannot be read.
    ///
    /// Most are public and are seen without a login.
    ///
    /// - Throws: ``KeyStoreError`` with what the token answers; an object that cannot be read hides no other.
    public func certificates(matching query: CertificateQuery = CertificateQuery()) throws -> [Certificate] {
        try findCertificates(query)
    }

    /// The one certificate that a query matches.
    ///
    /// - Throws: ``KeyStoreError/Code/certificateNotFound``, or ``KeyStoreError/Code/certificateAmbiguous`` with the candidates.
    public func certificate(matching query: CertificateQuery) throws -> Certificate { try findCertificate(query) }

    /// Puts a certificate on the token, where everybody can read it. An error leaves nothing behind.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - tag: `CKA_ID`. nil, the default, for that of the key on the token that it certifies, by which programs find the two together; where there is
    ///     no such key, for the SHA-1 of its public key, reported as no tag.
    ///   - label: `CKA_LABEL`, UTF-8; empty for none. nil, the default, for the label of the key that it certifies, else for its common name.
    ///   - allowsDuplicate: whether to add it although the same certificate is there already. Another one of that tag or label, such as the one that
    ///     it renews, is never in the way.
    /// - Throws: ``KeyStoreError/Code/certificateExists``; ``KeyStoreError/Code/notPermitted`` where the token takes no certificates; and what else
    ///   the token answers.
    @discardableResult
    public func importCertificate(
        _ certificate: X509Certificate, tag: Data? = nil, label: String? = nil, allowsDuplicate: Bool = false
    ) throws -> Certificate {
        try addCertificate(certificate, tag, label, allowsDuplicate)
    }

    /// What a certificate would be called that is imported without a tag and a label.
    ///
    /// - Throws: what the token answers.
    public func proposedNames(for certificate: X509Certificate) throws -> CertificateNames { try names(certificate) }

    /// Deletes a certificate, and nothing else: the key that it certifies stays.
    ///
    /// - Throws: ``KeyStoreError/Code/certificateNotFound`` where it is not on the token any more, and what the token answers.
    public func delete(_ certificate: Certificate) throws { try deleteCertificate(certificate) }
}

/// What a certificate is called that nobody named.
public struct CertificateNames: Hashable, Sendable {
    /// `CKA_ID`.
    public let id: Data
    /// The tag that the ID is; nil where nobody chose it.
    public let tag: Data?
    /// `CKA_LABEL` as bytes; empty for none.
    public let labelBytes: Data
    /// Whether the ID is that of a key on the token.
    let isOfKey: Bool
}

extension KeyStore {
    func findCertificates(_ query: CertificateQuery) throws -> [Certificate] {
        try withSession("looking for \(query)") { session, generation in
            try searchKeys(query.keyQuery, in: session, generation: generation).keys
        }.compactMap { certificate($0) }.filter { query.matches($0) }
    }

    func findCertificate(_ query: CertificateQuery) throws -> Certificate {
        let found = try findCertificates(query)
        guard let first = found.first else {
            throw KeyStoreError(.certificateNotFound, "no certificate on \(token.name) matches \(query)")
        }
        guard found.count == 1 else {
            throw KeyStoreError(
                .certificateAmbiguous, "\(found.count) certificates on \(token.name) match \(query), and one is wanted",
                hint: "Name more of the certificate.", candidates: found.map(\.attributes.candidate))
        }
        return first
    }

    private func certificate(_ found: FoundKey) -> Certificate? {
        Certificate(reference: KeyReference(store: self, found: found), attributes: found.attributes)
    }

    func addCertificate(
        _ certificate: X509Certificate, _ tag: Data?, _ label: String?, _ allowsDuplicate: Bool
    ) throws -> Certificate {
        let names = tag == nil || label == nil ? try names(certificate) : nil
        let isChosen = tag != nil || names?.isOfKey == true
        let key = try NewKey(
            certificateTag: isChosen ? tag ?? names?.id : nil, madeUpID: try certificate.publicKeyIdentifierSHA1,
            label: label.map { Data($0.utf8) } ?? names?.labelBytes)
        let der = certificate.derRepresentation
        let recipe = Recipe(
            kind: "certificate", action: "importing the certificate", classes: key.classes,
            identity: { _, id in KeyIdentity(certificate: der, id: id) }
        ) { key, explicitFalse, session, _ in
            var template: [Attribute] = [
                .objectClass(.certificate), Attribute(.certificateType, CertificateType.x509.rawValue),
                Attribute(.token, true), Attribute(.id, key.id),
            ]
            // As with public keys: some tokens refuse to be told that what is public is not private.
            if explicitFalse { template.append(Attribute(.private, false)) }
            if let label = key.label { template.append(Attribute(.label, label)) }
            template.append(Attribute(.subject, certificate.subjectDERRepresentation))
            template.append(Attribute(.issuer, certificate.issuerDERRepresentation))
            template.append(Attribute(.serialNumber, certificate.serialNumberDERRepresentation))
            template.append(Attribute(.value, der))
            return [try self.create(template, isKept: true, in: session)]
        } accept: { attributes in
            attributes.certificate?.value == der
        }
        let options = KeyOptions(existing: allowsDuplicate ? .keepBoth : .refuseIdentical)
        let new = try add(key, options, recipe).object
        guard let made = self.certificate(new) else {
            throw KeyStoreError.disobeyed(token, "made something else than a certificate")
        }
        return made
    }

    func names(_ certificate: X509Certificate) throws -> CertificateNames {
        let key = try withSession("looking for the key of the certificate") { session, generation in
            try keyObject(certifiedBy: certificate, in: session, generation: generation)
        }
        var label = key?.attributes.labelBytes ?? Data()
        if label.isEmpty {
            let name = certificate.commonName ?? certificate.subject
            label = Data((name.isEmpty ? certificate.alternativeNames.first ?? "" : name).utf8)
        }
        let id = key.map(\.attributes.id).flatMap { $0.isEmpty ? nil : $0 }
        let hash = try certificate.publicKeyIdentifierSHA1
        return CertificateNames(
            id: id ?? hash, tag: id.flatMap { KeyIdentifier.tag(of: $0, publicKeyHash: hash) }, labelBytes: label,
            isOfKey: id != nil)
    }

    /// The private half on the token of the key that is certified, else its public half.
    private func keyObject(
        certifiedBy certificate: X509Certificate, in session: borrowing Session, generation: UInt
    ) throws -> FoundKey? {
        guard let rsa = certificate.rsa else {
            // Of another type only the public half shows the value.
            var query = KeyQuery(objectClass: .publicKey)
            query.keyType = certificate.keyType
            let key = certificate.subjectPublicKey
            let wrapped = DER.element(DERTag.octetString, key)
            return try foundKeys(query, in: session, generation: generation).first {
                $0.attributes.ecPoint == key || $0.attributes.ecPoint == wrapped
            }
        }
        // Not every token can be searched by a modulus.
        for value in [rsa, nil] {
            for objectClass in [ObjectClass.privateKey, .publicKey] {
                var query = KeyQuery(objectClass: objectClass, keyType: .rsa)
                query.rsa = value
                let keys = try foundKeys(query, in: session, generation: generation)
                if let key = keys.first(where: { $0.attributes.rsa == rsa }) { return key }
            }
        }
        return nil
    }

    func deleteCertificate(_ certificate: Certificate) throws {
        try deleteObject(certificate.reference, "looking for the certificate")
    }
}
