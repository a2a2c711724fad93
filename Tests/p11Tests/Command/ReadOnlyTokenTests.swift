import Foundation
import TestSupport
import Testing

/// A SoftHSM token whose folder its user may not write: C_DestroyObject fails there, and SoftHSM does not show the object any more,
/// which is on the token as before.
@Suite struct ReadOnlyTokenTests {
    /// Root may write everything.
    private static let asSomebody =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]

    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: folder.file("t"), withIntermediateDirectories: false)
        try folder.write("directories.tokendir = \(folder.file("t"))\nobjectstore.backend = file\n", to: "c")
        if geteuid() == 0 {
            for path in [folder.path, folder.file("t"), folder.file("c")] {
                try #require(chown(path, 65_534, 65_534) == 0)
            }
        }
        try run("softhsm2-util", "--init-token", "--free", "--label", "t", "--pin", "1234", "--so-pin", "12345678")
    }

    @discardableResult
    private func run(_ command: String..., exit: Int32 = 0) throws -> CommandResult {
        let line = Self.asSomebody + command
        let result = try Command.run(
            line[0], Array(line.dropFirst()),
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "SOFTHSM2_CONF": folder.file("c"), "PKCS11_MODULE": try Provider.softHSM.required(),
                "PKCS11_PIN": "1234",
            ], inheritingEnvironment: false, directory: folder.path)
        #expect(result.exitCode == exit, "\(command): \(result)")
        return result
    }

    @Test(arguments: [["-R"], []])
    func `a key that cannot be deleted is said to be there`(whole: [String]) throws {
        let p11 = try Repository.product("p11")
        try run(p11, "key", "generate", "--type", "rsa:2048", "--label", "k")
        let token = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("t")).first.map { "t/\($0)" })
        try Command.check("chmod", whole + ["u-w", folder.file(token)])
        defer { _ = try? Command.run("chmod", ["-R", "u+w", folder.path]) }
        let result = try run(p11, "key", "delete", "k", "--yes", exit: 1)
        #expect(result.output.isEmpty && result.errorOutput.contains("may be there"), "\(result)")
        #expect(result.errorOutput.contains("CKR_FUNCTION_FAILED"), "\(result)")
        let signature = try run(p11, "sign", "k", "/dev/null", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex")
        #expect(signature.output.count == 513)
        try run(p11, "key", "export", "k")
        try Command.check("chmod", ["-R", "u+w", folder.path])
        try run(p11, "key", "delete", "k", "--yes")
        try run(p11, "key", "show", "k", exit: 3)
    }
}
