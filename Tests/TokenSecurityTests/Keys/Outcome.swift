import Foundation
import Testing

@testable import TokenSecurity

/// The error argument of a function.
typealias ErrorArgument = UnsafeMutablePointer<Unmanaged<CFError>?>

/// What a function gives that has to succeed, and that must not touch its error argument then.
///
/// - Throws: the error that it gives instead.
func value<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ call: (ErrorArgument) throws -> Result?
) throws -> Result {
    let before = NSError(domain: "untouched", code: 1)
    var error: Unmanaged<CFError>? = .passRetained(before)
    let result = try call(&error)
    let after = error?.takeRetainedValue()
    guard let result else { throw try #require(after, sourceLocation: sourceLocation) }
    #expect(after === before, "the error argument was touched", sourceLocation: sourceLocation)
    return result
}

/// Expects a function to fail with a status, and to give a whole error that belongs to the caller.
///
/// - Returns: the error.
@discardableResult
func expectFailure<Result>(
    _ status: OSStatus, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (ErrorArgument?) throws -> Result?
) rethrows -> CFError? {
    var argument: Unmanaged<CFError>?
    let result = try call(&argument)
    #expect(result == nil, comment, sourceLocation: sourceLocation)
    // Owned: a second owner would be let down by this release.
    let error = argument?.takeRetainedValue()
    #expect(error?.domain == NSOSStatusErrorDomain, comment, sourceLocation: sourceLocation)
    #expect(error?.code == Int(status), comment, sourceLocation: sourceLocation)
    #expect(error?.localizedDescription.isEmpty == false, comment, sourceLocation: sourceLocation)
    // Nobody has to ask for the reason.
    #expect(try call(nil) == nil, comment, sourceLocation: sourceLocation)
    return error
}

/// A truth value as the result of a function that may fail.
func trueOrNil(_ isTrue: Bool) -> Bool? { isTrue ? true : nil }

extension Data {
    /// Bytes that differ from one index to the next.
    static func pattern(_ count: Int, seed: Int = 1) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) &+ seed &* 7) })
    }

    /// The same bytes with one bit changed.
    func withFlippedBit(at index: Int) -> Data {
        var copy = Data(self)
        copy[copy.startIndex + index] ^= 1
        return copy
    }
}
