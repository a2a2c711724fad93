import Foundation
import PKCS11
import TestSupport
import Testing

/// A token behind faults, with what nearly every test needs.
private struct Bench {
    let token: SoftHSMToken
    let faults: FaultProvider
    let module: Module
    let slot: Slot
    let pin: SecureBytes

    init(plan: String = "") throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        try faults.plan(plan)
        self.token = token
        pin = try SecureBytes(utf8: token.pin)
        self.faults = faults
        module = try token.withEnvironment { try Module.load(path: faults.path) }
        slot = try #require(try module.slots(withToken: true).first { try $0.tokenInfo().label == token.label })
    }

    func loggedIn() throws -> Session {
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: pin)
        return session
    }

    func makeKeyPair(_ session: borrowing Session) throws -> (publicKey: ObjectHandle, privateKey: ObjectHandle) {
        try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen),
            publicTemplate: [
                Attribute(.token, true), Attribute(.modulusBits, 2048 as UInt), Attribute(.label, "pair"),
                Attribute(.publicExponent, Data([1, 0, 1])),
            ], privateTemplate: [Attribute(.token, true), Attribute(.label, "pair"), Attribute(.sign, true)])
    }
}

/// The return value of the call that fails.
private func returnValue(_ body: () throws -> Void) -> ReturnValue? {
    do {
        try body()
        return nil
    } catch {
        return (error as? PKCS11Error)?.returnValue
    }
}

@Suite struct `The fault provider` {
    @Test func `forwards and counts`() throws {
        let bench = try Bench()
        bench.faults.reset()
        let session = try bench.loggedIn()
        _ = try session.randomBytes(count: 16)
        try session.close()
        #expect(bench.faults.log == ["C_OpenSession", "C_Login", "C_GenerateRandom", "C_CloseSession"])
        #expect(bench.faults.count(of: "C_Login") == 1)
        #expect(bench.faults.count() == 4)
        #expect(bench.faults.openSessions == 0)
    }

    @Test func `fails the n-th call before the work, and another after it`() throws {
        let bench = try Bench()
        let session = try bench.loggedIn()
        try bench.faults.plan("C_GenerateRandom:2=CKR_DEVICE_ERROR; C_GenerateKeyPair:1:after=0x80000123")
        _ = try session.randomBytes(count: 1)
        #expect(returnValue { _ = try session.randomBytes(count: 1) } == .deviceError)
        _ = try session.randomBytes(count: 1)
        #expect(try session.find().isEmpty)
        #expect(returnValue { _ = try bench.makeKeyPair(session) }?.rawValue == 0x8000_0123)
        #expect(try session.find().count == 2)
        try bench.faults.plan("*:2..3=CKR_FUNCTION_FAILED; C_OpenSession:1+=CKR_DEVICE_ERROR")
        let answers = (1...4).map { _ in returnValue { _ = try session.info() } }
        #expect(answers == [nil, .functionFailed, .functionFailed, nil])
        #expect(returnValue { _ = try bench.slot.openSession() } == .deviceError)
        #expect(bench.faults.openSessions == 1)
    }

    @Test func `refuses a plan with a mistake and keeps the one before`() throws {
        let bench = try Bench()
        try bench.faults.plan("C_GetTokenInfo:every=CKR_DEVICE_ERROR")
        for mistake in [
            "C_Foo:1=CKR_OK", "C_Sign=CKR_OK", "C_Sign:0=CKR_OK", "C_Sign:1=CKR_WRONG", "attr:CKA_ID=nonsense", "what",
            "token:removed=1", "sessions:max", "attr=absent", "token:label=%zz",
        ] {
            #expect(throws: FaultPlanError.self, "\(mistake)") { try bench.faults.plan(mistake) }
        }
        #expect(returnValue { _ = try bench.slot.tokenInfo() } == .deviceError)
        try bench.faults.amend("token:minpin=6; C_GetSlotInfo:1=CKR_HOST_MEMORY")
        #expect(returnValue { _ = try bench.slot.tokenInfo() } == .deviceError)
        #expect(returnValue { _ = try bench.slot.info() } == .hostMemory)
    }

    @Test func `changes what a token says of itself`() throws {
        let bench = try Bench()
        try bench.faults.plan(
            "token:flags+=CKF_USER_PIN_FINAL_TRY|CKF_WRITE_PROTECTED; token:flags-=CKF_RNG; token:label=odd%ff%3b;"
                + "token:serial=007; token:minpin=6; token:maxpin=unavailable; token:maxsessions=3")
        let info = try bench.slot.tokenInfo()
        #expect(info.flags.contains(.userPINFinalTry) && info.flags.contains(.writeProtected))
        #expect(!info.flags.contains(.rng))
        #expect(info.labelBytes == Data([0x6f, 0x64, 0x64, 0xff, 0x3b]))
        #expect(info.serialNumber == "007")
        #expect(info.minPINLength == 6)
        #expect(info.maxPINLength == nil)
        #expect(info.maxSessionCount == 3)
    }

    @Test func `bounds sessions and takes them away`() throws {
        let bench = try Bench(plan: "sessions:max=2")
        let first = try bench.loggedIn()
        let second = try bench.slot.openSession()
        #expect(returnValue { _ = try bench.slot.openSession() } == .sessionCount)
        #expect(bench.faults.openSessions == 2)
        try bench.faults.plan("C_GenerateRandom:1=forget")
        #expect(returnValue { _ = try first.randomBytes(count: 1) } == .sessionHandleInvalid)
        #expect(returnValue { _ = try second.info() } == .sessionHandleInvalid)
        #expect(bench.faults.openSessions == 0)
        let again = try bench.loggedIn()
        #expect(try again.info().state == .rwUserFunctions)
        _ = (first.release(), second.release(), again.release())
    }

    @Test func `pulls the token out and puts it back`() throws {
        let bench = try Bench()
        let session = try bench.loggedIn()
        try bench.faults.plan("token:removed")
        #expect(returnValue { _ = try session.info() } == .deviceRemoved)
        #expect(returnValue { _ = try bench.slot.tokenInfo() } == .tokenNotPresent)
        #expect(try bench.module.slots(withToken: true).isEmpty)
        #expect(try !bench.slot.info().flags.contains(.tokenPresent))
        #expect(try bench.module.pollSlotEvent() != nil)
        #expect(try bench.module.pollSlotEvent() == nil)
        try bench.faults.plan("token:present")
        #expect(try bench.module.pollSlotEvent() != nil)
        #expect(returnValue { _ = try session.info() } == .sessionHandleInvalid)
        #expect(try bench.slot.tokenInfo().label == bench.token.label)
        _ = session.release()
    }

    @Test func `locks the PIN`() throws {
        let bench = try Bench(plan: "pin:tries=3")
        let session = try bench.slot.openSession(readWrite: true)
        let wrong = try SecureBytes(utf8: "9999999")
        let flags = { try bench.slot.tokenInfo().flags }
        #expect(try !flags().contains(.userPINCountLow))
        #expect(returnValue { try session.login(.user, pin: wrong) } == .pinIncorrect)
        #expect(try flags().contains(.userPINCountLow) && !flags().contains(.userPINFinalTry))
        #expect(returnValue { try session.login(.user, pin: wrong) } == .pinIncorrect)
        #expect(try flags().contains(.userPINFinalTry))
        #expect(returnValue { try session.login(.user, pin: wrong) } == .pinLocked)
        #expect(try flags().contains(.userPINLocked))
        #expect(returnValue { try session.login(.user, pin: bench.pin) } == .pinLocked)
        bench.faults.reset()
        #expect(returnValue { try session.login(.user, pin: bench.pin) } == nil)
    }

    @Test func `asks for a login at each use of a private key`() throws {
        let bench = try Bench(plan: "auth:always; pin:tries=3")
        let session = try bench.loggedIn()
        let key = try bench.makeKeyPair(session).privateKey
        let mechanism = Mechanism(.sha256RSAPKCS)
        #expect(returnValue { try session.login(.contextSpecific, pin: bench.pin) } == .operationNotInitialized)
        try session.signInit(mechanism, key: key)
        #expect(returnValue { _ = try session.sign(Data("a".utf8), maximumLength: 256) } == .userNotLoggedIn)
        let wrong = try SecureBytes(utf8: "9999999")
        #expect(returnValue { try session.login(.contextSpecific, pin: wrong) } == .pinIncorrect)
        try session.login(.contextSpecific, pin: bench.pin)
        #expect(try session.sign(Data("a".utf8), maximumLength: 256).count == 256)
    }

    @Test func `fails each call of an operation in turn`() throws {
        let bench = try Bench()
        var functions: [String?] = []
        let failures = try bench.faults.failEachCall { point in
            let error = try point.during {
                let session = try bench.slot.openSession()
                _ = try session.randomBytes(count: 1)
                try session.close()
            }
            functions.append(point.function)
            #expect((error as? PKCS11Error)?.returnValue == (point.wasReached ? .deviceError : nil), "\(point)")
        }
        let steps = ["C_OpenSession", "C_GenerateRandom", "C_CloseSession", nil]
        #expect(failures == 6)
        #expect(functions == steps + steps)
    }

    @Test func `exchanges object handles`() throws {
        let bench = try Bench()
        let session = try bench.loggedIn()
        func find(_ label: String) throws -> [ObjectHandle] { try session.find([Attribute(.label, label)]) }
        for label in ["a", "b"] {
            _ = try session.createObject([.objectClass(.data), Attribute(.label, label), Attribute(.value, Data([1]))])
        }
        let (a, b) = try (find("a")[0], find("b")[0])
        try bench.faults.plan("objects:swap=\(a.rawValue ^ b.rawValue)")
        #expect(try session.attributes([.label], of: a).string(.label) == "b")
        #expect(try find("a") == [b])
    }

    @Test func `takes sessions away while threads use them`() throws {
        let bench = try Bench()
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            for _ in 0..<200 {
                guard thread > 0 else {
                    try? bench.faults.plan("sessions:forget; slow:C_GenerateRandom=10us")
                    continue
                }
                guard let session = try? bench.slot.openSession(readWrite: true) else { continue }
                let answer = returnValue { _ = try session.randomBytes(count: 32) }
                #expect(answer == nil || answer == .sessionHandleInvalid)
                try? session.close()
            }
        }
        #expect(bench.faults.openSessions == 0)
        #expect(bench.faults.log.count == bench.faults.count())
    }

    @Test func `leaves no session open when the token is pulled out while threads open some`() throws {
        let bench = try Bench()
        let isOver = ForkSafeLock(false)
        let threads = try Threads.start(4) { _ in
            while !isOver.withLock({ $0 }) { _ = try? bench.slot.openSession().release() }
        }
        for _ in 0..<300 {
            try bench.faults.plan("token:removed")
            #expect(bench.faults.openSessions == 0)
            try bench.faults.plan("token:present")
        }
        isOver.withLock { $0 = true }
        try threads.join()
    }

    @Test func `several instances do not know of each other`() throws {
        let benches = try (0..<3).map { _ in try Bench() }
        try benches[1].faults.plan("C_GetTokenInfo:every=CKR_DEVICE_ERROR")
        let answers = benches.map { bench in returnValue { _ = try bench.slot.tokenInfo() } }
        #expect(answers == [nil, .deviceError, nil])
    }

    @Test(
        .disabled(
            if: Sanitizer.isAddress || Sanitizer.isThread, "pkcs11-tool has not the sanitizer that the provider wants"))
    func `works in a child process, by environment and file`() throws {
        let bench = try Bench()
        let folder = try TemporaryDirectory()
        let log = folder.file("calls")
        let run = { (variables: [String: String]) in
            try Command.run("pkcs11-tool", ["--module", bench.faults.path, "-L"], environment: variables)
        }
        let good = try run(bench.faults.environment(plan: "token:serial=4711", log: log))
        #expect(good.output.contains("serial num         : 4711"))
        #expect(FaultProvider.calls(inLog: log).first == "C_Initialize")
        var byFile = bench.faults.environment()
        byFile["FAULT_PLAN_FILE"] = try folder.write("# a comment\nC_GetSlotList:1=CKR_DEVICE_ERROR\n", to: "plan")
        let bad = try run(byFile)
        #expect(!bad.succeeded)
        #expect(bad.errorOutput.contains("CKR_DEVICE_ERROR"))
        let mistaken = try run(bench.faults.environment(plan: "nonsense"))
        #expect(mistaken.errorOutput.contains("the plan is wrong: nonsense"))
    }

    @Test(
        .disabled(
            if: Sanitizer.isAddress || Sanitizer.isThread, "pkcs11-tool has not the sanitizer that the provider wants"))
    func `kills a process in the middle of its work`() throws {
        let bench = try Bench()
        let answer = try Command.run(
            "pkcs11-tool",
            ["--module", bench.faults.path] + bench.token.loginArguments
                + ["--keypairgen", "--key-type", "rsa:2048", "--id", "01"],
            environment: bench.faults.environment(plan: "C_GenerateKeyPair:1:after=kill"))
        #expect(answer.exitCode == 137)
        #expect(try bench.token.pkcs11Tool(bench.token.loginArguments + ["-O"]).output.contains("Private Key Object"))
    }
}
