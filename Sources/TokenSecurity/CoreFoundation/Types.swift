public import Foundation

// A client writes `[…] as CFDictionary` and `result as? Data`. Casts of this kind bridge to the classes of Foundation only, so
// that the names of Core Foundation stand for those here; the real CFDictionary of the toolchain takes no such cast.

/// A dictionary of attributes, as the functions of this module take it.
public typealias CFDictionary = NSDictionary
/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// A list.
public typealias CFArray = NSArray
/// A list that can be changed.
public typealias CFMutableArray = NSMutableArray
/// A set.
public typealias CFSet = NSSet
/// Bytes.
public typealias CFData = NSData
/// Bytes that can be changed.
public typealias CFMutableData = NSMutableData
/// Text; every `kSec…` constant is one.
public typealias CFString = NSString
/// Text that can be changed.
public typealias CFMutableString = NSMutableString
/// A number.
public typealias CFNumber = NSNumber
/// A truth value: the same class as ``CFNumber``, told from a number by the type of what it holds.
public typealias CFBoolean = NSNumber
/// A moment.
public typealias CFDate = NSDate
/// An error; its code is one of the `errSec…` values.
public typealias CFError = NSError
/// The place an error's code belongs to.
public typealias CFErrorDomain = NSString
/// A null value inside of a collection.
public typealias CFNull = NSNull
/// Any object, such as the result of ``SecItemCopyMatching(_:_:)``.
public typealias CFTypeRef = AnyObject
/// A way to get memory; accepted where Apple's signatures have one, and ignored.
public typealias CFAllocator = AnyObject

/// A result code: 0, or one of the `errSec…` values.
public typealias OSStatus = Int32
/// A count or a position.
public typealias CFIndex = Int
/// What kind of object something is: see ``CFGetTypeID(_:)``.
public typealias CFTypeID = UInt
/// A set of flags.
public typealias CFOptionFlags = UInt
/// A truth value of C.
public typealias Boolean = Bool

/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null object.
public let kCFNull: CFNull! = NSNull()
/// The default way to get memory: never anything but nil, so that it can be shared.
public nonisolated(unsafe) let kCFAllocatorDefault: CFAllocator! = nil
