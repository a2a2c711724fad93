import Foundation
import PKCS11
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite("Status codes")
struct StatusTests {
    @Test
    func `every status code has its value and a text of its own`() {
        let codes: [(OSStatus, OSStatus)] = [
            (errSecSuccess, 0), (errSecUnimplemented, -4), (errSecDiskFull, -34), (errSecIO, -36), (errSecParam, -50),
            (errSecWrPerm, -61), (errSecAllocate, -108), (errSecUserCanceled, -128), (errSecBadReq, -909),
            (errSecInternalComponent, -2070), (errSSLCrypto, -9809), (errSecACLNotSimple, -25240),
            (errSecUnsupportedFormat, -25256), (errSecUnknownFormat, -25257), (errSecKeyIsSensitive, -25258),
            (errSecNotAvailable, -25291), (errSecReadOnly, -25292), (errSecAuthFailed, -25293),
            (errSecNoSuchKeychain, -25294), (errSecInvalidKeychain, -25295), (errSecDuplicateItem, -25299),
            (errSecItemNotFound, -25300), (errSecBufferTooSmall, -25301), (errSecNoSuchAttr, -25303),
            (errSecInvalidItemRef, -25304), (errSecNoSuchClass, -25306), (errSecNoDefaultKeychain, -25307),
            (errSecInteractionNotAllowed, -25308), (errSecReadOnlyAttr, -25309), (errSecKeySizeNotAllowed, -25311),
            (errSecInteractionRequired, -25315), (errSecDataNotAvailable, -25316), (errSecDataNotModifiable, -25317),
            (errSecInDarkWake, -25320), (errSecDecode, -26275), (errSecInternal, -26276),
            (errSecMissingEntitlement, -34018), (errSecRestrictedAPI, -34020), (errSecServiceNotAvailable, -67585),
            (errSecDeviceReset, -67587), (errSecDeviceFailed, -67588), (errSecQuotaExceeded, -67596),
            (errSecInternalError, -67671), (errSecInvalidSignature, -67688), (errSecNotLoggedIn, -67729),
            (errSecAlgorithmMismatch, -67730), (errSecKeyUsageIncorrect, -67731), (errSecUnsupportedKeySize, -67735),
            (errSecInvalidAlgorithm, -67747), (errSecVerifyFailed, -67808), (errSecAlreadyLoggedIn, -67814),
        ]
        for (code, value) in codes {
            #expect(code == value)
            let text = SecCopyErrorMessageString(code, nil) as String?
            #expect(text?.hasPrefix("OSStatus") == false, "\(value)")
        }
        #expect(Set(codes.compactMap { SecCopyErrorMessageString($0.1, nil) as String? }).count == codes.count)
    }

    @Test
    func `a code that is not known is the word OSStatus and the number`() {
        #expect(SecCopyErrorMessageString(-12_345, nil) as String? == "OSStatus -12345")
        #expect(SecCopyErrorMessageString(OSStatus.min, nil) as String? == "OSStatus -2147483648")
    }

    @Test
    func `an error argument gets an error that its caller owns, with code, domain and text`() throws {
        var error: Unmanaged<CFError>?
        report(SecFailure(errSecParam, "what was wrong"), to: &error)
        let received = try #require(error).takeRetainedValue()
        #expect(received.domain == NSOSStatusErrorDomain)
        #expect(received.code == -50)
        #expect(received.localizedDescription == "what was wrong")
        #expect(CFErrorGetCode(received) == -50)
        #expect(CFErrorGetDomain(received) as String == NSOSStatusErrorDomain)
        #expect(CFErrorCopyDescription(received) as String == "what was wrong")
        #expect(CFErrorCopyUserInfo(received)[NSLocalizedDescriptionKey] as? String == "what was wrong")
        report(SecFailure(errSecParam), to: nil)
    }

    @Test
    func `a failure without words of its own has those of its code`() {
        #expect(
            SecFailure(errSecItemNotFound).cfError.localizedDescription
                == SecCopyErrorMessageString(errSecItemNotFound, nil) as String?)
    }
}

/// What a token's answer becomes.
@Suite("Status of a failure")
struct SecFailureTests {
    /// PKCS #11 return values by number, as they reach a caller where the activity makes no difference.
    private static let answers: [(UInt, OSStatus)] = [
        (0x54, -4),
        (0x07, -50), (0x13, -50), (0x20, -50), (0x21, -50), (0x40, -50), (0x41, -50), (0x42, -50), (0x63, -50),
        (0x70, -50), (0x71, -50), (0xD0, -50), (0xD1, -50), (0x130, -50), (0x140, -50), (0x1B9, -50),
        (0x1B, -61), (0x02, -108), (0x01, -128), (0x50, -128), (0x200, -128), (0x90, -909), (0x91, -909),
        (0x6A, -25258), (0x11, -25258),
        (0xE0, -25291), (0xE1, -25291), (0x03, -25291), (0x32, -25291), (0x190, -25291), (0x1B7, -25291),
        (0xB5, -25292), (0xE2, -25292),
        (0xA0, -25293), (0xA1, -25293), (0xA2, -25293), (0xA3, -25293), (0xA4, -25293),
        (0x150, -25301), (0x12, -25303), (0x60, -25304), (0x101, -25308), (0x102, -25308), (0x10, -25309),
        (0x62, -25311), (0xB0, -67585), (0xB3, -67585), (0x30, -67588), (0x31, -67596), (0x201, -67596), (0xB1, -67596),
        (0x05, -67671), (0x06, -67671), (0x68, -67731), (0xC0, -67808), (0xC1, -67808),
        (0x8000_0001, -2070), (0x64, -2070),
    ]

    private static func answer(_ value: UInt) -> PKCS11Error {
        PKCS11Error(function: "C_Function", returnValue: ReturnValue(rawValue: value), while: "doing something")
    }

    @Test
    func `every answer of a token has its status`() {
        for (value, status) in Self.answers {
            #expect(SecFailure(Self.answer(value), during: .find).status == status, "0x\(String(value, radix: 16))")
            let error = KeyStoreError(.tokenError, "it failed", underlying: Self.answer(value))
            #expect(SecFailure(error, during: .find).status == status, "0x\(String(value, radix: 16))")
        }
    }

    @Test
    func `the activity decides where one answer has several meanings`() {
        func status(_ value: UInt, _ activity: SecFailure.Activity) -> OSStatus {
            SecFailure(Self.answer(value), during: activity).status
        }
        // CKR_GENERAL_ERROR, which SoftHSM answers to bad input.
        for activity in SecFailure.Activity.allCases {
            let isInput = [.sign, .decrypt, .generate].contains(activity)
            #expect(status(0x05, activity) == (isInput ? -50 : -67671))
        }
        // CKR_OBJECT_HANDLE_INVALID: an item that is not there, or a key that went stale.
        for activity in [SecFailure.Activity.find, .add, .update, .delete] {
            #expect(status(0x82, activity) == -25300)
        }
        for activity in [SecFailure.Activity.sign, .verify, .encrypt, .decrypt, .export] {
            #expect(status(0x82, activity) == -25304)
        }
        // CKR_ACTION_PROHIBITED: an object that cannot be made or destroyed, or not be changed.
        for activity in [SecFailure.Activity.add, .delete, .generate] { #expect(status(0x1B, activity) == -61) }
        #expect(status(0x1B, .update) == -25309)
        // CKR_KEY_SIZE_RANGE
        #expect(status(0x62, .generate) == -50)
        #expect(status(0x62, .sign) == -25311)
    }

    @Test
    func `every code of the key store has its status`() {
        let codes: [(KeyStoreError.Code, OSStatus)] = [
            (.moduleNotLoadable, -25291), (.invalidConfiguration, -25307), (.tokenNotFound, -25294),
            (.tokenAmbiguous, -25295), (.tokenNotInitialized, -25295), (.pinMissing, -25308), (.pinIncorrect, -25293),
            (.pinLength, -25293), (.pinLocked, -25293), (.pinFinalTry, -25293), (.pinExpired, -25293),
            (.notLoggedIn, -25308), (.keyNotFound, -25300), (.keyExists, -25299), (.notPermitted, -61),
            (.mechanismUnsupported, -50), (.readOnly, -25292), (.invalidKeyData, -50), (.keyTypeUnsupported, -50),
            (.invalidParameter, -50),
            (.invalidLength, -50), (.decryptionFailed, -50), (.tokenDisobeyed, -2070), (.deviceError, -67588),
            (.tokenRemoved, -25291), (.sessionsExhausted, -67596), (.tokenFull, -67596), (.closed, -25291),
            (.fileError, -36), (.tokenError, -67671), (.internalError, -67671), (.keyAmbiguous, -2070),
        ]
        for (code, status) in codes {
            #expect(SecFailure(KeyStoreError(code, "m"), during: .find).status == status, "\(code.rawValue)")
        }
        func status(_ code: KeyStoreError.Code, _ activity: SecFailure.Activity) -> OSStatus {
            SecFailure(KeyStoreError(code, "m"), during: activity).status
        }
        #expect(status(.keyNotFound, .sign) == -25304)
        #expect(status(.notPermitted, .sign) == -67731)
        #expect(status(.notPermitted, .decrypt) == -67731)
        #expect(status(.notPermitted, .update) == -25309)
        #expect(status(.notPermitted, .export) == -4)
    }

    @Test
    func `a token that takes no session keys is -4, whatever it answers`() {
        for value: UInt in [0x13, 0xD0, 0xD1, 0x54, 0x1B] {
            let error = KeyStoreError(.notPermitted, "m", underlying: Self.answer(value))
            #expect(SecFailure(error, during: .create).status == -4)
        }
        #expect(SecFailure(KeyStoreError(.invalidKeyData, "m"), during: .create).status == -50)
    }

    @Test
    func `a code that says more than the answer behind it is not lost`() {
        let generalError = Self.answer(0x05)
        let cases: [(KeyStoreError.Code, OSStatus)] = [
            (.moduleNotLoadable, -25291), (.decryptionFailed, -50), (.keyExists, -25299), (.tokenDisobeyed, -2070),
            (.pinLocked, -25293), (.sessionsExhausted, -67596),
        ]
        for (code, status) in cases {
            #expect(SecFailure(KeyStoreError(code, "m", underlying: generalError), during: .find).status == status)
        }
    }

    @Test
    func `a failed decryption has one text, and other failures name the call`() {
        let error = KeyStoreError(.decryptionFailed, "the decryption failed", underlying: Self.answer(0x40))
        #expect(SecFailure(error, during: .decrypt).message == "the decryption failed")
        let other = KeyStoreError(.deviceError, "signing failed", underlying: Self.answer(0x30))
        #expect(SecFailure(other, during: .sign).message?.contains("CKR_DEVICE_ERROR") == true)
    }

    @Test
    func `failures without a token behind them have a status too`() {
        struct Unknown: Error {}
        #expect(SecFailure(SecFailure(errSecVerifyFailed, "x"), during: .find).message == "x")
        #expect(SecFailure(SecFailure(errSecVerifyFailed), during: .find).status == -67808)
        #expect(SecFailure(CancellationError(), during: .find).status == -128)
        #expect(SecFailure(Unknown(), during: .find).status == -67671)
        #expect(SecFailure(PKCS11Error(code: .moduleNotLoadable, message: ""), during: .find).status == -25291)
        #expect(SecFailure(PKCS11Error(code: .outOfMemory, message: ""), during: .find).status == -108)
        #expect(SecFailure(PKCS11Error(code: .malformedResponse, message: ""), during: .find).status == -26275)
        #expect(SecFailure(PKCS11Error(code: .invalidURI, message: ""), during: .find).status == -50)
    }
}
