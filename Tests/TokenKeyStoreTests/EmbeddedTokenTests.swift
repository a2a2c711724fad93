import Foundation
import TestSupport
import Testing

@testable import PKCS11
@testable import TokenKeyStore

/// A home of its own for an embedded token.
struct EmbeddedHome: Sendable {
    let directory: TemporaryDirectory
    /// `XDG_DATA_HOME`.
    let data: String

    init(_ name: String = "data") throws {
        directory = try TemporaryDirectory()
        data = directory.file(name)
    }

    var parent: String { data + "/swift-pkcs11" }
    var folder: String { parent + "/embedded" }

    var environment: Environment {
        Environment(["XDG_DATA_HOME": data, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
    }

    func open() throws -> EmbeddedToken { try EmbeddedToken.open(environment) }

    func store() throws -> KeyStore {
        let token = try open()
        return try KeyStore(
            module: token.module, selector: token.selector, pin: token.pin, options: KeyStore.Options(),
            isEmbedded: true)
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Everything in `swift-pkcs11` but the lock.
    var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: parent).filter { $0 != ".lock" }.sorted() }
    }
}

@Suite struct `The embedded token` {
    private let home: EmbeddedHome

    init() throws { home = try EmbeddedHome() }

    private func failure(_ environment: Environment) -> KeyStoreError? {
        do {
            _ = try EmbeddedToken.open(environment)
            return nil
        } catch {
            return error as? KeyStoreError
        }
    }

    @Test func `is made on first use and found again`() throws {
        let first = try home.open()
        #expect(first.isNew)
        let second = try home.open()
        #expect(!second.isNew)
        #expect(second.module === first.module)
        #expect(second.selector == first.selector)
        #expect(try home.entries == ["embedded"])
    }

    @Test func `is closed to others`() throws {
        _ = try home.open()
        #expect(try home.mode(home.parent) == 0o700)
        #expect(try home.mode(home.folder) == 0o700)
        #expect(try home.mode(home.folder + "/pin") == 0o600)
    }

    @Test func `has a random PIN of 192 bits and a newline in its file`() throws {
        _ = try home.open()
        let pin = try Data(contentsOf: URL(fileURLWithPath: home.folder + "/pin"))
        #expect(pin.count == 49 && pin.last == UInt8(ascii: "\n"))
        #expect(pin.dropLast().allSatisfy { "0123456789abcdef".utf8.contains($0) })
        let other = try EmbeddedHome()
        _ = try other.open()
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.folder + "/pin")) != pin)
    }

    @Test func `opens with its PIN and holds keys`() throws {
        let store = try home.store()
        #expect(store.isEmbedded && store.loginState.isVerified)
        #expect(store.token.label == "swift-pkcs11")
        _ = try store.generateKeyPair(.rsa(bits: 2048), label: "mine", usage: .sign)
        store.close()
        #expect(try home.store().privateKey(label: "mine").attributes.label == "mine")
    }

    /// Another program with the recorded PIN and the written configuration.
    @Test func `can be used by pkcs11-tool with its configuration file`() throws {
        let store = try home.store()
        _ = try store.generateKeyPair(.rsa(bits: 2048), label: "seen elsewhere", usage: .sign)
        let pin = try String(contentsOfFile: home.folder + "/pin", encoding: .utf8).dropLast()
        let listed = try Command.check(
            "pkcs11-tool",
            [
                "--module", try Provider.softHSM.required(), "--token-label", "swift-pkcs11", "--login", "--pin",
                String(pin), "-O",
            ], environment: ["SOFTHSM2_CONF": home.folder + "/softhsm2.conf"])
        #expect(listed.output.contains("seen elsewhere"))
        #expect(listed.output.contains("sensitive, always sensitive, never extractable"))
    }

    @Test func `leaves the environment as it was`() throws {
        let before = ProcessInfo.processInfo.environment["SOFTHSM2_CONF"]
        _ = try home.open()
        #expect(ProcessInfo.processInfo.environment["SOFTHSM2_CONF"] == before)
    }

    @Test func `survives a move of the data folder`() throws {
        let store = try home.store()
        _ = try store.generateKeyPair(.rsa(bits: 2048), label: "moved", usage: .sign)
        store.close()
        let moved = try EmbeddedHome("moved here")
        try FileManager.default.moveItem(atPath: home.data, toPath: moved.data)
        #expect(try moved.store().privateKey(label: "moved").attributes.label == "moved")
    }

    @Test func `follows HOME where XDG_DATA_HOME is not set or relative`() throws {
        for data in [nil, "", "relative/path"] {
            let variables = ["HOME": "/home/somebody/", "XDG_DATA_HOME": data].compactMapValues(\.self)
            let folder = try EmbeddedTokenFolder(Environment(variables))
            #expect(folder.path == "/home/somebody/.local/share/swift-pkcs11/embedded")
        }
        let folder = try EmbeddedTokenFolder(Environment(["HOME": "/h", "XDG_DATA_HOME": "/data/"]))
        #expect(folder.path == "/data/swift-pkcs11/embedded")
    }

    // MARK: Refusals

    @Test func `needs a home`() {
        for variables in [[:], ["HOME": ""], ["HOME": "relative"]] {
            let error = failure(Environment(variables))
            #expect(error?.code == .invalidConfiguration)
            #expect(error?.message.contains("HOME") == true)
        }
    }

    @Test func `needs a path that SoftHSM can read in its configuration`() {
        for path in ["/tmp/a#b", "/tmp/a\nb", "/tmp/a\u{FFFD}b", "/tmp/" + String(repeating: "x/", count: 600)] {
            #expect(failure(Environment(["XDG_DATA_HOME": path]))?.code == .invalidConfiguration)
        }
    }

    @Test func `says why it cannot be written`() throws {
        let file = try home.directory.write("", to: "file")
        let error = try #require(failure(Environment(["XDG_DATA_HOME": file])))
        #expect(error.code == .fileError)
        #expect(error.message.contains("Not a directory"))
    }

    @Test(arguments: [
        ("", 0o750), ("/pin", 0o640), ("/pin", 0o604), ("/..", 0o711), ("/serial", 0o644), ("/softhsm2.conf", 0o666),
        ("/tokens", 0o755), ("/backup", 0o710), ("/tokens/*", 0o750), ("/tokens/*/token.object", 0o640),
        ("/tokens/*/generation", 0o602), ("/backup/*", 0o604),
    ])
    func `is refused when others may use a folder or a file of it`(pattern: String, mode: Int) throws {
        _ = try home.open()
        let file = try expanded(pattern)
        let isFolder = try FileManager.default.attributesOfItem(atPath: home.folder + file)[.type] as? FileAttributeType
        try home.setMode(mode, home.folder + file)
        let error = try #require(failure(home.environment))
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("others may use it"))
        #expect(error.message.contains((home.folder + file).replacing("/embedded/..", with: "")))
        let command = try #require(error.hint?.split(separator: ": ").last.map { String($0) })
        #expect(command.hasPrefix("chmod \(isFolder == .typeDirectory ? "700" : "600") "))
        try Command.check("sh", ["-c", command])
        #expect(failure(home.environment) == nil)
    }

    @Test func `is refused when its PIN or its folder is a link`() throws {
        _ = try home.open()
        let pin = home.folder + "/pin"
        try FileManager.default.moveItem(atPath: pin, toPath: home.directory.file("pin"))
        try FileManager.default.createSymbolicLink(atPath: pin, withDestinationPath: home.directory.file("pin"))
        #expect(failure(home.environment)?.message.contains("not a regular file") == true)

        let other = try EmbeddedHome()
        _ = try other.open()
        try FileManager.default.moveItem(atPath: other.folder, toPath: other.directory.file("real"))
        try FileManager.default.createSymbolicLink(
            atPath: other.folder, withDestinationPath: other.directory.file("real"))
        #expect(failure(other.environment)?.message.contains("not a folder") == true)
    }

    @Test(arguments: ["/serial", "/softhsm2.conf", "/tokens", "/backup", "/tokens/*/token.object", "/backup/*"])
    func `is refused when a part of it is a link`(pattern: String) throws {
        _ = try home.open()
        let path = home.folder + (try expanded(pattern))
        let real = home.directory.file("real")
        try FileManager.default.moveItem(atPath: path, toPath: real)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        let error = try #require(failure(home.environment))
        #expect(error.code == .invalidConfiguration && error.message.contains(path))
        #expect(error.hint?.contains("what it leads to") == true)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file away"),
        arguments: ["", "/pin", "/serial", "/softhsm2.conf", "/tokens", "/tokens/*/token.object"])
    func `is refused when a part of it is another user's`(pattern: String) throws {
        _ = try home.open()
        let path = home.folder + (try expanded(pattern))
        try #require(chown(path, 65_534, 65_534) == 0)
        let error = try #require(failure(home.environment))
        #expect(error.code == .invalidConfiguration && error.message.contains(path))
        let command = try #require(error.hint?.split(separator: ": ").last.map { String($0) })
        #expect(command.hasPrefix("chown "))
        try Command.check("sh", ["-c", command])
        #expect(failure(home.environment) == nil)
    }

    @Test func `keeps its configuration closed to others when it is written anew`() throws {
        _ = try home.open()
        let path = home.folder + "/softhsm2.conf"
        try Data().write(to: URL(fileURLWithPath: path))
        _ = try home.open()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    /// A path below the folder, with the only entry there is in place of each `*`.
    private func expanded(_ pattern: String) throws -> String {
        var path = ""
        for part in pattern.split(separator: "/") {
            let name =
                part == "*"
                ? try #require(FileManager.default.contentsOfDirectory(atPath: home.folder + path).first) : String(part)
            path += "/" + name
        }
        return path
    }

    @Test func `is never made anew over a damaged one`() throws {
        _ = try home.open()
        try FileManager.default.removeItem(atPath: home.folder + "/serial")
        let error = try #require(failure(home.environment))
        #expect(error.code == .invalidConfiguration && error.message.contains("damaged"))
        for part in ["tokens", "pin"] {
            try FileManager.default.removeItem(atPath: home.folder + "/" + part)
            let error = try #require(failure(home.environment))
            #expect(error.code == .invalidConfiguration && error.message.contains("\(part) is missing"), "\(error)")
        }
        #expect(try home.entries == ["embedded"])
    }

    @Test func `needs SoftHSM, and says how to get it`() throws {
        let environment = Environment(["PATH": "/nonexistent:relative"])
        #expect(try SoftHSMInstallation.find(environment).library == Provider.softHSM.required())
        #expect {
            try SoftHSMInstallation.find(environment, moreFolders: [])
        } throws: { error in
            (error as? KeyStoreError)?.code == .moduleNotLoadable && "\(error)".contains("softhsm2-util")
                && "\(error)".contains("Install")
        }
    }

    // MARK: Meeting at first use

    @Test func `twenty threads that meet at first use end up with one token`() async throws {
        let home = home
        let serials = try await withThrowingTaskGroup(of: (TokenSelector, Bool).self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let token = try home.open()
                    return (token.selector, token.isNew)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(serials.count == 20)
        #expect(Set(serials.map(\.0)).count == 1)
        #expect(serials.filter(\.1).count == 1)
        #expect(try home.entries == ["embedded"])
    }

    /// As processes that cannot lock do: each makes a token, one rename wins.
    @Test func `makers that do not see each other end up with one token`() async throws {
        let home = home
        let folder = try EmbeddedTokenFolder(home.environment)
        let maker = EmbeddedTokenMaker(
            folder: folder, softHSM: try SoftHSMInstallation.find(home.environment), environment: home.environment)
        _ = try maker.makeParent()
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try maker.makeInTemporaryFolder() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(made.filter(\.self).count == 1)
        #expect(try home.entries == ["embedded"])
        #expect(try home.store().loginState.isVerified)
    }

    @Test func `leftovers of a killed maker are removed by the next one`() throws {
        let leftover = home.parent + "/.embedded-1234"
        try FileManager.default.createDirectory(
            atPath: leftover + "/tokens", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try home.setMode(0o700, home.parent)
        #expect(try home.open().isNew)
        #expect(try home.entries == ["embedded"])
    }

    // MARK: Beside another SoftHSM token

    @Test func `works beside another SoftHSM token in one process, on several threads`() async throws {
        let other = try SoftHSMToken(label: "other")
        let embedded = try home.store()
        let byPath = try other.withEnvironment {
            try KeyStore(
                module: .path(other.modulePath), token: .label("other"),
                pin: .value(try SecureBytes(utf8: other.pin)))
        }
        #expect(embedded.token.label == "swift-pkcs11" && byPath.token.label == "other")
        let keys = try [embedded, byPath].map {
            try $0.generateKeyPair(.rsa(bits: 2048), label: $0.token.label, usage: .sign)
        }
        #expect(throws: KeyStoreError.self) { try embedded.privateKey(label: "other") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<24 {
                group.addTask {
                    let key = keys[round % 2]
                    let message = Data("message \(round)".utf8)
                    let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
                    #expect(try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `the serial number is that of our initialised token`() {
        let listing = """
            Available slots:
            Slot 1
                Token info:
                    Serial number:    aaaa
                    Initialized:      yes
                    User PIN init.:   no
                    Label:            swift-pkcs11
            Slot 1234
                Slot info:
                    Description:      SoftHSM slot ID 0x4d2
                Token info:
                    Serial number:    bbbb
                    Initialized:      yes
                    User PIN init.:   yes
                    Label:            swift-pkcs11
            Slot 2
                Token info:
                    Serial number:
                    Initialized:      no
                    User PIN init.:   no
                    Label:
            """
        #expect(EmbeddedTokenMaker.serial(in: listing) == "bbbb")
        #expect(EmbeddedTokenMaker.serial(in: "ERROR: no library") == nil)
    }
}
