import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// The file of profiles.
    static let profile = FuzzTarget(name: "profile") { bytes in
        do {
            let profiles = try ProfileParser(path: "profiles.conf").profiles(in: bytes)
            check(Set(profiles.map(\.name)).count == profiles.count, "two sections of one name")
            for profile in profiles { checkProfile(profile) }
            let again = try ProfileParser(path: "profiles.conf").profiles(in: bytes + [0x0A])
            check(again.count == profiles.count, "a line break at the end matters")
        } catch let error as KeyStoreError {
            check(error.code == .invalidConfiguration, "\(error.code)")
            let said = "\(error) \(error.hint ?? "")"
            check(error.message.hasPrefix("profiles.conf"), "an error without its file")
            check(!error.message.unicodeScalars.contains("\n"), "an error of more than one line")
            // pin = 1234 is a PIN where none belongs.
            for line in bytes.split(separator: 0x0A) {
                let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
                guard parts.count == 2, parts[0].elementsEqual("pin".utf8) || parts[0].elementsEqual("pin-source".utf8),
                    parts[1].count >= 24, parts[1].allSatisfy({ (0x30...0x39).contains($0) })
                else { continue }
                check(!said.contains(String(decoding: parts[1], as: UTF8.self)), "what may be a PIN is repeated")
            }
        }
    }

    private static func checkProfile(_ profile: Profile) {
        check(Profile.isName(profile.name), "a section without a name")
        check((1...65_536).contains(profile.maximumSessions ?? 1), "\(profile.maximumSessions ?? 0) sessions")
        check(profile.pin?.description != "-", "standard input as the source of a PIN")
        if case .path(let path)? = profile.module?.kind { check(path.hasPrefix("/"), "a module by a relative path") }
        if let quirks = profile.quirks {
            let again = check("quirks are not read again") { try QuirkSettings(parsing: quirks.description) }
            check(again == quirks, "quirks are others when they are read again")
        }
        for uri in profile.selector?.uris ?? [] {
            check(uri.pinValue == nil, "a PIN in a profile")
            check(uri.modulePath.map { $0.hasPrefix("/") || !$0.contains("/") } ?? true, "a module by a relative path")
        }
        _ = try? profile.check()
    }
}
