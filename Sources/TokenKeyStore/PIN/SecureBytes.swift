public import PKCS11

/// PINs, passphrases and key bytes in memory that is locked and wiped; see `SecureBytes` of the module `PKCS11`.
public typealias SecureBytes = PKCS11.SecureBytes
