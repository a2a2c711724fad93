import PKCS11
import TokenKeyStore

extension Invocation {
    /// The module that the options, the environment or the defaults name.
    func module() throws -> (module: Module, isEmbedded: Bool) {
        guard let path = arguments[Options.module] ?? environment("PKCS11_MODULE") else {
            throw CommandFailure(.module, "module-not-loadable", "no module")
        }
        return (try Module.load(path: path), false)
    }

    /// The slot of the one token that is meant.
    func selectedSlot(includingUninitialized: Bool = false) throws -> (slot: Slot, isEmbedded: Bool) {
        let (module, isEmbedded) = try module()
        guard let slot = try module.slots(withToken: true).first else {
            throw CommandFailure(.notFound, "token-not-found", "no token")
        }
        return (slot, isEmbedded)
    }

    /// The number after `--slot`; nil where it was not given.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func slotID() throws(CommandFailure) -> UInt? {
        guard let text = arguments[Options.slot] else { return nil }
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        guard digits.first != "+", digits.first != "-", let id = UInt(digits, radix: isHexadecimal ? 16 : 10) else {
            throw .usage("--slot is a number, decimal or with 0x before it", hint: "p11 slot list shows the slots")
        }
        return id
    }

    /// Where a PIN or a passphrase comes from; nil where the option was not given.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func pinSource(_ option: OptionDescription) throws(CommandFailure) -> PINSource? {
        guard let text = arguments[option] else { return nil }
        return try pinSource(parsing: text, of: "--\(option.name)")
    }

    /// What the environment says of the PIN; nil where it says nothing.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func pinSourceOfEnvironment() throws(CommandFailure) -> PINSource? {
        if let text = environment("PKCS11_PIN_SOURCE") { return try pinSource(parsing: text, of: "PKCS11_PIN_SOURCE") }
        return environment("PKCS11_PIN") == nil ? nil : .environment("PKCS11_PIN")
    }

    private func pinSource(parsing text: String, of place: String) throws(CommandFailure) -> PINSource {
        do {
            let source = try PINSource(parsing: text)
            if source.description == "-" { try claimStandardInput(for: place) }
            return source
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            var failure = CommandFailure(error)
            failure.exit = .usage
            failure.message = "\(place): \(failure.message)"
            throw failure
        }
    }
}
