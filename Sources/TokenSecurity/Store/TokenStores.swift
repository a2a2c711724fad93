internal import Foundation
internal import TokenKeyStore

/// Which key stores the functions of this module work on.
enum TokenStores {
    /// The store of the tasks below, before every other.
    @TaskLocal static var override: KeyStore?

    /// The name under which Apple's systems have their own secure hardware: here the default token, whatever that is.
    private static let secureEnclave = "com.apple.setoken"

    private static let shared = OpenStores()

    /// The store to work on.
    ///
    /// - Parameter tokenID: label or serial number of the token; nil for the default one.
    /// - Throws: `errSecNoSuchKeychain` where no token has the name, and why a store could not be opened.
    static func store(tokenID: String? = nil) throws(SecFailure) -> KeyStore {
        let chosen = override ?? shared.chosen
        let store = if let chosen { chosen } else { try shared.standard() }
        guard let tokenID, tokenID != secureEnclave else { return store }
        if store.token.label == tokenID || store.token.serialNumber == tokenID { return store }
        // How a chosen store was configured is not known here, and the embedded token has no others beside it.
        guard chosen == nil, !store.isEmbedded else {
            throw SecFailure(errSecNoSuchKeychain, "no token has the label or the serial number \"\(tokenID)\"")
        }
        return try shared.other(tokenID)
    }

    static func choose(_ store: KeyStore?) { shared.choose(store) }
}

/// The stores of this process that were opened or set.
private final class OpenStores: @unchecked Sendable {
    // Guards the variables. A store is opened outside of it, as that may take long: a PIN may be asked for.
    private let lock = NSLock()
    private let opening = NSLock()
    private var chosenStore: KeyStore?
    private var standardStore: KeyStore?
    private var others: [String: KeyStore] = [:]

    var chosen: KeyStore? { lock.withLock { chosenStore } }

    func choose(_ store: KeyStore?) {
        // What was there is released outside of the lock: that may close it.
        let before = lock.withLock {
            let before = chosenStore
            chosenStore = store
            return before
        }
        withExtendedLifetime(before) {}
    }

    /// What `KeyStore.open()` gives, opened once. A failure is not kept: the next call tries again.
    func standard() throws(SecFailure) -> KeyStore {
        if let store = lock.withLock({ standardStore }) { return store }
        opening.lock()
        defer { opening.unlock() }
        if let store = lock.withLock({ standardStore }) { return store }
        do {
            let store = try KeyStore.open()
            lock.withLock { standardStore = store }
            return store
        } catch {
            throw SecFailure(error, during: .find)
        }
    }

    /// Another token of the same configuration.
    func other(_ tokenID: String) throws(SecFailure) -> KeyStore {
        if let store = lock.withLock({ others[tokenID] }) { return store }
        opening.lock()
        defer { opening.unlock() }
        if let store = lock.withLock({ others[tokenID] }) { return store }
        let store = try open(tokenID)
        lock.withLock { others[tokenID] = store }
        return store
    }

    private func open(_ tokenID: String) throws(SecFailure) -> KeyStore {
        do {
            return try KeyStore.open(Configuration(token: .label(tokenID)))
        } catch let error as KeyStoreError where error.code == .tokenNotFound {
            do {
                return try KeyStore.open(Configuration(token: .serial(tokenID)))
            } catch {
                throw SecFailure(error, during: .find)
            }
        } catch {
            throw SecFailure(error, during: .find)
        }
    }
}
