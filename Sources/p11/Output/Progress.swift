#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One line on standard error that says how far something has come: on a terminal only, and only after half a second.
final class Progress {
    private let action: String
    private let total: Int?
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant?
    private var done = 0
    private var shownWidth = 0

    /// Begins.
    ///
    /// - Parameters:
    ///   - action: what is being done, such as `hashing a.iso`.
    ///   - total: how much there is to do in bytes; nil where nobody knows.
    init(_ action: String, total: Int?) {
        self.action = action
        self.total = total
        isShown = Terminal.isTerminal(2)
        start = clock.now
    }

    /// Says that so many more bytes are done.
    func advance(by count: Int) {
        done += count
        guard isShown else { return }
        let now = clock.now
        guard now - start > .milliseconds(500), lastShown.map({ now - $0 > .milliseconds(200) }) ?? true else { return }
        lastShown = now
        let amount = total.map { "\(done * 100 / max($0, 1)) %" } ?? "\(done >> 20) MiB"
        let text = "\(escapedForTerminal(action)): \(amount)"
        shownWidth = max(shownWidth, displayWidth(of: text))
        write("\r" + text)
    }

    /// Removes the line.
    func finish() {
        guard lastShown != nil else { return }
        write(Terminal.erasing(shownWidth))
    }

    private func write(_ text: String) { try? writeAll(Data(text.utf8), to: 2, name: "standard error") }
}
