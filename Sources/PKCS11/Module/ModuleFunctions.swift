internal import CPKCS11

/// The functions of a loaded module, as sessions and slots hold them: one pointer, valid for the life of the process.
struct ModuleFunctions: Hashable, @unchecked Sendable {
    // Sound to share: the record is written before it is shared, but for `care` and `functions`, which are atomic.
    let pointer: UnsafeMutablePointer<cpkcs11_module>

    /// Calls one function; throws what it returned unless that is `CKR_OK`.
    ///
    /// - Parameters:
    ///   - name: the function's name, for the error.
    ///   - action: what is being done to what, for the error; only evaluated then.
    ///   - body: makes the call; nil where the module has no such function.
    @inline(__always)
    func call(
        _ name: StaticString, while action: @autoclosure () -> String,
        _ body: (UnsafeMutablePointer<CK_FUNCTION_LIST>) -> CK_RV?
    ) throws(PKCS11Error) {
        let rv = returnValue(body)
        guard rv == .ok else {
            throw PKCS11Error(function: name.description, returnValue: rv, while: action())
        }
    }

    /// Calls one function and gives what it returned.
    @inline(__always)
    func returnValue(_ body: (UnsafeMutablePointer<CK_FUNCTION_LIST>) -> CK_RV?) -> ReturnValue {
        guard let functions = cpkcs11_functions(pointer) else { return .cryptokiNotInitialized }
        guard cpkcs11_care_of(pointer) != 0 else {
            return ReturnValue(rawValue: body(functions) ?? ReturnValue.functionNotSupported.rawValue)
        }
        var call = cpkcs11_call()
        cpkcs11_begin_call(pointer, &call)
        defer { cpkcs11_end_call(pointer, &call) }
        return ReturnValue(rawValue: body(functions) ?? ReturnValue.functionNotSupported.rawValue)
    }
}
