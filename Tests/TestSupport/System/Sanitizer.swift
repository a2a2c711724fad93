import Foundation

/// Which sanitizer the tests were built with: some things cannot be tried under one.
public enum Sanitizer {
    /// The thread sanitizer. It keeps a signal until its thread calls something that it intercepts.
    public static let isThread = has("__tsan_init")
    /// The address sanitizer.
    public static let isAddress = has("__asan_init")

    private static func has(_ symbol: String) -> Bool {
        dlopen(nil, RTLD_NOW).map { dlsym($0, symbol) != nil } ?? false
    }
}
