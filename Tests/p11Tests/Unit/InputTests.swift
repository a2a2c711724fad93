import Foundation
import Testing

@testable import p11

@Suite struct InputTests {
    private func selector(_ text: String) throws -> String {
        switch try KeySelector(parsing: text) {
        case .label(let label): "label=" + label
        case .id(let id): "id=" + hexadecimal(id)
        case .tag(let tag): "tag=" + tag
        case .fingerprint(let bytes): "sha256=" + hexadecimal(bytes)
        case .uri(let uri): uri.description
        }
    }

    @Test(arguments: [
        ("invoice", "label=invoice"), ("label:id:01", "label=id:01"), ("label:", "label="),
        ("tag:com.example", "tag=com.example"),
        ("id:0a0B", "id=0a0b"), ("id:0x0A0b", "id=0a0b"), ("id:0a:0b", "id=0a0b"), ("id:", "id="),
        ("pkcs11:object=k;id=%0A", "pkcs11:object=k;id=%0A"), ("idx", "label=idx"), ("labels:x", "label=labels:x"),
        ("😀", "label=😀"), ("sha256:0a0B0c0d", "sha256=0a0b0c0d"), ("sha256:0a:0b:0c:0d", "sha256=0a0b0c0d"),
        ("label:sha256:0a", "label=sha256:0a"),
    ])
    func `a key is named by label, ID, tag, fingerprint or URI`(text: String, meaning: String) throws {
        // The order of attributes in a URI means nothing.
        let parts = { (uri: String) in Set(uri.dropFirst(7).split(separator: ";")) }
        let found = try selector(text)
        if meaning.hasPrefix("pkcs11:") {
            #expect(parts(found) == parts(meaning))
        } else {
            #expect(found == meaning)
        }
    }

    @Test(arguments: [
        "id:0", "id:0a0", "id:xy", "id:0a:0", "id:0a::0b", "id:+1", "", "pkcs11:id=%0", "pkcs11:nonsense", "sha256:",
        "sha256:0a0b0c", "sha256:0a0b0c0d0", "sha256:0a0b0c0x", "sha256:" + String(repeating: "0", count: 66),
    ])
    func `a selector that cannot be read is a usage error`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try KeySelector(parsing: text) }
        #expect(failure?.exit == .usage)
    }

    @Test(arguments: [
        ("rsa:3072", RequestedKeyType.rsa(3072)), ("rsa:512", .rsa(512)), ("ec:P-256", .unsupported("ec:P-256")),
        ("ec:prime256v1", .unsupported("ec:prime256v1")), ("ed25519", .unsupported("ed25519")),
        ("aes:256", .unsupported("aes:256")), ("hmac:256", .unsupported("hmac:256")),
    ])
    func `key types are read`(text: String, type: RequestedKeyType) throws {
        #expect(try RequestedKeyType(parsing: text) == type)
    }

    @Test(arguments: [
        "rsa", "rsa:", "rsa:0", "rsa:-1", "rsa:+2048", "rsa:2k", "ec:P-255", "dsa:1024", "", "rsa:99999999999999999999",
    ])
    func `a key type that cannot be is a usage error`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try RequestedKeyType(parsing: text) }
        #expect(failure?.exit == .usage)
        // Only what can be made is offered.
        #expect(failure?.hint == "possible: rsa:BITS, such as rsa:3072")
    }

    @Test(arguments: [("KEY", "tag:zz"), ("--id", "--tag zz")])
    func `an ID that is text gets the spelling of its place`(place: String, hint: String) {
        let failure = #expect(throws: CommandFailure.self) { try KeySelector.identifier(parsing: "zz", of: place) }
        #expect(failure?.hint == "for an ID that is text, use " + hint)
    }

    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], #"caf\xe9"#), ([0xFF, 0xFE], #"\xff\xfe"#), ([0xC3, 0xBC, 0xC3], #"ü\xc3"#),
            ([0x1B, 0x5B], #"\x1b["#), ([0xF0, 0x9F, 0x94, 0x91], "🔑"), ([0xF0, 0x9F, 0x94], #"\xf0\x9f\x94"#),
            ([], ""),
        ] as [([UInt8], String)])
    func `bytes are shown as text as far as they are that`(bytes: [UInt8], shown: String) {
        #expect(RawArgument(bytes: bytes).escaped == shown)
    }

    @Test func `usage is a list of known words`() throws {
        #expect(try KeyUse.list(parsing: "sign,decrypt") == [.sign, .decrypt])
        #expect(throws: CommandFailure.self) { try KeyUse.list(parsing: "sign,") }
        #expect(throws: CommandFailure.self) { try KeyUse.list(parsing: "") }
        let failure = #expect(throws: CommandFailure.self) { try KeyUse.list(parsing: "sing") }
        #expect(failure?.hint == "did you mean `sign`?")
    }
}
