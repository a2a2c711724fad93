#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes what passes through it, in pieces, to one line of text.
final class EncodingSink: ByteSink {
    private let encoding: Encoding
    private let target: any ByteSink
    // Base64 makes four characters of three bytes; what is left over waits for more.
    private var rest = Data()

    init(_ encoding: Encoding, target: any ByteSink) {
        self.encoding = encoding
        self.target = target
    }

    func write(_ data: Data) throws(CommandFailure) {
        switch encoding {
        case .binary:
            try target.write(data)
        case .hex:
            try target.write(Data(hexadecimal(data).utf8))
        case .base64:
            rest.append(data)
            let whole = rest.count - rest.count % 3
            try target.write(rest.prefix(whole).base64EncodedData())
            rest = Data(rest.dropFirst(whole))
        }
    }

    func commit() throws(CommandFailure) {
        if encoding != .binary { try target.write(rest.base64EncodedData() + [0x0A]) }
        try target.commit()
    }
}
