import TestSupport
import Testing

@testable import PKCS11
@testable import TokenKeyStore

@Suite struct `The table of quirks` {
    @Test(arguments: Quirk.all) func `says of each quirk what the token does, what is done, and who saw it`(
        description: QuirkDescription
    ) {
        for text in [description.habit, description.effect, description.report] { #expect(text.count > 20) }
        #expect(description.report.contains("https://") || description.report.hasPrefix("Measured: "))
        #expect(description.quirk.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(Quirk.all.filter { $0.quirk == description.quirk }.count == 1)
    }

    @Test func `nowhere else is asked which provider it is`() throws {
        let sources = try Command.check(
            "grep", ["-rlE", #"manufacturer ==|== "SoftHSM|libraryDescription ==|contains\("softhsm"\)"#, "Sources"],
            directory: Repository.root)
        // Comparing two tokens with each other, or with what a person asked for, is something else.
        let others = sources.output.split(separator: "\n").filter { path in
            !["Token/TokenSearch.swift", "p11/Invocation+Key.swift"].contains { path.hasSuffix($0) }
        }
        #expect(others == [])
    }

    // MARK: Detection

    private func library(_ manufacturer: String, _ description: String = "") -> ModuleInfo {
        ModuleInfo(
            cryptokiVersion: Version(major: 2, minor: 40), manufacturer: manufacturer, description: description,
            libraryVersion: Version(major: 1, minor: 0))
    }

    @Test func `a sign matches whole texts`() {
        let sign = QuirkSign(libraryManufacturer: "Somebody", libraryDescription: "A token")
        func match(_ manufacturer: String, _ description: String) -> String? {
            sign.match(nil) { library(manufacturer, description) }
        }
        #expect(match("Somebody", "A token")?.contains("library description \"A token\"") == true)
        #expect(match("Somebody else", "A token") == nil)
        #expect(match("Somebody", "A token of theirs") == nil)
        // A module that does not say what it is has no known quirk.
        #expect(sign.match(nil) { nil } == nil)
    }

    @Test func `a sign about tokens says nothing of one that is not known yet`() {
        let sign = QuirkSign(tokenManufacturer: "Somebody")
        #expect(sign.match(nil) { library("Somebody") } == nil)
        // Nor does one without a word match every token.
        #expect(QuirkSign().match(nil) { nil } == nil)
    }

    // MARK: Settings

    @Test func `settings are read and written alike`() throws {
        let settings = try QuirkSettings(parsing: " -search-beside-writes,\t+copies-instead-of-changes ")
        #expect(settings[.searchBesideWrites] == false)
        #expect(settings[.copiesInsteadOfChanges] == true)
        #expect(settings[.loginRewritesToken] == nil)
        #expect("\(settings)" == "+copies-instead-of-changes -search-beside-writes")
        #expect(try QuirkSettings(parsing: "\(settings)") == settings)
        #expect(try QuirkSettings(parsing: "") == QuirkSettings())
    }

    @Test(arguments: [
        "copies-instead-of-changes", "+no-such-quirk", "+", "-copies-instead-of-changes +copies-instead-of-changes",
        "+Copies-Instead-Of-Changes",
    ])
    func `a name without a sign, twice or unknown is an error`(text: String) {
        expectError(.invalidParameter) { try QuirkSettings(parsing: text) }
    }

    @Test func `what the program says comes before what the profile says`() throws {
        let own = try QuirkSettings(parsing: "-search-beside-writes")
        let profile = try QuirkSettings(parsing: "+search-beside-writes +copies-instead-of-changes")
        #expect("\(own.filled(from: profile))" == "+copies-instead-of-changes -search-beside-writes")
    }
}
