import Foundation
import PKCS11
import Testing

@Suite struct `Threads for blocking calls` {
    @Test func `give what the work gives, or throws`() async throws {
        let threads = BlockingThreads(maximum: 2)
        #expect(try await threads.run { 42 } == 42)
        await #expect(throws: CancellationError.self) { try await threads.run { throw CancellationError() } }
        #expect(try await threads.run { pthread_self() } != pthread_self())
    }

    @Test func `are no more than their maximum`() async throws {
        let threads = BlockingThreads(maximum: 3)
        let running = Shared((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try await threads.run {
                        running.change {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        usleep(2000)
                        running.change { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.value.most <= 3)
        #expect(running.value.now == 0)
    }

    @Test func `do their work in the order it came`() async throws {
        let threads = BlockingThreads(maximum: 1)
        let order = Shared<[Int]>([])
        let gate = DispatchSemaphore(value: 0)
        let hasBegun = Shared(false)
        async let first: Void = threads.run {
            hasBegun.change { $0 = true }
            gate.wait()
        }
        while !hasBegun.value { try await Task.sleep(for: .milliseconds(1)) }
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<20 {
            tasks.append(Task { try await threads.run { order.change { $0.append(number) } } })
            // The task has to get as far as the queue before the next one begins.
            while threads.waitingCount <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        gate.signal()
        try await first
        for task in tasks { try await task.value }
        #expect(order.value == Array(0..<20))
    }

    @Test func `do not begin what was cancelled`() async throws {
        let threads = BlockingThreads(maximum: 1)
        let gate = DispatchSemaphore(value: 0)
        let hasBegun = Shared(false)
        async let first: Void = threads.run {
            hasBegun.change { $0 = true }
            gate.wait()
        }
        while !hasBegun.value { try await Task.sleep(for: .milliseconds(1)) }
        let hasRun = Shared(false)
        let task = Task { try await threads.run { hasRun.change { $0 = true } } }
        while threads.waitingCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let early = Task {
            try? await Task.sleep(for: .seconds(60))
            try await threads.run { hasRun.change { $0 = true } }
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        gate.signal()
        try await first
        try await threads.run {}
        #expect(!hasRun.value)
    }

    @Test func `finish what was begun when it was cancelled`() async throws {
        let threads = BlockingThreads(maximum: 1)
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let task = Task {
            try await threads.run {
                begun.signal()
                gate.wait()
                return 5
            }
        }
        try await BlockingThreads(maximum: 1).run { begun.wait() }
        task.cancel()
        gate.signal()
        #expect(try await task.value == 5)
    }

    /// Runs work that only ends when all of it runs at once.
    private func runTogether(_ count: Int, on threads: BlockingThreads) async throws {
        let running = Shared(0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await threads.run {
                        running.change { $0 += 1 }
                        let deadline = Date(timeIntervalSinceNow: 30)
                        while running.value < count, Date() < deadline { usleep(100) }
                        return running.value == count
                    }
                }
            }
            for try await isTogether in group { try #require(isTogether) }
        }
    }

    @Test(.timeLimit(.minutes(20))) func `come to work that waits for other work`() async throws {
        // A thread that has just taken some must not count as idle for what comes next.
        for _ in 0..<40 {
            let threads = BlockingThreads(maximum: 16)
            try await runTogether(8, on: threads)
            try await runTogether(16, on: threads)
        }
    }
}
