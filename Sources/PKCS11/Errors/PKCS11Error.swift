#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What went wrong in a call to a PKCS #11 module, or on the way to one.
///
/// Never holds a PIN or key bytes. The code is open: later versions may add codes, so a `switch` needs a default.
public struct PKCS11Error: Error, Hashable, Sendable {
    /// The kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A short, stable, hyphenated name.
        public var rawValue: String

        /// Makes a code of a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A Cryptoki function returned something other than `CKR_OK`: see ``PKCS11Error/returnValue``.
        public static var returnValue: Self { Self(rawValue: "return-value") }
        /// The library is not there, is not a library, or could not be loaded.
        public static var moduleNotLoadable: Self { Self(rawValue: "module-not-loadable") }
        /// The library has no `C_GetFunctionList`, or what it returns is unusable.
        public static var notAModule: Self { Self(rawValue: "not-a-module") }
        /// The module answered something that the standard does not allow (a length, a count, a handle).
        public static var malformedResponse: Self { Self(rawValue: "malformed-response") }
        /// A `pkcs11:` URI does not follow RFC 7512.
        public static var invalidURI: Self { Self(rawValue: "invalid-uri") }
        /// A value given by the caller cannot be sent to a module.
        public static var invalidArgument: Self { Self(rawValue: "invalid-argument") }
        /// A file that the caller named cannot be read, or is too long for what it is to be.
        public static var fileNotReadable: Self { Self(rawValue: "file-not-readable") }
        /// No memory could be had.
        public static var outOfMemory: Self { Self(rawValue: "out-of-memory") }
    }

    /// The kind of failure.
    public let code: Code
    /// What was being done to what, and what was wrong, in plain words.
    public let message: String
    /// What the function returned; nil where the failure was not a return value.
    public let returnValue: ReturnValue?
    /// The name of the Cryptoki function that failed, such as `C_Sign`; nil where it was none.
    public let function: String?

    /// Makes an error that is not a return value.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
        self.returnValue = nil
        self.function = nil
    }

    /// Makes an error of a return value.
    ///
    /// - Parameters:
    ///   - function: the Cryptoki function, such as `C_Sign`.
    ///   - returnValue: what it returned.
    ///   - action: what was being done to what, such as `signing with key 3`.
    public init(function: String, returnValue: ReturnValue, while action: String) {
        self.code = .returnValue
        self.message = action
        self.returnValue = returnValue
        self.function = function
    }
}

extension PKCS11Error: CustomStringConvertible {
    /// One line: what was being done, and the function with its return value where there is one.
    public var description: String {
        guard let returnValue, let function else { return message }
        return "\(message): \(function) returned \(returnValue)"
    }
}

extension PKCS11Error: LocalizedError {
    /// The same, for those who ask for `localizedDescription`.
    public var errorDescription: String? { description }
}
