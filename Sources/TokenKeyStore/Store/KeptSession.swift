internal import PKCS11

/// The session that a session key lives in, open for as long as anything refers to the key: it ends with its session.
///
/// The key is used through other sessions of the store, since all sessions of a process see it (PKCS #11 2.40, section 2.4). So
/// no operation that fails, and leaves its session unfit, takes the key with it.
final class KeptSession: Sendable {
    private let pool: SessionPool
    private let lease: SessionPool.Lease

    /// Takes over a session that the pool lent.
    ///
    /// - Returns: nil where the pool was closed or lost its connection meanwhile; the session stays lent then.
    init?(_ lease: SessionPool.Lease, of pool: SessionPool) {
        guard pool.keep(lease) else { return nil }
        self.pool = pool
        self.lease = lease
    }

    deinit { end() }

    /// Closes the session; the key is gone then.
    func end() { pool.endKept(lease) }
}
