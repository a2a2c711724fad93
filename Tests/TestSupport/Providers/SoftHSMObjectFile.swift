import Foundation

/// The file of an object as SoftHSM 2 writes it, to be made by hand: numbers are of eight bytes, the most significant first; a number
/// that counts the changes, and then for each attribute its type, the kind of its value, and the value.
public struct SoftHSMObjectFile: Sendable {
    /// The value of an attribute.
    public enum Value: Sendable {
        case flag(Bool)
        case number(UInt)
        case bytes(Data)
        /// A set of mechanisms or a template, as it is written: the number of its kind, its length in units of its own, and the rest.
        case other(kind: UInt64, length: UInt64, Data)
    }

    /// How often the object was written. SoftHSM reads a file again when this number is another one.
    public var writes: UInt64
    /// The attributes by their numbers.
    public var attributes: [UInt: Value]

    /// The numbers of an RSA key, from `CKA_MODULUS` to `CKA_COEFFICIENT`.
    public static let rsaNumbers: [UInt] = [0x120, 0x122, 0x123, 0x124, 0x125, 0x126, 0x127, 0x128]

    /// A file that was written once.
    public init(_ attributes: [UInt: Value] = [:]) {
        writes = 1
        self.attributes = attributes
    }

    /// Reads a file; nil where it is none, or has attributes of other kinds.
    public init?(_ data: Data) {
        var rest = data[...]
        func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        func bytes(_ count: UInt64) -> Data? {
            guard count <= UInt64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return Data(rest.prefix(Int(count)))
        }
        guard let writes = number() else { return nil }
        self.writes = writes
        attributes = [:]
        while !rest.isEmpty {
            guard let type = number(), let kind = number() else { return nil }
            switch kind {
            case 1:
                guard let byte = bytes(1)?.first else { return nil }
                attributes[UInt(type)] = .flag(byte != 0)
            case 2:
                guard let value = number() else { return nil }
                attributes[UInt(type)] = .number(UInt(value))
            case 3:
                guard let count = number(), let value = bytes(count) else { return nil }
                attributes[UInt(type)] = .bytes(value)
            case 4, 5:
                // A template is counted in bytes, a set in numbers.
                guard let length = number(), length < 10_000, let value = bytes(kind == 4 ? length : length * 8) else {
                    return nil
                }
                attributes[UInt(type)] = .other(kind: kind, length: length, value)
            default: return nil
            }
        }
    }

    /// The file.
    public var data: Data {
        var data = Data()
        func append(_ number: UInt64) {
            for place in (0..<8).reversed() { data.append(UInt8(number >> (8 * place) & 0xFF)) }
        }
        append(writes)
        for (type, value) in attributes.sorted(by: { $0.key < $1.key }) {
            append(UInt64(type))
            switch value {
            case .flag(let value):
                append(1)
                data.append(value ? 0xFF : 0)
            case .number(let value):
                append(2)
                append(UInt64(value))
            case .bytes(let value):
                append(3)
                append(UInt64(value.count))
                data += value
            case .other(let kind, let length, let value):
                append(kind)
                append(length)
                data += value
            }
        }
        return data
    }

    /// The same key before SoftHSM gave it its numbers, which it does last when it generates one.
    public var withoutNumbers: Self {
        var file = self
        for type in Self.rsaNumbers where file.attributes[type] != nil { file.attributes[type] = .bytes(Data()) }
        return file
    }
}

extension SoftHSMToken {
    /// The folder with the files of the first token. A SoftHSM that runs does not notice a file that comes or goes, only one that changes.
    private var objectFolder: URL {
        get throws {
            let tokens = URL(fileURLWithPath: directory.file("tokens")).resolvingSymlinksInPath()
            let folders = try FileManager.default.contentsOfDirectory(at: tokens, includingPropertiesForKeys: nil)
            guard let folder = folders.first else { throw CocoaError(.fileNoSuchFile) }
            return folder
        }
    }

    /// The files of the objects that are there, by their names; nothing of one that cannot be read.
    public func objectFiles() throws -> [String: SoftHSMObjectFile] {
        let files = try FileManager.default.contentsOfDirectory(at: objectFolder, includingPropertiesForKeys: nil)
        var result: [String: SoftHSMObjectFile] = [:]
        for file in files where file.pathExtension == "object" && file.lastPathComponent != "token.object" {
            result[file.lastPathComponent] = try SoftHSMObjectFile(Data(contentsOf: file))
        }
        return result
    }

    /// Writes the file of an object, a new one unless it is named, and its lock.
    ///
    /// - Returns: its name.
    @discardableResult
    public func writeObjectFile(_ contents: Data, named name: String? = nil) throws -> String {
        let name = name ?? UUID().uuidString.lowercased() + ".object"
        let file = try objectFolder.appendingPathComponent(name)
        try contents.write(to: file)
        let lock = file.deletingPathExtension().appendingPathExtension("lock")
        if !FileManager.default.fileExists(atPath: lock.path) { try Data().write(to: lock) }
        return name
    }
}
