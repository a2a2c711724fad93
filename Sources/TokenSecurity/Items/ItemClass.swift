internal import Foundation

/// The value of `kSecClass`.
enum ItemClass {
    case key, certificate, identity

    /// Reads the value.
    ///
    /// - Throws: `errSecNoSuchClass` for what is no class, and for the passwords of Apple's keychain: a token keeps keys.
    init(_ value: Any) throws(SecFailure) {
        switch value as? String {
        case "keys": self = .key
        case "cert": self = .certificate
        case "idnt": self = .identity
        case "genp", "inet":
            throw SecFailure(errSecNoSuchClass, "a token keeps no passwords")
        default:
            throw SecFailure(errSecNoSuchClass)
        }
    }

    /// The kind of an attribute that items of the class have; nil where they have none of that name.
    func kind(of attribute: String) -> AttributeKind? {
        switch self {
        case .key: .ofKey(attribute)
        case .certificate: .ofCertificate(attribute)
        case .identity: .ofIdentity(attribute)
        }
    }
}
