/// Reads the text of a profile file, strictly: a setting that is misspelt must not be one that is left out.
///
///     # a comment line; ; begins one too
///     [payments]
///     module = /usr/lib/libexample.so
///     token = payments
///     pin-source = file:/run/secrets/pin
struct ProfileParser {
    /// Of the file, for messages.
    let path: String

    /// More is no file that a person wrote.
    static let sizeLimit = 64 * 1024

    /// Reads every section, so that a mistake in one that is not used shows too.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` with file and line. A value is not repeated in messages where it may be a PIN.
    func profiles(in text: some Collection<UInt8>) throws -> [Profile] {
        guard text.count <= Self.sizeLimit else {
            throw KeyStoreError(
                .invalidConfiguration,
                "\(escaped(path)) has more than \(Self.sizeLimit) bytes: that is no file of profiles")
        }
        var profiles: [Profile] = []
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let number = index + 1
            let line = try self.text(bytes, number)
            if line.isEmpty || line.first == "#" || line.first == ";" { continue }
            if line.first == "[" {
                let name = try sectionName(line, number)
                if let other = profiles.first(where: { $0.name == name }) {
                    throw error(number, "the section [\(name)] is there already, in line \(other.line)")
                }
                profiles.append(Profile(path: path, name: name, line: number))
                continue
            }
            guard let equals = line.firstIndex(of: "=") else {
                throw error(
                    number, "this is neither a [section], nor a setting with an equals sign, nor a comment",
                    hint: "A comment begins with # and has a line of its own.")
            }
            guard !profiles.isEmpty else {
                throw error(
                    number, "a setting stands before the first [section]", hint: "[default] begins the default profile."
                )
            }
            let (key, value) = (Self.trimmed(line[..<equals]), Self.trimmed(line[line.index(after: equals)...]))
            try profiles[profiles.count - 1].set(key, to: value, line: number)
        }
        return profiles
    }

    private func text(_ bytes: some Sequence<UInt8>, _ line: Int) throws -> Substring {
        var bytes = Array(bytes)
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error(line, "this is not UTF-8") }
        guard !bytes.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) else {
            throw error(line, "there is a control character")
        }
        return Self.trimmed(text[...])
    }

    private func sectionName(_ line: Substring, _ number: Int) throws -> String {
        let name = line.dropFirst().dropLast()
        guard line.last == "]", Profile.isName(name) else {
            throw error(
                number, "a section is a name in square brackets, alone in its line",
                hint: "A name has letters of ASCII, digits, dots, hyphens and underscores.")
        }
        return String(name)
    }

    private func error(_ line: Int, _ message: String, hint: String? = nil) -> KeyStoreError {
        Profile.error(path, line, message, hint: hint)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.unicodeScalars.first, first == " " || first == "\t" { text.unicodeScalars.removeFirst() }
        while let last = text.unicodeScalars.last, last == " " || last == "\t" { text.unicodeScalars.removeLast() }
        return text
    }
}
