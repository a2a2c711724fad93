internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// Encrypts everything with AES-GCM (`C_EncryptInit`, `C_Encrypt`; PKCS #11 3.0 sections 2.13.2 and 2.13.5 of the mechanisms), and
    /// tells the IV.
    ///
    /// Some tokens make the IV themselves and write it over the one in the parameter: AWS CloudHSM wants twelve zero bytes there
    /// (crypto11 issue 132). Without that IV nobody can decrypt.
    ///
    /// - Parameters:
    ///   - data: the plaintext.
    ///   - key: the AES key.
    ///   - iv: the IV, or as many zero bytes as the token's own has.
    ///   - additionalData: authenticated, not encrypted.
    ///   - tagBits: the length of the tag in bits.
    ///   - hasIVBits: as for ``Mechanism/aesGCM(iv:additionalData:tagBits:hasIVBits:)``.
    /// - Returns: the IV that was used, and the ciphertext with the tag behind it.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func encryptGCM(
        _ data: some DataProtocol, key: ObjectHandle, iv: some DataProtocol, additionalData: some DataProtocol = Data(),
        tagBits: UInt = 128, hasIVBits: Bool = true
    ) throws(PKCS11Error) -> (iv: Data, ciphertext: Data) {
        var iv = Array(iv)
        var additionalData = Array(additionalData)
        let capacity = data.count + 16 + Int(min(tagBits, 128)) / 8
        // Both calls inside: a token may write the IV at either.
        let result = iv.withUnsafeMutableBufferPointer { ivBytes in
            additionalData.withUnsafeMutableBufferPointer { additionalBytes -> Result<Data, PKCS11Error> in
                let parameters = GCMParameters(
                    iv: ivBytes, additionalData: additionalBytes, tagBits: tagBits, hasIVBits: hasIVBits)
                return parameters.withCK { pointer, length -> Result<Data, PKCS11Error> in
                    var mechanism = CK_MECHANISM(
                        mechanism: MechanismType.aesGCM.rawValue, pParameter: pointer, ulParameterLen: CK_ULONG(length))
                    let rv = functions.returnValue {
                        $0.pointee.C_EncryptInit?(handle.rawValue, &mechanism, key.rawValue)
                    }
                    guard rv == .ok else {
                        return .failure(
                            PKCS11Error(
                                function: "C_EncryptInit", returnValue: rv, while: "encrypting with CKM_AES_GCM"))
                    }
                    return Result { () throws(PKCS11Error) in try encrypt(data, maximumLength: capacity) }
                }
            }
        }
        return (Data(iv), try result.get())
    }
}
