internal import Foundation

/// What this process did to the names of items, so that a persistent reference of before still means the same item, and no other.
///
/// Kept in memory only, and from any thread: in another process a reference with an old tag is found by its public key, and changes nothing.
final class ItemHistory: @unchecked Sendable {
    /// What became of a name.
    enum Fate: Equatable {
        case renamed(PersistentReference)
        case deleted
    }

    static let shared = ItemHistory()

    /// Beyond that, all is forgotten, and references are followed as in another process.
    private static let capacity = 10_000

    // Guards the variables, which is what makes this sound to share.
    private let lock = NSLock()
    private var fates: [PersistentReference: Fate] = [:]

    /// The item has another name from now on.
    func rename(_ old: PersistentReference, to new: PersistentReference) {
        guard old != new else { return }
        set(.renamed(new), for: old)
    }

    /// The item is gone.
    func delete(_ name: PersistentReference) { set(.deleted, for: name) }

    /// There is an item of that name.
    func forget(_ name: PersistentReference) { lock.withLock { fates[name] = nil } }

    /// What became of a name in the end; nil where this process did nothing to it.
    func fate(of name: PersistentReference) -> Fate? {
        lock.withLock {
            guard var fate = fates[name] else { return nil }
            while case .renamed(let next) = fate, let later = fates[next] { fate = later }
            return fate
        }
    }

    private func set(_ fate: Fate, for name: PersistentReference) {
        lock.withLock {
            if fates.count >= Self.capacity { fates = [:] }
            fates[name] = fate
            // The new name is that of an item, whatever it was before; this also keeps the names from going round in a circle.
            if case .renamed(let new) = fate { fates[new] = nil }
        }
    }
}
