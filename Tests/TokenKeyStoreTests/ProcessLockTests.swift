import Foundation
import TestSupport
import Testing

@testable import TokenKeyStore

/// Threads stand for processes here: a lock of a file belongs to whoever opened it.
@Suite struct `A lock on a file` {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("lock") }
    private var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    init() throws { folder = try TemporaryDirectory() }

    private struct Held: Error {}

    /// Fails where somebody else is in the same place.
    private static func occupy(_ place: String) throws {
        let descriptor = open(place, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        guard descriptor >= 0 else { throw Held() }
        close(descriptor)
        usleep(.random(in: 0..<200))
        guard unlink(place) == 0 else { throw Held() }
    }

    @Test func `is there while it is held, and gone after that`() throws {
        try ProcessLock.hold(path) { isHeld in #expect(isHeld && isThere) }
        #expect(!isThere)
        #expect(throws: Held.self) { try ProcessLock.hold(path) { _ in throw Held() } }
        #expect(!isThere)
    }

    @Test func `what a killed holder left is taken, and removed`() throws {
        try folder.write("", to: "lock")
        try ProcessLock.hold(path) { isHeld in #expect(isHeld && isThere) }
        #expect(!isThere)
    }

    @Test func `those who share it leave it to the last of them`() throws {
        try ProcessLock.hold(path, isShared: true) { _ in
            try ProcessLock.hold(path, isShared: true) { isHeld in #expect(isHeld) }
            #expect(isThere)
        }
        #expect(!isThere)
    }

    @Test func `is made in its folder when that is gone by then`() throws {
        let inner = folder.file("inner")
        func made() -> String {
            mkdir(inner, 0o700)
            return inner + "/lock"
        }
        var asked = 0
        func goneAtFirst() -> String {
            asked += 1
            let path = made()
            if asked == 1 { rmdir(inner) }
            return path
        }
        try ProcessLock.hold(goneAtFirst()) { isHeld in #expect(isHeld) }
        #expect(asked == 2)
    }

    /// Each removes the file that the others wait for.
    @Test func `has one holder at a time, however often it comes and goes`() throws {
        let (path, place) = (path, folder.file("place"))
        try Threads.run(8) { _ in
            for _ in 0..<100 {
                try ProcessLock.hold(path) { isHeld in
                    guard isHeld else { throw Held() }
                    try Self.occupy(place)
                }
            }
        }
        #expect(!isThere)
    }

    @Test func `is not shared with who wants it alone`() throws {
        let (path, place) = (path, folder.file("place"))
        try Threads.run(8) { number in
            for _ in 0..<50 {
                try ProcessLock.hold(path, isShared: number % 4 != 0) { isHeld in
                    guard isHeld else { throw Held() }
                    // Those who share are in one another's way at a place of their own only.
                    if number % 4 == 0 {
                        try Self.occupy(place)
                    } else if FileManager.default.fileExists(atPath: place) {
                        throw Held()
                    }
                }
            }
        }
        #expect(!isThere)
    }
}
