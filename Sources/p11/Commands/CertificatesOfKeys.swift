import TokenKeyStore

/// The certificates of a token, ready to be asked for those of one key after the other: a token may have thousands of both.
struct CertificatesOfKeys {
    private let all: [Certificate]
    /// Places in `all`: of those whose key can be compared, by that key, and of the others.
    private let byKey: [PublicKey: [Int]]
    private let others: [Int]

    init(_ all: [Certificate]) {
        self.all = all
        var byKey: [PublicKey: [Int]] = [:]
        var others: [Int] = []
        for (place, certificate) in all.enumerated() {
            if let key = certificate.x509?.publicKey {
                byKey[key, default: []].append(place)
            } else {
                others.append(place)
            }
        }
        self.byKey = byKey
        self.others = others
    }

    /// Those that certify a key, in the order of the token.
    func certifying(_ key: Key) -> [Certificate] {
        guard let value = key.publicKey ?? (try? key.privateKey?.publicKey) else {
            return all.filter { $0.certifies(key) }
        }
        return ((byKey[value] ?? []) + others).sorted().map { all[$0] }.filter { $0.certifies(key) }
    }
}

/// The private keys of a token, ready to be asked whether there is that of one certificate after the other.
struct KeysOfCertificates {
    private let all: [PrivateKey]
    private let values: Set<PublicKey>
    /// Those that do not show their public value, and may be meant by their IDs.
    private let hidden: [PrivateKey]

    init(_ all: [PrivateKey]) {
        self.all = all
        values = Set(all.compactMap { try? $0.publicKey })
        hidden = all.filter { (try? $0.publicKey) == nil }
    }

    func has(keyOf certificate: Certificate) -> Bool {
        guard let value = certificate.x509?.publicKey else { return all.contains { certificate.certifies($0) } }
        return values.contains(value) || hidden.contains { certificate.certifies($0) }
    }
}
