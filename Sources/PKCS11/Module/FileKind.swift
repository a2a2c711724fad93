#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What is at a path, as far as loading a module goes.
enum FileKind {
    case missing, directory, other, regular
    /// Nothing is known of it, not even whether it is there: the dynamic linker will say why.
    case unknown

    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = errno == ENOENT || errno == ENOTDIR ? .missing : .unknown
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .directory
        case S_IFREG: self = .regular
        default: self = .other
        }
    }
}
