/// Paragraphs that the help of more than one command has.
enum Details {
    /// Of commands whose standard output is data of their own.
    static let dataWithJSON = "With --json only errors are JSON: what is written is the same as without."
}
