import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Secret bytes` {
    private func contents(_ secret: SecureBytes) -> Data { secret.withUnsafeBytes { Data($0) } }

    @Test func `are what was put in`() throws {
        let bytes = Data((0...255).map { UInt8($0) })
        #expect(try contents(SecureBytes(copying: bytes)) == bytes)
        #expect(try contents(SecureBytes(copying: bytes[100..<110])) == bytes[100..<110])
        #expect(try contents(SecureBytes(copying: Pieces(pieces: [[1, 2], [], [3]]))) == Data([1, 2, 3]))
        #expect(try contents(SecureBytes(utf8: "Grüße\0🔑")) == Data("Grüße\0🔑".utf8))
        #expect(try SecureBytes(copying: Data(count: 100_000)).count == 100_000)
    }

    @Test func `may be none`() throws {
        let empty = try SecureBytes(utf8: "")
        #expect(empty.isEmpty)
        #expect(empty.count == 0)
        #expect(empty.withUnsafeBytes { $0.count } == 0)
        #expect(try SecureBytes(capacity: 0) { _ in 0 }.isEmpty)
        #expect(try SecureBytes(capacity: -1) { $0.count }.isEmpty)
    }

    @Test func `are as many as the initialiser says, and never more than there is room for`() throws {
        func make(_ capacity: Int, _ used: Int) throws -> Int {
            try SecureBytes(capacity: capacity) { buffer in
                #expect(buffer.count == capacity)
                #expect(buffer.allSatisfy { $0 == 0 })
                return used
            }.count
        }
        #expect(try make(10, 3) == 3)
        #expect(try make(10, 10) == 10)
        #expect(try make(10, 11) == 10)
        #expect(try make(10, -1) == 0)
    }

    @Test func `are not made where the initialiser fails, or there is no memory`() throws {
        #expect(throws: CancellationError.self) { try SecureBytes(capacity: 10) { _ in throw CancellationError() } }
        let error = try failure { try SecureBytes(capacity: .max) { _ in 0 } }
        #expect(error.code == .outOfMemory)
    }

    @Test func `are not shown`() throws {
        let secret = try SecureBytes(utf8: "correct horse battery staple")
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Attribute(.value, secret), to: &dumped)
        dump(["pin": secret], to: &dumped)
        for text in ["\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\([secret])"] {
            #expect(!text.contains("horse"))
            #expect(!text.contains("28"))
        }
        #expect("\(secret)" == "SecureBytes(…)")
    }

    @Test func `throw on what the body throws`() throws {
        let secret = try SecureBytes(utf8: "x")
        #expect(throws: CancellationError.self) { try secret.withUnsafeBytes { _ in throw CancellationError() } }
    }

    #if os(Linux)
    /// A file of the kernel about this process. Foundation takes the first short read for its end.
    private func kernelFile(_ name: String) throws -> String {
        try Command.check("cat", ["/proc/\(getpid())/\(name)"]).output
    }

    /// What the kernel says of a mapping.
    private struct Mapping {
        let range: Range<UInt>
        /// The line `VmFlags`.
        var flags: [Substring] = []
    }

    /// The mapping at an address; nil where nothing is mapped.
    private func mapping(at address: UInt) throws -> Mapping? {
        var mapping: Mapping?
        for line in try kernelFile("smaps").split(separator: "\n") {
            if let match = line.prefixMatch(of: #/([0-9a-f]+)-([0-9a-f]+) /#),
                let start = UInt(match.1, radix: 16), let end = UInt(match.2, radix: 16)
            {
                if mapping != nil { break }
                if (start..<end).contains(address) { mapping = Mapping(range: start..<end) }
            } else if line.hasPrefix("VmFlags:") {
                mapping?.flags = line.split(separator: " ").dropFirst().map { $0 }
            }
        }
        return mapping
    }

    /// Whether the limit leaves room for what tests lock.
    private var mayLockMemory: Bool {
        get throws {
            let limit = try kernelFile("limits").firstMatch(of: #/Max locked memory\s+(\w+)/#)?.1 ?? "0"
            return limit == "unlimited" || (Int(limit) ?? 0) >= 8 << 20
        }
    }

    @Test func `are locked in memory, left out of core dumps, and unmapped when they go`() throws {
        // So large that it cannot be taken for what other tests map meanwhile, maybe at the same address.
        let size = 3 << 20
        var secret: SecureBytes? = try SecureBytes(copying: Data(count: size))
        let address = try #require(secret).withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let mapped = try #require(try mapping(at: address))
        #expect(mapped.range.count >= size)
        #expect(mapped.flags.contains("dd"))
        // The sanitizers let mlock do nothing.
        if try mayLockMemory, !Sanitizer.isAddress, !Sanitizer.isThread { #expect(mapped.flags.contains("lo")) }
        secret = nil
        let remains = try mapping(at: address)
        #expect(remains.map { $0.range.count >= size && $0.flags.contains("dd") } != true)
    }
    #endif

    @Test func `of ordinary memory are wiped`() {
        var bytes = [UInt8](repeating: 7, count: 1000)
        bytes.withUnsafeMutableBytes { SecureBytes.wipe(UnsafeMutableRawBufferPointer(rebasing: $0[10..<990])) }
        #expect(bytes[9] == 7)
        #expect(bytes[10..<990].allSatisfy { $0 == 0 })
        #expect(bytes[990] == 7)
        SecureBytes.wipe(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }

    @Test func `are read from any thread`() throws {
        let secret = try SecureBytes(utf8: "shared")
        let answers = try inParallel(8) { _ in secret.withUnsafeBytes { Data($0) } }
        #expect(answers.allSatisfy { $0 == Data("shared".utf8) })
    }

    @Test(arguments: [Data(), Data("PEM\n".utf8), Data([0x30, 0x0D, 0x0A]), Data(repeating: 10, count: 100_000)])
    func `come out of a file as they are in it`(content: Data) throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(content, to: "key")
        #expect(try contents(SecureBytes(contentsOfFile: path)) == content)
        #expect(try contents(SecureBytes(contentsOfFile: path, limit: content.count)) == content)
        guard !content.isEmpty else { return }
        let error = #expect(throws: PKCS11Error.self) {
            try SecureBytes(contentsOfFile: path, limit: content.count - 1)
        }
        #expect(error?.code == .fileNotReadable)
        #expect(error?.message == "\(path) cannot be read: it has more than \(content.count - 1) bytes")
    }

    @Test(arguments: [
        ("/nowhere/key", "No such file"), ("/dev/null", "not a regular file"), ("/", "not a regular file"),
    ])
    func `do not come out of what is no file`(path: String, reason: String) throws {
        let error = #expect(throws: PKCS11Error.self) { try SecureBytes(contentsOfFile: path) }
        #expect(error?.code == .fileNotReadable)
        #expect(error?.message.contains(reason) == true)
    }

    @Test func `are made at random, and written to a file that nobody else reads`() throws {
        let folder = try TemporaryDirectory()
        let secret = try SecureBytes(randomHexadecimalOf: 24)
        #expect(secret.count == 48)
        #expect(try contents(SecureBytes(randomHexadecimalOf: 24)) != contents(secret))
        let path = folder.file("pin")
        try secret.write(toNewFile: path)
        let written = try folder.read("pin")
        #expect(written == contents(secret) + Data("\n".utf8))
        #expect(String(decoding: written, as: UTF8.self).wholeMatch(of: #/[0-9a-f]{48}\n/#) != nil)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: SecretReadingError.system(EEXIST)) { try secret.write(toNewFile: path) }
        #expect(try contents(SecureBytes(lineOfFile: path, limit: 48)) == contents(secret))
        #expect(throws: SecretReadingError.tooLong) { try SecureBytes(lineOfFile: path, limit: 47) }
    }
}
