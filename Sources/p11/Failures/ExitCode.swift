/// What the process ends with. Scripts depend on these numbers.
enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// Any error without a number of its own.
    case failure = 1
    /// A signature, or a ciphertext, is not valid.
    case invalid = 2
    /// No such slot, token, key or certificate.
    case notFound = 3
    /// The PIN is missing or wrong, or nobody is logged in.
    case notLoggedIn = 4
    /// The PIN is locked or expired, or its last try was refused.
    case locked = 5
    case ambiguous = 6
    case exists = 7
    /// The token, or the rules of this command, do not allow it.
    case notAllowed = 8
    /// The module cannot be loaded or initialised.
    case module = 9
    /// The device failed or was removed.
    case device = 10
    /// The user said no, or could not be asked.
    case declined = 11
    case usage = 64
    case fileError = 74
    case interrupted = 130
}

extension ExitCode {
    /// One line for the help.
    var summary: String {
        switch self {
        case .success: "done; an empty list too"
        case .failure: "any other error"
        case .invalid: "the signature or the ciphertext is not valid"
        case .notFound: "no such slot, token, key or certificate"
        case .notLoggedIn: "the PIN is missing or wrong, or nobody is logged in"
        case .locked: "the PIN is locked or expired, or its last try was refused"
        case .ambiguous: "several match where one is wanted"
        case .exists: "it exists already"
        case .notAllowed: "the token, or the rules of p11, do not allow it"
        case .module: "the module cannot be loaded or initialised"
        case .device: "the device failed or was removed"
        case .declined: "the answer was no, or nobody could be asked"
        case .usage: "the command line is wrong"
        case .fileError: "a file cannot be read or written"
        case .interrupted: "Ctrl-C"
        }
    }
}
