import Foundation

// Tries the key store on SoftHSM for as long as it is told to: with faults at random, or in processes that are killed at random.
//
//     Soak faults [--seconds N] [--seed S] [--threads N]
//     Soak crash [--times N] [--seed S] [OPERATION…]
//     Soak worker …                                   the process that is killed

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    switch options.command {
    case "faults":
        try FaultSoak(options).run()
    case "crash":
        try CrashSoak(options).run()
    case "worker":
        try Worker.run(options.operands)
    default:
        throw UsageError("no such command: \(options.command)")
    }
} catch let error as UsageError {
    say(error.description)
    say("usage: Soak faults [--seconds N] [--seed S] [--threads N], or Soak crash [--times N] [--seed S]")
    exit(2)
} catch {
    say("error: \(error)")
    exit(1)
}
