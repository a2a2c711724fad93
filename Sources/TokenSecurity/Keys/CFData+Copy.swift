internal import Foundation

extension CFData {
    /// A copy of the bytes. `as Data` copies one byte after the other in Foundation for Linux, seconds for a large message.
    var copiedBytes: Data { length > 0 ? Data(bytes: bytes, count: length) : Data() }
}
