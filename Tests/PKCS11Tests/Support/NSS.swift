import Foundation
import PKCS11
import TestSupport

/// Mozilla's software token, which differs from SoftHSM wherever the standard lets it, and where it does not.
enum NSS {
    static let isAvailable = Provider.nss.isAvailable
    static let missingReason = Provider.nss.missingReason

    /// The path of the list of certificates that every browser trusts, a module of its own; nil where it is not installed.
    static let rootsPath: String? = sibling("libnssckbi.so")

    private static func sibling(_ name: String) -> String? {
        guard let path = Provider.nss.path else { return nil }
        let sibling = (path as NSString).deletingLastPathComponent + "/" + name
        return FileManager.default.fileExists(atPath: sibling) ? sibling : nil
    }

    /// A copy of the library, which shares nothing with other users of NSS in this process, without any database: its first
    /// slot holds session objects and needs no login.
    static let module = Result {
        let folder = try TemporaryDirectory()
        folder.removeAtExit()
        let path = folder.file("libsoftokn3.so")
        try FileManager.default.copyItem(atPath: Provider.nss.required(), toPath: path)
        // It looks for the library with its cryptography beside itself.
        for name in ["libfreeblpriv3.so", "libfreeblpriv3.chk", "libfreebl3.so", "libfreebl3.chk"] {
            guard let source = sibling(name) else { continue }
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: source)
        }
        let reserved = "configdir='' certPrefix='' keyPrefix='' secmod='' flags=noCertDB,noModDB"
        return (folder, try Module.load(path: path, options: .init(reserved: reserved)))
    }

    /// A read/write session with the slot of session objects.
    static func session() throws -> Session {
        let slots = try module.get().1.slots(withToken: true)
        for slot in slots where try slot.tokenInfo().label == "NSS Generic Crypto Services" {
            return try slot.openSession(readWrite: true)
        }
        throw LoadedToken.MissingToken(label: "NSS Generic Crypto Services")
    }
}
