import PKCS11

/// A use of a mechanism, in the words of `--usable-for`.
enum MechanismUse: String, CaseIterable, Sendable {
    case sign, verify, encrypt, decrypt, digest, wrap, unwrap, derive, generate
    case generatePair = "generate-pair"

    var flag: MechanismFlags {
        switch self {
        case .sign: .sign
        case .verify: .verify
        case .encrypt: .encrypt
        case .decrypt: .decrypt
        case .digest: .digest
        case .wrap: .wrap
        case .unwrap: .unwrap
        case .derive: .derive
        case .generate: .generate
        case .generatePair: .generateKeyPair
        }
    }
}

/// `p11 mechanism …`
enum MechanismCommands {
    static let group = CommandGroup(
        noun: "mechanism", summary: "What a token can do",
        examples: [
            Example("everything the token can do", "p11 mechanism list"),
            Example("how it can sign, for a script", "p11 mechanism list --usable-for sign --json"),
        ],
        commands: [list])

    static let list = CommandDescription(
        "mechanism", "list", summary: "List the mechanisms of a token",
        details: [
            "Sizes are those of keys, in the unit that the standard has for the mechanism. A mechanism that is listed "
                + "may still refuse some of its parameters."
        ],
        options: [Options.usableFor],
        examples: [
            Example("how the token can decrypt", "p11 mechanism list --usable-for decrypt"),
            Example(
                "the names alone, on a certain module",
                "p11 mechanism list --module /usr/lib/softhsm/libsofthsm2.so --output tsv | cut -f1"),
        ],
        body: { try list($0) })

    private static func list(_ invocation: Invocation) throws {
        let use = invocation.arguments[Options.usableFor].flatMap(MechanismUse.init(rawValue:))
        let (token, isEmbedded) = try invocation.selectedToken()
        var table = Table("NAME", "CODE", "MIN", "MAX", "UNIT", "FLAGS")
        var items: [JSON] = []
        for mechanism in try token.slot.mechanisms() {
            // A token may list what it then knows nothing about; such a line hides no other.
            let info = try? token.slot.mechanismInfo(mechanism)
            if let use, info?.flags.contains(use.flag) != true { continue }
            let flags = info?.flags.names ?? []
            let unit = keySizeUnit(of: mechanism)
            items.append(
                .object([
                    ("name", .string(mechanism.description)), ("value", .unsigned(mechanism.rawValue)),
                    ("minKeySize", JSON(info?.minKeySize)), ("maxKeySize", JSON(info?.maxKeySize)),
                    ("keySizeUnit", JSON(unit)), ("flags", .array(flags.map(JSON.string))),
                    ("hardware", .bool(info?.flags.contains(.hw) ?? false)),
                ]))
            table.append([
                mechanism.description, "0x" + hexadecimal(mechanism.rawValue, digits: 8),
                info?.minKeySize.map { String($0) } ?? "-", info?.maxKeySize.map { String($0) } ?? "-", unit ?? "-",
                flags.map { $0.hasPrefix("CKF_") ? $0.dropFirst(4).lowercased() : $0 }.joined(separator: ","),
            ])
        }
        try invocation.write(
            Report(
                schema: "p11.mechanisms/1",
                members: [("mechanisms", .array(items)), ("embedded", .bool(isEmbedded))],
                body: .list(table), emptyNotice: "the token has no such mechanism"))
    }

    /// The unit of the sizes in a mechanism's information (PKCS #11 2.40, current mechanisms); nil where there is no key
    /// or the standard does not say.
    static func keySizeUnit(of mechanism: MechanismType) -> String? {
        let name = mechanism.description
        let bits = ["CKM_RSA_", "CKM_EC", "CKM_EDDSA", "CKM_DSA", "CKM_DH_", "CKM_X9_42_DH", "CKM_GENERIC_SECRET"]
        if bits.contains(where: name.hasPrefix) || name.split(separator: "_").contains("RSA")
            || name.hasPrefix("CKM_DSA_")
        {
            return "bits"
        }
        let bytes = [
            "CKM_AES_", "CKM_CAMELLIA_", "CKM_ARIA_", "CKM_SEED_", "CKM_BLOWFISH_", "CKM_CAST", "CKM_CHACHA20",
        ]
        return bytes.contains(where: name.hasPrefix) ? "bytes" : nil
    }
}
