import Foundation
import TestSupport

extension TemporaryDirectory {
    private static let removedAtExit: Shared<[TemporaryDirectory]> = {
        atexit { TemporaryDirectory.removeAll() }
        return Shared([])
    }()

    private static func removeAll() {
        for directory in removedAtExit.value { try? FileManager.default.removeItem(atPath: directory.path) }
    }

    /// Has the folder of a fixture that all tests share removed when the process ends: what a static property holds never goes out
    /// of use.
    func removeAtExit() {
        Self.removedAtExit.change { $0.append(self) }
    }
}
