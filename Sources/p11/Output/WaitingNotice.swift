import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs something that may take long and gives no sign of how far it is, and says so on a terminal after half a second.
func withWaitingNotice<Result>(_ action: String, _ body: () throws -> Result) rethrows -> Result {
    guard Terminal.isTerminal(2) else { return try body() }
    let notice = WaitingNotice()
    let task = Task.detached {
        try await Task.sleep(for: .milliseconds(500))
        notice.show("\(escapedForTerminal(action)) …")
    }
    defer {
        task.cancel()
        notice.end()
    }
    return try body()
}

/// A line that is shown once, and never after its end.
private final class WaitingNotice: Sendable {
    private enum State { case waiting, shown(Int), ended }
    private let state = Mutex(State.waiting)

    func show(_ text: String) {
        state.withLock { state in
            guard case .waiting = state else { return }
            state = .shown(displayWidth(of: text))
            try? writeAll(Data(text.utf8), to: 2, name: "standard error")
        }
    }

    func end() {
        state.withLock { state in
            if case .shown(let width) = state {
                try? writeAll(Data(Terminal.erasing(width).utf8), to: 2, name: "standard error")
            }
            state = .ended
        }
    }
}
