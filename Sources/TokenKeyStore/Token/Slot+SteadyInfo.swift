internal import PKCS11

extension Slot {
    /// What the token says of itself, asked again while nobody logs in where it fails without a reason or is not all there.
    func steadyTokenInfo(_ quirks: QuirkSettings) throws(PKCS11Error) -> TokenInfo {
        do throws(PKCS11Error) {
            let info = try tokenInfo()
            // SoftHSM reads its file once for each field, and leaves out what it could not read. Its tokens have serial numbers.
            let isWhole = !info.label.isEmpty && !info.serialNumber.isEmpty
            if isWhole || !info.flags.contains(.tokenInitialized) { return info }
            guard Quirk.loginRewritesToken.isActive(quirks, for: TokenTexts(info), of: module) else { return info }
        } catch {
            guard error.returnValue == .generalError,
                Quirk.loginRewritesToken.isActive(quirks, for: nil, of: module)
            else { throw error }
        }
        return try ModuleLock.alone(on: module.path) { () throws(PKCS11Error) in try tokenInfo() }
    }
}
