import Foundation
import PKCS11
import TokenKeyStore

// One provider, or the table of what they all can do.
//
//     Conformance run NAME MODULE [--polite] [--reserved TEXT] [--token LABEL|URI] [--pin-variable NAME] [--existing TAG] [--new TAG]
//                                 [--confirmed TAG] [--version TEXT] [--expectations FILE]
//     Conformance officer MODULE --officer-variable NAME TAG…
//     Conformance table FOLDER (--write|--check) FILE
do {
    var arguments = Arguments(CommandLine.arguments.dropFirst())
    switch arguments.next() {
    case "run": exit(try run(&arguments))
    case "officer": try OfficerKeys(&arguments).make()
    case "table": try CapabilityTable(&arguments).finish()
    default: throw Failure("usage: Conformance run|officer|table …")
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(2)
}

/// - Returns: 0 where everything came out as expected.
private func run(_ arguments: inout Arguments) throws -> Int32 {
    let provider = try arguments.required("the name of the provider")
    let modulePath = try arguments.required("the path of the module")
    let isPolite = arguments.flag("--polite")
    let version = arguments.option("--version") ?? ""
    let expectations = try Expectations(
        of: provider, inFile: arguments.option("--expectations") ?? Expectations.committedPath)
    let place = Place(
        provider: provider, modulePath: modulePath, reserved: arguments.option("--reserved"),
        token: try arguments.option("--token").map { try TokenSelector(parsing: $0) } ?? .only,
        pinVariable: isPolite ? nil : arguments.option("--pin-variable") ?? "CONFORMANCE_PIN",
        existingTag: try arguments.tag("--existing"), newTag: try arguments.tag("--new") ?? Data([0xA1]),
        confirmedTag: try arguments.tag("--confirmed"))
    try arguments.end()
    let report = Report(expectations)
    Report.write(Report.Heading(provider: provider, version: version))
    let suite = try Suite(place, report)
    if isPolite { PoliteSuite(suite: suite).run() } else { suite.run() }
    report.finish(Check.basic + (isPolite ? Check.polite : Check.full))
    return report.failures == 0 ? 0 : 1
}
