import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// Threads that use one store while one Cryptoki call in twenty fails, half of them after the token did the work; the token is looked
/// at without faults between rounds.
struct FaultSoak {
    private static let faultsPer = 20

    private let options: Options
    private let token: SoftHSMToken
    private let faults: FaultProvider
    private let inspector: Inspector
    private let folder: TemporaryDirectory

    init(_ options: Options) throws {
        self.options = options
        token = try SoftHSMToken(label: "soak")
        faults = try FaultProvider(on: token)
        inspector = try Inspector(on: token)
        folder = try TemporaryDirectory()
    }

    func run() throws {
        say(
            "seed \(options.seed), \(options.threads) threads, \(Int(options.seconds)) s, "
                + "one fault in \(Self.faultsPer) calls")
        // Of the faults some are answers after work that was done, which SoftHSM itself does not give.
        let quirks = try QuirkSettings(parsing: "-hides-what-it-cannot-destroy")
        let store = try KeyStore(
            module: .path(faults.path), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)),
            options: KeyStore.Options(quirks: quirks))
        let threads = try (0..<options.threads).map { number in
            SoakThread(number, store, faults, try (0..<4).map { _ in try MadeKey(in: folder) }, options)
        }
        let steps = options.threads == 1 ? 1 : 25
        let start = ContinuousClock.now
        var rounds = 0
        var fired = 0
        var problems: [String] = []
        if options.threads == 1 { faults.nameThread(0) }
        // On a machine that has much else to do some operation may not have succeeded by then.
        while problems.isEmpty, start.duration(to: .now) < .seconds(options.seconds * (isThin(threads) ? 2 : 1)) {
            try faults.plan("random:\(options.seed)=\(Self.faultsPer)")
            try run(threads, steps, round: rounds)
            fired += faults.fired
            try faults.plan("")
            try faults.amend("token:present")
            let objects = try inspector.objects()
            problems = try strangers(objects)
            for thread in threads {
                let (found, rest) = try thread.settle(objects, inspector)
                problems += found
                if found.isEmpty { try destroy(rest) }
            }
            problems += try sessions(of: store)
            rounds += 1
        }
        if problems.isEmpty { problems = try checkWithOpenSSL(threads) }
        store.close()
        let open = faults.openSessions - faults.disownedSessions
        if open > 0 { problems.append("\(open) sessions are open after the store was closed") }
        try report(threads, rounds: rounds, fired: fired, problems)
    }

    // MARK: Threads

    private struct Unshared<Value>: @unchecked Sendable {
        /// Each element is used by one thread at a time: the threads of a round have ended before the next look.
        let value: Value
    }

    private func run(_ threads: [SoakThread], _ steps: Int, round: Int) throws {
        guard options.threads > 1 else {
            for _ in 0..<steps { threads[0].step() }
            return
        }
        let shared = Unshared(value: threads)
        let faults = faults
        try Threads.run(options.threads) { number in
            // A thread of the system for each round, so a sequence of faults for each.
            faults.nameThread(round << 8 | number)
            for _ in 0..<steps { shared.value[number].step() }
        }
    }

    // MARK: Looking

    private func strangers(_ objects: [Inspector.Object]) throws -> [String] {
        objects.filter { !$0.id.starts(with: Data("t".utf8)) }.map { "an object of nobody: \($0)" }
    }

    /// Sessions and session objects at rest: the anchor and what is idle, and nothing else.
    private func sessions(of store: KeyStore) throws -> [String] {
        var problems: [String] = []
        let open = faults.openSessions - faults.disownedSessions
        if open > store.sessionCount {
            problems.append("\(open) sessions are open, and the store knows of \(store.sessionCount)")
        }
        if store.sessionCount > 1 + KeyStore.Options().maximumSessions {
            problems.append("the store has \(store.sessionCount) sessions")
        }
        let objects = try withSession { session in try session.find([Attribute(.token, false)]) }
        if !objects.isEmpty { problems.append("\(objects.count) session objects are left") }
        return problems
    }

    /// A session with the SoftHSM that the store uses.
    private func withSession<Result>(_ body: (borrowing Session) throws -> Result) throws -> Result {
        let module = try Module.load(path: faults.path)
        guard let slot = try module.slots(withToken: true).first(where: { try $0.tokenInfo().label == token.label })
        else { throw SoakError("the token did not come back") }
        let session = try slot.openSession(readWrite: true)
        do {
            try session.login(.user, pin: SecureBytes(utf8: token.pin))
        } catch let error as PKCS11Error where error.returnValue == .userAlreadyLoggedIn {}
        let result = try body(session)
        try session.close()
        return result
    }

    /// Removes what was excused, through the SoftHSM that wrote it: see ``Inspector`` on several writers.
    private func destroy(_ objects: [Inspector.Object]) throws {
        for object in objects {
            try withSession { session in
                let found = try session.find([
                    .objectClass(object.objectClass), Attribute(.id, object.id), Attribute(.label, object.label),
                    Attribute(.modulus, object.modulus),
                ])
                for handle in found { try session.destroyObject(handle) }
            }
        }
    }

    private func checkWithOpenSSL(_ threads: [SoakThread]) throws -> [String] {
        let objects = try inspector.objects()
        return try threads.flatMap(\.ledger.held).compactMap { key in
            guard let halves = try inspector.halves(of: key, among: objects).halves else {
                return "\(key.name) is gone"
            }
            let isGood = try inspector.opensslVerifies(key, halves, in: folder)
            return isGood ? nil : "\(key.name): OpenSSL refuses its signature"
        }
    }

    /// Whether there is an operation that never succeeded.
    private func isThin(_ threads: [SoakThread]) -> Bool {
        SoakThread.Operation.allCases.contains { operation in
            threads.allSatisfy { $0.counts[operation, default: SoakThread.Counts()].done == 0 }
        }
    }

    private func report(_ threads: [SoakThread], rounds: Int, fired: Int, _ problems: [String]) throws {
        for operation in SoakThread.Operation.allCases {
            let counts = threads.compactMap { $0.counts[operation] }
            let done = counts.reduce(0) { $0 + $1.done }
            let failed = counts.reduce(0) { $0 + $1.failed }
            let excused = counts.reduce(0) { $0 + $1.excused }
            say("\(operation): \(done) done, \(failed) failed, \(excused) of them left what they said")
        }
        let calls = faults.count()
        say("\(rounds) looks, \(calls) calls, \(fired) faults, \(faults.disownedSessions) sessions the token disowned")
        guard problems.isEmpty else {
            for problem in problems { say("problem: \(problem)") }
            throw SoakError(
                "\(problems.count) lines of problems; again: --seed \(options.seed) --threads \(options.threads)")
        }
        if isThin(threads), options.seconds >= 10 { throw SoakError("an operation never succeeded: nothing was shown") }
    }
}
