/// One thing that is settled about a store, and who settled it: see ``Configuration/settings()``.
public struct ConfigurationSetting: Hashable, Sendable {
    /// A kind of place that settings come from.
    public struct Place: RawRepresentable, Hashable, Sendable {
        /// Its name, such as `environment`.
        public let rawValue: String

        /// Makes a place of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The program, or the options of a command.
        public static var caller: Self { Self(rawValue: "caller") }
        /// The URI that the program named the token by.
        public static var uri: Self { Self(rawValue: "uri") }
        /// A variable of the environment.
        public static var environment: Self { Self(rawValue: "environment") }
        /// A profile.
        public static var profile: Self { Self(rawValue: "profile") }
        /// The embedded token, used as there is no setting at all.
        public static var embedded: Self { Self(rawValue: "embedded") }
        /// Nobody: what is used where nothing is set.
        public static var fallback: Self { Self(rawValue: "default") }
    }

    /// What it is about: `module`, `token`, `pin`, `reserved`, `quirks` or `maximum-sessions`.
    public let name: String
    /// What it is, in words; of a PIN where it comes from, never the PIN.
    public let value: String
    /// Where it comes from.
    public let place: Place
    /// Which variables, or which profile of which file; nil where there is nothing more to say.
    public let detail: String?
}
