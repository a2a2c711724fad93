import Foundation
import PKCS11
import TestSupport

/// A fresh SoftHSM token, loaded into this process.
final class LoadedToken: Sendable {
    let token: SoftHSMToken
    let module: Module
    let slot: Slot

    init(label: String = "test") throws {
        let token = try SoftHSMToken(label: label)
        let loaded = try token.withEnvironment { try Self.load(token) }
        self.token = token
        module = loaded
        slot = try Self.steadySlot(labelled: label, of: loaded)
    }

    /// SoftHSM does not start where it cannot open its configuration or its folder; were it so for a moment, the message says more.
    private static func load(_ token: SoftHSMToken) throws -> Module {
        do {
            return try Module.load(path: token.modulePath)
        } catch {
            guard error.returnValue == .generalError else { throw error }
        }
        let conditions = token.startingConditions
        usleep(50_000)
        do {
            return try Module.load(path: token.modulePath)
        } catch {
            throw NotStarted(description: "\(error): \(conditions), then \(token.startingConditions)")
        }
    }

    struct NotStarted: Error, CustomStringConvertible { let description: String }

    /// A SoftHSM that was started while another login emptied the file of the token does not show it until it is started anew.
    private static func steadySlot(labelled label: String, of module: Module) throws -> Slot {
        for _ in 0..<3 {
            do {
                return try slot(labelled: label, of: module)
            } catch is MissingToken {
                usleep(20_000)
                try module.finalize()
                try module.reinitialize()
            }
        }
        return try slot(labelled: label, of: module)
    }

    /// One for a static property.
    static func shared() throws -> LoadedToken {
        let loaded = try LoadedToken()
        loaded.token.directory.removeAtExit()
        return loaded
    }

    /// SoftHSM's slot ids come from serial numbers, so the slot is found by label.
    static func slot(labelled label: String, of module: Module) throws -> Slot {
        for slot in try module.slots(withToken: true) where try slot.tokenInfo().label == label { return slot }
        throw MissingToken(label: label)
    }

    struct MissingToken: Error { let label: String }

    /// A read/write session, the user logged in.
    func session() throws -> Session {
        let session = try slot.openSession(readWrite: true)
        do {
            try session.login(.user, pin: SecureBytes(utf8: token.pin))
        } catch let error as PKCS11Error where error.returnValue == .userAlreadyLoggedIn {
            // The login is the token's.
        }
        return session
    }
}

/// The error of a call that has to fail, and in the typed way.
func failure<Result: ~Copyable>(of body: () throws -> Result) throws -> PKCS11Error {
    do {
        _ = try body()
    } catch let error as PKCS11Error {
        return error
    }
    throw DidNotFail()
}

/// The error of closing a session, which has to fail; a closure cannot consume what it captures.
func failureToClose(_ session: consuming Session) throws -> PKCS11Error {
    do {
        try session.close()
    } catch {
        return error
    }
    throw DidNotFail()
}

struct DidNotFail: Error {}
