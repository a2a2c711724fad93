internal import PKCS11

/// What all stores of this process know of one token: who logged in, which PINs it took and rejected, what it turned out not to do.
///
/// Kept by what the token says of itself and not by its slot: it may come back in another one, and another token may take its
/// place. Shared through ``state(of:in:)``. May be used from any thread.
final class TokenState: Sendable {
    struct Login: Sendable {
        /// How many open stores of this process use the token.
        var stores = 0
        /// Whether a store of this process logged in, and so may log out.
        var isOurs = false
        var rejected = PINCodes()
        /// How many PINs it rejected.
        var rejections = 0
        /// The PIN that the token took last, and what the token said of itself before.
        var accepted = PINCodes()
        var info: TokenInfo?
    }

    let reader = AttributeReader()
    let objectGate = ObjectGate()
    /// Held during a login and a logout, so that two stores never send two PINs at once.
    let login = ForkSafeLock(
        Login(),
        inChild: .changed { login in
            // Nobody of this process has logged in yet; a PIN that the parent saw rejected stays rejected.
            Login(rejected: login.rejected)
        })
    private let mechanismList = ForkSafeLock<Set<MechanismType>?>(nil)
    private let mechanismFlags = ForkSafeLock<[MechanismType: MechanismFlags]>([:])
    /// Mechanisms that are listed and were refused all the same.
    private let refused = ForkSafeLock<Set<Mechanism>>([])

    struct Identity: Hashable, Sendable {
        let module: Module
        let label: String
        let manufacturer: String
        let model: String
        let serialNumber: String
    }

    static let registry = ForkSafeLock<[Identity: TokenState]>([:])

    /// The state of a token, wherever it is plugged in.
    static func state(of token: TokenDescription, in module: Module) -> TokenState {
        let identity = Identity(
            module: module, label: token.label, manufacturer: token.manufacturer, model: token.model,
            serialNumber: token.serialNumber)
        return registry.withLock { states in
            if let state = states[identity] { return state }
            let state = TokenState()
            states[identity] = state
            return state
        }
    }

    /// Whether the token lists a mechanism. Asked once; a token that does not say is taken to have it, and will tell.
    ///
    /// - Parameter slot: where the token is now.
    func offers(_ mechanism: MechanismType, in slot: @autoclosure () -> Slot) -> Bool {
        let known = mechanismList.withLock { $0 }
        if let known { return known.contains(mechanism) }
        // Not under the lock: this is a call to the token.
        let slot = slot()
        guard let list = ModuleRevival.visiting(slot.module, { try? slot.mechanisms() }) else { return true }
        let set = Set(list)
        mechanismList.withLock { $0 = set }
        return set.contains(mechanism)
    }

    /// Whether the token says that a mechanism does all of this. Asked once; a token that fails to say is taken to do it, and will tell.
    ///
    /// - Parameter slot: where the token is now.
    func allows(_ mechanism: MechanismType, _ use: MechanismFlags, in slot: @autoclosure () -> Slot) -> Bool {
        if let known = mechanismFlags.withLock({ $0[mechanism] }) { return known.isSuperset(of: use) }
        let slot = slot()
        let answer = ModuleRevival.visiting(slot.module) {
            Result { () throws(PKCS11Error) -> MechanismInfo in try slot.mechanismInfo(mechanism) }
        }
        switch answer {
        case .success(let info):
            mechanismFlags.withLock { $0[mechanism] = info.flags }
            return info.flags.isSuperset(of: use)
        case .failure(let error):
            return ![.mechanismInvalid, .functionNotSupported].contains(error.returnValue)
        }
    }

    /// Remembers that the token refused a mechanism with these parameters at `…Init`.
    func remember(refused mechanism: Mechanism) {
        refused.withLock { _ = $0.insert(mechanism) }
    }

    func hasRefused(_ mechanism: Mechanism) -> Bool {
        refused.withLock { $0.contains(mechanism) }
    }
}
