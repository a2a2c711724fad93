#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Two lower-case hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
}

/// Lower-case hexadecimal digits without separators.
func hexadecimal(_ bytes: Data) -> String {
    bytes.map { hexadecimal($0) }.joined()
}

/// A name as error messages may show it: control characters as `\x1b`.
func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
            result += "\\x" + hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
