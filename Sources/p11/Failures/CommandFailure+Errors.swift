import PKCS11
import TokenKeyStore

extension CommandFailure {
    /// The failure that an error of the layers below means to the user of a command.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as KeyStoreError: self.init(error)
        case let error as PKCS11Error: self.init(error)
        default: self.init(.failure, "error", String(describing: error))
        }
    }

    private init(_ error: KeyStoreError) {
        let exit = Self.exits[error.code] ?? error.underlying.map(Self.exit(of:)) ?? .failure
        self.init(
            exit, error.code.rawValue, error.message, hint: Self.hints[error.code] ?? error.hint,
            candidates: error.candidates)
        returnValue = error.underlying?.returnValue?.description
        function = error.underlying?.function
    }

    private init(_ error: PKCS11Error) {
        self.init(Self.exit(of: error), Self.code(of: error), error.message, hint: Self.hint(for: error))
        returnValue = error.returnValue?.description
        function = error.function
    }

    private static let exits: [KeyStoreError.Code: ExitCode] = [
        .moduleNotLoadable: .module, .invalidConfiguration: .usage, .tokenNotFound: .notFound,
        .tokenAmbiguous: .ambiguous, .tokenNotInitialized: .notFound, .pinMissing: .notLoggedIn,
        .pinIncorrect: .notLoggedIn, .pinLength: .notLoggedIn, .notLoggedIn: .notLoggedIn, .pinLocked: .locked,
        .pinFinalTry: .locked, .pinExpired: .locked, .keyNotFound: .notFound, .keyAmbiguous: .ambiguous,
        .keyExists: .exists, .certificateNotFound: .notFound, .certificateAmbiguous: .ambiguous,
        .certificateExists: .exists, .notPermitted: .notAllowed, .mechanismUnsupported: .notAllowed,
        .readOnly: .notAllowed, .keyTypeUnsupported: .notAllowed,
        .tokenDisobeyed: .notAllowed, .decryptionFailed: .invalid, .deviceError: .device, .tokenRemoved: .device,
        .fileError: .fileError, .invalidParameter: .notAllowed,
    ]

    /// What helps on a command line, where the key store speaks to programmers.
    private static let hints: [KeyStoreError.Code: String] = [
        .tokenAmbiguous: "--token, --serial or --slot names one",
        .tokenNotFound: "p11 slot list shows the slots and tokens there are",
        .pinMissing: Invocation.pinHint,
        .notLoggedIn: Invocation.pinHint,
        .pinFinalTry: "make sure of the PIN; --allow-final-try then sends it",
        .certificateExists: "p11 cert list shows the certificates; --allow-duplicate adds it once more",
        .keyExists:
            "p11 key list shows the keys, and p11 doctor what a crash left; --allow-duplicate makes another of that name",
    ]

    private static func exit(of error: PKCS11Error) -> ExitCode {
        switch error.code {
        case .moduleNotLoadable, .notAModule: .module
        case .invalidURI, .invalidArgument: .usage
        case .returnValue: error.returnValue.map { exit(of: $0, from: error.function) } ?? .failure
        default: .failure
        }
    }

    private static func exit(of value: ReturnValue, from function: String?) -> ExitCode {
        // A module that does not come up is no use to anybody, whatever it calls the reason.
        if ["C_Initialize", "C_GetFunctionList", "C_GetInterface"].contains(function) { return .module }
        switch value {
        case .slotIDInvalid: return .notFound
        case .pinIncorrect, .pinInvalid, .pinLenRange, .userNotLoggedIn, .userPINNotInitialized: return .notLoggedIn
        case .pinLocked, .pinExpired: return .locked
        case .signatureInvalid, .signatureLenRange, .encryptedDataInvalid, .encryptedDataLenRange,
            .aeadDecryptFailed:
            return .invalid
        case .deviceError, .deviceRemoved, .deviceMemory, .tokenNotPresent, .tokenNotRecognized: return .device
        case .tokenWriteProtected, .sessionReadOnly, .mechanismInvalid, .mechanismParamInvalid,
            .keyFunctionNotPermitted, .keySizeRange, .keyTypeInconsistent, .attributeReadOnly, .attributeSensitive,
            .attributeTypeInvalid, .attributeValueInvalid, .templateInconsistent, .templateIncomplete,
            .functionNotSupported, .actionProhibited:
            return .notAllowed
        default: return .failure
        }
    }

    /// `pin-incorrect` for `CKR_PIN_INCORRECT`; the code of the error itself where it is no return value.
    private static func code(of error: PKCS11Error) -> String {
        guard let value = error.returnValue else { return error.code.rawValue }
        let name = value.description
        guard name.hasPrefix("CKR_") else { return "token-error" }
        return name.dropFirst(4).lowercased().split(separator: "_").joined(separator: "-")
    }

    private static func hint(for error: PKCS11Error) -> String? {
        switch (error.code, error.returnValue) {
        case (.moduleNotLoadable, _), (.notAModule, _):
            "--module takes the path of a PKCS #11 library, such as /usr/lib/softhsm/libsofthsm2.so"
        case (_, .slotIDInvalid?): "p11 slot list shows the slots there are"
        case (_, .tokenNotPresent?): "p11 slot list --with-token shows the slots that have a token"
        default: nil
        }
    }
}
