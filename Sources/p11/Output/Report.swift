/// What a command says on standard output, in every style it can be said in.
struct Report {
    enum Body {
        /// One line per item.
        case list(Table)
        /// One line per property of a single item.
        case properties([(String, String)])
    }

    /// Such as `p11.keys/1`.
    let schema: String
    /// The members of the JSON object after `schema`. They and the URIs are made only where they are shown: it takes as long as reading a key.
    private let members: () -> [(String, JSON)]
    let body: Body
    /// One URI per item; nil where the items have none.
    private let uris: () -> [String]?
    /// What is said on standard error where the list is empty.
    let emptyNotice: String

    init(
        schema: String, members: @autoclosure @escaping () -> [(String, JSON)], body: Body,
        uris: @autoclosure @escaping () -> [String]? = nil, emptyNotice: String = ""
    ) {
        self.schema = schema
        self.members = members
        self.body = body
        self.uris = uris
        self.emptyNotice = emptyNotice
    }

    var isEmptyList: Bool {
        guard case .list(let table) = body else { return false }
        return table.rows.isEmpty
    }

    /// The report as text.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 for URIs of something that has none.
    func text(_ style: OutputStyle, width: Int?, bold: Bool) throws(CommandFailure) -> String {
        switch style {
        case .json:
            return JSON.object([("schema", .string(schema))] + members()).text + "\n"
        case .uri:
            guard let uris = uris() else {
                throw .usage("--output uri is for tokens, keys and certificates: this has no URIs")
            }
            return uris.map { $0 + "\n" }.joined()
        case .table:
            switch body {
            case .list(let table):
                return table.rows.isEmpty ? "" : table.text(width: width, bold: bold)
            case .properties(let properties):
                let column = (properties.map { $0.0.count }.max() ?? 0) + 2
                return properties.map { name, value in
                    let gap = String(repeating: " ", count: column - name.count - 1)
                    return "\(name):\(gap)\(escapedForTerminal(value))\n"
                }.joined()
            }
        case .tsv:
            switch body {
            case .list(let table): return table.tabSeparated
            case .properties(let properties):
                return properties.map { "\($0)\t\(escapedForTerminal($1))\n" }.joined()
            }
        }
    }
}
