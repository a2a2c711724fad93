import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct EncodingDERTests {
    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536, 100_000])
    func `lengths are written as openssl reads them, and read back`(count: Int) throws {
        let element = DER.element(DERTag.octetString, Data(count: count))
        let text = try OpenSSLCommandLine.run(["asn1parse", "-inform", "DER"], input: element)
        // As in "0:d=0  hl=2 l= 127 prim: OCTET STRING".
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        #expect(fields.contains("hl=\(element.count - count)"))
        #expect(String(decoding: text, as: UTF8.self).replacing(" ", with: "").contains("l=\(count)prim:OCTETSTRING"))
        var reader = DERReader(element)
        #expect(try reader.read(DERTag.octetString).count == count)
        #expect(reader.isAtEnd)
        for shorter in [0, 1, 2, element.count - 1] where shorter < element.count {
            var reader = DERReader(element.prefix(shorter))
            #expect(throws: DERError.self) { try reader.read(DERTag.octetString) }
        }
    }

    @Test(arguments: [
        ("0080", "reserved tag and no length"), ("0480", "indefinite length"), ("048100", "two bytes where one does"),
        ("04817f", "two bytes where one does"), ("0482007f", "three bytes where one does"),
        ("04820080", "three bytes where two do"), ("0485000000000100", "five bytes of length"),
        ("04ff", "reserved form"), ("1f8101", "a tag of several bytes"), ("3fff", "a tag of several bytes"),
        ("0484ffffffff", "longer than there is"),
    ])
    func `what is not DER is refused`(encoding: (hex: String, reason: String)) throws {
        #expect(throws: DERError.self, "\(encoding.reason)") {
            var reader = DERReader(Data(hex: encoding.hex))
            try reader.finish(try reader.read())
        }
    }

    @Test(arguments: [
        ("020100", ""), ("02017f", "7f"), ("02020080", "80"), ("0203000001", "01"), ("020200ff", "ff"), ("0201ff", nil),
        ("0200", nil), ("02028000", nil), ("0401ff", nil),
    ])
    func `integers are read as numbers`(integer: (hex: String, value: String?)) throws {
        let bytes = Data(hex: integer.hex)
        var reader = DERReader(bytes)
        let range = try? reader.readUnsignedInteger()
        #expect(range.map { bytes[$0].hex } == integer.value)
    }

    @Test(arguments: [
        ("2a8648ce3d0201", "1.2.840.10045.2.1"), ("2b6570", "1.3.101.112"), ("883703", "2.999.3"), ("", "unknown"),
        ("ffffffffffffffffffff7f", "unknown"), ("2a86", "1.2"),
    ])
    func `object identifiers are shown in dotted form`(identifier: (hex: String, text: String)) {
        #expect(KeyAlgorithmIdentifier(bytes: [UInt8](Data(hex: identifier.hex))).dotted == identifier.text)
    }
}

extension DERReader {
    /// For the table above, where some encodings hold an element and more behind it.
    fileprivate func finish(_ element: Element) throws(DERError) {
        try finish()
        if element.tag == 0 { throw .malformed }
    }
}

@Suite struct EncodingPEMTests {
    @Test(arguments: [0, 1, 2, 3, 47, 48, 49, 96, 1_000])
    func `PEM is read back, with any line ends and lengths`(count: Int) throws {
        let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) })
        let text = PEM.encode(content, label: "TEST 1")
        let base64 = content.base64EncodedString()
        let oneLine = "-----BEGIN TEST 1-----\n\(base64)\n-----END TEST 1-----"
        let spread = "-----BEGIN TEST 1-----\n\(base64.map { "\($0) \t\n" }.joined())-----END TEST 1-----"
        for form in [text, oneLine, spread, "before\n" + text + "after", text.replacing("\n", with: " \r\n")] {
            let blocks = try PEMReader.blocks(of: Data(form.utf8))
            #expect(blocks.map(\.label) == ["TEST 1"])
            #expect(blocks.first?.content.revealed == content)
            #expect(blocks.first?.headers == [:])
        }
        let two = try PEMReader.blocks(of: Data((text + text).utf8))
        #expect(two.map(\.content.revealed) == [content, content])
    }

    @Test func `lines are as long as openssl's`() throws {
        let key = try OpenSSLKeyPair.rsa(bits: 2048)
        #expect(Data(PEM.encode(key.publicKey.derRepresentation, label: "PUBLIC KEY").utf8) == key.publicPEM)
    }

    @Test func `headers are read, and belong to no content`() throws {
        let text = "-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\nDEK-Info:AES-128-CBC,00\n\nAQID\n-----END A-----\n"
        let block = try #require(try PEMReader.blocks(of: Data(text.utf8)).first)
        #expect(block.headers == ["Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-128-CBC,00"])
        #expect(block.content.revealed == Data([1, 2, 3]))
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AAAAA", "AA=", "A===", "====", "AA==AA==", "AB==", "AAB=", "AA-_", "AAAA!", "AÄAA", "AA=A",
        "-----BEGIN A-----\nAAAA", "-----END B-----", "AAAA\n-----end-----", "a: b\nc: \u{1}\n\nAAAA",
    ])
    func `what is not base64 in one block is refused`(body: String) throws {
        expectError(.invalidKeyData) {
            try PEMReader.blocks(of: Data("-----BEGIN A-----\n\(body)\n-----END A-----\n".utf8)).count
        }
    }

    @Test(arguments: [
        "", "-----BEGIN A----", "----BEGIN A-----", " -----BEGIN A-----", "-----BEGIN a-----",
        "-----BEGIN A\u{7F}-----",
        "-----BEGIN \(String(repeating: "A", count: 65))-----", "-----BEGIN-----", "-----BEGIN -----x",
    ])
    func `what is no marker begins no block`(line: String) throws {
        #expect(!PEMReader.isPEM(Data("\(line)\nAAAA\n-----END A-----\n".utf8)))
    }
}
