/// Where a PIN or a passphrase comes from, as it is written after `--pin-source`.
enum PINSourceName: Equatable, Sendable {
    case prompt
    case file(String)
    case descriptor(Int32)
    case environment(String)

    /// Reads `prompt`, `file:PATH`, `fd:N`, `-` or `env:NAME`.
    ///
    /// - Parameters:
    ///   - text: the value. It may be a PIN by mistake and so is never repeated.
    ///   - option: what it was given to, such as `--pin-source`.
    /// - Throws: ``CommandFailure`` with exit 64.
    init(parsing text: String, of option: String) throws(CommandFailure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch (parts[0], parts.count) {
        case ("prompt", 1):
            self = .prompt
        case ("-", 1):
            self = .descriptor(0)
        case ("file", 2) where !value.isEmpty:
            self = .file(value)
        case ("env", 2) where !value.isEmpty && !value.contains("="):
            self = .environment(value)
        case ("fd", 2):
            guard let descriptor = Int32(value), descriptor >= 0 else {
                throw .usage("\(option) fd: needs the number of an open file descriptor")
            }
            self = .descriptor(descriptor)
        case ("cmd", 2), ("credential", 2):
            throw .usage("\(option) does not take \(parts[0]): yet", hint: Self.forms)
        default:
            throw .usage("\(option) names a place to read from, and this is none", hint: Self.forms)
        }
    }

    /// Whether it reads standard input.
    var readsStandardInput: Bool { self == .descriptor(0) }

    private static let forms = "it is one of: prompt, file:PATH, fd:N, env:NAME, - (standard input)"
}
