import PKCS11
