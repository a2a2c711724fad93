import CFuzzer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `fuzz --target=NAME`, and the arguments of libFuzzer: a folder of inputs to grow, or one input to run.
///
/// libFuzzer passes over what begins with two dashes, and hands it on to the processes that it starts.
@main struct Fuzz {
    static let target = CommandLine.arguments.lazy.compactMap { argument in
        FuzzTarget.all.first { argument == "--target=\($0.name)" }
    }.first

    static func main() {
        guard target != nil else {
            for target in FuzzTarget.all { print(target.name) }
            exit(CommandLine.arguments.contains("--list") ? 0 : 64)
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
                Fuzz.target?.run(UnsafeBufferPointer(start: bytes, count: count))
                return 0
            })
    }
}
