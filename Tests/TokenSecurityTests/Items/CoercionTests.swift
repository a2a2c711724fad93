import Foundation
import Testing

@testable import TokenSecurity

@Suite struct `Coercion of attribute values` {
    /// A value as a caller's dictionary holds it, and out of it again.
    private func bridged(_ value: Any) -> Any { (["k": value] as NSDictionary)["k"] ?? NSNull() }

    private func check<Value: Equatable>(
        _ coerce: (Any) -> Value?, _ cases: [(Any, Value?)], _ location: SourceLocation = #_sourceLocation
    ) throws {
        for (value, expected) in cases {
            #expect(coerce(value) == expected, "\(value)", sourceLocation: location)
            #expect(coerce(bridged(value)) == expected, "\(value) bridged", sourceLocation: location)
        }
    }

    @Test func `numbers: numbers, booleans and decimal text`() throws {
        try check(
            Coercion.number,
            [
                (42, 42), (UInt8(7), 7), (Int64.max, Int.max), (2048.0, 2048), (2048.5, nil), (UInt64.max, nil),
                (Double.nan, nil), (1e300, nil), (true, 1), (false, 0), (NSNumber(value: 5), 5), ("2048", 2048),
                ("-1", -1), ("", nil), ("2k", nil), ("99999999999999999999", nil), (Data([1]), nil), (NSNull(), nil),
                ([1], nil), (["a": 1], nil), (Date(), nil), (kCFBooleanTrue as Any, 1),
            ])
    }

    @Test func `booleans: an object that is one, and no number`() throws {
        try check(
            Coercion.bool,
            [
                (true, true), (false, false), (kCFBooleanTrue as Any, true), (NSNumber(value: false), false), (1, nil),
                (0, nil), (NSNumber(value: 1), nil), ("true", nil), (NSNull(), nil), (Data(), nil),
            ])
    }

    @Test func `flags take what numbers take`() throws {
        try check(
            Coercion.flag,
            [(true, true), (0, false), (2, true), ("1", true), ("0", false), ("yes", nil), (Data(), nil)])
    }

    @Test func `data: data, text, and numbers in four bytes`() throws {
        try check(
            Coercion.data,
            [
                (Data([1, 2]), Data([1, 2])), (NSData(data: Data([3])), Data([3])), ("ä", Data([0xC3, 0xA4])),
                (258, Data([2, 1, 0, 0])), (-1, Data([0xFF, 0xFF, 0xFF, 0xFF])), (Int64.max, nil), (true, nil),
                (NSNull(), nil), ([1], nil), ("", Data()),
            ])
    }

    @Test func `names: data, text and digits`() throws {
        try check(
            Coercion.blob,
            [
                (Data([1, 2]), Data([1, 2])), ("tag", Data("tag".utf8)), (258, Data("258".utf8)), (true, nil),
                (2.5, nil), (NSNull(), nil), (["a"], nil),
            ])
    }

    @Test func `text: text and UTF-8`() throws {
        try check(
            Coercion.text,
            [
                ("group", "group"), (Data("group".utf8), "group"), (Data([0xFF]), nil), (5, nil), (NSNull(), nil),
                (kSecAttrAccessGroupToken, "com.apple.token"),
            ])
    }

    @Test func `dates: dates only`() throws {
        let date = Date(timeIntervalSince1970: 5)
        try check(Coercion.date, [(date, date), (5, nil), ("1970-01-01", nil), (NSNull(), nil)])
    }

    @Test func `attributes keep the bytes of names and the values of numbers`() throws {
        let attributes = try ItemAttributes([
            "kcls": "1", "type": kSecAttrKeyTypeRSA, "bsiz": "2048", "esiz": 2048, "atag": "tag", "labl": Data([0xFF]),
            "klbl": "own", "encr": true, "sign": 0, "perm": true, "sens": "1", "extr": false, "sync": false,
            "tkid": Data("token".utf8), "agrp": "group", "pdmn": "ak", "cdat": Date(), "other": 5,
        ])
        #expect(attributes.keyClass == 1)
        #expect(attributes.keyType == 42)
        #expect(attributes.sizeInBits == 2048)
        #expect(attributes.effectiveSize == 2048)
        #expect(attributes.tag == Data("tag".utf8))
        #expect(attributes.label == Data([0xFF]))
        #expect(attributes.applicationLabel == Data("own".utf8))
        #expect(attributes.flags == ["encr": true, "sign": false])
        #expect(attributes.isPermanent == true)
        #expect(attributes.isSensitive == true)
        #expect(attributes.isExtractable == false)
        #expect(attributes.synchronizable == false)
        #expect(attributes.tokenID == "token")
        #expect(attributes.accessGroup == "group")
        #expect(!attributes.hasTextForNumber)
        #expect(try ItemAttributes(["bsiz": "large"]).hasTextForNumber)
        #expect(try ItemAttributes(["sync": kSecAttrSynchronizableAny]).isSynchronizableAny)
    }
}
