import Foundation
import PKCS11
import TestSupport
import Testing

@Suite(.enabled(if: NSS.isAvailable, "\(NSS.missingReason)")) struct `NSS softokn` {
    @Test func `is loaded by its reserved string and a 3.0 interface`() throws {
        let module = try NSS.module.get().1
        #expect(module.functionListVersion.description == "3.0")
        let names = module.interfaces().map(\.name)
        #expect(names.filter { $0 == "PKCS 11" }.count == 2)
        #expect(names.contains("Vendor NSS Module Interface"))
        #expect(try module.info().manufacturer == "Mozilla Foundation")
        #expect(!module.isSerialized)
        let session = try NSS.session()
        let state = try session.info().state
        #expect(state == .rwPublicSession)
    }

    @Test func `is refused without the reserved string`() async throws {
        await #expect(processExitsWith: .success) {
            let error = try failure { try Module.load(path: Provider.nss.required()) }
            #expect(error.function == "C_Initialize")
        }
    }

    @Test func `makes no megabyte of random bytes at once, and says so`() throws {
        let session = try NSS.session()
        #expect(try session.randomBytes(count: 65536).count == 65536)
        let error = try failure { try session.randomBytes(count: 1 << 20) }
        #expect(error.returnValue == .argumentsBad)
        #expect(error.message == "making 1048576 random bytes")
    }

    @Test func `has no slot events`() throws {
        let module = try NSS.module.get().1
        #expect(try failure { try module.pollSlotEvent() }.returnValue == .functionNotSupported)
    }
}
