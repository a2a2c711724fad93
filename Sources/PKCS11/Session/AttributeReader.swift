internal import CPKCS11
internal import Synchronization

/// Reads attributes of a slot's objects, in one call where the provider is known to stop at the end of a buffer.
///
/// Buffers can be guessed only where a provider honours `ulValueLen`. NSS softokn does not: it writes past a buffer that is
/// too small. So the first reads go by length, and a guarded read on a value of known length (a buffer that is declared
/// far smaller than it is) shows once which kind of provider this is. Trust is per slot, since a proxy mixes providers.
///
/// May be used from any thread.
public final class AttributeReader: Sendable {
    private enum Trust {
        static let unknown = 0
        static let honoursLengths = 1
        static let mustBeAskedFirst = 2
    }

    private let trust = Atomic<Int>(Trust.unknown)

    /// Makes a reader for the objects of one slot.
    public init() {}

    /// Reads attributes of an object; like ``Session/attributes(_:of:)`` in every result.
    ///
    /// Ask for `CKA_CLASS` and `CKA_KEY_TYPE` among them: they tell whether a value that is missing could be one that a guess was
    /// too small for.
    ///
    /// - Throws: ``PKCS11Error`` with a return value that says that the whole read failed.
    public func attributes(
        _ types: [AttributeType], of object: ObjectHandle, in session: borrowing Session
    ) throws(PKCS11Error) -> AttributeValues {
        guard trust.load(ordering: .relaxed) == Trust.honoursLengths, !types.isEmpty else {
            let values = try session.attributes(types, of: object)
            if trust.load(ordering: .relaxed) == Trust.unknown { try probe(values, of: object, in: session) }
            return values
        }
        return try readInOneCall(types, of: object, in: session)
    }

    /// What buffers hold before a read: as good as never the value of a flag, a number or a whole text.
    private static let untouched: UInt8 = 0xA5

    private static func isUntouched(_ bytes: UnsafeMutableRawBufferPointer, _ entry: AttributeValues.Entry) -> Bool {
        bytes[entry.offset..<entry.offset + entry.count].allSatisfy { $0 == untouched }
    }

    /// The guarded read.
    private func probe(
        _ values: AttributeValues, of object: ObjectHandle, in session: borrowing Session
    ) throws(PKCS11Error) {
        guard let entry = values.entries.first(where: { $0.status == .value && $0.count > 8 && !$0.type.isFixedSize })
        else { return }
        let declared = 1
        var buffer = [UInt8](repeating: Self.untouched, count: entry.count + 64)
        let rv = buffer.withUnsafeMutableBytes { bytes -> ReturnValue in
            var request = [
                CK_ATTRIBUTE(type: entry.type.rawValue, pValue: bytes.baseAddress, ulValueLen: CK_ULONG(declared))
            ]
            return session.getAttributeValue(&request, of: object)
        }
        let untouched = buffer.dropFirst(declared).allSatisfy { $0 == Self.untouched }
        let honours = untouched && rv != .ok && rv.leavesAttributeLengths
        trust.store(honours ? Trust.honoursLengths : Trust.mustBeAskedFirst, ordering: .relaxed)
    }

    private func readInOneCall(
        _ types: [AttributeType], of object: ObjectHandle, in session: borrowing Session
    ) throws(PKCS11Error) -> AttributeValues {
        var entries: [AttributeValues.Entry] = []
        entries.reserveCapacity(types.count)
        var total = 0
        for type in types {
            let guess = type.guessedLength
            entries.append(AttributeValues.Entry(type: type, status: .value, offset: total, count: guess))
            total += (guess + 15) & ~15
        }
        var storage = [UInt8](repeating: Self.untouched, count: total)
        var retry: [Int] = []
        var isAnswered = true
        let rv = storage.withUnsafeMutableBytes { bytes -> ReturnValue in
            var request: [CK_ATTRIBUTE] = []
            request.reserveCapacity(entries.count)
            for entry in entries {
                request.append(
                    CK_ATTRIBUTE(
                        type: entry.type.rawValue, pValue: bytes.baseAddress.map { $0 + entry.offset },
                        ulValueLen: CK_ULONG(entry.count)))
            }
            let rv = session.getAttributeValue(&request, of: object)
            guard rv.leavesAttributeLengths else { return rv }
            isAnswered = rv.isShown(in: request, askedFor: entries.map(\.count))
            for index in entries.indices {
                let length = request[index].ulValueLen
                if length == CK_ULONG(entries[index].count), Self.isUntouched(bytes, entries[index]) {
                    // Some modules leave the length of what is absent as it was: that is no value (VeraCrypt issue 996).
                    retry.append(index)
                    entries[index].count = 0
                } else if length <= CK_ULONG(entries[index].count) {
                    entries[index].count = Int(length)
                } else if length == .max {
                    entries[index].status = rv == .ok && entries[index].type.isSecret ? .sensitive : .absent
                    entries[index].count = 0
                } else {
                    retry.append(index)
                    entries[index].count = 0
                }
            }
            return rv
        }
        guard rv.leavesAttributeLengths else { throw session.readFailed(rv, object) }
        // Nothing of the template says what the answer is about: the lengths that were guessed are not the token's.
        guard isAnswered else { return try session.attributes(types, of: object) }
        var values = AttributeValues(entries: entries, storage: storage)
        if rv != .ok { retry += values.couldBeTooLong }
        guard !retry.isEmpty else { return values }

        // By length: SoftHSM and opencryptoki answer a guess that is too small like an absent attribute.
        let again = try session.attributes(retry.map { values.entries[$0].type }, of: object)
        for (index, entry) in zip(retry, again.entries) {
            values.entries[index].status = entry.status
            values.entries[index].offset = values.storage.count + entry.offset
            values.entries[index].count = entry.count
        }
        values.storage += again.storage
        return values
    }
}

extension AttributeValues {
    /// Entries that read as absent although objects of this class may have them.
    fileprivate var couldBeTooLong: [Int] {
        let objectClass = number(.objectClass).map { ObjectClass(rawValue: $0) }
        let keyType = number(.keyType).map { KeyType(rawValue: $0) }
        return entries.indices.filter { index in
            let entry = entries[index]
            guard entry.status == .absent, !entry.type.isFixedSize else { return false }
            return entry.type.belongs(to: objectClass, keyType)
        }
    }
}

extension AttributeType {
    /// Whether a value has the size of its C type: `CK_BBOOL`, `CK_ULONG` or `CK_DATE`.
    fileprivate var isFixedSize: Bool { guessedLength <= 8 && !isSmallInteger }

    private var isSmallInteger: Bool { self == .publicExponent }

    /// A length that holds nearly every value of the attribute, in bytes.
    fileprivate var guessedLength: Int {
        switch self {
        case .token, .private, .sensitive, .alwaysSensitive, .extractable, .neverExtractable, .local, .modifiable,
            .copyable, .destroyable, .encrypt, .decrypt, .sign, .signRecover, .verify, .verifyRecover, .wrap, .unwrap,
            .derive, .alwaysAuthenticate, .wrapWithTrusted, .trusted:
            return 1
        case .objectClass, .keyType, .modulusBits, .valueLen, .certificateType, .certificateCategory, .keyGenMechanism,
            .startDate, .endDate:
            return 8
        case .publicExponent:
            return 8
        case .label, .id:
            return 128
        case .modulus, .allowedMechanisms:
            return 512
        case .ecPoint:
            return 160
        case .value:
            return 2048
        default:
            return 256
        }
    }

    /// Whether objects of a class and key type may have the attribute; true where that is not known.
    fileprivate func belongs(to objectClass: ObjectClass?, _ keyType: KeyType?) -> Bool {
        guard let objectClass else { return true }
        let isAsymmetric = objectClass == .publicKey || objectClass == .privateKey
        let isKey = isAsymmetric || objectClass == .secretKey
        switch self {
        case .id: return isKey || objectClass == .certificate
        case .modulus, .publicExponent, .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient:
            return isAsymmetric && (keyType == nil || keyType == .rsa)
        case .ecParams: return isAsymmetric && keyType != .rsa
        case .ecPoint: return objectClass == .publicKey && keyType != .rsa
        case .value: return !isAsymmetric || objectClass == .privateKey && keyType != .rsa
        case .allowedMechanisms: return isKey
        case .subject: return isAsymmetric || objectClass == .certificate
        case .issuer, .serialNumber: return objectClass == .certificate
        case .application, .objectID: return objectClass == .data
        default: return true
        }
    }
}
