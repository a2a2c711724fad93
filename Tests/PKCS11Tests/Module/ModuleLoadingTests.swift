import Foundation
import PKCS11
import TestSupport
import Testing

/// What is not a module says so, and nothing crashes or hangs.
@Suite struct `Loading what is not a module` {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func error(_ path: String) throws -> PKCS11Error {
        try failure { try Module.load(path: path) }
    }

    @Test func `a missing file`() throws {
        let error = try error(folder.file("none.so"))
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains(folder.file("none.so")))
        #expect(error.message.contains("no such file"))
        #expect(error.returnValue == nil)
    }

    @Test func `a file below a file`() throws {
        let file = try folder.write("x", to: "file")
        #expect(try error(file + "/module.so").message.contains("no such file"))
    }

    @Test func `a link to nowhere, and one to itself`() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.file("away"), withDestinationPath: folder.file("none"))
        try manager.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: folder.file("loop"))
        #expect(try error(folder.file("away")).code == .moduleNotLoadable)
        #expect(try error(folder.file("loop")).code == .moduleNotLoadable)
    }

    @Test(arguments: ["/usr/lib", "/", "/usr/lib/"]) func `a directory`(path: String) throws {
        let error = try error(path)
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("directory"))
    }

    @Test func `a text file`() throws {
        let path = try folder.write("# not a library\n", to: "text.so")
        let error = try error(path)
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains(path))
        #expect(error.description == error.message)
    }

    @Test func `an empty file`() throws {
        #expect(try error(folder.write("", to: "empty.so")).code == .moduleNotLoadable)
    }

    @Test func `a program`() throws {
        #expect(try error("/bin/sh").code == .moduleNotLoadable)
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe is not waited for`() throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let error = try error(path)
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("not a regular file"))
    }

    @Test(arguments: ["/dev/null", "/dev/zero", "/proc/self/mem"]) func `a device or a file of the kernel`(
        path: String
    ) throws {
        #expect(try error(path).code == .moduleNotLoadable)
    }

    @Test func `an empty path`() throws {
        let error = try error("")
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("empty"))
    }

    @Test func `a path with a NUL in it is not cut there`() throws {
        let path = try Provider.softHSM.required() + "\0.txt"
        let error = try error(path)
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("NUL"))
    }

    @Test func `a path longer than the system takes`() throws {
        let path = "/" + String(repeating: "a/", count: 4000)
        #expect(try error(path).code == .moduleNotLoadable)
        #expect(try error(String(repeating: "a", count: 8000)).code == .moduleNotLoadable)
    }

    @Test func `a bare name that the dynamic linker does not know`() throws {
        let error = try error("libno-such-library-here.so")
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("libno-such-library-here.so"))
    }

    @Test(arguments: ["libc.so.6", "libm.so.6"]) func `a library without the entry points`(name: String) throws {
        let error = try error(name)
        #expect(error.code == .notAModule)
        #expect(error.message.contains("C_GetFunctionList"))
    }

    @Test func `a library that only links to a module`() throws {
        // dlsym would find the entry points of p11-kit's own library, another module than the one asked for.
        let path = folder.file("linked.so")
        let source = "extern int p11_kit_uri_new(void); int (*keep)(void) = p11_kit_uri_new;"
        try CCompiler.library(source, at: path, ["-Wl,--no-as-needed", "-lp11-kit"])
        #expect(try error(path).code == .notAModule)
    }

    @Test func `a library that needs another that is not there`() throws {
        try CCompiler.library("int gone;", at: folder.file("libgone.so"))
        let path = folder.file("needy.so")
        let line = ["-Wl,--no-as-needed", "-L\(folder.path)", "-lgone"]
        try CCompiler.library("int x;", at: path, line)
        try FileManager.default.removeItem(atPath: folder.file("libgone.so"))
        let error = try error(path)
        #expect(error.code == .moduleNotLoadable)
        #expect(error.message.contains("libgone.so"))
    }

    @Test func `a library that was cut short does not end the process`() async throws {
        await #expect(processExitsWith: .success) {
            let whole = try Data(contentsOf: URL(fileURLWithPath: Provider.softHSM.required()))
            let folder = try TemporaryDirectory()
            for length in [16, 63, 100, 5000, 100_000, whole.count / 2, whole.count - 60_000] {
                let path = try folder.write(whole.prefix(length), to: "cut-\(length).so")
                #expect(throws: PKCS11Error.self) { try Module.load(path: path) }
            }
        }
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer looks at the mapped library and ends the process"))
    func `a library that is damaged in its headers does not end the process`() async throws {
        await #expect(processExitsWith: .success) {
            let whole = try Data(contentsOf: URL(fileURLWithPath: Provider.softHSM.required()))
            let folder = try TemporaryDirectory()
            // Kind, counts and offsets of the ELF header, each with all bits set; the dynamic linker does not look at all of them.
            for offset in [4, 5, 16, 18, 32, 33, 39, 54, 55, 56, 57] {
                var bytes = whole
                bytes[offset] = 0xff
                let path = try folder.write(bytes, to: "damaged-\(offset).so")
                _ = try? Module.load(path: path)
            }
        }
    }
}

@Suite struct `Loading a module that refuses` {
    @Test func `C_GetFunctionList fails`() throws {
        let toy = try ToyProvider()
        toy.fail("C_GetFunctionList", .hostMemory)
        let error = try failure { try toy.load() }
        #expect(error.returnValue == .hostMemory)
        #expect(error.function == "C_GetFunctionList")
    }

    @Test(arguments: ["list.null", "list.empty"]) func `C_GetFunctionList gives no functions`(knob: String) throws {
        let toy = try ToyProvider([knob: 1])
        #expect(try failure { try toy.load() }.code == .notAModule)
        // Nothing of the failure is kept.
        toy[knob] = 0
        #expect(try toy.load().info().description == "A toy")
    }

    @Test func `C_Initialize fails, and can be tried again`() throws {
        let toy = try ToyProvider()
        toy.fail("C_Initialize", .deviceError)
        let error = try failure { try toy.load() }
        #expect(error.function == "C_Initialize")
        #expect(error.returnValue == .deviceError)
        #expect(error.description.hasSuffix("C_Initialize returned CKR_DEVICE_ERROR"))
        #expect(error.description.contains(toy.path))
        #expect(try failure { try toy.load() }.returnValue == .deviceError)
        #expect(toy.calls("C_Initialize") == 2)
        toy["C_Initialize"] = .max
        #expect(try toy.load().slots().count == 1)
    }

    @Test func `SoftHSM without its configuration`() throws {
        let token = try SoftHSMToken()
        try FileManager.default.removeItem(atPath: token.configurationPath)
        let error = try failure { try token.withEnvironment { try Module.load(path: token.modulePath) } }
        #expect(error.function == "C_Initialize")
        #expect(error.returnValue == .generalError)
    }

    @Test func `a function that the module does not have`() throws {
        let session = try ToyProvider().session()
        let error = try failure { try session.logout() }
        #expect(error.returnValue == .functionNotSupported)
        #expect(error.function == "C_Logout")
    }
}
