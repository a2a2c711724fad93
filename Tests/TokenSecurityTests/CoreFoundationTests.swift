import Foundation
import Testing

@testable import TokenSecurity

@Suite("Core Foundation's names")
struct CoreFoundationTests {
    @Test
    func `every kind of object has a number of its own`() {
        let objects: [(CFTypeRef, CFTypeID)] = [
            (kCFBooleanTrue, CFBooleanGetTypeID()), (kCFBooleanFalse, CFBooleanGetTypeID()),
            (true as CFBoolean, CFBooleanGetTypeID()), (1 as CFNumber, CFNumberGetTypeID()),
            (0 as CFNumber, CFNumberGetTypeID()), (1.5 as CFNumber, CFNumberGetTypeID()),
            (NSNumber(value: Int64.max), CFNumberGetTypeID()), ("a" as CFString, CFStringGetTypeID()),
            (kSecClass, CFStringGetTypeID()), (Data([1]) as CFData, CFDataGetTypeID()),
            (Date() as CFDate, CFDateGetTypeID()), ([1] as CFArray, CFArrayGetTypeID()),
            (["a": 1] as CFDictionary, CFDictionaryGetTypeID()), (NSMutableDictionary(), CFDictionaryGetTypeID()),
            (NSSet(), CFSetGetTypeID()), (CFError(domain: "d", code: 1), CFErrorGetTypeID()),
            (kCFNull, CFNullGetTypeID()),
        ]
        for (object, kind) in objects { #expect(CFGetTypeID(object) == kind) }
        let kinds = Set(objects.map(\.1)).union([
            SecKeyGetTypeID(), SecCertificateGetTypeID(), SecIdentityGetTypeID(), SecAccessControlGetTypeID(),
        ])
        #expect(kinds.count == 14)
        #expect(CFGetTypeID(NSObject()) == 0)
        #expect(!kinds.contains(0))
    }

    @Test
    func `values bridged by a cast are of their kind`() {
        #expect(CFGetTypeID("a" as AnyObject) == CFStringGetTypeID())
        #expect(CFGetTypeID(256 as AnyObject) == CFNumberGetTypeID())
        #expect(CFGetTypeID(true as AnyObject) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(Data([1]) as AnyObject) == CFDataGetTypeID())
    }

    @Test
    func `objects are equal by what they hold`() {
        #expect(CFEqual("a" as CFString, NSMutableString(string: "a")))
        #expect(!CFEqual("a" as CFString, "b" as CFString))
        #expect(CFEqual(Data([1, 2]) as CFData, Data([1, 2]) as CFData))
        #expect(CFHash("a" as CFString) == CFHash("a" as CFString))
    }

    @Test
    func `bytes, lists and truth values can be looked into`() {
        let data = Data([7, 8, 9]) as CFData
        #expect(CFDataGetLength(data) == 3)
        #expect(Array(UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: 3)) == [7, 8, 9])
        #expect(CFArrayGetCount([1, 2] as CFArray) == 2)
        #expect(CFDictionaryGetCount(["a": 1] as CFDictionary) == 1)
        #expect(CFBooleanGetValue(kCFBooleanTrue))
        #expect(!CFBooleanGetValue(kCFBooleanFalse))
    }

    @Test
    func `a mutable dictionary takes values by name, as key-value coding does elsewhere`() {
        let attributes = NSMutableDictionary()
        attributes.setValue(kSecClassKey, forKey: kSecClass as String)
        attributes.setValue(2048, forKey: kSecAttrKeySizeInBits as String)
        #expect(attributes[kSecClass] as? String == "keys")
        #expect((attributes as CFDictionary) as? [String: Any] != nil)
        #expect(attributes["bsiz"] as? Int == 2048)
        attributes.setValue(nil, forKey: "bsiz")
        #expect(attributes.count == 1)
    }
}

@Suite("Access control and random bytes")
struct AccessTests {
    @Test
    func `flags of an access control have their values`() {
        let flags: [(SecAccessControlCreateFlags, UInt)] = [
            (.userPresence, 1), (.biometryAny, 2), (.touchIDAny, 2), (.biometryCurrentSet, 8), (.touchIDCurrentSet, 8),
            (.devicePasscode, 16), (.watch, 32), (.companion, 32), (.or, 0x4000), (.and, 0x8000),
            (.privateKeyUsage, 0x4000_0000), (.applicationPassword, 0x8000_0000),
        ]
        for (flag, value) in flags { #expect(flag.rawValue == value) }
    }

    @Test
    func `85: an access control needs a protection and a sensible set of flags`() throws {
        let protections = [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAlways,
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            kSecAttrAccessibleAlwaysThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ]
        var error: Unmanaged<CFError>?
        for protection in protections {
            #expect(SecAccessControlCreateWithFlags(nil, protection, [.privateKeyUsage], &error) != nil)
        }
        let presence = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked,
            [.userPresence, .privateKeyUsage, .applicationPassword], &error)
        #expect(presence != nil)
        #expect(error == nil)
        #expect(CFGetTypeID(presence) == SecAccessControlGetTypeID())

        for flags in [[.userPresence, .biometryAny], [.userPresence, .biometryCurrentSet]]
            as [SecAccessControlCreateFlags]
        {
            let refused = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, &error)
            #expect(refused == nil)
            #expect(try #require(error).takeRetainedValue().code == -50)
        }
        for protection in [kSecClass, Data() as CFData, kCFNull] as [CFTypeRef] {
            #expect(SecAccessControlCreateWithFlags(nil, protection, [], nil) == nil)
        }
    }

    @Test
    func `53: random bytes fill exactly what they should`() {
        for count in [0, 1, 255, 256, 257, 1000] {
            var first = [UInt8](repeating: 0, count: count + 8)
            var second = first
            #expect(SecRandomCopyBytes(kSecRandomDefault, count, &first) == errSecSuccess)
            #expect(SecRandomCopyBytes(SecRandom(), count, &second) == errSecSuccess)
            #expect(first.suffix(8).allSatisfy { $0 == 0 })
            #expect(count < 16 || first != second)
            // Each block was filled, not only the first.
            #expect(count < 1000 || !first.dropLast(8).suffix(32).allSatisfy { $0 == 0 })
        }
        var byte: UInt8 = 0
        #expect(SecRandomCopyBytes(nil, -1, &byte) == errSecParam)
    }
}
