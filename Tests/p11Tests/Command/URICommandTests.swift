import Foundation
import TestSupport
import Testing

@Suite struct URICommandTests {
    @Test func `the parts of a URI are shown decoded, and no token is looked at`() throws {
        // The first example of RFC 7512, section 3, that has most of them, and more.
        let p11 = try P11().with(["PKCS11_MODULE": "/nonexistent.so"])
        let object = try p11.json(
            "uri", "parse",
            "pkcs11:token=The%20Software%20PKCS%2311%20Softtoken;manufacturer=Snake%20Oil,%20Inc.;model=1.0;object=my-certificate;"
                + "type=cert;id=%69%95%3E%5C%F4%BD%EC%91;serial=;slot-id=327;library-version=2?pin-source=file:/etc/token_pin&module-name=snakeoil"
        )
        #expect(object["schema"] as? String == "p11.uri/1")
        let uri = try #require(object["uri"] as? [String: Any])
        #expect(uri["token"] as? String == "The Software PKCS#11 Softtoken")
        #expect(uri["manufacturer"] as? String == "Snake Oil, Inc.")
        #expect(uri["id"] as? String == "69953e5cf4bdec91")
        #expect(uri["type"] as? String == "cert" && uri["serial"] as? String == "")
        #expect(uri["slotId"] as? Int == 327 && uri["libraryVersion"] as? String == "2.0")
        #expect(uri["pinSource"] as? String == "file:/etc/token_pin" && uri["moduleName"] as? String == "snakeoil")
        #expect(uri["hasPinValue"] as? Bool == false && uri["matchesNothing"] as? Bool == false)
        #expect(uri["slotDescription"] is NSNull)
    }

    @Test func `a PIN in a URI is not repeated`() throws {
        for style in ["table", "json", "tsv", "uri"] {
            let result = try P11()("uri", "parse", "pkcs11:token=a?pin-value=471100", "--output", style)
            #expect(result.exitCode == 0)
            #expect(!result.output.contains("471100") && !result.errorOutput.contains("471100"))
            #expect(result.errorOutput.contains("pin-in-uri") || result.errorOutput.contains("holds a PIN"))
        }
    }

    @Test func `what matches nothing is said, and what is no URI is a usage error`() throws {
        let p11 = try P11()
        for uri in ["pkcs11:token=a;x-own=b", "pkcs11:type=privat"] {
            let result = try p11("uri", "parse", uri)
            #expect(result.exitCode == 0 && result.errorOutput.contains("matches nothing"), "\(result)")
        }
        for uri in ["pkcs11:token", "pkcs11:id=%0", "http:x", "", "pkcs11:token=a;token=b"] {
            #expect(try p11("uri", "parse", uri).exitCode == 64, "\(uri)")
        }
    }
}
