/// The options and operands of one command line, checked against the description of its command.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    private(set) var operands: [String] = []

    init() {}

    /// The value of an option; nil where it was not given.
    subscript(option: OptionDescription) -> String? { values[option.name]?.first }

    /// The values of an option that may be repeated, in the order in which they were given.
    func all(_ option: OptionDescription) -> [String] { values[option.name] ?? [] }

    /// Whether an option was given, with or without a value.
    func has(_ option: OptionDescription) -> Bool { flags.contains(option.name) || values[option.name] != nil }

    /// The operand at a place; nil where it was left out.
    func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }

    mutating func set(_ option: OptionDescription) { flags.insert(option.name) }

    /// Stores a value, unless there is one already and the option may not be repeated.
    ///
    /// - Returns: whether it was stored.
    mutating func set(_ option: OptionDescription, to value: String) -> Bool {
        guard values[option.name] == nil || option.isRepeatable else { return false }
        values[option.name, default: []].append(value)
        return true
    }

    mutating func append(operand: String) { operands.append(operand) }
}
