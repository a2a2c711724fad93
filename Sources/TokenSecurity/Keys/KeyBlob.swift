internal import Foundation
internal import TokenKeyStore

/// Key data in the formats of the reference system, which are stricter than what a key store reads: DER and nothing around it.
enum KeyBlob {
    /// Reads an RSA public key: PKCS#1 `RSAPublicKey` (RFC 8017, appendix A.1.1) or a SubjectPublicKeyInfo (RFC 5280).
    ///
    /// - Throws: `errSecParam`.
    static func publicKey(_ data: Data) throws(SecFailure) -> PublicKey {
        // A key store also reads PEM and the lines of SSH.
        guard DERSequence.elements(of: data) != nil else {
            throw SecFailure(errSecParam, "the data are not the DER of a public key")
        }
        do {
            return try PublicKey(representation: data)
        } catch {
            throw SecFailure(error, during: .create)
        }
    }

    /// Checks that data are a PKCS#1 `RSAPrivateKey` with two primes (RFC 8017, appendix A.1.2), and takes them to locked memory.
    ///
    /// Whether the numbers belong together is for the key store to see.
    ///
    /// - Throws: `errSecParam`.
    static func privateKey(_ data: Data) throws(SecFailure) -> SecureBytes {
        guard let elements = DERSequence.elements(of: data), elements.count == 9,
            elements.allSatisfy({ $0.tag == DERSequence.integer }), data[elements[0].content].elementsEqual([0])
        else {
            throw SecFailure(errSecParam, "the data are not the PKCS #1 DER of an RSA private key")
        }
        do {
            return try SecureBytes(copying: data)
        } catch {
            throw SecFailure(error, during: .create)
        }
    }
}

/// The outermost level of DER data (X.690), read in place: it may be a private key. Elements are ranges of the indices of the data.
enum DERSequence {
    struct Element {
        let tag: UInt8
        let content: Range<Int>
    }

    static let sequence: UInt8 = 0x30
    static let integer: UInt8 = 0x02

    /// The members of the one SEQUENCE that the bytes are, from the first to the last; nil where they are something else.
    static func elements(of bytes: Data) -> [Element]? {
        guard let outer = element(of: bytes, at: bytes.startIndex, end: bytes.endIndex), outer.tag == sequence,
            outer.content.upperBound == bytes.endIndex
        else { return nil }
        var elements: [Element] = []
        var position = outer.content.lowerBound
        while position < outer.content.upperBound {
            // No key has as many; what has is not worth reading to its end.
            guard elements.count < 16, let next = element(of: bytes, at: position, end: outer.content.upperBound) else {
                return nil
            }
            elements.append(next)
            position = next.content.upperBound
        }
        return elements
    }

    /// Tag, length in its shortest form, and content; nil where that is not what is there.
    private static func element(of bytes: Data, at start: Int, end: Int) -> Element? {
        guard end - start >= 2 else { return nil }
        let first = bytes[start + 1]
        var position = start + 2
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), end - position >= count, bytes[position] != 0 else { return nil }
            length = 0
            for offset in 0..<count { length = length << 8 | Int(bytes[position + offset]) }
            guard length >= 0x80 else { return nil }
            position += count
        }
        guard length <= end - position else { return nil }
        return Element(tag: bytes[start], content: position..<(position + length))
    }
}
