internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The names and flags that a new key is to have.
struct NewKey: Sendable {
    let id: Data
    let publicID: Data
    let label: Data?
    let publicLabel: Data?
    /// What the private half may do, of what private halves can.
    let privateUsage: KeyUsage
    /// What the public half may do, of what public halves can.
    let publicUsage: KeyUsage
    /// Whether the caller chose the ID; one that was made up may come out otherwise.
    private let hasChosenID: Bool
    private let hasChosenPublicID: Bool
    let isPermanent: Bool
    let isExtractable: Bool
    /// Whether the public half stays as an object of its own.
    let keepsPublicHalf: Bool
    /// Whether it is no key but a certificate, which has names in the same way.
    let isCertificate: Bool

    /// Checks names that no token could hold, before anything is done.
    init(
        tag: Data?, madeUpID: @autoclosure () throws -> Data, label: String?, usage: KeyUsage, options: KeyOptions
    ) throws {
        if let tag, tag.isEmpty {
            throw KeyStoreError(
                .invalidParameter, "the tag is empty", hint: "Leave it out, and the key gets an ID of its own.")
        }
        guard label == nil || options.labelBytes == nil else {
            throw KeyStoreError(.invalidParameter, "the label is given twice, as text and as bytes")
        }
        hasChosenID = tag != nil
        hasChosenPublicID = options.publicTag.map { !$0.isEmpty } ?? hasChosenID
        id = try tag ?? madeUpID()
        if let publicTag = options.publicTag, !publicTag.isEmpty {
            publicID = Data(publicTag)
        } else {
            // Halves without a tag have one ID, by which they find each other.
            publicID = hasChosenID && !hasChosenPublicID ? try madeUpID() : id
        }
        let labelBytes = options.labelBytes ?? label.map { Data($0.utf8) }
        self.label = labelBytes.flatMap { $0.isEmpty ? nil : $0 }
        publicLabel = (options.publicLabel.map { Data($0.utf8) } ?? labelBytes).flatMap { $0.isEmpty ? nil : $0 }
        if let exact = options.publicUsage {
            privateUsage = usage.intersection(.privateFlags)
            publicUsage = exact.intersection(.publicFlags)
        } else {
            privateUsage = usage.ofPrivateHalf
            publicUsage = usage.ofPublicHalf
        }
        isPermanent = options.isPermanent
        isExtractable = options.isExtractable
        keepsPublicHalf = options.isPermanent && options.includesPublicHalf
        isCertificate = false
        try checkLengths()
    }

    /// The names of a certificate.
    init(certificateTag tag: Data?, madeUpID: @autoclosure () throws -> Data, label: Data?) throws {
        if let tag, tag.isEmpty {
            throw KeyStoreError(
                .invalidParameter, "the tag is empty", hint: "Leave it out, and the certificate gets that of its key.")
        }
        hasChosenID = tag != nil
        hasChosenPublicID = hasChosenID
        id = try tag ?? madeUpID()
        publicID = id
        self.label = label.flatMap { $0.isEmpty ? nil : $0 }
        publicLabel = self.label
        privateUsage = []
        publicUsage = []
        isPermanent = true
        isExtractable = false
        keepsPublicHalf = false
        isCertificate = true
        try checkLengths()
    }

    private func checkLengths() throws {
        for (name, bytes) in [("label", self.label), ("public label", publicLabel)] {
            guard let bytes, bytes.count > 65_535 else { continue }
            throw KeyStoreError(.invalidParameter, "the \(name) has \(bytes.count) bytes; 65,535 is the most")
        }
        for (name, bytes) in [("tag", id), ("public tag", publicID)] where bytes.count > 65_535 {
            throw KeyStoreError(.invalidParameter, "the \(name) has \(bytes.count) bytes; 65,535 is the most")
        }
    }

    private init(_ other: Self, madeUpID: Data) {
        id = other.hasChosenID ? other.id : madeUpID
        publicID = other.hasChosenPublicID ? other.publicID : madeUpID
        label = other.label
        publicLabel = other.publicLabel
        privateUsage = other.privateUsage
        publicUsage = other.publicUsage
        hasChosenID = other.hasChosenID
        hasChosenPublicID = other.hasChosenPublicID
        isPermanent = other.isPermanent
        isExtractable = other.isExtractable
        keepsPublicHalf = other.keepsPublicHalf
        isCertificate = other.isCertificate
    }

    /// The same with another ID where nobody chose one.
    func with(madeUpID: Data) -> Self { Self(self, madeUpID: madeUpID) }

    /// What there will be on the token, the most important first.
    var classes: [ObjectClass] {
        if isCertificate { return [.certificate] }
        return keepsPublicHalf ? [.privateKey, .publicKey] : [.privateKey]
    }

    /// The ID of a half.
    func id(of objectClass: ObjectClass) -> Data { objectClass == .publicKey ? publicID : id }

    /// Whether the caller chose the ID of a half.
    func hasChosenID(of objectClass: ObjectClass) -> Bool {
        objectClass == .publicKey ? hasChosenPublicID : hasChosenID
    }

    /// What a half may do.
    func usage(of objectClass: ObjectClass) -> KeyUsage { objectClass == .publicKey ? publicUsage : privateUsage }

    /// Whether a key has one of the names.
    func isNamesake(_ attributes: KeyAttributes) -> Bool {
        attributes.id == id || attributes.id == publicID
            || [label, publicLabel].contains { $0.map { attributes.labelBytes == $0 } ?? false }
    }

    /// The private half: for who is logged in, sensitive, and as a rule on the token and not extractable.
    ///
    /// - Parameter explicitFalse: whether usage that was not asked for is refused in so many words. Tokens default it to true;
    ///   some refuse to hear false.
    func privateTemplate(explicitFalse: Bool) -> [Attribute] {
        var template: [Attribute] = [
            Attribute(.token, isPermanent), Attribute(.private, true), Attribute(.sensitive, true),
            Attribute(.extractable, isExtractable), Attribute(.id, id),
        ]
        if let label { template.append(Attribute(.label, label)) }
        return template + flags(privateUsage, among: .privateFlags, explicitFalse)
    }

    /// The public half: on the token where it stays, for everybody.
    func publicTemplate(explicitFalse: Bool) -> [Attribute] {
        // One that does not stay is made as an object of the token all the same where the token refuses to make another: tpm2 does. It is
        // destroyed then.
        let isOnToken = keepsPublicHalf || isPermanent && !explicitFalse
        var template: [Attribute] = [Attribute(.token, isOnToken), Attribute(.id, publicID)]
        if let publicLabel { template.append(Attribute(.label, publicLabel)) }
        // Some tokens refuse to be told that a public key is not private.
        if explicitFalse { template.append(Attribute(.private, false)) }
        // Nobody derives with the public half of a pair; it is said where it was asked for.
        let all: KeyUsage = [.verify, .encrypt, .wrap, .verifyRecover]
        return template + flags(publicUsage, among: all.union(publicUsage), explicitFalse)
    }

    private func flags(_ wanted: KeyUsage, among all: KeyUsage, _ explicitFalse: Bool) -> [Attribute] {
        KeyUsage.flags.compactMap { flag in
            guard all.contains(flag.usage) else { return nil }
            let isWanted = wanted.contains(flag.usage)
            return isWanted || explicitFalse ? Attribute(flag.attribute, isWanted) : nil
        }
    }
}

extension PKCS11Error {
    /// Whether a token refused something in a template, before it did anything.
    var refusesTemplate: Bool {
        switch returnValue {
        case .templateInconsistent?, .attributeTypeInvalid?, .attributeValueInvalid?, .attributeReadOnly?: true
        default: false
        }
    }
}
