import Foundation
import TestSupport
import TokenKeyStore

@testable import TokenSecurity

/// A token of its own, and the `SecItem…` functions on it.
final class Keychain: Sendable {
    typealias Entries = [CFString: Any]

    /// What a call returned, and what it put into the result.
    struct Answer {
        let status: OSStatus
        let value: AnyObject?

        var data: Data? { value as? Data }
        var dictionary: [String: Any]? { value as? [String: Any] }
        var key: SecKey? { value as? SecKey }
        var list: [Any]? { value as? [Any] }
    }

    let token: SoftHSMToken
    let store: KeyStore
    /// The provider between the store and the token, where there is one.
    let faults: FaultProvider?

    init(withFaults: Bool = false, label: String = "test") throws {
        token = try SoftHSMToken(label: label)
        faults = withFaults ? try FaultProvider(on: token) : nil
        let pin = PINSource.value(try SecureBytes(utf8: token.pin))
        let path = faults?.path ?? token.modulePath
        let label = token.label
        store = try token.withEnvironment {
            try KeyStore(module: .path(path), token: .label(label), pin: pin)
        }
    }

    /// Runs what calls the functions of the module.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TokenStores.$override.withValue(store, operation: body)
    }

    func add(_ entries: Entries) -> Answer { answer { SecItemAdd(entries as CFDictionary, $0) } }

    func find(_ entries: Entries) -> Answer { answer { SecItemCopyMatching(entries as CFDictionary, $0) } }

    func delete(_ entries: Entries) -> OSStatus { use { SecItemDelete(entries as CFDictionary) } }

    func update(_ entries: Entries, _ changes: Entries) -> OSStatus {
        use { SecItemUpdate(entries as CFDictionary, changes as CFDictionary) }
    }

    private func answer(_ call: (UnsafeMutablePointer<CFTypeRef?>) -> OSStatus) -> Answer {
        var result: CFTypeRef?
        let status = use { call(&result) }
        return Answer(status: status, value: result)
    }
}

extension Keychain {
    /// How many private and public keys there are.
    var count: (privateKeys: Int, publicKeys: Int) {
        get throws { (try store.privateKeys().count, try store.publicKeys().count) }
    }

    /// Whether nothing is on the token.
    var isEmpty: Bool { get throws { try store.keys().isEmpty } }

    /// What adds a sample by its data.
    static func privateData(_ sample: SampleKey, _ more: Entries = [:]) -> Entries {
        let entries: Entries = [
            kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecValueData: sample.privateKey,
        ]
        return entries.merging(more) { $1 }
    }

    /// What adds the public half of a sample by its data.
    static func publicData(_ sample: SampleKey, _ more: Entries = [:]) -> Entries {
        let entries: Entries = [
            kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
            kSecValueData: sample.publicKey,
        ]
        return entries.merging(more) { $1 }
    }

    /// A private key that is in no store: an object of a session.
    func sessionKey(_ sample: SampleKey) throws -> SecKey {
        let key = try store.importPrivateKey(
            SecureBytes(copying: sample.privateKey), usage: [.sign, .decrypt],
            options: KeyOptions(
                existing: .keepBoth, allowsWeakKeys: true, isPermanent: false, includesPublicHalf: false))
        return SecKey(key)
    }

    /// A public key that is no object anywhere.
    func publicKey(_ sample: SampleKey) throws -> SecKey {
        SecKey(try PublicKey(representation: sample.publicKey))
    }

    /// The objects that `pkcs11-tool` sees, one paragraph each.
    func objects() throws -> [String] {
        let output = try token.pkcs11Tool(token.loginArguments + ["--list-objects"]).output
        var objects: [String] = []
        for line in output.split(separator: "\n") {
            if line.hasPrefix(" "), let last = objects.popLast() {
                objects.append("\(last)\n\(line)")
            } else if line.contains("Object") {
                objects.append(String(line))
            }
        }
        return objects
    }
}

extension Data {
    /// Hexadecimal digits, as other tools print them.
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}
