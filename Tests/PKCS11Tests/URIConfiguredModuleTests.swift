import Foundation
import TestSupport
import Testing

@testable import PKCS11

@Suite struct `p11-kit's configured modules are read` {
    private let folder: TemporaryDirectory
    private let folders: ModuleConfigurationFolders

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("", to: "lib/here.so")
        folders = ModuleConfigurationFolders(
            modules: ["package", "system", "user"].map { [folder] in folder.file($0) },
            libraries: [folder.file("elsewhere"), folder.file("lib")], programName: "p11")
    }

    private var modules: [ConfiguredModule] { ConfiguredModule.all(in: folders) }

    @Test func `settings are merged, the user's over the system's over the package's`() throws {
        try folder.write("# a comment\nmodule: /a.so\npriority: 1\n", to: "package/m.module")
        try folder.write("  module :  /b b.so  \n\n", to: "system/m.module")
        try folder.write("priority: 7\nx-init-reserved: configdir='x: y'\n", to: "user/m.module")
        let module = try #require(modules.first)
        #expect(modules.count == 1)
        #expect(module.name == "m")
        #expect(module.path == "/b b.so")
        #expect(module.priority == 7)
        #expect(module.reserved == "configdir='x: y'")
    }

    @Test func `a relative path is completed by the module folder that has it`() throws {
        try folder.write("module: here.so\n", to: "package/a.module")
        try folder.write("module: nowhere.so\n", to: "package/b.module")
        #expect(modules.map(\.path) == [folder.file("lib/here.so"), folder.file("elsewhere/nowhere.so")])
    }

    @Test func `an empty module setting switches a module off`() throws {
        try folder.write("module: /a.so\n", to: "package/m.module")
        try folder.write("module:\n", to: "user/m.module")
        #expect(modules.isEmpty)
    }

    @Test func `a file with a slip is skipped, and the others stay`() throws {
        try folder.write("module: /a.so\nnonsense\n", to: "package/bad.module")
        try folder.write("module: /b.so\n", to: "package/good.module")
        try folder.write("module: /c.so\n", to: "package/good.module~")
        try folder.write("module: /c.so\n", to: "package/.hidden.module")
        #expect(modules.map(\.name) == ["good"])
    }

    @Test func `higher priority comes first, then the name`() throws {
        try folder.write("module: /a.so\n", to: "package/z.module")
        try folder.write("module: /a.so\n", to: "package/b.module")
        try folder.write("module: /a.so\npriority: 5\n", to: "package/p.module")
        #expect(modules.map(\.name) == ["p", "b", "z"])
    }

    @Test func `enable-in and disable-in are by program name`() throws {
        try folder.write("module: /a.so\nenable-in: ssh, p11\n", to: "package/a.module")
        try folder.write("module: /a.so\nenable-in: ssh\n", to: "package/b.module")
        try folder.write("module: /a.so\ndisable-in: p11 ssh\n", to: "package/c.module")
        #expect(modules.map(\.isEnabled) == [true, false, false])
    }

    @Test func `a remote module has no path`() throws {
        try folder.write("remote: |ssh host p11-kit remote /m.so\n", to: "package/r.module")
        #expect(modules.first?.path == nil)
        #expect(modules.first?.remote == "|ssh host p11-kit remote /m.so")
    }

    /// p11-kit lists by loading, so it shows only what can be loaded.
    @Test func `the modules of this machine are those that p11-kit loads`() throws {
        let listed = try Command.run("p11-kit", ["list-modules"])
        let ours = ConfiguredModule.all()
        var loaded = 0
        for line in listed.output.split(separator: "\n") where line.first?.isWhitespace == false {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0] != "module" else { continue }
            loaded += 1
            let module = try #require(ours.first { $0.name == parts[0] }, "\(parts[0])")
            let path = try #require(module.path)
            #expect(path == parts[1] || path.hasSuffix("/" + parts[1]))
            #expect(FileManager.default.fileExists(atPath: path))
        }
        #expect(loaded > 0)
    }
}
