#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What is at a path, as far as loading a module goes.
enum FileKind {
    case missing, directory, other

    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = errno == ENOENT || errno == ENOTDIR ? .missing : .other
            return
        }
        self = status.st_mode & S_IFMT == S_IFDIR ? .directory : .other
    }
}
