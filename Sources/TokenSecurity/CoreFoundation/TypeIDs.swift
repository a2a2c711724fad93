internal import Foundation

/// The kinds of objects that ``CFGetTypeID(_:)`` tells apart. The numbers hold for one process, as everywhere.
private enum TypeID: CFTypeID {
    case other
    case boolean, number, string, data, date, array, dictionary, set, error, null
    case key, certificate, identity, accessControl

    init(_ object: CFTypeRef?) {
        self =
            switch object {
            case is SecKey: .key
            case is SecCertificate: .certificate
            case is SecIdentity: .identity
            case is SecAccessControl: .accessControl
            case let number as NSNumber: number.isBoolean ? .boolean : .number
            case is NSString: .string
            case is NSData: .data
            case is NSDate: .date
            case is NSArray: .array
            case is NSDictionary: .dictionary
            case is NSSet: .set
            case is NSError: .error
            case is NSNull: .null
            default: .other
            }
    }
}

extension NSNumber {
    /// Numbers and truth values are one class, and a 1 passes for `true` in a cast: what tells them apart is the type of C they
    /// were made from.
    var isBoolean: Bool { UInt8(truncatingIfNeeded: objCType.pointee) == UInt8(ascii: "c") }
}

/// Says what kind of object something is, to be compared with what the functions below return.
///
/// - Parameter object: a key, or an object of Foundation.
/// - Returns: the number of its kind; 0 for one that is not known.
@discardableResult
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID { TypeID(object).rawValue }

/// The kind of a ``SecKey``.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeID.key.rawValue }

/// The kind of a ``SecCertificate``.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeID.certificate.rawValue }

/// The kind of a ``SecIdentity``.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { TypeID.identity.rawValue }

/// The kind of a ``SecAccessControl``.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID { TypeID.accessControl.rawValue }

/// The kind of a truth value.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { TypeID.boolean.rawValue }

/// The kind of a number.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { TypeID.number.rawValue }

/// The kind of text.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { TypeID.string.rawValue }

/// The kind of bytes.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { TypeID.data.rawValue }

/// The kind of a moment.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { TypeID.date.rawValue }

/// The kind of a list.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { TypeID.array.rawValue }

/// The kind of a dictionary.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { TypeID.dictionary.rawValue }

/// The kind of a set.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { TypeID.set.rawValue }

/// The kind of an error.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { TypeID.error.rawValue }

/// The kind of the null object.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { TypeID.null.rawValue }
