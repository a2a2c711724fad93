/// What a PKCS #11 URI may do beyond naming a token.
public struct URIPermissions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `module-path` and `module-name` may choose the module, which loads code into the process.
    public static let modules = Self(rawValue: 1)
    /// `pin-source` may name the file of the PIN, which is then read.
    public static let pinSources = Self(rawValue: 2)
    /// Both: for URIs of the person who runs the program, such as those of a command line or the environment.
    public static let all: Self = [.modules, .pinSources]
}
