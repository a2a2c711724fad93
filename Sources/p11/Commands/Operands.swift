/// The operands of more than one command.
enum Operands {
    static let key = OperandDescription("KEY", "a label, label:TEXT, id:HEX, tag:TEXT, or a pkcs11: URI")
    static let certificate = OperandDescription(
        "CERT", "a label, label:TEXT, id:HEX, tag:TEXT, sha256:HEX, or a pkcs11: URI")
    static let input = OperandDescription("FILE", "what to read; standard input if left out or -", optional: true)
}
