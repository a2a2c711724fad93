import Foundation

/// A folder of its own, mode 0700, removed with all it holds when the last reference goes.
public final class TemporaryDirectory: Sendable {
    /// The absolute path, without a slash at its end.
    public let path: String

    /// Makes `/tmp/p11-XXXXXX`. The path is short on purpose: socket names and the configuration path patched into a
    /// SoftHSM library (see ``SoftHSMToken``) have little room.
    ///
    /// - Parameter parent: the folder to make it in.
    /// - Throws: ``SystemCallError`` when the folder cannot be made.
    public init(in parent: String = "/tmp") throws {
        var template = Array("\(parent)/p11-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp in \(parent)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something inside the folder, whether it exists or not.
    public func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file into the folder.
    ///
    /// - Parameters:
    ///   - name: relative to the folder; folders on the way are made.
    ///   - mode: the permission bits of the file.
    /// - Returns: the absolute path.
    @discardableResult
    public func write(_ contents: Data, to name: String, mode: Int = 0o600) throws -> String {
        let target = file(name)
        let parent = (target as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try contents.write(to: URL(fileURLWithPath: target))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target)
        return target
    }

    /// Writes a text file, UTF-8, into the folder; see ``write(_:to:mode:)-(Data,_,_)``.
    @discardableResult
    public func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        try write(Data(text.utf8), to: name, mode: mode)
    }

    /// The contents of a file in the folder.
    public func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }
}

/// A system call that failed, with `errno` in words.
public struct SystemCallError: Error, CustomStringConvertible {
    /// What was tried, and why the system refused.
    public let description: String

    init(_ action: String, code: Int32 = errno) {
        description = "\(action): \(String(cString: strerror(code)))"
    }
}
