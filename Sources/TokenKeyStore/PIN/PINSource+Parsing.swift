extension PINSource {
    /// Reads a source in the words of `p11 --pin-source` and `PKCS11_PIN_SOURCE`: `prompt`, `file:PATH`, `fd:N`, `-` (standard input),
    /// `env:NAME`, `cmd:/PATH ARGUMENTS` with blanks between and no quotes, or `credential:NAME`.
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
        case ("cmd", let line?):
            let words = line.split(separator: " ").map(String.init)
            guard let path = words.first, path.hasPrefix("/"), !line.utf8.contains(0) else {
                throw KeyStoreError(
                    .invalidConfiguration, "the PIN source cmd: needs the absolute path of a program",
                    hint: "Write cmd:/usr/bin/program arguments; no shell takes part.")
            }
            self = .command(path, arguments: Array(words.dropFirst()))
        case ("credential", let name?):
            guard Self.isFileName(name) else {
                throw KeyStoreError(
                    .invalidConfiguration, "the PIN source credential: needs the name of a credential, which is no path"
                )
            }
            self = .credential(name)
        default:
            throw KeyStoreError(
                .invalidConfiguration, "this is not a PIN source",
                hint:
                    "Use prompt, file:PATH, fd:N, - (standard input), env:NAME, cmd:/PROGRAM or credential:NAME; never the PIN itself."
            )
        }
    }

    /// systemd permits no other names (systemd.exec(5)).
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
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
