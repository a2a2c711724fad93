/// A habit of some tokens that the standard leaves no common way around, by its name.
///
/// What can be found out by trying is no quirk: there the store tries, and takes another way where the token refuses. A quirk is what
/// would do harm before it could be noticed. ``all`` says what each does, where that was seen, and which tokens are known for it; a
/// program, or a profile, can set one for a token that is not, and clear one that it does not want: see ``QuirkSettings``.
public struct Quirk: RawRepresentable, Hashable, Sendable {
    /// The name, such as `search-beside-writes`.
    public let rawValue: String

    /// A quirk by its name; one that is not in ``all`` has no effect.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = name }
}

extension Quirk: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

/// What is known of a quirk.
public struct QuirkDescription: Hashable, Sendable {
    /// Which one.
    public let quirk: Quirk
    /// What the token does, in a sentence.
    public let habit: String
    /// What the store does about it, in a sentence.
    public let effect: String
    /// Where it was reported, or how it was measured.
    public let report: String
    /// The tokens that are known for it; any of them is enough. None: it is only ever set by hand.
    let signs: [QuirkSign]
}

/// A quirk that is in force for a token.
public struct ActiveQuirk: Hashable, Sendable {
    /// Which one, and what is known of it.
    public let description: QuirkDescription
    /// Why it is in force: what the token or the module said of itself, or that somebody set it.
    public let reason: String

    /// Its name.
    public var quirk: Quirk { description.quirk }
}
