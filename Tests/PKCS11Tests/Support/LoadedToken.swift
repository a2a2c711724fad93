import Foundation
import PKCS11
import TestSupport

/// A fresh SoftHSM token, loaded into this process.
final class LoadedToken: Sendable {
    let token: SoftHSMToken
    let module: Module
    let slot: Slot

    init(label: String = "test") throws {
        token = try SoftHSMToken(label: label)
        let path = token.modulePath
        module = try token.withEnvironment {
            // SoftHSM cannot read a token whose file another login is writing at that moment, and then does not start.
            for _ in 0..<3 {
                do throws(PKCS11Error) {
                    return try Module.load(path: path)
                } catch {
                    guard error.returnValue == .generalError else { throw error }
                    usleep(50_000)
                }
            }
            return try Module.load(path: path)
        }
        slot = try Self.slot(labelled: label, of: module)
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
