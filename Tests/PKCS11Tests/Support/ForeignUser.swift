import Foundation
import PKCS11

/// Another user of a module in the same process, who calls its function list directly.
struct ForeignUser {
    private let functions: UnsafeMutableRawPointer

    init(_ path: String) throws {
        typealias GetFunctionList = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> UInt
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "C_GetFunctionList") else {
            throw DidNotFail()
        }
        var list: UnsafeMutableRawPointer?
        guard unsafeBitCast(symbol, to: GetFunctionList.self)(&list) == 0, let list else { throw DidNotFail() }
        functions = list
    }

    /// Calls `C_Initialize` or `C_Finalize`, the first two functions after the version, with a NULL argument.
    func call(_ function: String) -> UInt {
        typealias Function = @convention(c) (UnsafeRawPointer?) -> UInt
        let offset = MemoryLayout<UInt>.stride * (function == "C_Initialize" ? 1 : 2)
        return functions.load(fromByteOffset: offset, as: Function.self)(nil)
    }
}
