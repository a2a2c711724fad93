/// The operands of more than one command.
enum Operands {
    static let key = OperandDescription("KEY", "a label, label:TEXT, id:HEX, tag:TEXT, or a pkcs11: URI")
    static let input = OperandDescription("FILE", "what to read; standard input if left out or -", optional: true)
}
