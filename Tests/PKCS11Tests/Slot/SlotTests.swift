import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Slots and tokens of SoftHSM` {
    private let loaded: LoadedToken

    init() throws { loaded = try LoadedToken(label: "Zürich 🔑") }

    @Test func `the module says what it is`() throws {
        // As in the library's own header, and as pkcs11-tool shows it.
        let info = try loaded.module.info()
        #expect(info.cryptokiVersion.description == "2.40")
        #expect(info.manufacturer == "SoftHSM")
        #expect(info.description == "Implementation of PKCS11")
        let shown = try loaded.token.pkcs11Tool(["-I"]).output
        #expect(shown.contains("(ver \(info.libraryVersion))"))
    }

    @Test func `slots are those that pkcs11-tool lists`() throws {
        let slots = try loaded.module.slots()
        let shown = try loaded.token.pkcs11Tool(["-L"]).output
        let identifiers = shown.matches(of: #/Slot \d+ \(0x([0-9a-f]+)\)/#).compactMap { UInt($0.1, radix: 16) }
        #expect(Set(slots.map(\.id)) == Set(identifiers))
        #expect(slots.count == 2)
        #expect(try loaded.module.slots(withToken: true).count == 2)
        #expect(loaded.module.slot(id: loaded.slot.id) == loaded.slot)
    }

    @Test func `a slot is described`() throws {
        let info = try loaded.slot.info()
        #expect(info.description.hasPrefix("SoftHSM slot ID 0x"))
        #expect(info.manufacturer == "SoftHSM project")
        #expect(info.flags == .tokenPresent)
        #expect(info.flags.names == ["CKF_TOKEN_PRESENT"])
    }

    @Test func `a token is described`() throws {
        let info = try loaded.slot.tokenInfo()
        #expect(info.label == "Zürich 🔑")
        #expect(info.labelBytes == Data("Zürich 🔑".utf8))
        #expect(info.manufacturer == "SoftHSM project")
        #expect(info.model == "SoftHSM v2")
        #expect(info.flags.isSuperset(of: [.rng, .loginRequired, .userPINInitialized, .tokenInitialized]))
        #expect(!info.flags.contains(.writeProtected))
        #expect(info.minPINLength == 4)
        #expect(info.maxPINLength == 255)
        // SoftHSM gives CK_UNAVAILABLE_INFORMATION for memory.
        #expect(info.freePublicMemory == nil)
        #expect(info.totalPrivateMemory == nil)
        #expect(info.sessionCount == nil)
        #expect(info.utcTime == nil || info.flags.contains(.clockOnToken))
        let shown = try loaded.token.pkcs11Tool(["-L"]).output
        #expect(shown.contains("serial num         : \(info.serialNumber)\n"))
    }

    @Test func `mechanisms are those that pkcs11-tool lists`() throws {
        let mechanisms = try loaded.slot.mechanisms()
        #expect(Set(mechanisms).count == mechanisms.count)
        let shown = try loaded.token.pkcs11Tool(["-M", "--slot", "\(loaded.slot.id)"]).output
        #expect(mechanisms.count == shown.split(separator: "\n").count { $0.hasPrefix("  ") })
        #expect(mechanisms.contains(.rsaPKCS))
        let info = try loaded.slot.mechanismInfo(.rsaPKCS)
        #expect(info.minKeySize == 512)
        #expect(info.maxKeySize == 16384)
        #expect(info.flags == [.sign, .verify, .encrypt, .decrypt, .wrap, .unwrap])
        #expect(shown.contains("  RSA-PKCS, keySize={512,16384}, encrypt, decrypt, sign, verify, wrap, unwrap\n"))
    }

    @Test func `a mechanism that the token does not have`() throws {
        for mechanism in [MechanismType(rawValue: 0x8000_0001), .rsaAESKeyWrap] {
            let error = try failure { try loaded.slot.mechanismInfo(mechanism) }
            #expect(error.returnValue == .mechanismInvalid)
            #expect(error.message.contains("\(mechanism)"))
        }
    }

    @Test func `a slot that is not there`() throws {
        let slot = loaded.module.slot(id: 0xdead_beef_0000)
        #expect(try failure { try slot.info() }.returnValue == .slotIDInvalid)
        #expect(try failure { try slot.tokenInfo() }.returnValue == .slotIDInvalid)
        #expect(try failure { try slot.mechanisms() }.returnValue == .slotIDInvalid)
        #expect(try failure { try slot.openSession() }.returnValue == .slotIDInvalid)
        #expect(try failure { try slot.closeAllSessions() }.returnValue == .slotIDInvalid)
        #expect(try failure { try slot.info() }.function == "C_GetSlotInfo")
    }

    @Test func `no slot event comes from SoftHSM`() throws {
        #expect(try loaded.module.pollSlotEvent() == nil)
    }
}

@Suite struct `Odd answers about slots and tokens` {
    @Test func `texts are trimmed at their end only, of spaces and NUL, and need not be UTF-8`() throws {
        let module = try ToyProvider().load()
        let slot = module.slot(id: 1)
        #expect(try module.info().description == "A toy")
        #expect(try module.info().libraryVersion.description == "1.7")
        #expect(try slot.info().description == "Toy reader")
        let info = try slot.tokenInfo()
        #expect(info.labelBytes == Data([0xff] + Array("café ".utf8) + [0xe2]))
        #expect(info.label == "\u{fffd}café \u{fffd}")
        #expect(info.model == " model 16 bytes!")
        #expect(info.serialNumber == "")
    }

    @Test func `numbers that the token does not give are nil`() throws {
        let toy = try ToyProvider()
        let slot = try toy.load().slot(id: 1)
        let info = try slot.tokenInfo()
        let none: [UInt?] = [
            info.maxSessionCount, info.sessionCount, info.maxReadWriteSessionCount, info.readWriteSessionCount,
            info.maxPINLength, info.minPINLength, info.totalPublicMemory, info.freePublicMemory,
            info.totalPrivateMemory, info.freePrivateMemory,
        ]
        #expect(none.allSatisfy { $0 == nil })
        #expect(try slot.mechanismInfo(.rsaPKCS).maxKeySize == nil)
        #expect(try slot.mechanismInfo(.rsaPKCS).minKeySize == nil)
        toy["number"] = 12
        #expect(try slot.tokenInfo().maxPINLength == 12)
        #expect(try slot.tokenInfo().freePrivateMemory == 12)
        #expect(try slot.mechanismInfo(.rsaPKCS).minKeySize == 12)
        toy["number"] = 0
        #expect(try slot.tokenInfo().maxSessionCount == 0)
        // A token whose longest PIN has no bytes says that it does not know.
        #expect(try slot.tokenInfo().maxPINLength == nil)
    }

    @Test func `flags that have no name are kept`() throws {
        let toy = try ToyProvider()
        let slot = try toy.load().slot(id: 1)
        #expect(
            try slot.info().flags.names == ["CKF_TOKEN_PRESENT", "CKF_REMOVABLE_DEVICE", "CKF_HW_SLOT", "0x80000000"])
        toy["flags"] = TokenFlags.loginRequired.rawValue | 1 << 40
        #expect(try slot.tokenInfo().flags.names == ["CKF_LOGIN_REQUIRED", "0x10000000000"])
        #expect(try slot.mechanismInfo(.rsaPKCS).flags.names == ["CKF_HW", "CKF_SIGN", "0x40000000"])
    }

    @Test func `the clock is read where there is one`() throws {
        let toy = try ToyProvider()
        let slot = try toy.load().slot(id: 1)
        #expect(try slot.tokenInfo().utcTime == nil)
        toy["flags"] = TokenFlags.clockOnToken.rawValue
        #expect(try slot.tokenInfo().utcTime == "2031123123595900")
    }

    @Test func `slots that appear between the two calls are found`() throws {
        let toy = try ToyProvider(["slots": 2, "growing": 2])
        #expect(try toy.load().slots().map(\.id) == [1, 2, 3, 4])
    }

    @Test func `mechanisms that appear between the two calls are found, vendors' too`() throws {
        let toy = try ToyProvider(["growing": 1])
        let mechanisms = try toy.load().slot(id: 1).mechanisms()
        #expect(mechanisms.map(\.description) == ["0x80001000", "0x80001001", "0x80001002"])
    }

    @Test(.timeLimit(.minutes(1))) func `lists that never stop growing are given up`() throws {
        let toy = try ToyProvider(["growing": 1_000_000])
        let module = try toy.load()
        #expect(try failure { try module.slots() }.returnValue == .bufferTooSmall)
        #expect(try failure { try module.slot(id: 1).mechanisms() }.returnValue == .bufferTooSmall)
    }

    @Test(arguments: [UInt(65537), 1 << 40, .max]) func `an absurd number is not believed`(count: UInt) throws {
        let toy = try ToyProvider(["slots": count, "mechanisms": count])
        let module = try toy.load()
        #expect(try failure { try module.slots() }.code == .malformedResponse)
        #expect(try failure { try module.slot(id: 1).mechanisms() }.code == .malformedResponse)
    }

    @Test func `none is none`() throws {
        let toy = try ToyProvider(["slots": 3, "tokens": 0, "mechanisms": 0])
        let module = try toy.load()
        #expect(try module.slots(withToken: true).isEmpty)
        #expect(try module.slots().count == 3)
        #expect(try module.slot(id: 1).mechanisms().isEmpty)
    }

    @Test func `failures say which function, and of which slot`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        let functions = ["C_GetSlotList", "C_GetInfo", "C_GetTokenInfo", "C_GetMechanismList", "C_OpenSession"]
        for function in functions { toy.fail(function, .deviceRemoved) }
        let slot = module.slot(id: 1)
        let errors = [
            try failure { try module.slots() }, try failure { try module.info() }, try failure { try slot.tokenInfo() },
            try failure { try slot.mechanisms() }, try failure { try slot.openSession() },
        ]
        #expect(errors.map(\.function) == functions)
        #expect(errors.allSatisfy { $0.returnValue == .deviceRemoved })
        #expect(errors.dropFirst(2).allSatisfy { $0.message.contains("slot 1") })
        #expect(errors.allSatisfy { $0.description.hasSuffix("returned CKR_DEVICE_REMOVED") })
    }

    @Test func `the second call of a list may fail`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        toy.fail("C_GetSlotList", call: 2, .functionFailed)
        toy.fail("C_GetMechanismList", call: 2, .functionFailed)
        #expect(try failure { try module.slots() }.returnValue == .functionFailed)
        #expect(try failure { try module.slot(id: 1).mechanisms() }.returnValue == .functionFailed)
    }

    @Test func `a slot event is polled for, not waited for`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        #expect(try module.pollSlotEvent() == nil)
        #expect(toy["event.flags"] == 1)
        toy["event"] = 7
        #expect(try module.pollSlotEvent() == module.slot(id: 7))
        #expect(try module.pollSlotEvent() == nil)
        toy.fail("C_WaitForSlotEvent", .functionNotSupported)
        #expect(try failure { try module.pollSlotEvent() }.returnValue == .functionNotSupported)
    }
}
