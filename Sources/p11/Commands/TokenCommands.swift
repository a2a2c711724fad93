import PKCS11
import TokenKeyStore

/// `p11 token …`
enum TokenCommands {
    static let group = CommandGroup(
        noun: "token", summary: "The devices, or software tokens, that hold keys",
        examples: [
            Example("every token of the module", "p11 token list"),
            Example("make an empty SoftHSM slot a token", "p11 token init --slot 0 --label payments"),
        ],
        commands: [list, show, TokenInitialization.command, PINCommands.setPIN, PINCommands.changePIN])

    static let list = CommandDescription(
        "token", "list", summary: "List the tokens of a module, also uninitialised ones",
        examples: [
            Example("the tokens of a certain module", "p11 token list --module /usr/lib/softhsm/libsofthsm2.so"),
            Example("their URIs, which name them wherever they are", "p11 token list --output uri"),
        ],
        body: { try list($0) })

    static let show = CommandDescription(
        "token", "show", summary: "Show one token",
        examples: [
            Example("the only token there is", "p11 token show"),
            Example(
                "the state of its PINs, for a script",
                "p11 token show --token payments --json | jq -r .token.userPinState"),
        ],
        body: { try show($0) })

    private static func list(_ invocation: Invocation) throws {
        let (module, isEmbedded) = try invocation.module()
        let choice = try TokenChoice(invocation)
        var table = Table("LABEL", "SERIAL", "MODEL", "SLOT", "STATE")
        var items: [JSON] = []
        var uris: [String] = []
        for slot in try module.slots(withToken: true) {
            // A token that does not answer hides no other.
            guard let info = try? slot.tokenInfo() else { continue }
            let token = TokenReport(slot: slot, info: info)
            guard try choice.includes(token) else { continue }
            items.append(token.json)
            if let uri = token.uri { uris.append(uri) }
            table.append([
                info.label, info.serialNumber, info.model, "0x" + hexadecimal(slot.id, digits: 1), state(of: token),
            ])
        }
        try invocation.write(
            Report(
                schema: "p11.tokens/1", members: [("tokens", .array(items)), ("embedded", .bool(isEmbedded))],
                body: .list(table), uris: uris,
                emptyNotice: choice.isAll ? "the module has no token" : "no token of the module matches"))
    }

    private static func state(of token: TokenReport) -> String {
        guard token.isInitialized else { return "uninitialised" }
        guard token.info.flags.contains(.userPINInitialized) else { return "no user PIN" }
        return token.userPINState
    }

    private static func show(_ invocation: Invocation) throws {
        let (token, isEmbedded) = try invocation.selectedToken()
        try invocation.write(report(token, isEmbedded: isEmbedded))
    }

    /// The report on a single token.
    static func report(_ token: TokenReport, isEmbedded: Bool) -> Report {
        Report(
            schema: "p11.token/1", members: [("token", token.json), ("embedded", .bool(isEmbedded))],
            body: .properties(token.properties), uris: token.uri.map { [$0] } ?? [])
    }
}
