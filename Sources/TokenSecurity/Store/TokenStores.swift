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
    /// A PIN is for one token: where the configuration names one, or there is only one, no other is opened with it.
    ///
    /// - Parameter tokenID: label or serial number of the token; nil for the default one.
    /// - Throws: `errSecNoSuchKeychain` where no token has the name, and why a store could not be opened.
    static func store(tokenID: String? = nil) throws(SecFailure) -> KeyStore {
        let tokenID = tokenID == secureEnclave ? nil : tokenID
        let store: KeyStore
        if let chosen = override ?? shared.chosen {
            store = chosen
        } else {
            do {
                store = try shared.standard()
            } catch {
                // Several tokens, of which the caller names one.
                if let tokenID, error.code == .tokenAmbiguous { return try shared.other(tokenID) }
                throw SecFailure(error, during: .find)
            }
        }
        guard let tokenID, store.token.label != tokenID, store.token.serialNumber != tokenID else { return store }
        throw SecFailure(errSecNoSuchKeychain, "no token has the label or the serial number \"\(tokenID)\"")
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
    func standard() throws(KeyStoreError) -> KeyStore {
        if let store = lock.withLock({ standardStore }) { return store }
        opening.lock()
        defer { opening.unlock() }
        if let store = lock.withLock({ standardStore }) { return store }
        do {
            let store = try KeyStore.open()
            lock.withLock { standardStore = store }
            return store
        } catch let error as KeyStoreError {
            throw error
        } catch {
            throw KeyStoreError(.internalError, "the key store cannot be opened: \(error)")
        }
    }

    /// One of the tokens of a configuration that names none.
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
