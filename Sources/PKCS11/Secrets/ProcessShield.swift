internal import CPKCS11

/// Keeps secrets in the memory of this process from its user's other processes and from the disk.
public enum ProcessShield {
    /// From now on the process writes no core dump (`RLIMIT_CORE` 0), a crash is not reported by Swift's runtime, which would print the memory
    /// that registers point to (handlers of SIGSEGV and its like that are there already are removed), and other processes of the same user can neither trace it nor read
    /// its memory (on Linux, `PR_SET_DUMPABLE` 0, until it executes another program). Root still can.
    ///
    /// For a program that is about to hold a PIN, as `p11` is from its first line on. It is not done by itself, as it takes the debugger from
    /// the program's owner, and files below `/proc/self` from a process without rights: call it first thing.
    ///
    /// - Returns: whether the system did it.
    @discardableResult
    public static func raise() -> Bool { cpkcs11_shield_process() == 0 }
}
