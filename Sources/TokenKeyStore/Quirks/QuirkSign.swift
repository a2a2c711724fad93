internal import PKCS11

/// What a token with a quirk says of itself. Everything that is given must be so; texts are compared whole, as trimmed.
///
/// Never the path of the module: a library may be installed under any name, and reached through another one.
struct QuirkSign: Hashable, Sendable {
    /// `manufacturerID` of `CK_TOKEN_INFO`.
    var tokenManufacturer: String?
    /// `manufacturerID` of `CK_INFO`.
    var libraryManufacturer: String?
    /// `libraryDescription` of `CK_INFO`.
    var libraryDescription: String?

    private var isAboutLibrary: Bool { libraryManufacturer != nil || libraryDescription != nil }

    /// Whether a token bears the sign.
    ///
    /// - Parameters:
    ///   - token: nil where it is not known yet: then only what is said of libraries alone counts.
    ///   - library: asked for only where the sign is about it.
    /// - Returns: what matched, in words; nil for nothing.
    func match(_ token: TokenTexts?, _ library: () -> ModuleInfo?) -> String? {
        var words: [String] = []
        if tokenManufacturer != nil {
            guard let token else { return nil }
            guard Self.agree(tokenManufacturer, token.manufacturer, "token manufacturer", &words) else { return nil }
        }
        if isAboutLibrary {
            guard let library = library() else { return nil }
            guard Self.agree(libraryManufacturer, library.manufacturer, "library manufacturer", &words),
                Self.agree(libraryDescription, library.description, "library description", &words)
            else { return nil }
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private static func agree(_ wanted: String?, _ said: String, _ name: String, _ words: inout [String]) -> Bool {
        guard let wanted else { return true }
        guard wanted == said else { return false }
        words.append("\(name) \"\(escaped(said))\"")
        return true
    }
}

/// What of a token signs can be about.
struct TokenTexts {
    let manufacturer: String

    init(_ info: TokenInfo) { manufacturer = info.manufacturer }
    init(_ token: TokenDescription) { manufacturer = token.manufacturer }
}
