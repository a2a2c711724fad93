import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Runs an operation of a store once for each Cryptoki call that it makes, with that call failing, before the token did the work and
/// after it, and checks what every operation owes: the error says what failed, and no session is left.
struct StoreSweep {
    /// What a token may answer when it fails: about itself, about the session, about the host, about the login.
    static let codes: [ReturnValue] = [
        .generalError, .deviceError, .sessionHandleInvalid, .functionFailed, .hostMemory, .userNotLoggedIn,
    ]

    let place: FaultyToken
    var codes = Self.codes
    /// Rules that are in force beside the fault.
    var plan = ""

    /// Sweeps.
    ///
    /// - Parameters:
    ///   - prepare: brings the token to where the operation starts, through the witness.
    ///   - operate: the operation, on a store opened without faults.
    ///   - check: looks at the outcome.
    func run<Outcome>(
        prepare: (Witness) throws -> Void, operate: (KeyStore) throws -> Outcome,
        check: (Outcome?, FaultPoint, Witness) throws -> Void
    ) throws {
        for code in codes {
            try place.faults.failEachCall(with: code.description) { point in
                try prepare(place.witness)
                try place.faults.plan(plan)
                // SoftHSM itself never did the work where it answers so; the token of the sweep did.
                let quirks = try QuirkSettings(parsing: "-hides-what-it-cannot-destroy")
                let store = try place.open(options: KeyStore.Options(quirks: quirks))
                var outcome: Outcome?
                let error = try point.during(plan: plan) { outcome = try operate(store) }
                // A token that answers that there is no such session has none to be closed. Here that is a lie.
                let isLie = point.function == "C_CloseSession" && code == .sessionHandleInvalid && !point.after
                let open = place.faults.openSessions
                #expect(open - (isLie ? 1 : 0) <= store.sessionCount, "\(point): \(open) sessions open")
                if let error { expect(error, names: point) }
                try check(outcome, point, place.witness)
                store.close()
                #expect(place.faults.openSessions <= (isLie ? 1 : 0), "\(point): sessions left")
                if isLie { try place.faults.plan("sessions:forget") }
            }
        }
    }

    /// The error says which function failed, and how.
    private func expect(_ error: any Error, names point: FaultPoint) {
        guard let function = point.function else {
            Issue.record("an error without a fault: \(error)")
            return
        }
        let failure = (error as? KeyStoreError)?.underlying
        #expect(failure?.returnValue?.description == point.returnValue, "\(point): \(error)")
        #expect(failure?.function == function, "\(point): \(error)")
        #expect("\(error)".contains("\(function) returned \(point.returnValue)"), "\(point): \(error)")
    }
}

/// A pair that the witness should see.
struct ExpectedPair: Sendable {
    let key: KnownKey
    let id: Data
    let label: String

    /// Compares with what is there: one private half that signs as OpenSSL does, and one public half.
    func isWhole(in objects: [Witness.Object], _ witness: Witness) throws -> Bool {
        let own = objects.filter { $0.modulus == key.modulus && $0.id == id && $0.label == label }
        guard own.count == 2, let privateHalf = own.first(where: { $0.objectClass == .privateKey }),
            own.contains(where: { $0.objectClass == .publicKey }), privateHalf.isProtected
        else { return false }
        return try witness.signature(with: privateHalf) == key.signature
    }
}
