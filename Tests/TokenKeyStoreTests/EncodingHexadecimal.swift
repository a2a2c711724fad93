import Foundation
import PKCS11

extension Data {
    /// The bytes of a hexadecimal text in a test.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

extension SecureBytes {
    convenience init(hex: String) throws { try self.init(copying: Data(hex: hex)) }

    /// The bytes, which are no secret in a test.
    var revealed: Data { withUnsafeBytes { Data($0) } }
}
