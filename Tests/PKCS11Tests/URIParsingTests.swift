import Foundation
import TestSupport
import Testing

@testable import PKCS11

@Suite struct `PKCS11 URIs are read` {
    private func uri(_ text: String) throws -> PKCS11URI { try PKCS11URI(parsing: text) }

    @Test func `an empty path is a URI that names nothing`() throws {
        let uri = try uri("pkcs11:")
        #expect(!uri.namesToken && !uri.namesObject && !uri.namesSlot && !uri.namesLibrary)
        #expect(uri == PKCS11URI())
    }

    // RFC 7512, section 3.
    @Test func `the examples of the RFC are read`() throws {
        let first = try uri(
            "pkcs11:token=The%20Software%20PKCS%2311%20Softtoken;manufacturer=Snake%20Oil,%20Inc.;model=1.0;"
                + "object=my-certificate;type=cert;id=%69%95%3E%5C%F4%BD%EC%91;serial=?pin-source=file:/etc/token_pin")
        #expect(first.token == "The Software PKCS#11 Softtoken")
        #expect(first.manufacturer == "Snake Oil, Inc.")
        #expect(first.model == "1.0")
        #expect(first.serial == "")
        #expect(first.object == "my-certificate")
        #expect(first.type == .certificate)
        #expect(first.id == Data([0x69, 0x95, 0x3E, 0x5C, 0xF4, 0xBD, 0xEC, 0x91]))
        #expect(first.pinSource == "file:/etc/token_pin")

        let second = try uri("pkcs11:object=my-sign-key;type=private?pin-value=the-pin")
        #expect(second.type == .privateKey)
        #expect(try #require(second.pinValue).withUnsafeBytes { Array($0) } == Array("the-pin".utf8))

        let third = try uri(
            "pkcs11:library-manufacturer=Snake%20Oil,%20Inc.;library-description=Soft%20Token%20Library;"
                + "library-version=1.23")
        #expect(third.namesLibrary)

        let fourth = try uri("pkcs11:slot-description=Sun%20Metaslot?module-name=snakeoil")
        #expect(fourth.namesSlot)
        #expect(fourth.moduleName == "snakeoil")

        let fifth = try uri("pkcs11:slot-id=327?module-path=/mnt/libmypkcs11.so.1;slot-id=1&x=y")
        #expect(fifth.slotID == 327)
        #expect(fifth.modulePath == "/mnt/libmypkcs11.so.1;slot-id=1")

        let sixth = try uri("pkcs11:token=A%20name%20with%20a%20substring%20%25%3B;object=%E4;vendor-aaa=value-a")
        #expect(sixth.token == "A name with a substring %;")
        #expect(sixth.objectBytes == Data([0xE4]))
        #expect(sixth.hasUnrecognizedAttributes)
    }

    @Test func `an id holds any byte`() throws {
        let all = (0...255).map { String(format: "%%%02x", $0) }.joined()
        #expect(try uri("pkcs11:id=\(all)").id == Data((0...255).map { UInt8($0) }))
        #expect(try uri("pkcs11:id=").id == Data())
        #expect(try uri("pkcs11:id=abc").id == Data("abc".utf8))
    }

    @Test func `unknown attributes of the path make it match nothing, those of the query are ignored`() throws {
        #expect(try uri("pkcs11:token=a;x-color=red").hasUnrecognizedAttributes)
        #expect(try uri("pkcs11:Token=a").hasUnrecognizedAttributes)
        #expect(try uri("pkcs11:type=bogus").hasUnrecognizedAttributes)
        let query = try uri("pkcs11:token=a?vendor=1&vendor=2&module-name=m")
        #expect(!query.hasUnrecognizedAttributes)
        #expect(query.moduleName == "m")
    }

    @Test func `the scheme is read in any case, and percent codes too`() throws {
        #expect(try uri("PKCS11:token=%4a%4A").token == "JJ")
    }

    @Test func `a PIN may hold a NUL byte and the separators`() throws {
        let pin = try #require(try uri("pkcs11:?pin-value=a%00%26b;c=d").pinValue)
        #expect(pin.withUnsafeBytes { Array($0) } == Array("a\0&b;c=d".utf8))
    }

    @Test(arguments: [
        ("token=a", "begin"), ("", "begin"), ("http://example.org", "begin"),
        ("pkcs11:token", "no \"=\""), ("pkcs11:=a", "name"), ("pkcs11:to ken=a", "name"),
        ("pkcs11:;token=a", "nothing"), ("pkcs11:token=a;", "nothing"), ("pkcs11:token=a;;serial=b", "nothing"),
        ("pkcs11:token=a;token=b", "token twice"), ("pkcs11:x=1;x=2", "x twice"),
        ("pkcs11:token=a b", "%20"), ("pkcs11:token=a\nb", "%20"), ("pkcs11:token=a#b", "%20"),
        ("pkcs11:id=%0", "hexadecimal"), ("pkcs11:id=%", "hexadecimal"), ("pkcs11:id=%zz", "hexadecimal"),
        ("pkcs11:slot-id=", "slot-id"), ("pkcs11:slot-id=0x12", "slot-id"), ("pkcs11:slot-id=-1", "slot-id"),
        ("pkcs11:slot-id=99999999999999999999999", "slot-id"), ("pkcs11:slot-id=%2B1", "slot-id"),
        ("pkcs11:library-version=x", "library-version"), ("pkcs11:library-version=300.1", "library-version"),
        ("pkcs11:library-version=1.2.3", "library-version"),
        ("pkcs11:pin-value=1", "query"), ("pkcs11:module-path=/a", "query"),
        ("pkcs11:?pin-source=/a&pin-value=1", "both"), ("pkcs11:?pin-source=/a&pin-source=/b", "twice"),
        ("pkcs11:?module-path=", "empty"), ("pkcs11:?module-path=/a%00b", "NUL"), ("pkcs11:?module-name=%FF", "UTF-8"),
        ("pkcs11:token=a?module-name", "no \"=\""), ("pkcs11:token=a?&module-name=b", "nothing"),
    ])
    func `what is not a URI is refused with the reason`(text: String, reason: String) {
        #expect {
            try PKCS11URI(parsing: text)
        } throws: { error in
            (error as? PKCS11Error)?.code == .invalidURI && "\(error)".contains(reason)
        }
    }

    @Test func `no error shows a PIN`() {
        for text in [
            "pkcs11:?pin-value=geheim%", "pkcs11:?pin-value=geheim&pin-source=/x", "pkcs11:?pin-value=geheim 1",
            "pkcs11:?pin-value=geheim&pin-value=geheim", "pkcs11:pin-value=geheim", "pkcs11:?geheim",
        ] {
            #expect {
                try PKCS11URI(parsing: text)
            } throws: { !"\($0)".contains("geheim") }
        }
    }
}
