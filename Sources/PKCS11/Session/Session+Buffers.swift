internal import CPKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The pointer type of every input in the C signatures, which lack const.
typealias InputPointer = UnsafeMutablePointer<UInt8>

/// Lends contiguous bytes to C; the pointer is never NULL, since some modules take NULL for a missing argument also where
/// the length is 0 (miekg/pkcs11 issues 37 and 82).
@inline(__always)
func withInput<Result>(_ data: some DataProtocol, _ body: (InputPointer, CK_ULONG) -> Result) -> Result {
    if data.regions.count == 1, let region = data.regions.first {
        return region.withUnsafeBytes { withInput($0, body) }
    }
    return Array(data).withUnsafeBytes { withInput($0, body) }
}

@inline(__always)
func withInput<Result>(_ bytes: UnsafeRawBufferPointer, _ body: (InputPointer, CK_ULONG) -> Result) -> Result {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
        var byte: UInt8 = 0
        return body(&byte, 0)
    }
    let pointer = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
    return body(pointer, CK_ULONG(bytes.count))
}

extension Session {
    /// The longest output that is believed when a module asks for more room, in bytes.
    static var maximumOutputLength: UInt { 64 << 20 }

    /// Runs a call that fills a buffer, and cuts the result to the length that it returned.
    ///
    /// One call with a buffer that is large enough is the rule: length probes cost a round trip, and several modules end the
    /// operation at one. `CKR_BUFFER_TOO_SMALL` is retried once with the size the module asks for, where that is sane.
    @inline(__always)
    func output(
        _ function: StaticString, while action: @autoclosure () -> String, capacity: Int,
        _ body: (UnsafeMutablePointer<CK_FUNCTION_LIST>, UnsafeMutablePointer<UInt8>, inout CK_ULONG) -> CK_RV?
    ) throws(PKCS11Error) -> Data {
        guard capacity <= Int(Self.maximumOutputLength) else {
            throw PKCS11Error(
                code: .invalidArgument,
                message: "\(action()): an output of \(capacity) bytes is more than a module gives at once")
        }
        var wanted = max(capacity, 1)
        for attempt in 0..<2 {
            var length = CK_ULONG(wanted)
            var result: Data?
            let rv = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: wanted) { buffer -> ReturnValue in
                guard let base = buffer.baseAddress else { return .hostMemory }
                let rv = functions.returnValue { body($0, base, &length) }
                if rv == .ok, length <= CK_ULONG(wanted) {
                    result = Data(bytes: base, count: Int(length))
                    // It may be a plaintext.
                    cpkcs11_wipe(base, Int(length))
                }
                return rv
            }
            if let result { return result }
            if rv == .ok {
                throw PKCS11Error(
                    code: .malformedResponse,
                    message: "\(action()): \(function) returned \(length) bytes in a buffer of \(wanted)")
            }
            guard rv == .bufferTooSmall, attempt == 0, length > CK_ULONG(wanted), length <= Self.maximumOutputLength
            else { throw PKCS11Error(function: function.description, returnValue: rv, while: action()) }
            wanted = Int(length)
        }
        throw PKCS11Error(function: function.description, returnValue: .bufferTooSmall, while: action())
    }
}
