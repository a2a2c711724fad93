/// A message in which nothing that it quotes fills the screen: a word, or what stands between quotation marks, that is very long ends after some
/// 200 characters with `…`. What is short enough to be a URI or a path of this machine stays whole.
func shortened(_ message: String) -> String {
    guard message.utf8.count > Shortening.longest else { return message }
    var result = ""
    var piece: [Character] = []
    var quote: Character?
    for character in message {
        let ends =
            quote.map { character == $0 } ?? (character == " " || character == "\n" || Shortening.isQuote(character))
        guard ends else {
            piece.append(character)
            continue
        }
        result += Shortening.cut(piece)
        result.append(character)
        piece.removeAll(keepingCapacity: true)
        quote = quote == nil && Shortening.isQuote(character) ? character : nil
    }
    return result + Shortening.cut(piece)
}

private enum Shortening {
    static let longest = 1000
    static let kept = 200

    static func isQuote(_ character: Character) -> Bool { character == "\"" || character == "`" }

    static func cut(_ piece: [Character]) -> String {
        piece.count > longest ? String(piece.prefix(kept)) + "…" : String(piece)
    }
}
