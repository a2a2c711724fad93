import Foundation

/// C functions that Swift's import of glibc leaves out, since it does not define `_GNU_SOURCE`.
enum GNUExtensions {
    /// A pipe whose ends no program started by another thread inherits; `pipe` and `fcntl` would leave a gap.
    static func pipe() throws -> (reading: Int32, writing: Int32) {
        typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
        var ends: [Int32] = [-1, -1]
        if let symbol = symbol("pipe2") {
            let pipe2 = unsafeBitCast(symbol, to: Function.self)
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
        } else {
            guard Foundation.pipe(&ends) == 0 else { throw SystemCallError("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        return (ends[0], ends[1])
    }

    /// Makes the program that is about to be started begin in `directory`.
    static func changeDirectory(
        _ directory: String, in actions: UnsafeMutablePointer<posix_spawn_file_actions_t>
    ) throws {
        typealias Function =
            @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
        let name = "posix_spawn_file_actions_addchdir_np"
        guard let symbol = symbol(name) else { throw SystemCallError(name, code: ENOSYS) }
        let code = unsafeBitCast(symbol, to: Function.self)(actions, directory)
        guard code == 0 else { throw SystemCallError(name, code: code) }
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        guard let program = dlopen(nil, RTLD_NOW) else { return nil }
        return dlsym(program, name)
    }
}
