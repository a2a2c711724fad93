import Foundation

/// Runs `body` on as many threads as there are numbers, all begun before any goes on, and gives what they returned, in order.
func inParallel<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
    let results = Shared<[Int: Swift.Result<Result, any Error>]>([:])
    let ready = Shared(0)
    let done = DispatchSemaphore(value: 0)
    for number in 0..<count {
        let thread = Thread {
            ready.change { $0 += 1 }
            while ready.value < count { sched_yield() }
            let result = Swift.Result { try body(number) }
            results.change { $0[number] = result }
            done.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
    for _ in 0..<count { done.wait() }
    let all = results.value
    return try (0..<count).compactMap { try all[$0]?.get() }
}

/// A value that several threads or tasks change. Behind a lock of pthreads, since the thread sanitizer does not see what the standard
/// library's `Mutex` orders.
final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    init(_ value: Value) { content = value }

    var value: Value { lock.withLock { content } }

    func change(_ body: (inout Value) -> Void) { lock.withLock { body(&content) } }
}
