/// A word of the command line as the bytes it came in.
///
/// `CommandLine.arguments` puts U+FFFD where bytes are not UTF-8: a key would get a label that nobody wrote, and a file of
/// another name would be read or replaced.
struct RawArgument {
    let bytes: [UInt8]

    /// The text; nil for bytes that are not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The text with what is not UTF-8 made visible, as in `caf\xe9`.
    var escaped: String {
        var escaped = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            // A scalar has at most four bytes.
            let length = (1...min(4, rest.count)).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length, let scalar = String(validating: rest.prefix(length), as: UTF8.self) {
                escaped += escapedForTerminal(scalar)
            } else if let byte = rest.first {
                escaped += "\\x" + hexadecimal(byte, digits: 2)
            }
            rest = rest.dropFirst(length ?? 1)
        }
        return escaped
    }

    /// The words after the name of the program.
    static var ofThisProcess: [RawArgument] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            guard let word = CommandLine.unsafeArgv[index] else { return nil }
            var end = word
            while end.pointee != 0 { end += 1 }
            return RawArgument(bytes: (0..<(end - word)).map { UInt8(bitPattern: word[$0]) })
        }
    }

    /// The words as text.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 for the first that is none. It is shown, unless by its place it may be a PIN.
    static func words(_ arguments: [RawArgument]) throws(CommandFailure) -> [String] {
        var words: [String] = []
        for argument in arguments {
            guard let word = argument.text else {
                let option = words.last ?? ""
                let mayBeSecret = namesSecret(option) || namesSecret(argument.escaped)
                throw .usage(
                    "argument \(words.count + 1) is not UTF-8, so nothing was done"
                        + (mayBeSecret ? "" : ": \(argument.escaped)"),
                    hint:
                        "names and labels are UTF-8; an ID of other bytes is written id:HEX or --id HEX, and a file of another name can be "
                        + "standard input or output")
            }
            words.append(word)
        }
        return words
    }

    private static func namesSecret(_ word: String) -> Bool {
        let option = word.prefix { $0 != "=" }.lowercased()
        return option.hasPrefix("-") && ["pin", "pass"].contains { option.contains($0) }
    }
}
