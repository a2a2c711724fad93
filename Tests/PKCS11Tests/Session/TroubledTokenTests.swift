import Foundation
import PKCS11
import TestSupport
import Testing

/// What hardware tokens do and SoftHSM does not, by the fault provider in front of it.
@Suite struct `Tokens in trouble` {
    private let token: SoftHSMToken
    private let faults: FaultProvider
    private let module: Module
    private let slot: Slot
    private let pin: SecureBytes

    init() throws {
        token = try SoftHSMToken()
        faults = try FaultProvider(on: token)
        module = try Module.load(path: faults.path)
        slot = try LoadedToken.slot(labelled: "test", of: module)
        pin = try SecureBytes(utf8: token.pin)
    }

    private func generate(_ session: borrowing Session) throws -> ObjectHandle {
        try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen), publicTemplate: [Attribute(.modulusBits, 1024)],
            privateTemplate: [Attribute(.sign, true), Attribute(.token, false)]
        ).privateKey
    }

    @Test func `a PIN is locked after wrong ones, and the flags say how near that is`() throws {
        try faults.plan("pin:tries=3")
        let session = try slot.openSession()
        let wrong = try SecureBytes(utf8: "0000000")
        #expect(try failure { try session.login(.user, pin: wrong) }.returnValue == .pinIncorrect)
        #expect(try slot.tokenInfo().flags.contains(.userPINCountLow))
        #expect(try failure { try session.login(.user, pin: wrong) }.returnValue == .pinIncorrect)
        #expect(try slot.tokenInfo().flags.contains(.userPINFinalTry))
        _ = try failure { try session.login(.user, pin: wrong) }
        #expect(try slot.tokenInfo().flags.contains(.userPINLocked))
        let error = try failure { try session.login(.user, pin: pin) }
        #expect(error.returnValue == .pinLocked)
        #expect(error.description == "logging in as CKU_USER: C_Login returned CKR_PIN_LOCKED")
    }

    @Test func `a PIN pad takes the PIN`() throws {
        try faults.plan("auth:pinpad=\(token.pin); token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH")
        #expect(try slot.tokenInfo().flags.contains(.protectedAuthenticationPath))
        let session = try slot.openSession()
        try session.login(.user, pin: nil)
        #expect(try session.info().state == .roUserFunctions)
    }

    @Test func `a key may want a login for every use`() throws {
        try faults.plan("auth:always")
        let session = try slot.openSession()
        try session.login(.user, pin: pin)
        let key = try generate(session)
        let mechanism = Mechanism(.sha256RSAPKCS)
        try session.signInit(mechanism, key: key)
        #expect(
            try failure { try session.sign(Data([1]), maximumLength: 128) }.returnValue == .userNotLoggedIn)
        let other = try slot.openSession()
        try other.signInit(mechanism, key: key)
        try other.login(.contextSpecific, pin: pin)
        #expect(try other.sign(Data([1]), maximumLength: 128).count == 128)
    }

    @Test func `sessions may run out`() throws {
        try faults.plan("sessions:max=3")
        var handles = try (0..<3).map { _ in try slot.openSession().release() }
        let error = try failure { try slot.openSession() }
        #expect(error.returnValue == .sessionCount)
        #expect(error.message == "opening a session on slot \(slot.id)")
        try Session(adopting: handles.removeLast(), of: module).close()
        try slot.openSession().close()
        #expect(faults.openSessions == 2)
    }

    @Test func `sessions may be lost`() throws {
        let session = try slot.openSession()
        try session.login(.user, pin: pin)
        try faults.plan("sessions:forget")
        #expect(try failure { try session.find() }.returnValue == .sessionHandleInvalid)
        let next = try slot.openSession()
        #expect(try next.info().state == .roPublicSession)
    }

    @Test func `the token may be pulled out and put back`() throws {
        #expect(try module.pollSlotEvent() == nil)
        let session = try slot.openSession()
        try faults.plan("token:removed")
        #expect(try module.pollSlotEvent() == slot)
        #expect(try module.pollSlotEvent() == nil)
        #expect(try !slot.info().flags.contains(.tokenPresent))
        #expect(try failure { try slot.tokenInfo() }.returnValue == .tokenNotPresent)
        #expect([.deviceRemoved, .sessionHandleInvalid].contains(try failure { try session.find() }.returnValue))
        #expect(try !module.slots(withToken: true).contains(slot))
        #expect(try module.slots().contains(slot))
        try faults.plan("token:present")
        #expect(try module.pollSlotEvent() == slot)
        #expect(try slot.tokenInfo().label == "test")
        #expect(try slot.openSession().find().isEmpty)
    }

    @Test func `signing takes two calls, reading random bytes one`() throws {
        let session = try slot.openSession()
        try session.login(.user, pin: pin)
        let key = try generate(session)
        faults.reset()
        try session.signInit(Mechanism(.sha256RSAPKCS), key: key)
        _ = try session.sign(Data("message".utf8), maximumLength: 128)
        _ = try session.randomBytes(count: 32)
        #expect(faults.log == ["C_SignInit", "C_Sign", "C_GenerateRandom"])
    }

    @Test func `a module without a function, or with an odd version, is used as far as it goes`() throws {
        let other = try FaultProvider(on: token)
        try other.plan("list:null=C_GenerateRandom; list:version=2.11")
        let module = try Module.load(path: other.path)
        #expect(module.functionListVersion.description == "2.11")
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession()
        #expect(try failure { try session.randomBytes(count: 1) }.returnValue == .functionNotSupported)
        #expect(try session.find().isEmpty)
    }

    @Test(arguments: [
        "flip", "short", "overlong", "toosmall", "noquery", "strip",
    ]) func `lies about outputs end as errors or as other bytes, never beyond the buffer`(lie: String) throws {
        let session = try slot.openSession()
        try session.login(.user, pin: pin)
        let key = try generate(session)
        try faults.plan("output:C_Sign=\(lie)")
        for room in [1, 128, 4096] {
            let other = try slot.openSession()
            try other.signInit(Mechanism(.sha256RSAPKCS), key: key)
            let signature = try? other.sign(Data("message".utf8), maximumLength: room)
            #expect(signature.map { $0.count <= 4096 } ?? true)
        }
    }
}
