public import Foundation

extension SecFailure {
    /// What a status code says to a person, in words of our own; nil for a code that is none of ours.
    static func knownText(_ status: OSStatus) -> String? {
        switch status {
        case errSecSuccess: "The operation succeeded."
        case errSecUnimplemented: "This is not something the token or this module does."
        case errSecDiskFull: "The disk is full."
        case errSecIO: "Reading or writing a file failed."
        case errSecParam: "An argument is missing, of the wrong kind, or out of range."
        case errSecWrPerm: "The token does not let this user create, change or destroy that."
        case errSecAllocate: "There is not enough memory."
        case errSecUserCanceled: "The user cancelled the operation."
        case errSecBadReq: "The operation is not possible in this state."
        case errSecInternalComponent: "The token answered something that it should not answer."
        case errSSLCrypto: "The signature is not valid for this data and key."
        case errSecACLNotSimple: "The access rules have no simple form."
        case errSecUnsupportedFormat: "Key data of this format cannot be read."
        case errSecUnknownFormat: "The format of the key data is not known."
        case errSecKeyIsSensitive: "The key leaves the token in wrapped form at most."
        case errSecNotAvailable: "No token can be reached."
        case errSecReadOnly: "The token cannot be written."
        case errSecAuthFailed: "The PIN is wrong, locked, expired, or of a length that the token does not take."
        case errSecNoSuchKeychain: "There is no token of that name."
        case errSecInvalidKeychain: "The token cannot be used: it is not initialised, or several have that name."
        case errSecDuplicateItem: "The same key is on the token already."
        case errSecItemNotFound: "No key on the token matches."
        case errSecBufferTooSmall: "The buffer is too small for the result."
        case errSecNoSuchAttr: "Items of this class have no such attribute."
        case errSecInvalidItemRef: "The key that this refers to is gone."
        case errSecNoSuchClass: "There is no such class of items here."
        case errSecNoDefaultKeychain: "No token is configured."
        case errSecInteractionNotAllowed: "The token wants a PIN, and nobody may be asked for one."
        case errSecReadOnlyAttr: "This attribute cannot be changed."
        case errSecKeySizeNotAllowed: "The token takes no key of this size."
        case errSecInteractionRequired: "Somebody has to be asked, and that is not possible here."
        case errSecDataNotAvailable: "The value of this key does not leave the token."
        case errSecDataNotModifiable: "The value of a key cannot be changed."
        case errSecInDarkWake: "Nobody can be asked while the machine is asleep."
        case errSecDecode: "The data cannot be decoded."
        case errSecInternal: "Something inside failed."
        case errSecMissingEntitlement: "The program may not use this access group."
        case errSecRestrictedAPI: "The program may not call this."
        case errSecServiceNotAvailable: "The session with the token was closed."
        case errSecDeviceReset: "The token was reset."
        case errSecDeviceFailed: "The token, or the connection to it, failed."
        case errSecQuotaExceeded: "The token has no room, or no session, left."
        case errSecInternalError: "An internal error occurred."
        case errSecInvalidSignature: "The signature is not valid."
        case errSecNotLoggedIn: "Nobody is logged in."
        case errSecAlgorithmMismatch: "The algorithms do not agree."
        case errSecKeyUsageIncorrect: "The usage flags of the key do not allow this."
        case errSecUnsupportedKeySize: "Keys of this size are not supported."
        case errSecInvalidAlgorithm: "The algorithm is not valid."
        case errSecVerifyFailed: "The signature does not match the data and the key."
        case errSecAlreadyLoggedIn: "Somebody is logged in already."
        default: nil
        }
    }

    /// What a status code says to a person, or the bare number.
    static func text(of status: OSStatus) -> String { knownText(status) ?? "OSStatus \(status)" }
}

/// Says what a status code means, as a sentence in English.
///
/// - Parameters:
///   - status: a result of a function of this module.
///   - reserved: nothing; it is not looked at.
/// - Returns: the sentence; for a code that is not known, the word OSStatus and the number.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    NSString(string: SecFailure.text(of: status))
}
