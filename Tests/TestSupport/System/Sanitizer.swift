import Foundation

/// Which sanitizer the tests were built with: some things cannot be tried under one.
public enum Sanitizer {
    /// The thread sanitizer. It keeps a signal until its thread calls something that it intercepts.
    public static let isThread = has("__tsan_init")
    /// The address sanitizer.
    public static let isAddress = has("__asan_init")
    /// What a library in C that a test loads is compiled with, so that the sanitizer sees what it does. That takes the clang of the
    /// toolchain: both must use the one sanitizer.
    public static let flags: [String] =
        if isAddress {
            ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
        } else if isThread {
            ["-fsanitize=thread", "-fno-omit-frame-pointer"]
        } else {
            []
        }

    /// What a program built here needs in its environment, whatever else a test gives it or keeps from it: the options of this process,
    /// else leaks are looked for in it, and what is reported lands in the output that the test looks at.
    public static let environment: [String: String] = {
        var variables = ProcessInfo.processInfo.environment.filter {
            ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"].contains($0.key)
        }
        // Before what is there, which goes for more. A child of a process with several threads goes on with threads of its own.
        if isThread { variables["TSAN_OPTIONS"] = "die_after_fork=0:" + (variables["TSAN_OPTIONS"] ?? "") }
        if isAddress { variables["ASAN_OPTIONS"] = "detect_leaks=0:" + (variables["ASAN_OPTIONS"] ?? "") }
        return variables
    }()

    private static func has(_ symbol: String) -> Bool {
        dlopen(nil, RTLD_NOW).map { dlsym($0, symbol) != nil } ?? false
    }
}
