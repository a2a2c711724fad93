import Foundation
import TestSupport
import Testing

@testable import PKCS11
@testable import TokenKeyStore

/// A mistake in the file is an error that says where it is.
@Suite struct `Mistakes in a profile` {
    private func error(_ bytes: [UInt8]) throws -> KeyStoreError {
        try #require(
            throws: KeyStoreError.self,
            performing: {
                let parser = ProfileParser(path: "/p.conf")
                for profile in try parser.profiles(in: bytes) { try profile.check() }
            })
    }

    private func error(_ text: String) throws -> KeyStoreError { try error(Array(text.utf8)) }

    @Test(arguments: [
        ("module = /m", 1, "before the first"), ("[a]\nmodul = /m", 2, "\"modul\""),
        ("[a]\nModule = /m", 2, "\"Module\""),
        ("[a]\nmodule = /m\n\n[a]", 4, "line 1"), ("[a]\nmodule = /m\nmodule = /m", 3, "line 2"),
        ("[a]\nmodule =", 2, "nothing"), ("[a]\nmodule", 2, "equals sign"), ("[a]\n= x", 2, "\"\""),
        ("[a b]", 1, "section"), ("[]", 1, "section"), ("[a] # note", 1, "section"), ("[a", 1, "section"),
        ("[ä]", 1, "section"), ("[a]\nmodule = ./m.so", 2, "absolute"), ("[a]\nmodule = lib/m.so", 2, "absolute"),
        ("[a]\ntoken = pkcs11:?module-path=./m", 2, "absolute"), ("[a]\npin-source = file:pin", 2, "absolute"),
        ("[a]\npin-source = 123456", 2, "not a PIN source"), ("[a]\npin-source = -", 2, "standard input"),
        ("[a]\ntoken = pkcs11:to%ken", 2, "token"), ("[a]\nquirks = +none-such", 2, "none-such"),
        ("[a]\nquirks = search-beside-writes", 2, "plus"), ("[a]\nmaximum-sessions = 0", 2, "number"),
        ("[a]\nmaximum-sessions = many", 2, "number"), ("[a]\nmaximum-sessions = -1", 2, "number"),
        ("[a]\nmaximum-sessions = 99999999999999999999", 2, "number"), ("[a]\ntoken = a\nreserved = x", 3, "module"),
        ("[a]\nmodule = /m\ntoken = pkcs11:?module-name=x", 1, "twice"),
        ("[a]\npin-source = prompt\ntoken = pkcs11:?pin-source=/pin", 1, "twice"),
        ("[a]\nmodule = /m\u{1}", 2, "control"),
        ("[a]\nmodule = /m\r\r", 2, "control"), ("[a]\nmodule = /m\0", 2, "control"),
    ])
    func `are told with file and line`(text: String, line: Int, words: String) throws {
        let error = try error(text)
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.hasPrefix("/p.conf, line \(line): "), "\(error)")
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test(arguments: ["pin = 123456", "pin=123456", "token = pkcs11:token=a?pin-value=123456", "pin-source = 123456"])
    func `such as a PIN in it are told without the PIN, and say where it belongs`(line: String) throws {
        let error = try error("[a]\nmodule = /m\n" + line)
        #expect(error.message.contains("line 3"))
        #expect("\(error)".contains("file:/path") || "\(error)".contains("env:NAME"))
        #expect(!"\(error)".contains("123456"))
    }

    @Test func `are told of a profile that is not used, too`() throws {
        #expect(try error("[default]\nmodule = /m\n[other]\nnonsense = 1\n").message.contains("line 4"))
    }

    @Test func `in bytes are told, and never repaired`() throws {
        #expect(try error(Array("[a]\nmodule = /m".utf8) + [0xFF]).message.contains("line 2: this is not UTF-8"))
        let long = Array("[a]\nmodule = /".utf8) + [UInt8](repeating: 0x61, count: ProfileParser.sizeLimit)
        #expect(try error(long).message.contains("bytes"))
    }

    @Test func `are not what blanks, comments, empty lines and the ends of lines of Windows are`() throws {
        let text = "\u{20}\t\r\n# [b]\r\n ; x\n\t[a]\t\r\n\n  module\t=  /m  \n[b]\n[default]"
        let profiles = try ProfileParser(path: "/p.conf").profiles(in: Array(text.utf8))
        #expect(profiles.map(\.name) == ["a", "b", "default"])
        #expect(profiles[0].module == .path("/m"))
        #expect(try ProfileParser(path: "/p.conf").profiles(in: []).isEmpty)
    }
}
