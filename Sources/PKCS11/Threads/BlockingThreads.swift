#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Threads that run blocking calls for `async` code, so that they do not block Swift's cooperative pool.
///
/// Threads are started when there is work and none is idle, up to a bound, and end after some idle seconds. Work runs in
/// the order it came; a cancelled task gives up its place if its work has not begun. A forked child begins without threads and
/// without work, as the tasks that wait for it are the parent's.
package final class BlockingThreads: Sendable {
    /// One piece of work, and who waits for it.
    ///
    /// The outcome is handed over under the job's lock, and not by the continuation: so whoever looks at memory order, the thread
    /// sanitizer among them, sees that the waiting task comes after the work.
    private final class Job<Result: Sendable>: AnyJob {
        private enum State: Sendable {
            case new
            case queued(CheckedContinuation<Void, Never>)
            case begun
            case finished(Swift.Result<Result, any Error>)
            case cancelled
        }

        private let state = ForkSafeLock(State.new)
        private let body: @Sendable () throws -> Result

        init(_ body: @escaping @Sendable () throws -> Result) { self.body = body }

        /// False when the job was cancelled before.
        func queue(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
            state.withLock { state in
                if case .cancelled = state { return false }
                state = .queued(continuation)
                return true
            }
        }

        func run() {
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard case .queued(let continuation) = state else { return nil }
                state = .begun
                return continuation
            }
            guard let continuation else { return }
            let outcome = Swift.Result { try body() }
            state.withLock { $0 = .finished(outcome) }
            continuation.resume()
        }

        func cancel() {
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                switch state {
                case .new:
                    state = .cancelled
                    return nil
                case .queued(let continuation):
                    state = .cancelled
                    return continuation
                case .begun, .finished, .cancelled:
                    return nil
                }
            }
            continuation?.resume()
        }

        /// What came of it, once the continuation was resumed.
        func result() throws -> Result {
            let outcome = state.withLock { state -> Swift.Result<Result, any Error> in
                if case .finished(let outcome) = state { return outcome }
                return .failure(CancellationError())
            }
            return try outcome.get()
        }
    }

    private protocol AnyJob: Sendable {
        func run()
    }

    private struct State: Sendable {
        /// What is done is nil: its message and its store are not kept until the queue is empty.
        var queue: [(any AnyJob)?] = []
        var head = 0
        var threads = 0
        var idle = 0

        mutating func next() -> (any AnyJob)? {
            guard head < queue.count else { return nil }
            let job = queue[head]
            queue[head] = nil
            head += 1
            if head == queue.count || head > 1024 {
                queue.removeFirst(head)
                head = 0
            }
            return job
        }
    }

    private static var idleLimit: Duration { .seconds(5) }

    private let maximum: Int
    private let state = ForkSafeLock(State(), inChild: .fresh { State() })

    /// Makes a set of threads, none of which is started yet.
    ///
    /// - Parameter maximum: how many threads there may be at once.
    package init(maximum: Int) { self.maximum = max(maximum, 1) }

    /// How many calls wait for a thread.
    package var waitingCount: Int { state.withLock { $0.queue.count - $0.head } }

    /// Runs `body` on one of the threads.
    ///
    /// - Throws: what `body` throws, or `CancellationError` if the task was cancelled before it began.
    package func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let job = Job(body)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                guard job.queue(continuation) else {
                    continuation.resume()
                    return
                }
                enqueue(job)
            }
        } onCancel: {
            job.cancel()
        }
        return try job.result()
    }

    private func enqueue(_ job: any AnyJob) {
        let needsThread = state.withLock { state in
            state.queue.append(job)
            guard state.queue.count - state.head > state.idle, state.threads < maximum else { return false }
            state.threads += 1
            return true
        }
        if needsThread, !startThread() {
            // No thread can be had. Where others run, they will come to it; else it runs here, late rather than never.
            let isAlone = state.withLock { state in
                state.threads -= 1
                return state.threads == 0
            }
            if isAlone { while let job = state.withLock({ $0.next() }) { job.run() } }
        }
        state.signal()
    }

    private func startThread() -> Bool {
        let work = Unmanaged.passRetained(self)
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<BlockingThreads>.fromOpaque(argument).takeRetainedValue().serve()
                return nil
            }, work.toOpaque())
        if result == 0, let thread { pthread_detach(thread) }
        #else
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<BlockingThreads>.fromOpaque(argument).takeRetainedValue().serve() }
                return nil
            }, work.toOpaque())
        if result == 0 { pthread_detach(thread) }
        #endif
        if result != 0 { work.release() }
        return result == 0
    }

    private func serve() {
        while true {
            state.withLock { $0.idle += 1 }
            // Work is taken and idleness ended in one step: in between, further work would be left to this thread, which may
            // be busy for long.
            var next = state.wait(atMost: Self.idleLimit) { state -> (any AnyJob)? in
                guard let job = state.next() else { return nil }
                state.idle -= 1
                return job
            }
            if next == nil {
                next = state.withLock { state in
                    state.idle -= 1
                    // What came between the end of the wait and here is this thread's to do.
                    let job = state.next()
                    if job == nil { state.threads -= 1 }
                    return job
                }
            }
            guard let next else { return }
            next.run()
        }
    }
}
