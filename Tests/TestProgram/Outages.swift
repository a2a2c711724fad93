import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

extension Scenario {
    /// Signs with the key labelled "key" from 8 threads until a file `stop` is in the folder named, and writes to the file `progress` there
    /// how many signatures the slowest thread made and how many calls failed. What failed is told at the end.
    ///
    /// Arguments: module, label, PIN, folder, milliseconds to wait for a server that is gone.
    static func signThroughOutages(_ arguments: [String]) throws {
        let folder = arguments[3]
        let options = KeyStore.Options(
            maximumSessions: 8, outageTimeout: .milliseconds(Int(arguments[4]) ?? 0))
        let store = try store(arguments, options: options)
        let key = try store.privateKey(label: "key")
        let tally = Tally()
        try Threads.run(9) { index in
            while access(folder + "/stop", F_OK) != 0 {
                guard index < 8 else {
                    try Data(tally.progress.utf8).write(to: URL(filePath: folder + "/progress"), options: .atomic)
                    usleep(10_000)
                    continue
                }
                do {
                    try checkSignature(key)
                    tally.note(signatureBy: index)
                } catch let error as KeyStoreError {
                    tally.note(failure: "\(error.code.rawValue): \(error)")
                    usleep(10_000)
                }
            }
        }
        try checkSignature(key)
        say("sessions: \(store.sessionCount)")
        for reason in tally.reasons { say(reason) }
        say("ok")
    }

    /// Opens a store whose server is not there at first, makes the file `failed` in the folder named, and opens it again until that works.
    static func openLateServer(_ arguments: [String]) throws {
        do {
            _ = try store(arguments)
            throw ScenarioFailure("a store without a server")
        } catch let error as KeyStoreError where error.code == .tokenNotFound {
            say("\(error)")
        }
        try Data().write(to: URL(filePath: arguments[3] + "/failed"))
        for attempt in 0..<6000 {
            do {
                let store = try store(arguments)
                try checkSignature(store.privateKey(label: "key"))
                break
            } catch let error as KeyStoreError where error.code == .tokenNotFound && attempt < 5999 {
                usleep(10_000)
            }
        }
        say("ok")
    }

    private final class Tally: @unchecked Sendable {
        // Sound to share: everything is touched with the lock held.
        private let lock = NSLock()
        private var signed = [Int](repeating: 0, count: 8)
        private var failed = 0
        private var seen: Set<String> = []

        func note(signatureBy thread: Int) { lock.withLock { signed[thread] += 1 } }

        func note(failure reason: String) {
            lock.withLock {
                failed += 1
                seen.insert(reason)
            }
        }

        var progress: String { lock.withLock { "\(signed.min() ?? 0) \(failed)" } }
        var reasons: [String] { lock.withLock { seen.sorted() } }
    }
}
