import Foundation
import TestSupport

// Runs one scenario in a process of its own, says on standard output what was seen, and ends with 0; with 1 where it failed.
//
//     TestProgram SCENARIO MODULE LABEL PIN [ARGUMENT…]

guard CommandLine.arguments.count >= 2, let scenario = Scenario.all[CommandLine.arguments[1]] else {
    say("scenarios: \(Scenario.all.keys.sorted().joined(separator: " "))", to: 2)
    exit(2)
}
do {
    try scenario(Array(CommandLine.arguments.dropFirst(2)))
} catch {
    say("\(error)", to: 2)
    exit(1)
}
