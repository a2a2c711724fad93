internal import CPKCS11

/// The parameter of `CKM_AES_GCM`: `CK_GCM_PARAMS` (PKCS #11 3.0 mechanisms, section 2.13.5).
struct GCMParameters {
    let iv: UnsafeMutableBufferPointer<UInt8>
    let additionalData: UnsafeMutableBufferPointer<UInt8>
    let tagBits: UInt
    /// Whether the structure has `ulIvBits`, as in the headers. The text of version 2.40 has none.
    let hasIVBits: Bool

    /// Lends the structure to C, with the pointers as they are.
    func withCK<Result>(_ body: (UnsafeMutableRawPointer?, Int) -> Result) -> Result {
        let additionalBytes = additionalData.isEmpty ? nil : additionalData.baseAddress
        guard hasIVBits else {
            var parameters = ParametersOfTheText(
                iv: iv.baseAddress, ivLength: CK_ULONG(iv.count), additionalData: additionalBytes,
                additionalDataLength: CK_ULONG(additionalData.count), tagBits: tagBits)
            return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
        }
        var parameters = CK_GCM_PARAMS()
        parameters.pIv = iv.baseAddress
        parameters.ulIvLen = CK_ULONG(iv.count)
        parameters.ulIvBits = CK_ULONG(iv.count) * 8
        parameters.pAAD = additionalBytes
        parameters.ulAADLen = CK_ULONG(additionalData.count)
        parameters.ulTagBits = tagBits
        return withUnsafeMutableBytes(of: &parameters) { body($0.baseAddress, $0.count) }
    }
}

/// `CK_GCM_PARAMS` as the text of version 2.40 has it: five fields of the size of a pointer, which Swift lays out like C.
private struct ParametersOfTheText {
    var iv: UnsafeMutablePointer<UInt8>?
    var ivLength: CK_ULONG
    var additionalData: UnsafeMutablePointer<UInt8>?
    var additionalDataLength: CK_ULONG
    var tagBits: CK_ULONG
}
