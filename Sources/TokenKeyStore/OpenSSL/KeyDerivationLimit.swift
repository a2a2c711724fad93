internal import COpenSSL

/// How much work a file may ask for before its passphrase can even be tried: the counts stand in the file, and nobody vouches for
/// them.
///
/// libcrypto has a limit for the memory of scrypt only; a file of a hundred bytes keeps it busy for hours.
enum KeyDerivationLimit {
    /// OpenSSL makes 2,048 rounds of PBKDF2, and recommendations of 2023 end at 1,300,000. These take some seconds.
    static let rounds = 10_000_000
    /// The most of N · r · p of scrypt (RFC 7914). OpenSSL makes 131,072.
    static let scryptWork = 1 << 24

    /// Checks what an encrypted key is encrypted with.
    ///
    /// The parameters are read by libcrypto, as it will read them again: what one parser refuses another may take.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` for a file that asks for too much.
    static func check(_ algorithm: UnsafePointer<X509_ALGOR>) throws {
        defer { ERR_clear_error() }
        guard OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbes2 else {
            // PBES1 and the methods of PKCS#12. Others are unknown to libcrypto, and so are their parameters.
            return try withParameters(algorithm, PBEPARAM_it(), PBEPARAM_free) { (parameters: PBEPARAM) in
                try check(rounds: parameters.iter)
            }
        }
        try withParameters(algorithm, PBE2PARAM_it(), PBE2PARAM_free) { (parameters: PBE2PARAM) in
            guard let derivation = UnsafePointer(parameters.keyfunc) else { return }
            switch OBJ_obj2nid(derivation.pointee.algorithm) {
            case NID_id_pbkdf2:
                try withParameters(derivation, PBKDF2PARAM_it(), PBKDF2PARAM_free) { (parameters: PBKDF2PARAM) in
                    try check(rounds: parameters.iter)
                }
            case NID_id_scrypt:
                try withParameters(derivation, SCRYPT_PARAMS_it(), SCRYPT_PARAMS_free) { (parameters: SCRYPT_PARAMS) in
                    try checkScrypt([
                        parameters.costParameter, parameters.blockSize, parameters.parallelizationParameter,
                    ])
                }
            default:
                return
            }
        }
    }

    private static func withParameters<Parameters>(
        _ algorithm: UnsafePointer<X509_ALGOR>, _ item: OpaquePointer?,
        _ free: (UnsafeMutablePointer<Parameters>?) -> Void, _ body: (Parameters) throws -> Void
    ) throws {
        // libcrypto takes none that it cannot read.
        guard let parameters = ASN1_TYPE_unpack_sequence(item, algorithm.pointee.parameter) else { return }
        let typed = parameters.assumingMemoryBound(to: Parameters.self)
        defer { free(typed) }
        try body(typed.pointee)
    }

    private static func check(rounds: UnsafePointer<ASN1_INTEGER>?) throws {
        guard let rounds, let count = number(rounds) else { throw excessive("too many") }
        guard count <= Self.rounds else { throw excessive("\(count)") }
    }

    private static func checkScrypt(_ factors: [UnsafeMutablePointer<ASN1_INTEGER>?]) throws {
        var work = 1
        for factor in factors {
            guard let factor, let count = number(factor) else { throw excessive("too many") }
            let (product, overflow) = work.multipliedReportingOverflow(by: max(count, 0))
            guard !overflow, product <= scryptWork else { throw excessive("too many") }
            work = product
        }
    }

    /// nil for a number that no count can be.
    private static func number(_ integer: UnsafePointer<ASN1_INTEGER>) -> Int? {
        var number: Int64 = 0
        return ASN1_INTEGER_get_int64(&number, integer) == 1 ? Int(exactly: number) : nil
    }

    private static func excessive(_ count: String) -> KeyStoreError {
        .invalidKeyData(
            "the encrypted private key asks for \(count) rounds to make a key of the passphrase; at most \(rounds) are made",
            hint: "`openssl pkcs8 -in FILE -topk8 -iter 100000 -out NEW`, where the file is trusted, encrypts it anew.")
    }
}
