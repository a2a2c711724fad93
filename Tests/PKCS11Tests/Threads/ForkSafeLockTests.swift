import Foundation
import PKCS11
import Testing

@Suite struct `A lock that can be waited on` {
    @Test func `keeps threads apart`() throws {
        let lock = ForkSafeLock(0)
        _ = try inParallel(8) { _ in
            for _ in 0..<1000 {
                lock.withLock { value in
                    let before = value
                    value = before + 1
                }
            }
        }
        #expect(lock.withLock { $0 } == 8000)
    }

    @Test func `throws what its body throws, and is free afterwards`() {
        let lock = ForkSafeLock(0)
        #expect(throws: CancellationError.self) { try lock.withLock { _ in throw CancellationError() } }
        #expect(lock.withLock { $0 } == 0)
    }

    @Test(arguments: [Duration.zero, .milliseconds(30), .milliseconds(-500), .seconds(-5), .nanoseconds(1)])
    func `is waited on no longer than said`(limit: Duration) {
        let lock = ForkSafeLock(0)
        let clock = ContinuousClock()
        let time = clock.measure {
            let result: Int? = lock.wait(atMost: limit) { _ in nil }
            #expect(result == nil)
        }
        #expect(time >= max(limit, .zero))
        #expect(time < .seconds(2))
    }

    @Test func `gives at once what is there`() {
        let lock = ForkSafeLock(7)
        #expect(lock.wait(atMost: .zero) { $0 } == 7)
        #expect(lock.wait(atMost: nil) { $0 } == 7)
        #expect(lock.wait(atMost: .seconds(Int64.max / 2)) { $0 } == 7)
    }

    @Test(arguments: [Duration.seconds(60), .seconds(Int64.max / 2), nil] as [Duration?])
    func `wakes one waiter, or all`(limit: Duration?) throws {
        let lock = ForkSafeLock(0)
        let finished = ForkSafeLock(0)
        _ = try inParallel(5) { number in
            guard number > 0 else {
                // One by one, then the rest together.
                usleep(20_000)
                lock.withLock { $0 += 1 }
                lock.signal()
                usleep(20_000)
                lock.withLock { $0 += 3 }
                lock.broadcast()
                return
            }
            let taken: Void? = lock.wait(atMost: limit) { value in
                guard value > 0 else { return nil }
                value -= 1
            }
            if taken != nil { finished.withLock { $0 += 1 } }
        }
        #expect(finished.withLock { $0 } == 4)
    }

    @Test func `is free in a forked child, whoever held it`() async {
        await #expect(processExitsWith: .success) {
            let kept = ForkSafeLock(1)
            let changed = ForkSafeLock(1, inChild: .changed { $0 + 10 })
            let fresh = ForkSafeLock(1, inChild: .fresh { 100 })
            let held = DispatchSemaphore(value: 0)
            let thread = Thread {
                kept.withLock { _ in
                    changed.withLock { _ in
                        fresh.withLock { _ in
                            held.signal()
                            sleep(60)
                        }
                    }
                }
            }
            thread.start()
            held.wait()
            let code = try exitCodeOfForkedChild {
                guard kept.withLock({ $0 }) == 1 else { return 1 }
                guard changed.withLock({ $0 }) == 11, changed.withLock({ $0 }) == 11 else { return 2 }
                guard fresh.withLock({ $0 }) == 100 else { return 3 }
                let nothing: Int? = kept.wait(atMost: .milliseconds(5)) { _ in nil }
                guard nothing == nil else { return 4 }
                // Threads of the child meet at it.
                _ = try inParallel(4) { _ in for _ in 0..<100 { fresh.withLock { $0 += 1 } } }
                return fresh.withLock { $0 } == 500 ? 0 : 5
            }
            #expect(code == 0)
        }
    }
}
