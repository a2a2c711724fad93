import Foundation
import TokenSecurity

extension Scenario {
    /// Finds the item of a persistent reference and gives it another label and tag: `… HEX NAME`. Prints what it was called and the SHA-1 of its
    /// public key, then its new reference.
    static func usePersistentReference(_ arguments: [String]) throws {
        guard arguments.count == 5, let reference = bytes(arguments[3]) else {
            throw ScenarioFailure("reference and name are missing")
        }
        SecTokenSetKeyStore(try store(arguments))
        let item: [CFString: Any] = [kSecValuePersistentRef: reference]
        func find(_ name: CFString) throws -> AnyObject? {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(item.merging([name: true]) { $1 } as CFDictionary, &result)
            guard status == errSecSuccess else { throw ScenarioFailure("the search ended with \(status)") }
            return result
        }
        guard let attributes = try find(kSecReturnAttributes) as? [String: Any],
            let label = attributes[kSecAttrLabel as String] as? String,
            let hash = attributes[kSecAttrApplicationLabel as String] as? Data
        else { throw ScenarioFailure("no label or no hash") }
        say("found \(label) \(digits(hash))")
        let changes: [CFString: Any] = [kSecAttrLabel: arguments[4], kSecAttrApplicationTag: arguments[4]]
        let status = SecItemUpdate(item as CFDictionary, changes as CFDictionary)
        guard status == errSecSuccess else { throw ScenarioFailure("the update ended with \(status)") }
        guard let reference = try find(kSecReturnPersistentRef) as? Data else { throw ScenarioFailure("no reference") }
        say("changed \(digits(reference))")
    }

    private static func digits(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

    private static func bytes(_ hex: String) -> Data? {
        var data = Data()
        var rest = hex[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            data.append(byte)
            rest = rest.dropFirst(2)
        }
        return data
    }
}
