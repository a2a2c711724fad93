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

/// Why a file could not be read or written, in the words of the system where they are known. The description of the error itself is that of a
/// data structure.
func reason(ofFileError error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteVolumeReadOnly: return "the file system is read-only"
    default: return "error \(error.code.rawValue)"
    }
}
