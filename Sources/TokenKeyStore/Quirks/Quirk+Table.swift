internal import PKCS11

extension Quirk {
    /// A change of attributes empties the object before it writes it again.
    public static var copiesInsteadOfChanges: Self { Self("copies-instead-of-changes") }
    /// A search takes an object that is being written for a whole one.
    public static var searchBesideWrites: Self { Self("search-beside-writes") }
    /// A login empties the file of the token before it writes it again.
    public static var loginRewritesToken: Self { Self("login-rewrites-token") }
    /// An object is shown before it is whole.
    public static var objectsMadeInSteps: Self { Self("objects-made-in-steps") }
    /// An object that could not be destroyed is not shown any more.
    public static var hidesWhatItCannotDestroy: Self { Self("hides-what-it-cannot-destroy") }
    /// A usage that is refused to a new key in so many words makes its generation fail, without a word about why.
    public static var failsAtRefusedUsage: Self { Self("fails-at-refused-usage") }
    /// A decryption that failed goes on, even after its session.
    public static var failedDecryptionGoesOn: Self { Self("failed-decryption-goes-on") }

    /// Every quirk that the store knows. To add one: a name above, a row here, the place that asks for it
    /// (`has(.name)` of the store), and a test that shows the behaviour with it and without.
    public static let all: [QuirkDescription] = [
        QuirkDescription(
            quirk: .copiesInsteadOfChanges,
            habit: "C_SetAttributeValue writes over the only copy of an object: a crash in that moment destroys "
                + "the key.",
            effect: "A key gets new names, usage or protection by C_CopyObject, and the old object is destroyed "
                + "afterwards.",
            report: "Measured: SoftHSM 2.6.1 truncates the file of the object first, and SIGKILL in that moment "
                + "destroyed the key in 7 of 7 tries. Elsewhere a copy is the worse way: NSS resets protection on it, "
                + "tpm2-pkcs11 makes none.",
            signs: [softHSMToken]),
        QuirkDescription(
            quirk: .searchBesideWrites,
            habit: "C_FindObjects takes an object that another thread is writing for a whole one, and breaks the "
                + "write or misses attributes.",
            effect: "Within the process, searches wait while an object of the token is written, and the other way "
                + "round.",
            report: "https://github.com/softhsm/SoftHSMv2/issues/573. Measured: SoftHSM 2.6.1, 8 threads, 11 of some "
                + "20,000 calls ended with CKR_GENERAL_ERROR or showed half an object.",
            signs: [softHSMToken]),
        QuirkDescription(
            quirk: .loginRewritesToken,
            habit: "C_Login empties the file of the token and then writes it: a process that initialises the module "
                + "in between does not see the token, now or later.",
            effect:
                "Logins of one user take turns with each other and with the starts of the module; a token that is not "
                + "there, or not all there, is looked for again after a new start.",
            report: "https://github.com/softhsm/SoftHSMv2/issues/757. Measured: SoftHSM 2.6.1, of 20 programs that "
                + "were started at once and logged in 4 to 15 failed, pkcs11-tool among them.",
            signs: [softHSMToken, QuirkSign(libraryManufacturer: "SoftHSM")]),
        QuirkDescription(
            quirk: .objectsMadeInSteps,
            habit: "A new object is written in steps, and each is shown: first it has no class, then no names, and at "
                + "last no numbers. A crash leaves it so.",
            effect: "A key with empty numbers, and an object without a class that cannot be read, are no keys yet: "
                + "look-up passes over them, and p11 doctor lists them and deletes them when told to.",
            report: "Measured: SoftHSM 2.6.1 writes the file of each half of a generated RSA pair about 30 times, its "
                + "numbers last; of 1,200 processes that were killed at random moments 55 left such an object.",
            signs: [softHSMToken]),
        QuirkDescription(
            quirk: .hidesWhatItCannotDestroy,
            habit: "C_DestroyObject that fails with CKR_FUNCTION_FAILED, since the folder of the token cannot be "
                + "written, forgets the object all the same: this process does not see it any more, others do.",
            effect: "After such a failure an object that cannot be seen does not count as deleted: the error says "
                + "that it may be there.",
            report: "Measured: SoftHSM 2.6.1 with a token folder without write permission; its OSToken::deleteObject "
                + "invalidates the object before it removes the file.",
            signs: [softHSMToken]),
        QuirkDescription(
            quirk: .failsAtRefusedUsage,
            habit: "C_GenerateKeyPair fails with CKR_GENERAL_ERROR where usage is refused to the key explicitly, which "
                + "says nothing of the template.",
            effect: "Usage that was not asked for is left out of templates; what the key may do is read back, and more "
                + "than was asked for is a warning.",
            report: "Measured: tpm2-pkcs11 1.9.0, a pair for signatures only with the other uses set to false; its log "
                + "says that CKA_VERIFY does not match the TPM.",
            signs: [tpm2Library]),
        QuirkDescription(
            quirk: .failedDecryptionGoesOn,
            habit: "C_Decrypt that fails leaves the operation active, and the key counted as in use also after the "
                + "session was closed: C_DestroyObject fails with CKR_FUNCTION_FAILED from then on.",
            effect: "A decryption that failed is ended by C_DecryptFinal before its session is thrown away.",
            report: "Measured: tpm2-pkcs11 1.9.0, whose decrypt_oneshot_op returns before it gives the key back "
                + "(src/lib/encrypt.c).",
            signs: [tpm2Library]),
    ]

    private static let tpm2Library = QuirkSign(
        libraryManufacturer: "tpm2-software.github.io", libraryDescription: "TPM2.0 Cryptoki")

    private static let softHSMToken = QuirkSign(tokenManufacturer: "SoftHSM project")
}

extension QuirkDescription {
    /// Whether it is in force.
    ///
    /// - Parameters:
    ///   - token: what the token says of itself; nil where it is not known yet.
    ///   - library: what the module says of itself, where that is needed.
    /// - Returns: why; nil where it is not.
    func reason(_ settings: QuirkSettings, _ token: TokenTexts?, _ library: () -> ModuleInfo?) -> String? {
        switch settings[quirk] {
        case true?: return "set by hand"
        case false?: return nil
        case nil:
            for sign in signs {
                if let words = sign.match(token, library) { return words }
            }
            return nil
        }
    }
}

extension Quirk {
    /// The quirks that are in force for a token of a module. The module is asked about itself only where a row of the table is about it.
    static func active(
        _ settings: QuirkSettings, for token: TokenTexts, of module: Module
    ) -> [ActiveQuirk] {
        all.compactMap { description in
            let reason = description.reason(settings, token) { knownInfo(of: module) }
            return reason.map { ActiveQuirk(description: description, reason: $0) }
        }
    }

    /// Whether this one is in force, for a token that may not be known yet.
    func isActive(_ settings: QuirkSettings, for token: TokenTexts?, of module: Module) -> Bool {
        isActiveIfKnown(settings, for: token, of: module) ?? false
    }

    /// The same; nil where the module would have to say what it is, and failed to.
    func isActiveIfKnown(_ settings: QuirkSettings, for token: TokenTexts?, of module: Module) -> Bool? {
        guard let description = Self.all.first(where: { $0.quirk == self }) else { return false }
        var isSilent = false
        let reason = description.reason(settings, token) {
            let info = Self.knownInfo(of: module)
            isSilent = info == nil
            return info
        }
        return reason == nil && isSilent ? nil : reason != nil
    }

    private static let infos = ForkSafeLock<[Module: ModuleInfo]>([:])

    /// What a module says of itself, asked once.
    private static func knownInfo(of module: Module) -> ModuleInfo? {
        if let known = infos.withLock({ $0[module] }) { return known }
        // Not under the lock: this is a call to the module.
        guard let info = try? module.info() else { return nil }
        infos.withLock { $0[module] = info }
        return info
    }
}
