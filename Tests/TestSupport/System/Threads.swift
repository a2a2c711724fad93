import Foundation
import PKCS11

/// Threads of the operating system, as many as asked for: neither Swift's pool nor Dispatch gives more than there are cores.
public enum Threads {
    /// Runs `body` on so many threads at once, and returns when all have ended.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - body: gets the number of its thread, from 0.
    /// - Throws: the first error that a body threw.
    public static func run(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        try start(count, body).join()
    }

    /// Starts threads and returns while they run.
    public static func start(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws -> RunningThreads {
        let failure = ForkSafeLock<(any Error)?>(nil)
        var threads: [pthread_t] = []
        for index in 0..<count {
            let work = Work {
                do { try body(index) } catch { failure.withLock { $0 = $0 ?? error } }
            }
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
            guard code == 0 else { throw SystemCallError("pthread_create", code: code) }
            threads.append(thread)
        }
        return RunningThreads(threads: threads, failure: failure)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Threads that were started and must be joined.
public struct RunningThreads {
    fileprivate let threads: [pthread_t]
    fileprivate let failure: ForkSafeLock<(any Error)?>

    /// Waits for all of them.
    ///
    /// - Throws: the first error that one of them threw.
    public func join() throws {
        for thread in threads { pthread_join(thread, nil) }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
