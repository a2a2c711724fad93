extension PKCS11URI {
    /// Reads a URI.
    ///
    /// Unknown attributes of the query are ignored, as RFC 7512 wants; unknown attributes of the path are kept, and make
    /// a URI that matches nothing.
    ///
    /// - Parameter string: such as `pkcs11:token=payments;id=%0A%0B?pin-source=file:/run/pin`. Blanks and other characters that a
    ///   URI cannot hold must be percent-encoded.
    /// - Throws: ``PKCS11Error`` with code ``PKCS11Error/Code/invalidURI``, which says what is wrong and never shows a value of
    ///   the query; or ``PKCS11Error/Code/outOfMemory``.
    public init(parsing string: String) throws(PKCS11Error) {
        self.init()
        let bytes = Array(string.utf8)
        let scheme = Array("pkcs11:".utf8)
        guard bytes.count >= scheme.count, zip(bytes, scheme).allSatisfy({ Self.lowercased($0) == $1 }) else {
            throw Self.invalid("it does not begin with \"pkcs11:\"")
        }
        let rest = bytes[scheme.count...]
        let pathEnd = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        try readPath(rest[..<pathEnd])
        if pathEnd < rest.endIndex { try readQuery(rest[(pathEnd + 1)...]) }
        if pinSource != nil, pinValue != nil {
            // RFC 7512, section 2.4: such a URI should be refused.
            throw Self.invalid("it has both a pin-source and a pin-value")
        }
    }

    private mutating func readPath(_ bytes: ArraySlice<UInt8>) throws(PKCS11Error) {
        guard !bytes.isEmpty else { return }
        for part in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            let (name, rawValue) = try Self.nameAndValue(part, separator: ";")
            let value = try Self.percentDecoded(rawValue, of: name)
            if let attribute = PathAttribute(rawValue: name) {
                guard path[attribute] == nil else { throw Self.invalid("it has the attribute \(name) twice") }
                path[attribute] = try Self.canonical(value, of: attribute)
            } else if name == "pin-value" || name == "pin-source" || name == "module-path" || name == "module-name" {
                throw Self.invalid("\(name) belongs to the query: write it after a \"?\"")
            } else {
                guard !unrecognized.contains(where: { $0.name == name }) else {
                    throw Self.invalid("it has the attribute \(name) twice")
                }
                unrecognized.append(UnrecognizedAttribute(name: name, value: value))
            }
        }
    }

    private mutating func readQuery(_ bytes: ArraySlice<UInt8>) throws(PKCS11Error) {
        guard !bytes.isEmpty else { return }
        var seen: Set<String> = []
        for part in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let (name, rawValue) = try Self.nameAndValue(part, separator: "&")
            guard ["module-path", "module-name", "pin-source", "pin-value"].contains(name) else {
                // Vendor attributes may be repeated (section 2.4), and mean nothing here.
                continue
            }
            guard seen.insert(name).inserted else { throw Self.invalid("it has the attribute \(name) twice") }
            if name == "pin-value" {
                pinValue = try Self.decodedPIN(rawValue)
                continue
            }
            let value = try Self.percentDecoded(rawValue, of: name)
            guard !value.isEmpty, !value.contains(0), let text = String(validating: value, as: UTF8.self) else {
                throw Self.invalid("\(name) is empty, has a NUL byte or is not UTF-8")
            }
            switch name {
            case "module-path": modulePath = text
            case "module-name": moduleName = text
            default: pinSource = text
            }
        }
    }

    /// RFC 7512 section 2.3: `slot-id` is decimal digits, `library-version` is `M.N` or `M`, which means `M.0`.
    ///
    /// Numbers are written in one way, so that equal ones make equal URIs.
    private static func canonical(_ value: [UInt8], of attribute: PathAttribute) throws(PKCS11Error) -> [UInt8] {
        let text = String(decoding: value, as: UTF8.self)
        switch attribute {
        case .slotID:
            guard value.allSatisfy(isDigit), let number = UInt(text) else {
                throw invalid("slot-id is not a decimal number that a slot id can hold")
            }
            return Array("\(number)".utf8)
        case .libraryVersion:
            let parts = value.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts.compactMap { part in
                part.allSatisfy(isDigit) ? UInt8(String(decoding: part, as: UTF8.self)) : nil
            }
            guard let major = numbers.first, numbers.count == parts.count else {
                throw invalid("library-version is not a version such as 2 or 2.40")
            }
            return Array("\(major).\(numbers.count > 1 ? numbers[1] : 0)".utf8)
        default:
            return value
        }
    }

    private static func nameAndValue(
        _ part: ArraySlice<UInt8>, separator: String
    ) throws(PKCS11Error) -> (name: String, value: ArraySlice<UInt8>) {
        guard !part.isEmpty else { throw invalid("there is nothing before or after a \"\(separator)\"") }
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
            throw invalid("an attribute has no \"=\"")
        }
        let name = part[..<equals]
        guard !name.isEmpty, name.allSatisfy(isNameCharacter) else {
            throw invalid("the name of an attribute may have only letters, digits, \"-\" and \"_\", and must have some")
        }
        return (String(decoding: name, as: UTF8.self), part[(equals + 1)...])
    }

    // MARK: Values

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>, of name: String) throws(PKCS11Error) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        try decode(bytes, of: name) { decoded.append($0) }
        return decoded
    }

    /// Decodes a PIN straight into locked memory.
    private static func decodedPIN(_ bytes: ArraySlice<UInt8>) throws(PKCS11Error) -> SecureBytes {
        do {
            return try SecureBytes(capacity: bytes.count) { buffer in
                var count = 0
                try decode(bytes, of: "pin-value") { byte in
                    buffer[count] = byte
                    count += 1
                }
                return count
            }
        } catch let error as PKCS11Error {
            throw error
        } catch {
            throw invalid("pin-value cannot be read")
        }
    }

    private static func decode(
        _ bytes: ArraySlice<UInt8>, of name: String, _ append: (UInt8) -> Void
    ) throws(PKCS11Error) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]),
                    let low = hexValue(bytes[index + 2])
                else {
                    throw invalid("a \"%\" in \(name) is not followed by two hexadecimal digits")
                }
                append(high << 4 | low)
                index += 3
            } else {
                // Bytes above ASCII are not allowed either, yet taken: labels in UTF-8 are typed by people.
                guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "#") else {
                    throw invalid("\(name) has a blank, a control character or a \"#\": write it as %20 and the like")
                }
                append(byte)
                index += 1
            }
        }
    }

    // MARK: Characters

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch lowercased(byte) {
        case let digit where isDigit(digit): digit - UInt8(ascii: "0")
        case let letter where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter): letter - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func invalid(_ reason: String) -> PKCS11Error {
        PKCS11Error(code: .invalidURI, message: "this is not a PKCS #11 URI: \(reason)")
    }
}
