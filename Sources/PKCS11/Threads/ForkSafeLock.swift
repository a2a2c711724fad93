internal import CPKCS11

/// A value behind a lock that can be waited on with a time limit, and that a forked child can use.
///
/// `Mutex` of the standard library is neither. In a forked child the thread that held it at that moment does not exist, and
/// even one that nobody held ends the process as soon as two threads of the child meet at it (Swift 6.3 on Linux: the owner that the
/// kernel finds in it is a thread of the parent).
///
/// Waiting threads and held locks are the parent's: the child's lock is free. What becomes of the value is said when the lock is made.
package final class ForkSafeLock<Value: Sendable>: @unchecked Sendable {
    // Sound to share: `value` is only touched with `mutex` held, or by the one thread that makes both anew.
    private let mutex: UnsafeMutablePointer<cpkcs11_mutex>
    private let value: UnsafeMutablePointer<Value>
    private let inChild: InChild

    /// What a forked child finds behind the lock.
    package enum InChild: Sendable {
        /// The value as it was at the fork. Another thread may have been in the middle of changing it: for values that change
        /// rarely, and at once.
        case kept
        /// Something made of the value as it was; else like `kept`.
        case changed(@Sendable (Value) -> Value)
        /// A fresh value. The old one is not even looked at, so it may be one that changes all the time.
        case fresh(@Sendable () -> Value)
    }

    /// Makes a lock.
    package init(_ value: Value, inChild: InChild = .kept) {
        // In one block: mutex, then value. One without a size gets a byte all the same: the thread sanitizer takes its address for a
        // byte that is changed, and that would be the first of somebody else's block.
        let alignment = max(MemoryLayout<cpkcs11_mutex>.alignment, MemoryLayout<Value>.alignment)
        let mask = MemoryLayout<Value>.alignment - 1
        let offset = (MemoryLayout<cpkcs11_mutex>.size + mask) & ~mask
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + max(MemoryLayout<Value>.size, 1), alignment: alignment)
        mutex = memory.initializeMemory(as: cpkcs11_mutex.self, repeating: cpkcs11_mutex(), count: 1)
        cpkcs11_mutex_init(mutex)
        self.value = (memory + offset).initializeMemory(as: Value.self, repeating: value, count: 1)
        self.inChild = inChild
    }

    deinit {
        // Where it was never used since a fork, somebody may seem to hold it or to be changing the value.
        guard cpkcs11_is_from_before_fork(&mutex.pointee.generation) == 0 else { return }
        value.deinitialize(count: 1)
        cpkcs11_mutex_destroy(mutex)
        UnsafeMutableRawPointer(mutex).deallocate()
    }

    @inline(__always)
    private func renewAfterFork() {
        if cpkcs11_is_from_before_fork(&mutex.pointee.generation) != 0 { renew() }
    }

    @inline(never)
    private func renew() {
        guard cpkcs11_begin_renewal(&mutex.pointee.generation) != 0 else { return }
        cpkcs11_mutex_renew(mutex)
        switch inChild {
        case .kept: break
        case .changed(let change): value.pointee = change(value.pointee)
        case .fresh(let make): value.initialize(to: make())
        }
        cpkcs11_end_renewal(&mutex.pointee.generation)
    }

    /// Runs `body` with the lock held. It must not take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        renewAfterFork()
        cpkcs11_mutex_lock_present(mutex)
        defer { cpkcs11_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }

    /// Runs `body` with the lock held until it gives a result, waiting for ``signal()`` between attempts.
    ///
    /// - Parameters:
    ///   - limit: how long to wait altogether; nil for ever.
    ///   - body: gives nil to wait.
    /// - Returns: nil when the time was up.
    package func wait<Result, Failure: Error>(
        atMost limit: Duration?, until body: (inout Value) throws(Failure) -> Result?
    ) throws(Failure) -> Result? {
        renewAfterFork()
        cpkcs11_mutex_lock_present(mutex)
        defer { cpkcs11_mutex_unlock(mutex) }
        if let result = try body(&value.pointee) { return result }
        guard let limit else {
            while true {
                cpkcs11_mutex_wait(mutex)
                if let result = try body(&value.pointee) { return result }
            }
        }
        let (seconds, attoseconds) = limit.components
        var deadline = cpkcs11_mutex_deadline(seconds, Int(attoseconds / 1_000_000_000))
        while cpkcs11_mutex_wait_until(mutex, &deadline) != 0 {
            if let result = try body(&value.pointee) { return result }
        }
        return try body(&value.pointee)
    }

    /// Wakes one waiter.
    package func signal() {
        renewAfterFork()
        cpkcs11_mutex_signal(mutex)
    }

    /// Wakes every waiter.
    package func broadcast() {
        renewAfterFork()
        cpkcs11_mutex_broadcast(mutex)
    }
}
