#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Environment variables: of the process, or made up for a test.
///
/// Each is looked up when it is needed: a snapshot of all of them would copy the PIN into a `String`.
struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?
    private let isPresent: @Sendable (String) -> Bool

    /// The variables of this process.
    static let process = Environment(
        lookUp: { name in getenv(name).map { String(cString: $0) } }, isPresent: { getenv($0) != nil })

    /// No variables.
    static let empty = Environment([:])

    init(_ variables: [String: String]) {
        lookUp = { variables[$0] }
        isPresent = { variables[$0] != nil }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?, isPresent: @escaping @Sendable (String) -> Bool) {
        self.lookUp = lookUp
        self.isPresent = isPresent
    }

    /// The value of a variable; nil where it is not set. Never for a variable that holds a PIN.
    subscript(name: String) -> String? { lookUp(name) }

    /// Whether a variable is set, be it to nothing.
    func contains(_ name: String) -> Bool { isPresent(name) }
}
