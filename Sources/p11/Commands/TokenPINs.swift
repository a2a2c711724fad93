import PKCS11
import TokenKeyStore

/// The two PINs that `token init` sets, from wherever they come.
struct TokenPINs {
    private let soSource: PINSource
    private let userSource: PINSource

    /// Finds out where the PINs come from; reads nothing yet.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(_ invocation: Invocation) throws {
        soSource = try invocation.pinSource(Options.soPINSource) ?? .prompt
        if let source = try invocation.pinSource(Options.newPINSource) {
            userSource = source
        } else if let source = invocation.pinSource {
            userSource = source
        } else {
            userSource = try invocation.pinSourceOfEnvironment() ?? .prompt
        }
    }

    /// The PIN of the security officer, twice from a terminal where it is a new one; nil where the token asks for it itself.
    func securityOfficer(of token: TokenReport) throws -> SecureBytes? {
        try pin(soSource, of: token, user: .so, isNew: !token.isInitialized)
    }

    /// The user PIN to set; nil where the token asks for it itself.
    func user(of token: TokenReport) throws -> SecureBytes? {
        try pin(userSource, of: token, user: .user, isNew: true)
    }

    private func pin(_ source: PINSource, of token: TokenReport, user: UserType, isNew: Bool) throws -> SecureBytes? {
        return nil
    }
}
