internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An attribute with its value, as templates hold it (`CK_ATTRIBUTE`).
public struct Attribute: Sendable {
    enum Value: Sendable {
        case bool(Bool)
        case number(UInt)
        case numbers([UInt])
        case bytes([UInt8])
        case secret(SecureBytes)
        case template([Attribute])
    }

    /// Which attribute.
    public let type: AttributeType
    let value: Value

    /// An attribute of type `CK_BBOOL`.
    public init(_ type: AttributeType, _ value: Bool) {
        self.type = type
        self.value = .bool(value)
    }

    /// An attribute of type `CK_ULONG`.
    public init(_ type: AttributeType, _ value: UInt) {
        self.type = type
        self.value = .number(value)
    }

    /// An attribute of bytes: an ID, a big integer (big-endian), DER.
    public init(_ type: AttributeType, _ value: some DataProtocol) {
        self.type = type
        self.value = .bytes(Array(value))
    }

    /// An attribute of text, sent as UTF-8 without a terminator.
    public init(_ type: AttributeType, _ value: String) {
        self.type = type
        self.value = .bytes(Array(value.utf8))
    }

    /// An attribute of secret bytes, which are lent to the module where they are.
    public init(_ type: AttributeType, _ value: SecureBytes) {
        self.type = type
        self.value = .secret(value)
    }

    /// An attribute that holds a list of mechanisms, such as `CKA_ALLOWED_MECHANISMS`.
    public init(_ type: AttributeType, _ value: [MechanismType]) {
        self.type = type
        self.value = .numbers(value.map(\.rawValue))
    }

    /// An attribute that holds a template, such as `CKA_WRAP_TEMPLATE`.
    public init(_ type: AttributeType, _ value: [Attribute]) {
        self.type = type
        self.value = .template(value)
    }

    /// `CKA_CLASS`.
    public static func objectClass(_ value: ObjectClass) -> Attribute { Attribute(.objectClass, value.rawValue) }

    /// `CKA_KEY_TYPE`.
    public static func keyType(_ value: KeyType) -> Attribute { Attribute(.keyType, value.rawValue) }
}

/// Memory for a template while C reads it.
private struct TemplateArena: ~Copyable {
    private var allocations: [UnsafeMutableRawPointer] = []

    mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
        allocations.append(memory)
        return memory
    }

    mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        let memory = allocate(bytes.count)
        if let base = bytes.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
        return memory
    }

    mutating func list(_ attributes: [Attribute]) -> UnsafeMutablePointer<CK_ATTRIBUTE> {
        let list = allocate(attributes.count * MemoryLayout<CK_ATTRIBUTE>.stride)
            .bindMemory(to: CK_ATTRIBUTE.self, capacity: max(attributes.count, 1))
        for (index, attribute) in attributes.enumerated() {
            var entry = CK_ATTRIBUTE()
            entry.type = attribute.type.rawValue
            switch attribute.value {
            case .bool(let value):
                let byte: UInt8 = value ? 1 : 0
                entry.pValue = withUnsafeBytes(of: byte) { copy($0) }
                entry.ulValueLen = 1
            case .number(let value):
                entry.pValue = withUnsafeBytes(of: value) { copy($0) }
                entry.ulValueLen = CK_ULONG(MemoryLayout<CK_ULONG>.size)
            case .numbers(let values):
                entry.pValue = values.withUnsafeBytes { copy($0) }
                entry.ulValueLen = CK_ULONG(values.count * MemoryLayout<CK_ULONG>.size)
            case .bytes(let bytes):
                entry.pValue = bytes.withUnsafeBytes { copy($0) }
                entry.ulValueLen = CK_ULONG(bytes.count)
            case .secret(let secret):
                // Not copied: it stays in its own locked memory, which the attribute keeps alive.
                entry.pValue = secret.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
                entry.ulValueLen = CK_ULONG(secret.count)
            case .template(let inner):
                entry.pValue = UnsafeMutableRawPointer(self.list(inner))
                entry.ulValueLen = CK_ULONG(inner.count * MemoryLayout<CK_ATTRIBUTE>.stride)
            }
            (list + index).initialize(to: entry)
        }
        return list
    }

    deinit {
        for memory in allocations { memory.deallocate() }
    }
}

extension Array<Attribute> {
    /// Lends the template to C for the duration of `body`.
    func withCK<Result>(_ body: (UnsafeMutablePointer<CK_ATTRIBUTE>, CK_ULONG) -> Result) -> Result {
        withExtendedLifetime(self) {
            var arena = TemplateArena()
            let list = arena.list(self)
            // The memory is in use for as long as C reads it, however early the optimiser sees the last use of `arena`.
            return withExtendedLifetime(arena) { body(list, CK_ULONG(count)) }
        }
    }
}
