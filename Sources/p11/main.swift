import PKCS11

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

StandardStreams.occupy()
// Before anything is read that may be a PIN; its variable is there from the start.
ProcessShield.raise()
Interruption.install()
let code = run(RawArgument.ofThisProcess)
Interruption.heed()
exit(code)
