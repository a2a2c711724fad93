/// An object identifier by its content bytes, with the names of those that turn up where an RSA key should be.
struct KeyAlgorithmIdentifier: Hashable {
    let bytes: [UInt8]

    static var rsaEncryption: Self { Self(bytes: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) }

    /// What the key is called, with its article.
    var keyName: String {
        switch bytes {
        case Self.rsaEncryption.bytes: "an RSA"
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x07]: "an RSA key for OAEP only: an id-RSAES-OAEP"
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]: "an RSA key for PSS only: an id-RSASSA-PSS"
        case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]: "an EC"
        case [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01]: "a DSA"
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x03, 0x01], [0x2A, 0x86, 0x48, 0xCE, 0x3E, 0x02, 0x01]:
            "a Diffie-Hellman"
        case [0x2B, 0x65, 0x6E]: "an X25519"
        case [0x2B, 0x65, 0x6F]: "an X448"
        case [0x2B, 0x65, 0x70]: "an Ed25519"
        case [0x2B, 0x65, 0x71]: "an Ed448"
        default: "a non-RSA (algorithm \(dotted))"
        }
    }

    /// The dotted decimal form, such as `1.2.840.10045.2.1`.
    var dotted: String {
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        for byte in bytes.prefix(64) {
            guard value < 1 << 56 else { return "unknown" }
            value = value << 7 | UInt64(byte & 0x7F)
            guard byte < 0x80 else { continue }
            if arcs.isEmpty {
                let root = min(value / 40, 2)
                arcs = [root, value - root * 40]
            } else {
                arcs.append(value)
            }
            value = 0
        }
        return arcs.isEmpty ? "unknown" : arcs.map(String.init).joined(separator: ".")
    }
}
