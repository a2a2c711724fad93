import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The same exercise on SoftHSM and on what else the system has.
@Suite struct `Other providers` {
    @Test func `SoftHSM`() throws {
        let token = try SoftHSMToken()
        #expect(try RSAExercise.failures(on: token.openStore()) == [:])
        #expect(try token.listedObjects().isEmpty)
    }

    @Test(.enabled(if: Provider.nss.isAvailable, Comment(rawValue: Provider.nss.missingReason)))
    func `NSS softokn`() throws {
        let folder = try TemporaryDirectory()
        let password = try folder.write("nss password\n", to: "password")
        try Command.check(
            "certutil", ["-N", "-d", "sql:\(folder.path)", "-f", password],
            environment: ["NSS_MAX_MP_PBE_ITERATION_COUNT": "1"])
        let path = try Provider.nss.required()
        let reserved = "configdir='sql:\(folder.path)' certPrefix='' keyPrefix='' secmod='secmod.db' flags="
        _ = try Module.load(path: path, options: Module.LoadOptions(reserved: reserved))
        let store = try KeyStore(module: .path(path), token: .label("NSS Certificate DB"), pin: .file(password))
        #expect(RSAExercise.failures(on: store) == [:])
        store.close()
    }

    /// Another process, since the module reads the address from the environment, which is no place to write to beside other threads.
    @Test(.enabled(if: Provider.p11KitClient.isAvailable, Comment(rawValue: Provider.p11KitClient.missingReason)))
    func `SoftHSM behind a p11-kit server`() async throws {
        let token = try SoftHSMToken()
        let socket = token.directory.file("server")
        let server = try Command.start(
            "p11-kit", ["server", "-f", "--provider", Provider.softHSM.required(), "-n", socket, "pkcs11:"],
            environment: token.environment.merging(["XDG_RUNTIME_DIR": token.directory.path]) { $1 })
        defer {
            server.signal(SIGTERM)
            _ = try? server.wait(timeout: 10)
        }
        let module = try Provider.p11KitClient.required()
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [socket = socket as String, module = module as String, pin = token.pin as String] in
            setenv("P11_KIT_SERVER_ADDRESS", "unix:path=\(socket)", 1)
            let store = try KeyStore(module: .path(module), pin: .value(SecureBytes(utf8: pin)))
            let failures = RSAExercise.failures(on: store)
            for (step, reason) in failures { FileHandle.standardError.write(Data("\(step): \(reason)\n".utf8)) }
            if !failures.isEmpty { exit(1) }
        }
        let complaints = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(complaints == "")
        #expect(try token.listedObjects().isEmpty)
    }

    /// For a token that no test can set up: its daemon is started and its PIN set by whoever runs the test.
    @Test(
        .enabled(if: chosen["P11_TEST_MODULE"] != nil, "P11_TEST_MODULE, P11_TEST_TOKEN and P11_TEST_PIN name a token"))
    func `a token of one's own`() throws {
        let store = try KeyStore(
            module: .path(Self.chosen["P11_TEST_MODULE"] ?? ""), token: .label(Self.chosen["P11_TEST_TOKEN"] ?? ""),
            pin: .environment("P11_TEST_PIN"))
        for (step, reason) in RSAExercise.failures(on: store).sorted(by: { $0.key < $1.key }) {
            Issue.record("\(step): \(reason)")
        }
    }

    private static let chosen = ProcessInfo.processInfo.environment
}
