#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a token answered about one attribute.
public enum AttributeStatus: Hashable, Sendable {
    /// It has a value, which may be empty.
    case value
    /// The object does not have the attribute, or the token does not know it.
    case absent
    /// The token keeps the value to itself.
    case sensitive
    /// The token gave a length that cannot be true.
    case malformed
}

/// The attributes of one object as one read gave them.
public struct AttributeValues: Sendable {
    struct Entry: Sendable {
        var type: AttributeType
        var status: AttributeStatus
        var offset: Int
        var count: Int
    }

    var entries: [Entry]
    var storage: [UInt8]

    /// Those of an object that shows nothing.
    public init() { self.init(entries: [], storage: []) }

    init(entries: [Entry], storage: [UInt8]) {
        self.entries = entries
        self.storage = storage
    }

    /// The attributes that were asked for, in that order.
    public var types: [AttributeType] { entries.map(\.type) }

    private func entry(_ type: AttributeType) -> Entry? {
        for entry in entries where entry.type == type { return entry }
        return nil
    }

    /// What the token answered about an attribute; ``AttributeStatus/absent`` for one that was not asked for.
    public func status(_ type: AttributeType) -> AttributeStatus { entry(type)?.status ?? .absent }

    /// The value as bytes; nil unless there is one.
    public func data(_ type: AttributeType) -> Data? {
        withBytes(type) { Data($0) }
    }

    /// The value of a `CK_BBOOL`; nil unless there is one of one byte. Every byte but 0 is true.
    public func bool(_ type: AttributeType) -> Bool? {
        withBytes(type) { $0.count == 1 ? $0[0] != 0 : nil } ?? nil
    }

    /// The value of a `CK_ULONG`; nil unless there is one, of the size of that type, that is not
    /// `CK_UNAVAILABLE_INFORMATION`.
    public func number(_ type: AttributeType) -> UInt? {
        withBytes(type) { bytes -> UInt? in
            guard bytes.count == MemoryLayout<UInt>.size else { return nil }
            let number = bytes.loadUnaligned(as: UInt.self)
            return number == .max ? nil : number
        } ?? nil
    }

    /// The value as text; nil unless there is one. What is not UTF-8 becomes U+FFFD: ``data(_:)`` has the bytes.
    public func string(_ type: AttributeType) -> String? {
        withBytes(type) { String(decoding: $0, as: UTF8.self) }
    }

    /// A list of mechanisms; nil unless there is a value of a whole number of `CK_MECHANISM_TYPE`.
    public func mechanisms(_ type: AttributeType) -> [MechanismType]? {
        withBytes(type) { bytes -> [MechanismType]? in
            let size = MemoryLayout<UInt>.size
            guard bytes.count % size == 0 else { return nil }
            return stride(from: 0, to: bytes.count, by: size).map {
                MechanismType(rawValue: bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self))
            }
        } ?? nil
    }

    private func withBytes<Result>(_ type: AttributeType, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let entry = entry(type), entry.status == .value else { return nil }
        return storage.withUnsafeBytes { bytes in
            body(UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.count]))
        }
    }
}
