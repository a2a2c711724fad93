#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A value behind a lock that can also be waited on, with a time limit: what `Mutex` lacks.
package final class ConditionLock<Value: Sendable>: @unchecked Sendable {
    // Sound to share: `value` is only touched with `mutex` held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the lock held.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
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
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if let result = try body(&value) { return result }
        guard let limit else {
            while true {
                pthread_cond_wait(condition, mutex)
                if let result = try body(&value) { return result }
            }
        }
        var deadline = Self.deadline(after: limit)
        while pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT {
            if let result = try body(&value) { return result }
        }
        return try body(&value)
    }

    private static func deadline(after limit: Duration) -> timespec {
        var now = timespec()
        #if canImport(Darwin)
        clock_gettime(CLOCK_REALTIME, &now)
        #else
        clock_gettime(CLOCK_MONOTONIC, &now)
        #endif
        let (seconds, attoseconds) = limit.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        now.tv_sec += Int(clamping: min(seconds, 1 << 40)) + nanoseconds / 1_000_000_000
        now.tv_nsec = nanoseconds % 1_000_000_000
        return now
    }

    /// Wakes one waiter.
    package func signal() { pthread_cond_signal(condition) }

    /// Wakes every waiter.
    package func broadcast() { pthread_cond_broadcast(condition) }
}
