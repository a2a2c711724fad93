internal import CPKCS11

extension AttributeType {
    /// Attributes that a token may keep to itself.
    var isSecret: Bool {
        switch self {
        case .value, .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient: true
        default: false
        }
    }
}

extension ReturnValue {
    /// After these the length of each attribute in the template means something (PKCS #11 2.40, section 5.7); after any other it does not.
    var leavesAttributeLengths: Bool {
        switch self {
        case .ok, .attributeSensitive, .attributeTypeInvalid, .bufferTooSmall: true
        default: false
        }
    }

    /// Whether a template shows what an answer other than OK is about: the length of some attribute is another than was passed. A token
    /// that failed before it looked at the template may give the same answer, and has said nothing of any attribute then.
    func isShown(in answers: [CK_ATTRIBUTE], askedFor lengths: @autoclosure () -> [Int]) -> Bool {
        self == .ok || !zip(answers, lengths()).allSatisfy { $0.ulValueLen == CK_ULONG($1) }
    }
}

extension AttributeValues.Entry {
    /// Whether there is a value that consists of nothing but one byte.
    fileprivate func isFilled(with byte: UInt8, in storage: [UInt8]) -> Bool {
        status == .value && count > 0 && storage[offset..<offset + count].allSatisfy { $0 == byte }
    }
}

extension Session {
    /// The longest value that is believed, in bytes.
    static var maximumAttributeLength: UInt { 16 << 20 }

    /// Reads any number of attributes of an object in two calls (`C_GetAttributeValue`): their lengths, then their values. A third one
    /// looks into values that seem not to have been written.
    ///
    /// One attribute that is absent or sensitive does not take the others with it: each has an ``AttributeStatus``.
    ///
    /// - Throws: ``PKCS11Error`` with a return value that says that the whole read failed, such as `CKR_OBJECT_HANDLE_INVALID`.
    public func attributes(
        _ types: [AttributeType], of object: ObjectHandle
    ) throws(PKCS11Error) -> AttributeValues {
        // p11-kit's client aborts the process when asked for none.
        guard !types.isEmpty else { return AttributeValues(entries: [], storage: []) }
        for _ in 0..<2 {
            if let values = try readByLength(types, of: object) { return values }
        }
        throw PKCS11Error(
            function: "C_GetAttributeValue", returnValue: .bufferTooSmall,
            while: "reading attributes of object \(object), whose lengths keep changing")
    }

    /// One attempt; nil when a value had grown between the two calls.
    private func readByLength(
        _ types: [AttributeType], of object: ObjectHandle
    ) throws(PKCS11Error) -> AttributeValues? {
        var lengths = types.map { CK_ATTRIBUTE(type: $0.rawValue, pValue: nil, ulValueLen: 0) }
        let first = getAttributeValue(&lengths, of: object)
        guard first.leavesAttributeLengths, first.isShown(in: lengths, askedFor: lengths.map { _ in 0 }) else {
            throw readFailed(first, object)
        }

        var entries: [AttributeValues.Entry] = []
        entries.reserveCapacity(types.count)
        var total = 0
        for (type, answer) in zip(types, lengths) {
            var entry = AttributeValues.Entry(type: type, status: .value, offset: total, count: 0)
            if answer.ulValueLen == .max {
                entry.status = .absent
            } else if answer.ulValueLen > Self.maximumAttributeLength {
                entry.status = .malformed
            } else {
                entry.count = Int(answer.ulValueLen)
                total += (entry.count + 15) & ~15
            }
            entries.append(entry)
        }
        tellSensitive(&entries, first, of: object)
        guard total > 0 else { return AttributeValues(entries: entries, storage: []) }

        var storage = [UInt8](repeating: 0, count: total)
        var second = readValues(&entries, into: &storage, filledWith: 0xA5, of: object)
        guard second.leavesAttributeLengths else { throw readFailed(second, object) }
        if second == .bufferTooSmall { return nil }
        let unwritten = entries.indices.filter { entries[$0].isFilled(with: 0xA5, in: storage) }
        guard !unwritten.isEmpty else { return AttributeValues(entries: entries, storage: storage) }

        // A token may tell the length of what it then keeps to itself, and leave the buffer and its length alone. What looks so may be a
        // value all the same: the byte 0xA5 is an ID like any other.
        var again = unwritten.map { entries[$0] }
        second = readValues(&again, into: &storage, filledWith: 0x5A, of: object)
        guard second.leavesAttributeLengths else { throw readFailed(second, object) }
        for (index, entry) in zip(unwritten, again) {
            entries[index] = entry
            if entry.isFilled(with: 0x5A, in: storage) {
                entries[index].status = second == .attributeSensitive ? .sensitive : .absent
            }
        }
        return AttributeValues(entries: entries, storage: storage)
    }

    /// Reads the values of entries whose lengths are known into their places, which are filled with a byte before.
    private func readValues(
        _ entries: inout [AttributeValues.Entry], into storage: inout [UInt8], filledWith byte: UInt8,
        of object: ObjectHandle
    ) -> ReturnValue {
        let wanted = entries.indices.filter { entries[$0].count > 0 }
        return storage.withUnsafeMutableBytes { bytes -> ReturnValue in
            for index in wanted {
                let place = entries[index].offset..<entries[index].offset + entries[index].count
                UnsafeMutableRawBufferPointer(rebasing: bytes[place]).initializeMemory(as: UInt8.self, repeating: byte)
            }
            var request = wanted.map { index in
                CK_ATTRIBUTE(
                    type: entries[index].type.rawValue, pValue: bytes.baseAddress.map { $0 + entries[index].offset },
                    ulValueLen: CK_ULONG(entries[index].count))
            }
            let rv = getAttributeValue(&request, of: object)
            guard rv.leavesAttributeLengths else { return rv }
            for (index, answer) in zip(wanted, request) {
                if answer.ulValueLen == .max {
                    entries[index].status = rv == .attributeSensitive ? .sensitive : .absent
                } else if answer.ulValueLen > CK_ULONG(entries[index].count) {
                    entries[index].status = .malformed
                } else {
                    entries[index].count = Int(answer.ulValueLen)
                }
            }
            return rv
        }
    }

    /// Tells what is kept back from what is not there, among the attributes that have no value: their lengths are `~0` in both
    /// cases, and the one return value of a call is about any one of them.
    private func tellSensitive(
        _ entries: inout [AttributeValues.Entry], _ rv: ReturnValue, of object: ObjectHandle
    ) {
        let without = entries.indices.filter { entries[$0].status == .absent }
        if without.count == 1 || rv == .ok {
            for index in without where rv == .attributeSensitive || rv == .ok && entries[index].type.isSecret {
                entries[index].status = .sensitive
            }
            return
        }
        // Rarely more than the components of one private key.
        let secrets = without.filter { entries[$0].type.isSecret }
        for index in secrets.isEmpty && rv == .attributeSensitive ? without : secrets {
            var question = [CK_ATTRIBUTE(type: entries[index].type.rawValue, pValue: nil, ulValueLen: 0)]
            if getAttributeValue(&question, of: object) != .attributeTypeInvalid { entries[index].status = .sensitive }
        }
    }

    @inline(__always)
    func getAttributeValue(_ template: inout [CK_ATTRIBUTE], of object: ObjectHandle) -> ReturnValue {
        template.withUnsafeMutableBufferPointer { buffer in
            functions.returnValue {
                $0.pointee.C_GetAttributeValue?(
                    handle.rawValue, object.rawValue, buffer.baseAddress, CK_ULONG(buffer.count))
            }
        }
    }

    func readFailed(_ rv: ReturnValue, _ object: ObjectHandle) -> PKCS11Error {
        PKCS11Error(function: "C_GetAttributeValue", returnValue: rv, while: "reading attributes of object \(object)")
    }
}
