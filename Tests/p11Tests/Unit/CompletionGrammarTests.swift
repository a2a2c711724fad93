import Testing

@testable import p11

@Suite struct CompletionGrammarTests {
    private let completion = Completion(tree: .p11)

    private func words(_ line: String..., at partial: String) -> [String] {
        guard case .words(let found) = completion.answer(after: line, partial: partial) else { return [] }
        return found.map(\.word)
    }

    @Test func `nouns, verbs and options begin with what is written`() {
        #expect(words(at: "ke") == ["key"])
        #expect(words(at: "").contains("token") && words(at: "").contains("sign"))
        #expect(words("key", at: "ex") == ["export"])
        #expect(words("--json", "key", at: "l") == ["list"])
        #expect(words("key", "generate", at: "--la") == ["--label"])
        #expect(!words("key", "generate", "--label", "x", at: "--").contains("--label"))
        #expect(words("key", "generate", at: "--he") == ["--help"])
        #expect(words("nonsense", at: "x") == [])
    }

    @Test func `values are completed as the next word and after an equals sign`() {
        #expect(words("key", "list", "--output", at: "t") == ["table", "tsv"])
        #expect(words("key", "list", at: "--output=t") == ["--output=table", "--output=tsv"])
        #expect(words("sign", "k", "--algorithm", at: "rsa-pss-sha2") == ["rsa-pss-sha224", "rsa-pss-sha256"])
        #expect(words("completion", at: "") == ["bash", "zsh", "fish"])
    }

    @Test func `keys, tokens and files are told apart`() {
        #expect(completion.answer(after: ["key", "show"], partial: "") == .key)
        #expect(completion.answer(after: ["sign", "--algorithm", "x"], partial: "") == .key)
        #expect(completion.answer(after: ["key", "list", "--token"], partial: "") == .token)
        #expect(completion.answer(after: ["sign", "k"], partial: "a") == .file)
        #expect(completion.answer(after: ["sign", "k", "--out"], partial: "") == .file)
        #expect(completion.answer(after: ["sign", "k"], partial: "--out=a") == .file)
        #expect(completion.answer(after: ["sign", "--", "k"], partial: "-x") == .file)
    }

    @Test func `only options that name module and token count for looking at a token`() {
        let arguments = completion.globalArguments(of: [
            "key", "--module", "m.so", "--token=t", "--pin-source", "env:X", "show",
        ])
        #expect(arguments[Options.module] == "m.so" && arguments[Options.token] == "t")
        #expect(arguments[Options.pinSource] == nil)
    }
}
