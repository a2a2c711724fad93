/// Which quirks somebody set or cleared, whatever the token says of itself.
///
///     var options = KeyStore.Options()
///     options.quirks = try QuirkSettings(parsing: "+copies-instead-of-changes -search-beside-writes")
public struct QuirkSettings: Hashable, Sendable, CustomStringConvertible {
    private var choices: [Quirk: Bool] = [:]

    /// Nothing set or cleared: what is known of the token counts.
    public init() {}

    /// Reads names with a plus or a minus before each, and blanks or commas between them.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for a name that is not in ``Quirk/all``, that has no sign, or that is there twice.
    public init(parsing text: String) throws {
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
            let quirk = Quirk(rawValue: String(word.dropFirst()))
            guard word.first == "+" || word.first == "-" else {
                throw KeyStoreError(
                    .invalidParameter, "\"\(escaped(String(word)))\" has neither a plus nor a minus before it",
                    hint: "+NAME sets a quirk, -NAME clears it.")
            }
            guard Quirk.all.contains(where: { $0.quirk == quirk }) else {
                throw KeyStoreError(
                    .invalidParameter, "there is no quirk named \"\(escaped(quirk.rawValue))\"",
                    hint: "There are: \(Quirk.all.map(\.quirk.rawValue).joined(separator: ", ")).")
            }
            guard choices.updateValue(word.first == "+", forKey: quirk) == nil else {
                throw KeyStoreError(.invalidParameter, "the quirk \(quirk) is there twice")
            }
        }
    }

    /// Whether a quirk is set (true) or cleared (false); nil, the default for each, to go by what is known of the token.
    public subscript(quirk: Quirk) -> Bool? {
        get { choices[quirk] }
        set { choices[quirk] = newValue }
    }

    /// The names in order, each with its sign, as they can be read again.
    public var description: String {
        choices.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.value ? "+" : "-") + $0.key.rawValue }
            .joined(separator: " ")
    }

    /// These settings, and for what they leave open those of another place.
    func filled(from other: QuirkSettings) -> QuirkSettings {
        var result = self
        result.choices.merge(other.choices) { own, _ in own }
        return result
    }
}
