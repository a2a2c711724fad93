#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A source of random bytes; there is one, whatever is named.
public final class SecRandom: Sendable {
    init() {}
}

/// A source of random bytes.
public typealias SecRandomRef = SecRandom

/// The one source of random bytes there is.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes from the kernel of this machine: no token is asked.
///
/// - Parameters:
///   - source: not looked at.
///   - count: how many bytes.
///   - bytes: room for as many.
/// - Returns: 0, or ``errSecParam`` for a negative count, or ``errSecInternalError`` where the kernel gives none. Not to be left unread.
public func SecRandomCopyBytes(_ source: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard count >= 0 else { return errSecParam }
    // POSIX: at most 256 bytes a call, and those wholly.
    for start in stride(from: 0, to: count, by: 256) {
        guard getentropy(bytes + start, min(count - start, 256)) == 0 else { return errSecInternalError }
    }
    return errSecSuccess
}
