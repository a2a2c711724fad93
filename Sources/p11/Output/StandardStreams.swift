#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard input, output and error, where whoever started the process closed one (`>&-`).
enum StandardStreams {
    /// Takes the numbers of closed streams, before a file of the token or a socket of its module gets one: a report would be written into it.
    /// They are opened for the wrong direction, so that they fail as closed ones do.
    static func occupy() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
