extension CommandTree {
    /// Everything that `p11` does.
    static let p11 = CommandTree(
        summary: "p11 manages keys that live on a token: a smart card, an HSM, or SoftHSM.",
        details: [
            "The module comes from --module, the URI of --token, PKCS11_MODULE or PKCS11_URI, or a profile; where nothing at all is "
                + "set, a SoftHSM token of your own is made and used (P11_NO_EMBEDDED=1 forbids it).",
            "A profile is a section of ~/.config/swift-pkcs11/profiles.conf (P11_CONFIG names another file): [NAME], then module, token, serial, "
                + "pin-source, quirks, reserved, maximum-sessions. --profile or P11_PROFILE names one; [default] is used where neither does.",
            "KEY is a label, label:TEXT, id:HEX, tag:TEXT, sha256:HEX (the fingerprint, or its first 8 digits or more) or a "
                + "pkcs11: URI; so is CERT.",
            "No option takes a PIN. Without --pin-source the PIN comes from PKCS11_PIN_SOURCE, PKCS11_PIN or the profile, or is "
                + "asked at the terminal.",
        ],
        groups: [
            ModuleCommands.group, SlotCommands.group, TokenCommands.group, MechanismCommands.group, KeyCommands.group,
            CertificateCommands.group, RequestCommands.group, URICommands.group,
        ],
        verbs: [
            SignatureCommands.sign, SignatureCommands.verify, EncryptionCommands.encrypt, EncryptionCommands.decrypt,
            RandomCommand.command, DoctorCommand.command, CompletionCommand.command,
        ],
        globalOptions: Options.global,
        examples: [
            Example("make a key, and see it", "p11 key generate --type rsa:3072 --label invoice && p11 key list"),
            Example(
                "sign a file so that OpenSSL can verify it",
                "p11 sign invoice contract.pdf --algorithm rsa-pkcs1-sha256 --out contract.sig"),
        ])
}
