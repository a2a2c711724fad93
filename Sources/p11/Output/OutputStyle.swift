/// How a report is written to standard output.
enum OutputStyle: String, CaseIterable, Sendable {
    case table, json, uri, tsv
}
