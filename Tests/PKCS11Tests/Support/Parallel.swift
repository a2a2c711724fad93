import Foundation
import Synchronization

/// Runs `body` on as many threads as there are numbers, all begun before any goes on, and gives what they returned, in order.
func inParallel<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
    let gathering = Gathering<Result>()
    let done = DispatchSemaphore(value: 0)
    for number in 0..<count {
        let thread = Thread {
            gathering.ready.withLock { $0 += 1 }
            while gathering.ready.withLock({ $0 }) < count { sched_yield() }
            let result = Swift.Result { try body(number) }
            gathering.results.withLock { $0[number] = result }
            done.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
    for _ in 0..<count { done.wait() }
    let all = gathering.results.withLock { $0 }
    return try (0..<count).compactMap { try all[$0]?.get() }
}

/// Held by a class, since the thread sanitizer takes a local `Mutex` that closures share for a race.
private final class Gathering<Result: Sendable>: Sendable {
    let ready = Mutex(0)
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
}
