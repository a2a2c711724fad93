extension PINSource {
    /// Reads a source in the words of `p11 --pin-source` and `PKCS11_PIN_SOURCE`: `prompt`, `file:PATH`, `fd:N`, `-` (standard input) or
    /// `env:NAME`.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/invalidConfiguration``. The message does not repeat the text,
    ///   which may be a PIN put where its source belongs.
    public init(parsing text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count == 2 ? String(parts[1]) : nil
        switch (parts.first ?? "", argument) {
        case ("prompt", nil): self = .prompt
        case ("-", nil): self = .standardInput
        case ("file", let path?) where !path.isEmpty && !path.utf8.contains(0): self = .file(path)
        case ("env", let name?) where !name.isEmpty && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "=") }:
            self = .environment(name)
        case ("fd", let number?):
            guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let descriptor = Int32(number) else {
                throw KeyStoreError(
                    .invalidConfiguration, "the PIN source fd: needs the number of an open descriptor, such as fd:3")
            }
            self = .fileDescriptor(descriptor)
        default:
            throw KeyStoreError(
                .invalidConfiguration, "this is not a PIN source",
                hint: "Use prompt, file:PATH, fd:N, - (standard input) or env:NAME; never the PIN itself.")
        }
    }

    /// Reads the `pin-source` of a PKCS #11 URI, which RFC 7512 makes a file: an absolute path or a `file:` URI.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/invalidConfiguration``, also for `|command`, which the RFC allows
    ///   and this library does not run.
    init(uriAttribute text: String) throws {
        guard !text.hasPrefix("|") else {
            throw KeyStoreError(
                .invalidConfiguration, "the pin-source of the URI is a command, and commands are not run",
                hint: "Name a file: pin-source=file:/path")
        }
        var path = text[...]
        if path.hasPrefix("file:") {
            path = path.dropFirst("file:".count)
            // RFC 8089: file:/path, file:///path, file://localhost/path.
            for prefix in ["//localhost/", "///"] where path.hasPrefix(prefix) {
                path = path.dropFirst(prefix.count - 1)
            }
        }
        guard path.hasPrefix("/"), !path.hasPrefix("//") else {
            throw KeyStoreError(
                .invalidConfiguration, "the pin-source of the URI is not the absolute path of a file",
                hint: "Write pin-source=file:/path")
        }
        self = .file(String(path))
    }
}
