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

    private static func has(_ symbol: String) -> Bool {
        dlopen(nil, RTLD_NOW).map { dlsym($0, symbol) != nil } ?? false
    }
}
