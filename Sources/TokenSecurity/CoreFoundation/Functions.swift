public import Foundation

/// Whether two objects are equal.
@discardableResult
public func CFEqual(_ first: CFTypeRef!, _ second: CFTypeRef!) -> Bool {
    if let first, let second, first === second { return true }
    return (first as? NSObject)?.isEqual(second) ?? false
}

/// A number that equal objects have in common.
@discardableResult
public func CFHash(_ object: CFTypeRef!) -> CFOptionFlags {
    UInt(bitPattern: (object as? NSObject)?.hash ?? 0)
}

/// The code of an error: one of the `errSec…` values.
@discardableResult
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error?.code ?? 0 }

/// The domain of an error, `NSOSStatusErrorDomain` for those of this module.
@discardableResult
public func CFErrorGetDomain(_ error: CFError!) -> CFErrorDomain! { error.map { NSString(string: $0.domain) } }

/// What an error says, in words for people.
@discardableResult
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! {
    error.map { NSString(string: $0.localizedDescription) }
}

/// What is known of an error besides its code, by the keys of `NSError`.
@discardableResult
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! {
    error.map { NSDictionary(dictionary: $0.userInfo) }
}

/// How many bytes there are.
@discardableResult
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data?.length ?? 0 }

/// The bytes themselves, there as long as the object is; nil for none.
@discardableResult
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    data?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// How many entries a list has.
@discardableResult
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array?.count ?? 0 }

/// How many entries a dictionary has.
@discardableResult
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary?.count ?? 0 }

/// What a truth value is.
@discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean?.boolValue ?? false }
