import Foundation

#if canImport(Darwin)
import Security
#else
import TokenSecurity
#endif

/// A call to the keychain that did not succeed.
struct KeychainError: Error, CustomStringConvertible {
    let status: OSStatus
    let call: String

    var description: String {
        let text = SecCopyErrorMessageString(status, nil) as String? ?? "no description"
        return "\(call): \(text) (\(status))"
    }

    /// Throws unless the status says that all is well.
    static func check(_ status: OSStatus, _ call: String) throws {
        guard status == errSecSuccess else { throw KeychainError(status: status, call: call) }
    }
}
