import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// What one thread made of the token, by what it was told.
struct Ledger: Sendable {
    /// What stands before the tags of the thread.
    let prefix: Data
    var held: [HeldKey] = []
    var excuses: [Excuse] = []

    /// Compares with what is there, and begins anew: what was excused is to be removed, or held where it came out whole.
    ///
    /// - Returns: what is wrong, and what has to go.
    mutating func settle(
        _ objects: [Inspector.Object], _ inspector: Inspector
    ) throws -> (problems: [String], rest: [Inspector.Object]) {
        var rest = objects.filter { $0.id.starts(with: prefix) }
        var problems: [String] = []
        var unknown: [Inspector.Object] = []
        func take(_ key: HeldKey) throws -> (halves: [Inspector.Object]?, why: String) {
            let (halves, why) = try inspector.halves(of: key, among: rest)
            rest.removeAll { halves?.contains($0) == true }
            return (halves, why)
        }
        for key in held {
            let (halves, why) = try take(key)
            if halves == nil { problems.append("\(key.name) is not there, or not whole: \(why)") }
        }
        for excuse in excuses {
            var whys: [String] = []
            var isFound = excuse.oneOf.isEmpty
            for var key in excuse.oneOf where !isFound {
                let (halves, why) = try take(key)
                isFound = halves != nil
                whys.append("\(key.name): \(why)")
                guard let halves else { continue }
                key.replaced = nil
                // A generated key of which only an error told has no public key here to go on with.
                if key.publicKey != nil { held.append(key) } else { unknown += halves }
            }
            if !isFound { problems.append("neither of the keys that had to stay (\(excuse.reason.rawValue)): \(whys)") }
        }
        for object in rest {
            let isExcused = excuses.contains { $0.allows(object) }
            if !isExcused { problems.append("nobody answers for \(object)") }
        }
        excuses = []
        return (problems, rest + unknown)
    }

    /// Whether the names of a key may be used: nothing uncertain bears them.
    func isCertain(_ key: HeldKey) -> Bool {
        !excuses.contains { $0.tags.contains(key.tag) || $0.label == key.label }
    }
}
