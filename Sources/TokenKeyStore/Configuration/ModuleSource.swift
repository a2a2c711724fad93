/// Which PKCS #11 module to load.
public struct ModuleSource: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case path(String)
        case name(String)
    }

    let kind: Kind

    /// A file: a path, or a bare file name that the dynamic linker finds.
    public static func path(_ path: String) -> Self { Self(kind: .path(path)) }

    /// The name of a module that p11-kit is configured with, such as `softhsm2` (see `p11 module list`).
    public static func name(_ name: String) -> Self { Self(kind: .name(name)) }
}

extension ModuleSource {
    /// Reads a module as command lines and environment variables name it: what has a slash is a path, anything else a name.
    public init(parsing text: String) {
        self = text.contains("/") ? .path(text) : .name(text)
    }
}
