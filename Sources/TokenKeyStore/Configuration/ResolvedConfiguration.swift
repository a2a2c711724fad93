/// What ``ConfigurationResolver`` found: one module, one token selector, one PIN source.
struct ResolvedConfiguration: Sendable {
    enum Module: Hashable, Sendable {
        /// A library, and the string that p11-kit's configuration wants passed to its `C_Initialize`.
        case library(path: String, reserved: String?)
        /// The embedded token, whose PIN comes with it.
        case embedded
    }

    var module: Module
    var token: TokenSelector
    var pin: PINSource
    /// Of the profile, where it is about the module that is used.
    var quirks = QuirkSettings()
    var maximumSessions: Int?
    /// What was settled, and where.
    var settings: [ConfigurationSetting] = []

    var isEmbedded: Bool { module == .embedded }
}
