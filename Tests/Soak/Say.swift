import Foundation

/// Writes a line at once: who watches a run of minutes wants to see it, and a process that is killed loses what is in a buffer.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}
