import Foundation
import TokenKeyStore

@testable import TokenSecurity

/// What TokenSecurity takes as key data or as a reference.
func checkBlob(_ data: Data) {
    if let reference = PersistentReference(data) {
        check(reference.data == data, "a reference is written otherwise than it was read")
    }
    if let key = try? KeyBlob.publicKey(data) {
        let again = check("a public key is not read again") { try KeyBlob.publicKey(key.pkcs1DERRepresentation) }
        check(again == key, "a public key is another when it is read again")
        check(key == (try? PublicKey(representation: data)), "the key store reads another key")
    }
    if let elements = DERSequence.elements(of: data) {
        // A slice has indices of its own.
        let slice = (Data([0x30, 0x00]) + data).dropFirst(2)
        check(DERSequence.elements(of: slice)?.count == elements.count, "the place in memory matters")
        check(elements.last.map { $0.content.upperBound == data.endIndex } ?? true, "bytes behind the last member")
    }
    if let secret = try? KeyBlob.privateKey(data) { check(secret.count == data.count, "a private key is cut") }
}
