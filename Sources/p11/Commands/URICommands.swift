import PKCS11

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 uri …`
enum URICommands {
    static let group = CommandGroup(
        noun: "uri", summary: "PKCS #11 URIs (RFC 7512), which name tokens and keys",
        examples: [
            Example("what a URI says", "p11 uri parse 'pkcs11:token=payments;object=invoice;type=private'"),
            Example("the URIs of the keys of a token", "p11 key list --output uri"),
        ],
        commands: [parse])

    static let parse = CommandDescription(
        "uri", "parse", summary: "Show what a pkcs11: URI says, without looking at any token",
        details: [
            "Values are decoded. A PIN in it is not shown, and neither it nor the module and the slot is part of the URI that is printed, "
                + "which names the token and the key wherever they are."
        ],
        operands: [OperandDescription("URI", "a pkcs11: URI")],
        examples: [
            Example("its parts, decoded", "p11 uri parse 'pkcs11:token=payments;id=%0A%0B'"),
            Example(
                "one of them, for a script", "p11 uri parse 'pkcs11:token=payments;id=%0A%0B' --json | jq -r .uri.id"),
        ],
        body: { try parse($0) })

    private static func parse(_ invocation: Invocation) throws {
        let uri = try PKCS11URI(parsing: invocation.arguments.operand(0) ?? "")
        if uri.pinValue != nil {
            invocation.warn(
                "pin-in-uri",
                "the URI holds a PIN, which others can read on a command line: pin-source=file:PATH names a file")
        }
        if uri.hasUnrecognizedAttributes {
            invocation.warn(
                "matches-nothing",
                "the URI has an attribute or a type that RFC 7512 does not define, so it matches nothing")
        }
        let parts = parts(of: uri)
        let described = uri.description
        try invocation.write(
            Report(
                schema: "p11.uri/1",
                members: [
                    (
                        "uri",
                        .object(
                            [("uri", .string(described))] + parts.map { ($0.member, $0.value) } + [
                                ("hasPinValue", .bool(uri.pinValue != nil)),
                                ("unrecognized", .array(uri.unrecognizedAttributes.map(JSON.string))),
                                ("matchesNothing", .bool(uri.hasUnrecognizedAttributes)),
                            ])
                    )
                ],
                body: .properties(
                    parts.compactMap { part in part.text.map { (part.name, $0) } }
                        + uri.unrecognizedAttributes.map { ($0, "not an attribute of RFC 7512") } + [("uri", described)]
                ), uris: [described]))
    }

    private struct Part {
        /// The name in the URI, and in JSON.
        let name: String
        let member: String
        let value: JSON
        /// For a person; nil where the URI does not say.
        let text: String?

        init(_ name: String, _ member: String, _ text: String?) {
            (self.name, self.member, self.text) = (name, member, text)
            value = JSON(text)
        }

        init(_ name: String, _ member: String, number: UInt?) {
            (self.name, self.member) = (name, member)
            value = JSON(number)
            text = number.map { String($0) }
        }
    }

    private static func parts(of uri: PKCS11URI) -> [Part] {
        [
            Part("token", "token", uri.token), Part("manufacturer", "manufacturer", uri.manufacturer),
            Part("model", "model", uri.model), Part("serial", "serial", uri.serial),
            Part("object", "object", uri.object), Part("id", "id", uri.id.map { hexadecimal($0) }),
            Part("type", "type", uri.type?.rawValue), Part("slot-id", "slotId", number: uri.slotID),
            Part("slot-description", "slotDescription", uri.slotDescription),
            Part("slot-manufacturer", "slotManufacturer", uri.slotManufacturer),
            Part("library-description", "libraryDescription", uri.libraryDescription),
            Part("library-manufacturer", "libraryManufacturer", uri.libraryManufacturer),
            Part("library-version", "libraryVersion", uri.libraryVersion?.description),
            Part("module-name", "moduleName", uri.moduleName), Part("module-path", "modulePath", uri.modulePath),
            Part("pin-source", "pinSource", uri.pinSource),
        ]
    }
}
