public import Foundation

/// When and by whom an item may be used, as a value of ``kSecAttrAccessControl``.
///
/// Checked when it is made, accepted with an item, and not stored: a key is protected by the login of its token.
public final class SecAccessControl: NSObject, Sendable {
    /// A value of ``kSecAttrAccessible``.
    let protection: String
    let flags: SecAccessControlCreateFlags

    init(protection: String, flags: SecAccessControlCreateFlags) {
        self.protection = protection
        self.flags = flags
    }

    /// Whether the other is an access control of the same protection and flags.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecAccessControl else { return false }
        return protection == other.protection && flags == other.flags
    }

    /// Equal for equal values.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(protection)
        hasher.combine(flags.rawValue)
        return hasher.finalize()
    }

    private static let protections: Set<String> = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

    static func make(protection: CFTypeRef, flags: SecAccessControlCreateFlags) throws(SecFailure) -> SecAccessControl {
        guard let protection = protection as? String, protections.contains(protection) else {
            throw SecFailure(errSecParam, "the protection is none of the values of kSecAttrAccessible")
        }
        if flags.contains(.userPresence), !flags.isDisjoint(with: [.biometryAny, .biometryCurrentSet]) {
            throw SecFailure(
                errSecParam, "userPresence leaves the way open, and does not go with a flag that names one")
        }
        return SecAccessControl(protection: protection, flags: flags)
    }
}

/// Makes an access control.
///
/// - Parameters:
///   - allocator: not looked at.
///   - protection: a value of ``kSecAttrAccessible``, such as ``kSecAttrAccessibleWhenUnlocked``.
///   - flags: what is asked of whoever uses the item.
///   - error: where the failure goes; the caller owns it.
/// - Returns: the access control; nil, with ``errSecParam``, for another protection, and for
///   ``SecAccessControlCreateFlags/userPresence`` together with a flag of biometry.
@discardableResult
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    reporting(error) { () throws(SecFailure) in try SecAccessControl.make(protection: protection, flags: flags) }
}
