import Foundation
import Testing

@testable import TokenSecurity

/// What the dictionaries of all calls have in common, row by row.
@Suite struct `Grammar of item dictionaries` {
    private let keychain: Keychain
    private let sample: SampleKey

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    private enum Call: CaseIterable { case add, find, update, delete }

    private func status(_ call: Call, _ entries: [AnyHashable: Any]) -> OSStatus {
        let dictionary = entries as NSDictionary
        return keychain.use {
            switch call {
            case .add: SecItemAdd(dictionary, nil)
            case .find: SecItemCopyMatching(dictionary, nil)
            case .update: SecItemUpdate(dictionary, [:])
            case .delete: SecItemDelete(dictionary)
            }
        }
    }

    /// Each call with a dictionary that is right but for the entries, which are what it answers to.
    private func expect(
        _ expected: OSStatus, _ entries: [AnyHashable: Any], in calls: [Call] = Call.allCases,
        _ location: SourceLocation = #_sourceLocation
    ) {
        for call in calls {
            var all: [AnyHashable: Any] = ["class": "keys"]
            if call == .add {
                all["type"] = "42"
                all["v_Data"] = sample.publicKey
            }
            let status = status(call, all.merging(entries) { $1 })
            #expect(status == expected, "\(call) with \(entries)", sourceLocation: location)
        }
        #expect((try? keychain.isEmpty) == true, sourceLocation: location)
    }

    @Test func `no class, no reference and no persistent reference`() {
        for call in Call.allCases {
            #expect(status(call, [:]) == errSecParam)
            #expect(status(call, ["atag": "tag", "type": "42"]) == errSecParam)
            #expect(status(call, ["type": "42", "v_Data": sample.publicKey]) == errSecParam)
        }
    }

    @Test func `a class that is none, and passwords`() {
        for name in ["genp", "inet", "key", "", "kSecClassKey"] { expect(errSecNoSuchClass, ["class": name]) }
        expect(errSecNoSuchClass, ["class": 5])
        expect(errSecNoSuchClass, ["class": NSNull()])
    }

    @Test func `certificates and identities are known, and are not there`() {
        for name in ["cert", "idnt"] {
            for call in [Call.find, .update, .delete] {
                #expect(status(call, ["class": name]) == errSecItemNotFound)
                #expect(status(call, ["class": name, "labl": "l", "subj": Data()]) == errSecItemNotFound)
            }
            #expect(status(.add, ["class": name, "v_Data": Data()]) == errSecUnimplemented)
        }
    }

    @Test func `an attribute that the class does not have`() {
        expect(errSecNoSuchAttr, ["svce": "service"])
        expect(errSecNoSuchAttr, ["subj": Data()])
        expect(errSecNoSuchAttr, ["zzzz": 1])
        for call in Call.allCases {
            #expect(status(call, ["class": "cert", "atag": "tag"]) == errSecNoSuchAttr)
            #expect(status(call, ["class": "cert", "svce": "s"]) == errSecNoSuchAttr)
        }
    }

    @Test func `keys that are no attributes, and keys that are no text`() {
        for name in [
            "m_Unknown", "r_Unknown", "u_Unknown", "v_Unknown", "private", "public", "persistref", "", "x", "classes",
        ] {
            expect(errSecParam, [name: true])
        }
        expect(errSecParam, [5: "x"])
        expect(errSecParam, [Data(): "x"])
    }

    @Test func `attributes of a type that they do not take`() {
        let wrong: [(String, [Any])] = [
            ("kcls", [NSNull(), Data(), Date(), [1], ["a": 1]]), ("type", [NSNull(), Data()]),
            ("bsiz", [NSNull(), 2.5, UInt64.max]),
            ("atag", [NSNull(), true, [1], ["a": 1], Date()]), ("labl", [NSNull(), [String]()]),
            ("klbl", [NSNull(), true, Date(), Int64.max]), ("agrp", [NSNull(), 5, Data([0xFF])]),
            ("tkid", [NSNull(), 5]),
            ("pdmn", [NSNull(), 5]), ("cdat", [NSNull(), 5, "today"]), ("mdat", ["today"]),
            ("sign", [NSNull(), Data()]),
            ("perm", [NSNull(), Date()]), ("sync", [NSNull(), "sometimes", Data()]),
            ("accc", [NSNull(), "ak", 5, Data()]),
            ("nleg", [NSNull(), "x"]),
        ]
        for (name, values) in wrong {
            for value in values { expect(errSecParam, [name: value]) }
        }
    }

    @Test func `text for a number equals none`() {
        expect(errSecItemNotFound, ["bsiz": "large"], in: [.find, .update, .delete])
        expect(errSecParam, ["bsiz": "large"], in: [.add])
    }

    @Test func `data of another type are refused by add, and are no criterion elsewhere`() {
        for value in ["text", 5, NSNull(), [UInt8](), ["a": 1]] as [Any] {
            expect(errSecParam, ["v_Data": value], in: [.add])
            expect(errSecItemNotFound, ["v_Data": value], in: [.find, .update, .delete])
        }
    }

    @Test func `what to return is said by booleans`() {
        for name in ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"] {
            for value in [1, 0, "true", NSNull(), Data()] as [Any] { expect(errSecParam, [name: value]) }
        }
    }

    @Test func `the limit is a number or one of two words`() {
        for value in ["", "all", true, NSNull(), Data(), 0, -1, 2.5] as [Any] {
            expect(errSecParam, ["m_Limit": value])
        }
        for value in [1, 2, Int.max, "m_LimitOne", "m_LimitAll"] as [Any] {
            expect(errSecItemNotFound, ["m_Limit": value], in: [.find])
            expect(errSecParam, ["m_Limit": value], in: [.add])
        }
        expect(errSecItemNotFound, ["m_Limit": "m_LimitAll"], in: [.update, .delete])
        for value in [1, 2, "m_LimitOne"] as [Any] { expect(errSecParam, ["m_Limit": value], in: [.update, .delete]) }
    }

    @Test func `matches of certificates are not offered for keys`() {
        for name in ["m_Policy", "m_Issuers", "m_HostOrSubdomainOfHost", "m_SubjectContains", "m_ItemList"] {
            expect(errSecUnimplemented, [name: "x"], in: [.find])
            expect(errSecParam, [name: "x"], in: [.add, .update, .delete])
        }
        expect(errSecItemNotFound, ["m_CaseInsensitive": true, "m_SearchList": [Int]()], in: [.find])
    }

    @Test func `a persistent reference that is none, and one that went stale`() throws {
        for value in [Data(), Data([1, 2, 3]), Data("TKPR".utf8), Data(count: 1 << 20), "text", NSNull(), 5] as [Any] {
            expect(errSecParam, ["v_PersistentRef": value])
        }
        let stale = PersistentReference(
            tokenSerial: keychain.store.token.serialNumber, keyClass: 1, publicKeyHash: sample.hash, id: Data([1]))
        expect(errSecItemNotFound, ["v_PersistentRef": stale.data], in: [.find, .update, .delete])
        expect(errSecParam, ["v_PersistentRef": stale.data], in: [.add])
        let elsewhere = PersistentReference(
            tokenSerial: "another", keyClass: 1, publicKeyHash: sample.hash, id: Data([1]))
        expect(errSecItemNotFound, ["v_PersistentRef": elsewhere.data], in: [.find, .update, .delete])
        for attribute in ["atag", "labl", "tkid"] {
            expect(errSecParam, ["v_PersistentRef": stale.data, attribute: "x"])
        }
        expect(errSecParam, ["v_PersistentRef": stale.data, "v_Ref": try keychain.publicKey(sample)])
    }

    @Test func `a reference that is no key`() {
        for value in [NSObject(), "text", 5, NSNull(), Data()] as [Any] { expect(errSecParam, ["v_Ref": value]) }
        for call in Call.allCases { #expect(status(call, ["class": "cert", "v_Ref": NSObject()]) == errSecParam) }
    }

    @Test func `how a person is asked`() {
        for value in ["u_AuthUIA", "u_AuthUIF"] {
            expect(errSecItemNotFound, ["u_AuthUI": value], in: [.find, .update, .delete])
        }
        expect(errSecItemNotFound, ["u_AuthUI": "u_AuthUIS"], in: [.find])
        expect(errSecParam, ["u_AuthUI": "u_AuthUIS"], in: [.add, .update, .delete])
        for value in ["", 5, NSNull()] as [Any] { expect(errSecParam, ["u_AuthUI": value]) }
        expect(errSecParam, ["u_ItemList": [Int]()])
        expect(
            errSecItemNotFound, ["u_OpPrompt": "why", "nleg": true, "u_Keychain": "x"], in: [.find, .update, .delete])
    }

    @Test func `names and huge values that no token holds`() {
        expect(errSecParam, ["atag": Data(count: 70_000)], in: [.add])
        expect(errSecParam, ["labl": String(repeating: "x", count: 70_000)], in: [.add])
        expect(errSecItemNotFound, ["atag": Data(count: 1 << 20), "labl": Data(count: 1 << 20)], in: [.find, .delete])
        expect(errSecItemNotFound, ["bsiz": Int.max, "kcls": Int.min, "type": -1], in: [.find, .delete])
        expect(errSecParam, ["bsiz": Int.max], in: [.add])
        expect(errSecParam, ["bsiz": -1], in: [.add])
    }
}
