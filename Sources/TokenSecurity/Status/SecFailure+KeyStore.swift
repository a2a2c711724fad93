internal import PKCS11
internal import TokenKeyStore

extension SecFailure {
    /// Says what a failure of the key store, or of the token behind it, means to a caller of this module: the one place that
    /// decides it.
    init(_ error: any Error, during activity: Activity) {
        switch error {
        case let failure as SecFailure:
            self = failure
        case let error as KeyStoreError:
            self.init(Self.status(of: error, during: activity), Self.text(of: error))
        case let error as PKCS11Error:
            self.init(Self.status(of: error, during: activity), error.description)
        case is CancellationError:
            self.init(errSecUserCanceled)
        default:
            self.init(errSecInternalError)
        }
    }

    /// One text for every reason why a decryption failed: whoever sent the message must not learn which it was.
    private static func text(of error: KeyStoreError) -> String {
        error.code == .decryptionFailed ? error.message : error.description
    }

    private static func status(of error: KeyStoreError, during activity: Activity) -> OSStatus {
        if let status = settledStatus(of: error.code) { return status }
        // Whatever the token says about it: it takes no key that is not to be stored.
        if activity == .create, [.notPermitted, .readOnly, .mechanismUnsupported].contains(error.code) {
            return errSecUnimplemented
        }
        if let cause = error.underlying { return status(of: cause, during: activity) }
        return status(of: error.code, during: activity)
    }

    /// The codes that say more than the return value behind them.
    private static func settledStatus(of code: KeyStoreError.Code) -> OSStatus? {
        switch code {
        case .moduleNotLoadable, .closed: errSecNotAvailable
        case .invalidConfiguration: errSecNoDefaultKeychain
        case .tokenNotFound: errSecNoSuchKeychain
        case .tokenAmbiguous: errSecInvalidKeychain
        case .pinMissing: errSecInteractionNotAllowed
        case .pinIncorrect, .pinLength, .pinLocked, .pinFinalTry, .pinExpired: errSecAuthFailed
        case .keyExists: errSecDuplicateItem
        case .invalidKeyData, .keyTypeUnsupported, .invalidParameter, .invalidLength, .decryptionFailed: errSecParam
        case .tokenDisobeyed: errSecInternalComponent
        case .sessionsExhausted: errSecQuotaExceeded
        case .fileError: errSecIO
        default: nil
        }
    }

    /// The codes as they are without a return value behind them.
    private static func status(of code: KeyStoreError.Code, during activity: Activity) -> OSStatus {
        switch code {
        case .tokenNotInitialized: errSecInvalidKeychain
        case .notLoggedIn: errSecInteractionNotAllowed
        case .keyNotFound: missing(during: activity)
        case .keyAmbiguous: errSecInternalComponent
        case .notPermitted: forbidden(during: activity)
        case .mechanismUnsupported: errSecParam
        case .readOnly: errSecReadOnly
        case .deviceError: errSecDeviceFailed
        case .tokenRemoved: errSecNotAvailable
        case .tokenFull: errSecQuotaExceeded
        default: errSecInternalError
        }
    }

    /// An item is looked for; a key is held by the caller, and went stale.
    private static func missing(during activity: Activity) -> OSStatus {
        switch activity {
        case .find, .add, .update, .delete: errSecItemNotFound
        case .generate, .create, .sign, .verify, .encrypt, .decrypt, .export: errSecInvalidItemRef
        }
    }

    private static func forbidden(during activity: Activity) -> OSStatus {
        switch activity {
        case .sign, .verify, .encrypt, .decrypt: errSecKeyUsageIncorrect
        case .update: errSecReadOnlyAttr
        case .export: errSecUnimplemented
        case .find, .add, .delete, .generate, .create: errSecWrPerm
        }
    }
}

extension SecFailure {
    private static func status(of error: PKCS11Error, during activity: Activity) -> OSStatus {
        if let value = error.returnValue { return status(of: value, during: activity) }
        switch error.code {
        case .moduleNotLoadable, .notAModule: return errSecNotAvailable
        case .invalidURI, .invalidArgument: return errSecParam
        case .outOfMemory: return errSecAllocate
        case .malformedResponse: return errSecDecode
        default: return errSecInternalError
        }
    }

    /// What a return value means (PKCS #11 v3.1, section 5.1).
    private static func status(of value: ReturnValue, during activity: Activity) -> OSStatus {
        switch value {
        case .functionNotSupported: errSecUnimplemented
        case .argumentsBad, .attributeValueInvalid, .dataInvalid, .dataLenRange, .encryptedDataInvalid,
            .encryptedDataLenRange, .aeadDecryptFailed, .keyTypeInconsistent, .mechanismInvalid,
            .mechanismParamInvalid, .templateIncomplete, .templateInconsistent, .domainParamsInvalid,
            .curveNotSupported, .publicKeyInvalid:
            errSecParam
        case .generalError:
            // SoftHSM's answer to a ciphertext, an input or a key size that it cannot use.
            [.decrypt, .sign, .generate].contains(activity) ? errSecParam : errSecInternalError
        case .functionFailed: errSecInternalError
        case .actionProhibited, .copyProhibited: forbidden(during: activity)
        case .hostMemory: errSecAllocate
        case .cancel, .functionCanceled, .functionRejected: errSecUserCanceled
        case .operationActive, .operationNotInitialized: errSecBadReq
        case .keyUnextractable, .attributeSensitive: errSecKeyIsSensitive
        case .tokenNotPresent, .tokenNotRecognized, .slotIDInvalid, .deviceRemoved, .cryptokiNotInitialized,
            .libraryLoadFailed:
            errSecNotAvailable
        case .sessionReadOnly, .tokenWriteProtected: errSecReadOnly
        case .pinIncorrect, .pinInvalid, .pinLenRange, .pinExpired, .pinLocked: errSecAuthFailed
        case .bufferTooSmall: errSecBufferTooSmall
        case .attributeTypeInvalid: errSecNoSuchAttr
        case .attributeReadOnly: errSecReadOnlyAttr
        case .keyHandleInvalid: errSecInvalidItemRef
        case .objectHandleInvalid: missing(during: activity)
        case .userNotLoggedIn, .userPINNotInitialized: errSecInteractionNotAllowed
        // The reference system refuses a size at generation as it refuses any other argument.
        case .keySizeRange: activity == .generate ? errSecParam : errSecKeySizeNotAllowed
        case .sessionClosed, .sessionHandleInvalid: errSecServiceNotAvailable
        case .deviceError: errSecDeviceFailed
        case .deviceMemory, .tokenResourceExceeded, .sessionCount: errSecQuotaExceeded
        case .keyFunctionNotPermitted: errSecKeyUsageIncorrect
        case .signatureInvalid, .signatureLenRange: errSecVerifyFailed
        default: errSecInternalComponent
        }
    }
}
