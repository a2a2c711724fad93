/// The operands of more than one command.
enum Operands {
    private static let names = "a label, label:TEXT, id:HEX, tag:TEXT, sha256:HEX, or a pkcs11: URI"
    static let key = OperandDescription("KEY", names)
    static let certificate = OperandDescription("CERT", names)
    static let input = OperandDescription("FILE", "what to read; standard input if left out or -", optional: true)
}
