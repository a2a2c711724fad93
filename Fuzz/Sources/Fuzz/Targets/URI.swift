import CP11Kit
import Foundation

@testable import PKCS11

extension FuzzTarget {
    /// `pkcs11:` URIs (RFC 7512), compared with p11-kit's parser where that keeps to the RFC.
    static let uri = FuzzTarget(name: "uri") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let uri = try PKCS11URI(parsing: text)
        let description = uri.description
        let again = check("its own description is not read") { try PKCS11URI(parsing: description) }
        var expected = uri
        expected.pinValue = nil
        expected.pinSource = nil
        expected.modulePath = nil
        expected.moduleName = nil
        expected.slotID = nil
        check(again == expected, "its own description is another URI")
        check(again.description == description, "its description is not stable")
        check(
            description.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a description that has to be encoded itself")
        // By bytes: "pin" with an accent over its last letter is another text to a reader.
        check(
            !holdsPIN(description.utf8), "a PIN in the description",
            unless: holdsPIN(text.utf8))
        compareWithP11Kit(again)
    }

    private static func compareWithP11Kit(_ uri: PKCS11URI) {
        // p11-kit takes a field that begins with NUL for absent, has no room for long ones, drops blanks at the end, refuses 255
        // in a version, and has other types than the standard's five.
        guard uri.unrecognized.isEmpty, !uri.hasUnrecognizedAttributes,
            uri.path.allSatisfy({ attribute, value in
                switch attribute {
                case .id: true
                case .libraryVersion: !String(decoding: value, as: UTF8.self).contains("255")
                default: value.first != 0 && value.last != 0x20 && !value.isEmpty && value.count <= 16
                }
            })
        else { return }
        guard let theirs = throughP11Kit(uri.description) else {
            return check(false, "p11-kit does not read what is built")
        }
        let back = check("what p11-kit writes is not read") { try PKCS11URI(parsing: theirs) }
        check(back == uri, "p11-kit reads another URI")
    }

    private static func throughP11Kit(_ text: String) -> String? {
        guard let uri = p11_kit_uri_new() else { return nil }
        defer { p11_kit_uri_free(uri) }
        guard p11_kit_uri_parse(text, P11_KIT_URI_FOR_ANY, uri) == P11_KIT_URI_OK.rawValue else { return nil }
        var formatted: UnsafeMutablePointer<CChar>?
        guard p11_kit_uri_format(uri, P11_KIT_URI_FOR_ANY, &formatted) == P11_KIT_URI_OK.rawValue, let formatted
        else { return nil }
        defer { free(formatted) }
        return String(cString: formatted)
    }
}

private func holdsPIN(_ text: String.UTF8View) -> Bool { Data(text).range(of: Data("pin".utf8)) != nil }

private func check(_ condition: Bool, _ message: String, unless exception: Bool) {
    check(condition || exception, message)
}
