import Foundation
import PKCS11
import TokenKeyStore

/// Which provider, and what of it, is tried.
struct Place {
    /// The name in the table of expectations.
    let provider: String
    let modulePath: String
    /// What the module wants to hear at `C_Initialize`.
    let reserved: String?
    let token: TokenSelector
    /// The environment variable with the PIN of the user; nil not to log in.
    let pinVariable: String?
    /// The tag of a key that is there already, for a token on which a store cannot generate one.
    let existingTag: Data?
    /// The tag of the key to generate.
    let newTag: Data
    /// The tag of a key that asks for the PIN each time.
    let confirmedTag: Data?

    /// Loads the module, as every store on it finds it then.
    func load() throws -> Module {
        try Module.load(path: modulePath, options: Module.LoadOptions(reserved: reserved))
    }

    func openStore() throws -> KeyStore {
        try KeyStore(module: .path(modulePath), token: token, pin: pinVariable.map { .environment($0) } ?? .none)
    }
}
