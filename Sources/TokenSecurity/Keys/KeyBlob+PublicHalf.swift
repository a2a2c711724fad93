internal import Foundation
internal import TokenKeyStore

extension KeyBlob {
    /// The public half of a private key: of a PKCS#1 `RSAPrivateKey`, its second and third number.
    ///
    /// - Throws: `errSecParam`.
    static func publicHalf(ofPrivateKey data: Data) throws(SecFailure) -> PublicKey {
        guard let elements = DERSequence.elements(of: data), elements.count > 2 else { throw SecFailure(errSecParam) }
        let numbers = data[elements[0].content.upperBound..<elements[2].content.upperBound]
        guard numbers.count <= Int(UInt16.max) else { throw SecFailure(errSecParam) }
        var header: [UInt8] = [DERSequence.sequence]
        switch numbers.count {
        case ..<0x80: header.append(UInt8(numbers.count))
        case ..<0x100: header += [0x81, UInt8(numbers.count)]
        default: header += [0x82, UInt8(numbers.count >> 8), UInt8(numbers.count & 0xFF)]
        }
        return try publicKey(Data(header) + numbers)
    }
}
