import Foundation
import TestSupport
import Testing

@testable import TokenSecurity

/// What add and a search give back, row by row.
@Suite struct `Results of item calls` {
    private let keychain: Keychain
    private let sample: SampleKey
    private let named: Keychain.Entries = [kSecAttrApplicationTag: Data("tag".utf8), kSecAttrLabel: "label"]

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    private enum Call: CaseIterable { case add, one, limitOne, two, all }

    /// What a call gives where the public half of the sample is the only item.
    private func result(_ call: Call, _ returns: [CFString]) -> Keychain.Answer {
        var entries: Keychain.Entries = [:]
        for name in returns { entries[name] = true }
        if call == .add {
            _ = keychain.delete([kSecClass: kSecClassKey])
            return keychain.add(Keychain.publicData(sample, named).merging(entries) { $1 })
        }
        entries[kSecClass] = kSecClassKey
        switch call {
        case .limitOne: entries[kSecMatchLimit] = 1
        case .two: entries[kSecMatchLimit] = 2
        case .all: entries[kSecMatchLimit] = kSecMatchLimitAll
        default: break
        }
        return keychain.find(entries)
    }

    /// The result of each call, taken out of the list that a limit other than one gives.
    private func check(_ returns: [CFString], _ body: (AnyObject) throws -> Void) throws {
        for call in Call.allCases {
            let answer = result(call, returns)
            #expect(answer.status == errSecSuccess, "\(call) \(returns)")
            let value = try #require(answer.value, "\(call) \(returns)")
            if [.two, .all].contains(call) {
                let list = try #require(value as? [AnyObject], "\(call) \(returns)")
                #expect(list.count == 1)
                try body(try #require(list.first))
            } else {
                #expect(!(value is NSArray), "\(call) \(returns)")
                try body(value)
            }
        }
    }

    @Test func `nothing is asked for`() {
        for call in Call.allCases {
            let answer = result(call, [])
            #expect(answer.status == errSecSuccess)
            #expect(answer.value == nil)
        }
    }

    @Test func `data`() throws { try check([kSecReturnData]) { #expect($0 as? Data == sample.publicKey) } }

    @Test func `a reference`() throws {
        let expected = try keychain.publicKey(sample)
        try check([kSecReturnRef]) { value in
            #expect(CFGetTypeID(value) == SecKeyGetTypeID())
            #expect(value as? SecKey == expected)
        }
    }

    @Test func `a persistent reference`() throws {
        try check([kSecReturnPersistentRef]) { value in
            let data = try #require(value as? Data)
            let found = keychain.find([kSecValuePersistentRef: data, kSecReturnData: true])
            #expect(found.data == sample.publicKey)
        }
    }

    @Test func `attributes`() throws {
        try check([kSecReturnAttributes]) { value in
            let dictionary = try #require(value as? [String: Any])
            for name in ["v_Data", "v_Ref", "v_PersistentRef", "persistref"] { #expect(dictionary[name] == nil) }
            #expect(dictionary["class"] as? String == "keys")
            #expect(dictionary["atag"] as? Data == Data("tag".utf8))
            #expect(dictionary["labl"] as? String == "label")
            #expect(dictionary["klbl"] as? Data == sample.hash)
        }
    }

    @Test func `two and more: a dictionary with what was asked for`() throws {
        let all: [(key: CFString, value: String)] = [
            (kSecReturnData, "v_Data"), (kSecReturnAttributes, ""), (kSecReturnRef, "v_Ref"),
            (kSecReturnPersistentRef, "v_PersistentRef"),
        ]
        for bits in 1..<16 where bits.nonzeroBitCount > 1 {
            let asked = all.indices.filter { bits & 1 << $0 != 0 }
            let returns = asked.map { all[$0].key }
            for call in Call.allCases {
                let value = result(call, returns).value
                let item = [.two, .all].contains(call) ? (value as? [AnyObject])?.first : value
                let dictionary = try #require(item as? [String: Any], "\(call) \(returns)")
                for (index, entry) in all.enumerated() where !entry.value.isEmpty {
                    #expect((dictionary[entry.value] != nil) == asked.contains(index), "\(call) \(returns)")
                }
                // Attributes come with them, with a reference, and in a search with data.
                let bringsAttributes = asked.contains(1) || asked.contains(2) || (asked.contains(0) && call != .add)
                #expect((dictionary["klbl"] != nil) == bringsAttributes, "\(call) \(returns)")
                if asked.contains(2) { #expect(dictionary["class"] as? String == "keys") }
            }
        }
    }

    @Test func `the attributes of the halves: numbers for class, type and truth values`() throws {
        #expect(keychain.add(Keychain.publicData(sample, named)).status == errSecSuccess)
        #expect(keychain.add(Keychain.privateData(sample, named)).status == errSecSuccess)
        func attributes(_ keyClass: CFString) throws -> [String: Any] {
            let query: Keychain.Entries = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: keyClass, kSecReturnAttributes: true,
            ]
            return try #require(keychain.find(query).dictionary)
        }
        let common: [String: Int] = [
            "type": 42, "bsiz": 1024, "esiz": 1024, "perm": 1, "priv": 1, "modi": 1, "sync": 0,
        ]
        let ofPublic = ["kcls": 0, "encr": 1, "vrfy": 1, "wrap": 1, "decr": 0, "sign": 0, "unwp": 0, "drve": 0]
        let ofPrivate = ["kcls": 1, "encr": 0, "vrfy": 0, "wrap": 0, "decr": 1, "sign": 1, "unwp": 1, "drve": 0]
        let open = ["sens": 0, "extr": 1, "snrc": 0, "vyrc": 0]
        let closed = ["sens": 1, "extr": 0, "snrc": 0, "vyrc": 0]
        let expected = [(kSecAttrKeyClassPublic, ofPublic, open), (kSecAttrKeyClassPrivate, ofPrivate, closed)]
        for (keyClass, flags, protection) in expected {
            let attributes = try attributes(keyClass)
            for (name, value) in common.merging(flags, uniquingKeysWith: { $1 }).merging(
                protection, uniquingKeysWith: { $1 })
            {
                let number = try #require(attributes[name] as? NSNumber, "\(name)")
                #expect(number.intValue == value, "\(name)")
                #expect(Coercion.bool(number) == nil, "\(name) is a boolean")
            }
            #expect(attributes["atag"] as? Data == Data("tag".utf8))
            #expect(attributes["labl"] as? String == "label")
            #expect(attributes["klbl"] as? Data == sample.hash)
            #expect(attributes["tkid"] as? String == "test")
        }
    }

    @Test func `the data of a private key are nowhere`() throws {
        let all: Keychain.Entries = [
            kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnPersistentRef: true,
        ]
        let added = try #require(keychain.add(Keychain.privateData(sample, all)).dictionary)
        #expect(added["v_Data"] == nil)
        #expect(added["v_Ref"] is SecKey)
        let query: Keychain.Entries = [kSecClass: kSecClassKey]
        let found = try #require(keychain.find(query.merging(all) { $1 }).dictionary)
        #expect(found["v_Data"] == nil)
        for limit in [1, 2] as [Any] + [kSecMatchLimitAll] {
            let alone = keychain.find([kSecClass: kSecClassKey, kSecReturnData: true, kSecMatchLimit: limit])
            #expect(alone.status == errSecDataNotAvailable)
            #expect(alone.value == nil)
        }
    }

    @Test func `data alone are those of the half that has some`() throws {
        #expect(keychain.add(Keychain.privateData(sample, named)).status == errSecSuccess)
        #expect(keychain.add(Keychain.publicData(sample, named)).status == errSecSuccess)
        let query: Keychain.Entries = [kSecClass: kSecClassKey, kSecAttrLabel: "label", kSecReturnData: true]
        #expect(keychain.find(query).data == sample.publicKey)
        let all = keychain.find(query.merging([kSecMatchLimit: kSecMatchLimitAll]) { $1 })
        #expect(all.value as? [Data] == [sample.publicKey])
    }

    @Test func `a limit is the most that is found`() throws {
        for tag in ["a", "b", "c"] {
            #expect(keychain.add(Keychain.publicData(sample, [kSecAttrApplicationTag: tag])).status == errSecSuccess)
        }
        for (limit, count) in [(2, 2), (3, 3), (9, 3), (Int.max, 3)] {
            let query: Keychain.Entries = [kSecClass: kSecClassKey, kSecReturnRef: true, kSecMatchLimit: limit]
            #expect((keychain.find(query).value as? [SecKey])?.count == count)
        }
    }

    @Test func `a status may be all that is wanted`() {
        let query = [kSecClass: kSecClassKey, kSecReturnData: true] as CFDictionary
        #expect(keychain.use { SecItemCopyMatching(query, nil) } == errSecItemNotFound)
        let entries = Keychain.publicData(sample, [kSecReturnRef: true]) as CFDictionary
        #expect(keychain.use { SecItemAdd(entries, nil) } == errSecSuccess)
        #expect(keychain.use { SecItemCopyMatching(query, nil) } == errSecSuccess)
    }
}
