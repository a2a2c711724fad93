import PKCS11
import TokenKeyStore

/// `p11 module …`
enum ModuleCommands {
    static let group = CommandGroup(
        noun: "module", summary: "The libraries that speak for tokens",
        examples: [
            Example("the modules that p11-kit is configured with", "p11 module list"),
            Example("what a library says of itself", "p11 module show --module /usr/lib/softhsm/libsofthsm2.so"),
        ],
        commands: [list, show])

    static let list = CommandDescription(
        "module", "list", summary: "List the modules that p11-kit is configured with",
        details: ["No module is loaded for this. A name in this list can be given to --module."],
        examples: [
            Example("names and paths", "p11 module list"),
            Example("the names alone", "p11 module list --output tsv | tail -n +2 | cut -f1"),
        ],
        body: { try list($0) })

    static let show = CommandDescription(
        "module", "show", summary: "Show what a module says of itself",
        examples: [
            Example("the module that every other command would use", "p11 module show"),
            Example("a module by its path", "p11 module show --module /usr/lib/softhsm/libsofthsm2.so --json"),
        ],
        body: { try show($0) })

    private static func list(_ invocation: Invocation) throws {
        var table = Table("NAME", "PATH", "ENABLED")
        var items: [JSON] = []
        for module in ConfiguredModule.all() {
            table.append([module.name, module.path ?? module.remote ?? "-", module.isEnabled ? "yes" : "no"])
            items.append(
                .object([
                    ("name", .string(module.name)), ("path", JSON(module.path)), ("remote", JSON(module.remote)),
                    ("priority", .integer(module.priority)), ("enabled", .bool(module.isEnabled)),
                ]))
        }
        try invocation.write(
            Report(
                schema: "p11.modules/1", members: [("modules", .array(items))], body: .list(table),
                emptyNotice: "p11-kit is configured with no module"))
    }

    private static func show(_ invocation: Invocation) throws {
        let (module, isEmbedded) = try invocation.module()
        let info = try module.info()
        let interfaces = module.interfaces()
        var properties = [
            ("path", module.path), ("description", info.description), ("manufacturer", info.manufacturer),
            ("library version", info.libraryVersion.description),
            ("Cryptoki version", info.cryptokiVersion.description),
            ("function list", module.functionListVersion.description),
        ]
        if !interfaces.isEmpty {
            properties.append(("interfaces", interfaces.map { "\($0.name) \($0.version)" }.joined(separator: ", ")))
        }
        try invocation.write(
            Report(
                schema: "p11.module/1",
                members: [
                    ("module", json(module, info, interfaces: interfaces)), ("embedded", .bool(isEmbedded)),
                ],
                body: .properties(properties)))
    }

    /// A module as reports show it.
    static func json(_ module: Module, _ info: ModuleInfo, interfaces: [Interface]? = nil) -> JSON {
        var members: [(String, JSON)] = [
            ("path", .string(module.path)), ("description", .string(info.description)),
            ("manufacturer", .string(info.manufacturer)), ("libraryVersion", .string(info.libraryVersion.description)),
            ("cryptokiVersion", .string(info.cryptokiVersion.description)),
        ]
        if let interfaces {
            members += [
                ("functionListVersion", .string(module.functionListVersion.description)),
                (
                    "interfaces",
                    .array(
                        interfaces.map {
                            .object([("name", .string($0.name)), ("version", .string($0.version.description))])
                        })
                ),
            ]
        }
        return .object(members)
    }
}
