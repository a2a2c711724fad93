internal import PKCS11

extension SessionPool {
    /// Closes a session that was opened under an initialisation of the module.
    static func close(_ handle: SessionHandle, of module: Module, initialization: UInt) {
        // After another initialisation the number may be somebody else's session.
        guard module.processGeneration == initialization else { return }
        if reaches(module, toClose: handle) { return }
        UnclosedSessions.add(handle, of: module, initialization: initialization)
    }

    /// Closes a session.
    ///
    /// - Returns: false where the call may not have reached the module: see ``Module/isFalseAlarm``.
    fileprivate static func reaches(_ module: Module, toClose handle: SessionHandle) -> Bool {
        for _ in 0..<2 {
            do throws(PKCS11Error) {
                try Session(adopting: handle, of: module).close()
                return true
            } catch {
                if error.returnValue == .cryptokiNotInitialized { return false }
                // A dead session says nothing new, and its number may be another's by now. One that the token failed to close would be one
                // less for everybody.
                if error.saysSessionIsGone { return true }
            }
        }
        return true
    }
}

/// Sessions that were to be closed while calls did not reach their module, since it was about to be initialised anew.
///
/// If it was, they are gone. If it was found to be in use, they are open still, and nobody else knows of them. Whoever has one cannot wait
/// for that: it is waited for them.
enum UnclosedSessions {
    private struct Entry: Sendable {
        let handle: SessionHandle
        let initialization: UInt
        /// How often it could not be closed. A module that somebody else finalised never lets it.
        var failures = 1
    }

    private static let entries = ForkSafeLock<[Module: [Entry]]>([:], inChild: .fresh { [:] })
    private static let mostFailures = 4

    static func add(_ handle: SessionHandle, of module: Module, initialization: UInt) {
        add(Entry(handle: handle, initialization: initialization), of: module)
    }

    private static func add(_ entry: Entry, of module: Module) {
        entries.withLock { $0[module, default: []].append(entry) }
        // Else by the thread that is at it, which comes here when calls reach the module again.
        if module.isCallable { close(of: module) }
    }

    /// Closes those that are open still.
    static func close(of module: Module) {
        for var entry in entries.withLock({ $0.removeValue(forKey: module) }) ?? []
        where entry.initialization == module.processGeneration {
            let isOver = ModuleRevival.visiting(module) { SessionPool.reaches(module, toClose: entry.handle) }
            guard !isOver, entry.failures < mostFailures else { continue }
            entry.failures += 1
            add(entry, of: module)
        }
    }
}

extension PKCS11Error {
    /// Whether a call that was made on a session says that the session is gone. `CKR_CRYPTOKI_NOT_INITIALIZED` does not: a module that was
    /// about to be initialised anew, and was not, has its sessions still.
    var saysSessionIsGone: Bool {
        switch returnValue {
        case .sessionHandleInvalid?, .sessionClosed?, .deviceRemoved?, .tokenNotPresent?, .tokenNotRecognized?,
            .slotIDInvalid?:
            true
        default: false
        }
    }
}
