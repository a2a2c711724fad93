import Foundation
import TestSupport
import Testing

@testable import p11

@Suite struct FileTests {
    private func names(in folder: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `a new file appears whole, and only after it is committed`() throws {
        let folder = try TemporaryDirectory()
        let file = try NewFile(path: folder.file("out"), replaces: false, isSecret: true)
        try file.write(Data("abc".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
        try file.write(Data("def".utf8))
        try file.commit()
        #expect(try folder.read("out") == Data("abcdef".utf8))
        #expect(try names(in: folder) == ["out"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a file that is not committed leaves nothing`() throws {
        let folder = try TemporaryDirectory()
        do {
            let file = try NewFile(path: folder.file("out"), replaces: false, isSecret: false)
            try file.write(Data("abc".utf8))
        }
        #expect(try names(in: folder) == [])
    }

    @Test func `a file that exists is kept unless it may be replaced`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("old", to: "out")
        let failure = #expect(throws: CommandFailure.self) {
            try NewFile(path: folder.file("out"), replaces: false, isSecret: false)
        }
        #expect(failure?.exit == .exists)
        let file = try NewFile(path: folder.file("out"), replaces: true, isSecret: false)
        try file.write(Data("new".utf8))
        #expect(try folder.read("out") == Data("old".utf8))
        try file.commit()
        #expect(try folder.read("out") == Data("new".utf8))
        #expect(try names(in: folder) == ["out"])
    }

    @Test func `a file that appears in between is kept`() throws {
        let folder = try TemporaryDirectory()
        let file = try NewFile(path: folder.file("out"), replaces: false, isSecret: false)
        try file.write(Data("mine".utf8))
        try folder.write("theirs", to: "out")
        let failure = #expect(throws: CommandFailure.self) { try file.commit() }
        #expect(failure?.exit == .exists)
        #expect(try folder.read("out") == Data("theirs".utf8))
    }

    @Test func `folders, and files in folders that are not there, are file errors`() throws {
        let folder = try TemporaryDirectory()
        for path in [folder.path, folder.path + "/", folder.file("none/out"), folder.file("none/")] {
            for replaces in [true, false] {
                let failure = #expect(throws: CommandFailure.self) {
                    try NewFile(path: path, replaces: replaces, isSecret: false)
                }
                #expect(failure?.exit == .fileError || failure?.exit == .exists, "\(path)")
            }
        }
    }

    @Test func `a held stream gives everything at once or nothing`() throws {
        final class Collector: ByteSink {
            var data = Data()
            func write(_ part: Data) { data.append(part) }
            func commit() {}
        }
        for size in [10, 3_000_000] {
            let target = Collector()
            let sink = HoldingSink(target)
            let part = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
            try sink.write(part)
            try sink.write(Data("end".utf8))
            #expect(target.data.isEmpty)
            try sink.commit()
            #expect(target.data == part + Data("end".utf8))
        }
    }

    @Test func `input is read in pieces to its end`() throws {
        let folder = try TemporaryDirectory()
        let data = Data((0..<600_001).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try folder.write(data, to: "in")
        let file = try InputFile(path: folder.file("in"))
        #expect(file.size == data.count)
        var read = Data()
        while let part = try file.read() { read.append(part) }
        #expect(read == data)
        #expect(throws: CommandFailure.self) { try InputFile(path: folder.file("in")).readAll(limit: 600_000) }
        #expect(try InputFile(path: folder.file("in")).readAll(limit: 600_001) == data)
        let missing = #expect(throws: CommandFailure.self) { try InputFile(path: folder.file("none")) }
        #expect(missing?.exit == .fileError)
        let unreadable = #expect(throws: CommandFailure.self) { try InputFile(path: folder.path).readAll(limit: 10) }
        #expect(unreadable?.exit == .fileError)
    }
}
