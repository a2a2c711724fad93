import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A SoftHSM token behind the fault provider, with a witness that looks past it.
final class FaultyToken: Sendable {
    let token: SoftHSMToken
    let faults: FaultProvider
    let witness: Witness

    init(plan: String = "") throws {
        token = try SoftHSMToken()
        faults = try FaultProvider(on: token)
        witness = try Witness(on: token)
        if !plan.isEmpty { try faults.plan(plan) }
    }

    /// A token without a plan, a store on it, and keys to put there.
    static func withStore() throws -> (FaultyToken, KeyStore, [KnownKey]) {
        let place = try FaultyToken()
        return (place, try place.open(), try KnownKey.small.get())
    }

    /// The user PIN as a source.
    var pin: PINSource { get throws { try .text(token.pin) } }

    /// Opens a store on the token, with the right PIN unless another source is given.
    func open(pin: PINSource? = nil, options: KeyStore.Options = KeyStore.Options()) throws -> KeyStore {
        try KeyStore(module: .path(faults.path), token: .label(token.label), pin: pin ?? self.pin, options: options)
    }

    /// Runs something, and gives the functions that it called, in order.
    func calls<Result>(of body: () throws -> Result) rethrows -> (result: Result, functions: [String]) {
        let before = faults.log.count
        let result = try body()
        return (result, Array(faults.log.dropFirst(before)))
    }
}

extension PINSource {
    /// A PIN of text.
    static func text(_ pin: String) throws -> Self { .value(try SecureBytes(utf8: pin)) }
}
