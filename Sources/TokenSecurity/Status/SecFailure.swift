internal import Foundation

/// A failure on its way to a caller: a status code, and words of our own where there is more to say than the code does.
struct SecFailure: Error {
    let status: OSStatus
    /// Never holds a PIN or key bytes.
    let message: String?

    init(_ status: OSStatus, _ message: String? = nil) {
        self.status = status
        self.message = message
    }

    /// What was being done, where the same answer of a token means different things.
    enum Activity: CaseIterable {
        case find, add, update, delete, generate, create, sign, verify, encrypt, decrypt, export
    }
}

extension SecFailure {
    /// The failure as the functions with an error argument give it.
    var cfError: CFError {
        NSError(
            domain: NSOSStatusErrorDomain, code: Int(status),
            userInfo: [NSLocalizedDescriptionKey: message ?? SecFailure.text(of: status)])
    }
}

/// Gives the caller of a C-style function an error that he owns; nothing where he asked for none.
func report(_ failure: SecFailure, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
    error?.pointee = Unmanaged.passRetained(failure.cfError)
}
