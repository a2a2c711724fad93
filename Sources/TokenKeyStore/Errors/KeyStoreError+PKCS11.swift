internal import PKCS11

extension KeyStoreError {
    /// Says what a failed call means for the user of a store.
    ///
    /// - Parameters:
    ///   - error: the failed call.
    ///   - action: what was being done, such as `signing with the key "a"`.
    init(_ error: PKCS11Error, while action: String) {
        switch error.code {
        case .moduleNotLoadable, .notAModule:
            self.init(
                .moduleNotLoadable, error.message,
                hint: "Check the path of the module, a .so file of the token's vendor.",
                underlying: error)
            return
        case .invalidURI:
            self.init(.invalidConfiguration, error.message, underlying: error)
            return
        case .invalidArgument:
            self.init(.invalidParameter, error.message, underlying: error)
            return
        case .outOfMemory:
            self.init(.internalError, error.message, underlying: error)
            return
        case .malformedResponse:
            self.init(.tokenError, "\(action) failed", underlying: error)
            return
        default:
            break
        }
        if error.function == "C_Initialize" || error.function == "C_GetFunctionList" {
            self.init(
                .moduleNotLoadable, "the module cannot be initialised",
                hint: error.returnValue == .generalError
                    ? "Its own configuration may be missing or wrong: SoftHSM says this where the file that SOFTHSM2_CONF names, or "
                        + "the folder of tokens in it, cannot be read."
                    : nil, underlying: error)
            return
        }
        if error.returnValue == .userTypeInvalid, error.function != "C_Login" {
            // PIV cards let the holder of the management key make and delete keys, and nobody else.
            self.init(
                .notPermitted, "\(action) failed: only the security officer may do this",
                hint: "Use the vendor's tool, as the security officer.", underlying: error)
            return
        }
        let (code, reason, hint) = Self.meaning(of: error.returnValue ?? .generalError)
        self.init(code, "\(action) failed" + (reason.map { ": " + $0 } ?? ""), hint: hint, underlying: error)
    }

    private static func meaning(of value: ReturnValue) -> (code: Code, reason: String?, hint: String?) {
        switch value {
        case .userNotLoggedIn:
            (.notLoggedIn, "nobody is logged in", "Configure a source for the PIN.")
        case .pinIncorrect, .pinInvalid: (.pinIncorrect, "the PIN is wrong", nil)
        case .pinLenRange: (.pinLength, "the PIN is too short or too long", nil)
        case .pinLocked: (.pinLocked, "the PIN is locked", "The security officer can set a new one.")
        case .pinExpired: (.pinExpired, "the PIN has expired", "Change the PIN, then try again.")
        case .userPINNotInitialized: (.tokenNotInitialized, "the user PIN has not been set", nil)
        case .keyHandleInvalid, .objectHandleInvalid:
            (.keyNotFound, "the key is not on the token any more", nil)
        case .mechanismInvalid: (.mechanismUnsupported, "the token does not offer the mechanism for this", nil)
        case .mechanismParamInvalid:
            (.mechanismUnsupported, "the token does not take these parameters", nil)
        case .keySizeRange: (.mechanismUnsupported, "the token does not take a key of this size", nil)
        case .keyFunctionNotPermitted, .keyTypeInconsistent, .actionProhibited:
            (.notPermitted, "the key is not allowed to do this", nil)
        case .keyUnextractable, .attributeSensitive: (.notPermitted, "the key does not leave the token", nil)
        case .attributeReadOnly, .attributeTypeInvalid, .attributeValueInvalid, .templateInconsistent,
            .templateIncomplete, .functionNotSupported:
            (.notPermitted, "the token does not allow it", nil)
        case .tokenWriteProtected, .sessionReadOnly: (.readOnly, "the token is write-protected", nil)
        case .sessionCount: (.sessionsExhausted, "the token opens no more sessions", nil)
        case .deviceRemoved, .tokenNotPresent, .tokenNotRecognized:
            (.tokenRemoved, "the token is not there", "Put it back, or check the connection to it.")
        case .deviceMemory: (.tokenFull, "the token has no room for it", "Delete what is not needed.")
        case .deviceError, .sessionHandleInvalid, .sessionClosed, .cryptokiNotInitialized:
            (.deviceError, "the token or the connection to it failed", nil)
        case .dataLenRange: (.invalidLength, "the input has the wrong length", nil)
        case .encryptedDataInvalid, .encryptedDataLenRange:
            (.decryptionFailed, "the ciphertext is not valid", nil)
        default: (.tokenError, nil, nil)
        }
    }
}

/// Runs a call to the typed layer and says in a store's words what its failure means.
func translating<Result>(
    _ action: @autoclosure () -> String, _ body: () throws(PKCS11Error) -> Result
) throws -> Result {
    do {
        return try body()
    } catch {
        throw KeyStoreError(error, while: action())
    }
}
