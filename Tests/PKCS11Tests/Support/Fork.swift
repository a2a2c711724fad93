import Foundation

/// Forks this process, which Swift does not offer, and runs `body` in the child.
///
/// Only for processes of their own (exit tests): a child of a process with many threads may hang on a lock that one of them
/// held. The child ends by a signal if it takes longer than 30 seconds.
///
/// - Returns: the exit code of the child, which is what `body` returns, 99 where it throws, and 128 + the signal.
func exitCodeOfForkedChild(_ body: () throws -> Int32) throws -> Int32 {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "fork") else { throw NoFork() }
    let child = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    guard child >= 0 else { throw NoFork() }
    if child == 0 {
        alarm(30)
        do {
            _exit(try body())
        } catch {
            let line = "child: \(error)\n"
            _ = line.withCString { write(2, $0, strlen($0)) }
            _exit(99)
        }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
}

struct NoFork: Error {}
