/// Whether a scalar could steer a terminal or reorder what it shows: C0, DEL, C1, line and paragraph separators, and
/// the bidirectional controls. All of them lie below U+10000.
func isUnsafeOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}

/// The text with everything that a terminal would obey made visible: `\x1b`, or `\u202e` beyond one byte.
func escapedForTerminal(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafeOnTerminal) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
        if !isUnsafeOnTerminal(scalar) {
            escaped.unicodeScalars.append(scalar)
        } else if scalar.value <= 0xFF {
            escaped += "\\x" + hexadecimal(scalar.value, digits: 2)
        } else {
            escaped += "\\u" + hexadecimal(scalar.value, digits: 4)
        }
    }
    return escaped
}

/// A number in lower-case hexadecimal with at least so many digits.
func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
}

/// Bytes as lower-case hexadecimal without separators.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { hexadecimal($0, digits: 2) }.joined()
}
