import PKCS11

/// `p11 slot …`
enum SlotCommands {
    static let group = CommandGroup(
        noun: "slot", summary: "The places of a module that hold a token",
        examples: [
            Example("every slot of the module", "p11 slot list"),
            Example("the ids of slots with a token, for a script", "p11 slot list --with-token --json"),
        ],
        commands: [list])

    static let list = CommandDescription(
        "slot", "list", summary: "List every slot, also empty and uninitialised ones",
        details: [
            "The id of a slot may change whenever the module starts anew, so name tokens by their label or serial number."
        ],
        options: [Options.withToken],
        examples: [
            Example("the slots of a certain module", "p11 slot list --module /usr/lib/softhsm/libsofthsm2.so"),
            Example(
                "the first slot with a token, for a script", "p11 slot list --with-token --json | jq '.slots[0].id'"),
        ],
        body: { try list($0) })

    private static func list(_ invocation: Invocation) throws {
        let (module, isEmbedded) = try invocation.module()
        let choice = try TokenChoice(invocation)
        let moduleInfo = try module.info()
        var table = Table("SLOT", "DESCRIPTION", "TOKEN", "SERIAL", "STATE")
        var items: [JSON] = []
        for slot in try module.slots(withToken: invocation.arguments.has(Options.withToken)) {
            // A slot that does not answer is shown as such and hides no other.
            let info = try? slot.info()
            let isPresent = info?.flags.contains(.tokenPresent) ?? false
            let token = isPresent ? (try? slot.tokenInfo()).map { TokenReport(slot: slot, info: $0) } : nil
            guard try choice.includes(slot.id, with: token) else { continue }
            items.append(
                .object([
                    ("id", .unsigned(slot.id)), ("idHex", .string("0x" + hexadecimal(slot.id, digits: 1))),
                    ("description", JSON(info?.description)), ("manufacturer", JSON(info?.manufacturer)),
                    ("removable", .bool(info?.flags.contains(.removableDevice) ?? false)),
                    ("hardware", .bool(info?.flags.contains(.hwSlot) ?? false)), ("tokenPresent", .bool(isPresent)),
                    ("token", token?.json ?? .null),
                ]))
            let state =
                token.map { $0.isInitialized ? "initialised" : "uninitialised" } ?? (isPresent ? "failed" : "empty")
            table.append([
                "0x" + hexadecimal(slot.id, digits: 1), info?.description ?? "-", token?.info.label ?? "-",
                token?.info.serialNumber ?? "-", state,
            ])
        }
        try invocation.write(
            Report(
                schema: "p11.slots/1",
                members: [
                    ("module", ModuleCommands.json(module, moduleInfo)), ("slots", .array(items)),
                    ("embedded", .bool(isEmbedded)),
                ],
                body: .list(table), emptyNotice: "the module has no such slot"))
    }
}
