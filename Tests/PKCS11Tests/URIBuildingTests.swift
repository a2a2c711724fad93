import Foundation
import TestSupport
import Testing

@testable import PKCS11

@Suite struct `PKCS11 URIs are built` {
    @Test func `everything but unreserved characters is encoded, the id entirely`() {
        var uri = PKCS11URI()
        uri.token = "a b;c?d&e=é/%"
        uri.id = Data("aZ0\0\n;".utf8)
        uri.object = "x-._~y"
        uri.type = .privateKey
        #expect(
            uri.description
                == "pkcs11:token=a%20b%3Bc%3Fd%26e%3D%C3%A9%2F%25;id=%61%5A%30%00%0A%3B;object=x-._~y;type=private")
    }

    @Test func `PIN, slot id and module are never printed`() throws {
        let uri = try PKCS11URI(
            parsing: "pkcs11:slot-id=5;token=a?module-path=/m&module-name=n&pin-value=geheim")
        #expect(uri.description == "pkcs11:token=a")
        #expect(String(reflecting: uri) == "pkcs11:token=a")
        var dumped = ""
        dump(uri, to: &dumped)
        #expect(!dumped.contains("geheim") && !dumped.contains("/m"))
        #expect(!"\(try #require(uri.pinValue))".contains("geheim"))
    }

    @Test func `an unknown attribute stays, so that what is printed matches nothing either`() throws {
        let uri = try PKCS11URI(parsing: "pkcs11:token=a;x-color=light%20red")
        #expect(uri.description == "pkcs11:token=a;x-color=light%20red")
    }

    @Test func `equality looks at the PIN`() throws {
        let one = try PKCS11URI(parsing: "pkcs11:token=a?pin-value=1")
        #expect(one == (try PKCS11URI(parsing: "pkcs11:token=%61?pin-value=%31")))
        #expect(one != (try PKCS11URI(parsing: "pkcs11:token=a?pin-value=2")))
        #expect(one != (try PKCS11URI(parsing: "pkcs11:token=a")))
    }

    /// p11tool and p11-kit are another reader and writer of the same standard.
    @Test func `what a token says of itself comes back from p11tool as the same URI`() throws {
        let token = try SoftHSMToken(label: "über all; 50%")
        let module = try token.withEnvironment { try Module.load(path: token.modulePath) }
        let slot = try #require(
            try module.slots(withToken: true).first { try $0.tokenInfo().flags.contains(.tokenInitialized) })
        let info = try slot.tokenInfo()
        let ours = PKCS11URI(token: info)
        #expect(ours.matches(info))

        let listed = try Command.check(
            "p11tool", ["--provider", try Provider.softHSM.required(), "--list-token-urls"],
            environment: token.environment)
        let theirs = try listed.output.split(separator: "\n").map { try PKCS11URI(parsing: String($0)) }
        #expect(theirs.contains(ours))
    }
}

@Suite struct `PKCS11 URIs are matched` {
    private func objectMatches(
        _ text: String, id: String? = "k", label: String? = "name", class objectClass: ObjectClass = .privateKey
    ) throws -> Bool {
        try PKCS11URI(parsing: text).matchesObject(
            id: id.map { Data($0.utf8) }, label: label.map { Data($0.utf8) }, objectClass: objectClass)
    }

    @Test func `an object must match every attribute that is there`() throws {
        #expect(try objectMatches("pkcs11:"))
        #expect(try objectMatches("pkcs11:id=k;object=name;type=private"))
        #expect(try !objectMatches("pkcs11:id=k;object=name;type=public"))
        #expect(try !objectMatches("pkcs11:id=k;object=other"))
        #expect(try !objectMatches("pkcs11:id=%6B%00"))
        #expect(try objectMatches("pkcs11:id=", id: nil))
        #expect(try objectMatches("pkcs11:object=", label: ""))
        #expect(try !objectMatches("pkcs11:object="))
        #expect(try objectMatches("pkcs11:type=secret-key", class: .secretKey))
        #expect(try objectMatches("pkcs11:type=cert", class: .certificate))
        #expect(try objectMatches("pkcs11:type=data", class: .data))
    }

    @Test func `an unknown path attribute or type matches nothing`() throws {
        #expect(try !objectMatches("pkcs11:x-color=red"))
        #expect(try !objectMatches("pkcs11:type=bogus"))
    }

    @Test func `bytes are compared, not characters`() throws {
        #expect(try !objectMatches("pkcs11:object=e%CC%81", label: "\u{e9}"))
        #expect(try objectMatches("pkcs11:object=%C3%A9", label: "\u{e9}"))
    }

    @Test func `tokens, slots and modules are matched by what they say of themselves`() throws {
        let token = try SoftHSMToken(label: "one", moreLabels: ["one more"])
        let module = try token.withEnvironment { try Module.load(path: token.modulePath) }
        let slots = try module.slots(withToken: true)
        func matching(_ text: String) throws -> [String] {
            let uri = try PKCS11URI(parsing: text)
            return try slots.filter { slot in
                try uri.matches(try slot.tokenInfo()) && uri.matches(slot, try slot.info())
                    && uri.matches(try module.info())
            }.map { try $0.tokenInfo().label }.filter { !$0.isEmpty }.sorted()
        }
        #expect(try matching("pkcs11:") == ["one", "one more"])
        #expect(try matching("pkcs11:token=one") == ["one"])
        #expect(try matching("pkcs11:token=one%20%20") == ["one"])
        #expect(try matching("pkcs11:token=on") == [])
        #expect(try matching("pkcs11:token=%00one") == [])
        #expect(try matching("pkcs11:manufacturer=SoftHSM%20project;model=SoftHSM%20v2") == ["one", "one more"])
        #expect(try matching("pkcs11:manufacturer=Other") == [])
        #expect(try matching("pkcs11:library-manufacturer=SoftHSM") == ["one", "one more"])
        #expect(try matching("pkcs11:library-version=1") == [])
        let version = try module.info().libraryVersion
        #expect(try matching("pkcs11:library-version=0\(version.major).\(version.minor)") == ["one", "one more"])
        let withoutMinor = version.minor == 0 ? ["one", "one more"] : []
        #expect(try matching("pkcs11:library-version=\(version.major)") == withoutMinor)
        #expect(try matching("pkcs11:x=y") == [])
        let slot = try #require(try slots.first { try $0.tokenInfo().label == "one more" })
        #expect(try matching("pkcs11:slot-id=\(slot.id)") == ["one more"])
        let serial = try slot.tokenInfo().serialNumber
        #expect(try matching("pkcs11:serial=\(serial)") == ["one more"])
    }
}
