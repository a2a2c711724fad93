import Foundation
import Testing

@testable import p11

@Suite struct OutputTests {
    @Test func `JSON keeps order, escapes, and is read back by another parser`() throws {
        let nasty = "a\"b\\c\n\t\u{1}\u{1B}[31m\u{7F}\u{9B}\u{202E}é😀"
        let json = JSON.object([
            ("z", .integer(-1)), ("a", .unsigned(.max)), ("text", .string(nasty)), ("none", .null),
            ("list", .array([.bool(true), .bool(false)])), ("empty", .object([])),
        ])
        #expect(json.text.hasPrefix("{\"z\":-1,\"a\":18446744073709551615,"))
        #expect(!json.text.unicodeScalars.contains { isUnsafeOnTerminal($0) })
        let parsed = try #require(
            JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any])
        #expect(parsed["text"] as? String == nasty)
        #expect(parsed["none"] is NSNull)
        #expect((parsed["a"] as? NSNumber)?.uint64Value == UInt64.max)
        #expect((parsed["list"] as? [Bool]) == [true, false])
    }

    @Test(arguments: [
        ("no URI", "no URI"), ("pkcs11:token=a?pin-value=12", "pkcs11:token=a?pin-value=…"),
        ("`pkcs11:?PIN-VALUE=1 2;3&pin-source=x` is wrong", "`pkcs11:?PIN-VALUE=…&pin-source=x` is wrong"),
        ("pin-value=1&pin-value=ü", "pin-value=…&pin-value=…"), ("ü pin-value", "ü pin-value"), ("", ""),
    ])
    func `the PIN of a URI is left out of what is repeated`(text: String, shown: String) {
        #expect(withoutPIN(text) == shown)
        let failure = CommandFailure(.usage, "usage", text, hint: text, candidates: [text])
        #expect(!failure.text.contains("=1") && !failure.json.text.contains("=1"))
    }

    @Test(arguments: [
        ("plain ü 😀", "plain ü 😀"), ("\u{1B}[31mred", "\\x1b[31mred"), ("a\nb\u{0}", "a\\x0ab\\x00"),
        ("\u{9B}2J\u{7F}", "\\x9b2J\\x7f"), ("\u{202E}gpj", "\\u202egpj"),
    ])
    func `control characters are shown and never sent`(text: String, shown: String) {
        #expect(escapedForTerminal(text) == shown)
    }

    @Test func `a table is fitted to the width and every line stays within it`() {
        var table = Table("NAME", "NOTE")
        table.append(["k1", String(repeating: "x", count: 100)])
        table.append(["日本", "\u{1B}[2J"])
        let lines = table.text(width: 40, bold: false).split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { displayWidth(of: $0) <= 40 })
        #expect(lines[1].hasSuffix("…"))
        #expect(lines[2] == "日本  \\x1b[2J")
        #expect(lines[0] == "NAME  NOTE")
        #expect(table.text(width: nil, bold: false).contains(String(repeating: "x", count: 100)))
        #expect(table.tabSeparated.hasPrefix("NAME\tNOTE\nk1\t"))
    }

    @Test(arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("😀", 2), ("👩‍👩‍👧", 2), ("", 0)])
    func `display width counts columns`(text: String, width: Int) {
        #expect(displayWidth(of: text) == width)
    }

    // Expected values from coreutils: printf '\x00\xff\x10' | base64, and xxd -p.
    @Test func `encodings are those of other tools`() {
        let data = Data([0x00, 0xFF, 0x10])
        #expect(Encoding.base64.encode(data) == Data("AP8Q\n".utf8))
        #expect(Encoding.hex.encode(data) == Data("00ff10\n".utf8))
        #expect(Encoding.binary.encode(data) == data)
        #expect(Encoding.base64.decode(Data("AP\n8Q\r\n".utf8)) == data)
        #expect(Encoding.hex.decode(Data("00 FF\n10".utf8)) == data)
        #expect(Encoding.hex.decode(Data("00f".utf8)) == nil)
        #expect(Encoding.hex.decode(Data("zz".utf8)) == nil)
        #expect(Encoding.base64.decode(Data("A".utf8)) == nil)
        #expect(Encoding.base64.decode(Data()) == Data())
    }

    // RFC 4648, section 4: padding stands at the end only.
    @Test(arguments: ["aGVsbbG8gt29ybGQ=", "QQ=", "QQ===", "QQ==QQ==", "QQ==QUJD", "=", "====", "QQ=Q", "QUJDR"])
    func `base64 with padding where none belongs is refused, whole and in pieces`(text: String) {
        #expect(Encoding.base64.decode(Data(text.utf8)) == nil)
        for length in 1...text.count {
            var stream = DecodingStream(.base64, name: "input")
            #expect(throws: CommandFailure.self) {
                for start in stride(from: 0, to: text.count, by: length) {
                    _ = try stream.decode(Data(text.utf8.dropFirst(start).prefix(length)))
                }
                _ = try stream.finish()
            }
        }
    }

    @Test(arguments: ["", "QUJD", "QUJDRA==", "QU JD\nRE U=\n"])
    func `base64 in pieces is what it is whole`(text: String) throws {
        let whole = try #require(Encoding.base64.decode(Data(text.utf8)))
        for length in 1...max(text.count, 1) {
            var stream = DecodingStream(.base64, name: "input")
            var decoded = Data()
            for start in stride(from: 0, to: text.count, by: length) {
                decoded += try stream.decode(Data(text.utf8.dropFirst(start).prefix(length)))
            }
            #expect(try decoded + stream.finish() == whole)
        }
    }

    @Test func `errors are lines for a person and one object for a program`() throws {
        var failure = CommandFailure(.notLoggedIn, "pin-incorrect", "the PIN is wrong\u{7}", hint: "check it")
        failure.returnValue = "CKR_PIN_INCORRECT"
        failure.function = "C_Login"
        #expect(failure.text == "error: the PIN is wrong\\x07 (CKR_PIN_INCORRECT)\nhint: check it\n")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(failure.json.text.utf8)) as? [String: [String: Any]])
        let error = try #require(object["error"])
        #expect(error["code"] as? String == "pin-incorrect")
        #expect(error["exit"] as? Int == 4)
        #expect(error["ckr"] as? String == "CKR_PIN_INCORRECT")
        #expect(error["function"] as? String == "C_Login")
        #expect(error["hint"] as? String == "check it")
    }
}
