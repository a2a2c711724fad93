import Foundation
import TestSupport
import Testing

private func isInstalled(_ shell: String) -> Bool {
    ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
}

@Suite struct CompletionTests {
    private let p11: P11

    init() throws {
        let p11 = try P11()
        let product = try Repository.product("p11")
        let folder = URL(fileURLWithPath: product).deletingLastPathComponent().path
        self.p11 = p11.with(["PATH": folder + ":" + (p11.variables["PATH"] ?? "")])
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "invoice key")
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "mail")
    }

    private func run(_ shell: String, _ script: String) throws -> String {
        try p11.folder.write(script, to: "script")
        let result = try Command.run(
            shell, ["script"], environment: p11.variables, inheritingEnvironment: false, directory: p11.folder.path)
        #expect(result.succeeded && result.errorOutput.isEmpty, "\(result)")
        return result.output
    }

    @Test func `labels are completed without a login, whatever PIN is configured`() throws {
        let fault = try FaultProvider(on: p11.token)
        let log = p11.folder.file("log")
        var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
        for (name, value) in fault.environment(log: log) { variables[name] = value }
        let result = try p11.with(variables)("__complete", "--", "key", "show", "")
        #expect(result.output == "words\ninvoice key\ta key\nmail\ta key\n", "\(result)")
        #expect(!FaultProvider.calls(inLog: log).contains("C_Login"))
        #expect(try p11("__complete", "--", "key", "list", "--token", "").output == "words\nalpha\ta token\n")
        withExtendedLifetime(fault) {}
    }

    @Test func `names of profiles are completed from the file that is in force, without any module`() throws {
        try p11.folder.write(
            "[pay]\nmodule = /nonexistent.so\n[payroll]\ntoken = t\n[mail]\ntoken = m\n", to: "profiles")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: p11.folder.file("profiles"))
        let p11 = p11.with(["P11_CONFIG": p11.folder.file("profiles"), "PKCS11_MODULE": nil])
        #expect(
            try p11("__complete", "--", "key", "list", "--profile", "pay").output
                == "words\npay\ta profile\npayroll\ta profile\n")
        #expect(try p11("__complete", "--", "key", "--profile=m").output == "words\n--profile=mail\ta profile\n")
        #expect(try p11.with(["P11_CONFIG": "/nonexistent"])("__complete", "--", "--profile", "").output == "words\n")
        #expect(
            try self.p11("__complete", "--", "key", "list", "--token=a").output == "words\n--token=alpha\ta token\n")
    }

    @Test func `nothing is made, and a module that is not there is no error`() throws {
        let stranger = p11.with(["PKCS11_MODULE": nil, "PKCS11_PIN": nil, "SOFTHSM2_CONF": nil])
        #expect(try stranger("__complete", "--", "key", "show", "").output == "words\n")
        #expect(!FileManager.default.fileExists(atPath: p11.folder.file(".local")))
        let broken = try p11("__complete", "--", "--module", "/nonexistent.so", "key", "show", "")
        #expect(broken.output == "words\n" && broken.errorOutput.isEmpty)
    }

    @Test func `the script of bash completes`() throws {
        // What readline would hand over: words are split at = and : too.
        let script = """
            source <(p11 completion bash)
            try() { COMP_LINE=$1; COMP_POINT=${#1}; shift; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _p11
                printf '%s|' "${COMPREPLY[@]}"; printf '\\n'; }
            try 'p11 key sh' p11 key sh
            try 'p11 key show ' p11 key show ''
            try 'p11 key list --output=t' p11 key list --output = t
            try 'p11 key list --output=' p11 key list --output =
            try 'p11 sign mail scr' p11 sign mail scr
            """
        #expect(
            try run("bash", script) == "show|\ninvoice\\ key|mail|\ntable|tsv|\ntable|json|uri|tsv|\nscript|\n")
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed"))
    func `the script of fish completes`() throws {
        let script = """
            p11 completion fish | source
            complete -C 'p11 key sh'
            complete -C 'p11 key show '
            complete -C 'p11 key list --output=t'
            complete -C 'p11 sign mail scr'
            """
        let lines = try run("fish", script).split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(lines == ["show", "invoice key", "mail", "--output=table", "--output=tsv", "script"])
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
    func `the script of zsh completes`() throws {
        // _describe and its kin put words on the line of an editor; here they print them.
        let script = """
            compdef() { : }
            eval "$(p11 completion zsh)"
            _describe() { local c; for c in "${(@P)2}"; do print -r -- "$c"; done }
            _files() { print files }
            compset() { : }
            try() { words=("$@"); CURRENT=$#; PREFIX=${words[CURRENT]}; _p11 }
            try p11 key sh
            try p11 key show ''
            try p11 key list --output=t
            try p11 sign mail scr
            """
        let lines = try run("zsh", script).split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(lines == ["show", "invoice key", "mail", "--output=table", "--output=tsv", "files"])
    }
}
