// Two RSA keys in the keychain, one under a tag for each half, as programs for Apple systems keep them: saved, loaded, turned
// into data, used, and deleted. On Linux the same source keeps them on a token.

import Foundation

#if canImport(Darwin)
import Security
#else
import TokenSecurity
#endif

let publicHalf = StoredKey(tag: "com.example.KeychainRSA.public", isPrivate: false)
let privateHalf = StoredKey(tag: "com.example.KeychainRSA.private", isPrivate: true)

let made = try RSA.makePrivateKey(bits: 2048)
guard let madePublic = SecKeyCopyPublicKey(made) else {
    throw KeychainError(status: errSecItemNotFound, call: "taking the public half")
}
print("made a pair of \(SecKeyGetBlockSize(made) * 8) bits")

try privateHalf.save(made)
try publicHalf.save(madePublic)
guard let privateKey = try privateHalf.load(), let publicKey = try publicHalf.load() else {
    throw KeychainError(status: errSecItemNotFound, call: "loading what was saved")
}
print("saved and loaded both halves, the same keys: \(privateKey == made && publicKey == madePublic)")

if let data = try publicHalf.data() { print("public key: \(data.count) bytes") }
do {
    let data = try privateHalf.data()
    print("private key: \(data?.count ?? 0) bytes")
} catch let error as KeychainError {
    print("private key: stays where it is. \(error)")
}

let message = Data("Pay 100 to Alice.".utf8)
let signature = try RSA.sign(message, with: privateKey)
print("signature of \(signature.count) bytes, valid: \(RSA.isValid(signature, of: message, with: publicKey))")
let other = Data("Pay 900 to Mallory.".utf8)
print("the same signature below another message, valid: \(RSA.isValid(signature, of: other, with: publicKey))")

let ciphertext = try RSA.encrypt(message, to: publicKey)
let plaintext = try RSA.decrypt(ciphertext, with: privateKey)
print("encrypted to \(ciphertext.count) bytes, decrypted to the same message: \(plaintext == message)")

try privateHalf.delete()
try publicHalf.delete()
print("deleted, nothing is left: \(try privateHalf.load() == nil && publicHalf.load() == nil)")
