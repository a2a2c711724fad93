internal import PKCS11

/// A ``PINSource`` in use by one store: it remembers what was asked for already, so that a person is asked once and a pipe
/// is read once.
final class PINSupply: Sendable {
    /// In bytes. Longer than any token's PIN by far; a file that is longer is some other file.
    static let sizeLimit = 4096

    private struct State: Sendable {
        // By security officer or not: a key that asks each time asks for the user's PIN.
        var kept: [Bool: SecureBytes] = [:]
        var asked: Set<Bool> = []
        /// How many callers want a PIN kept for now.
        var holders = 0
    }

    let source: PINSource
    // Held while a person types, so that several threads end up with one prompt.
    private let state = ForkSafeLock(
        State(),
        inChild: .changed { state in
            var state = state
            state.holders = 0
            return state
        })

    init(_ source: PINSource) {
        self.source = source
    }

    /// The PIN, or nil where the source is ``PINSource/none`` or a callback has none.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/pinMissing`` when the source should have a PIN and gives none,
    ///   an empty one, or gave it once and was not told to keep it; or what a callback throws.
    func pin(for request: PINRequest) throws -> SecureBytes? {
        if source.isNone { return nil }
        let isOfficer = request.user == .so
        if case .callback(let body) = source.kind, !source.keepsPIN {
            // Without the lock: what it does is the caller's business, and may be slow.
            if let kept = state.withLock({ $0.kept[isOfficer] }) { return kept }
            guard let pin = try body(request).map(notEmpty) else { return nil }
            state.withLock { if $0.holders > 0 { $0.kept[isOfficer] = pin } }
            return pin
        }
        return try state.withLock { state in
            if let kept = state.kept[isOfficer] { return kept }
            guard !givesOnce || !state.asked.contains(isOfficer) else {
                throw KeyStoreError(
                    .pinMissing, "the PIN was asked for once already, and it was not kept",
                    hint: "Let the PIN source keep it (keepingPIN()), or use one that can be read again.")
            }
            state.asked.insert(isOfficer)
            guard let pin = try read(request).map(notEmpty) else { return nil }
            if source.keepsPIN || state.holders > 0 { state.kept[isOfficer] = pin }
            return pin
        }
    }

    /// Keeps the PIN while `body` runs, which may have to log in more than once for the user to be asked once.
    func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.holders += 1 }
        defer {
            state.withLock { state in
                state.holders -= 1
                if state.holders == 0, !source.keepsPIN { state.kept = [:] }
            }
        }
        return try body()
    }

    /// Drops kept PINs: the token rejected one, or it was changed.
    func forget() {
        state.withLock { $0.kept = [:] }
    }

    /// Keeps another PIN from now on, where one is kept at all: the token has it now.
    func replace(by pin: SecureBytes?) {
        state.withLock { state in
            state.kept[false] = source.keepsPIN || state.holders > 0 ? pin : nil
        }
    }

    private var givesOnce: Bool {
        switch source.kind {
        case .prompt, .descriptor: true
        default: false
        }
    }

    private func read(_ request: PINRequest) throws -> SecureBytes? {
        let limit = Self.sizeLimit
        switch source.kind {
        case .none:
            return nil
        case .value(let pin):
            return pin
        case .callback(let body):
            return try body(request)
        case .environment(let name):
            return try reading {
                guard let pin = try SecureBytes(environmentVariable: name, limit: limit) else {
                    throw KeyStoreError(.pinMissing, "the environment variable \(name) is not set: no PIN")
                }
                return pin
            }
        case .file(let path):
            return try reading { try SecureBytes(lineOfFile: path, limit: limit) }
        case .descriptor(let descriptor):
            return try reading { try SecureBytes(readingToEndOf: descriptor, limit: limit) }
        case .command(let path, let arguments):
            return try reading { try SecureBytes(outputOf: path, arguments: arguments, limit: limit) }
        case .credential(let name):
            guard let folder = Environment.process["CREDENTIALS_DIRECTORY"], !folder.isEmpty else {
                throw KeyStoreError(
                    .pinMissing, "CREDENTIALS_DIRECTORY is not set, so there is no credential \(escaped(name))",
                    hint: "systemd sets it for a service with LoadCredential= or SetCredential=.")
            }
            return try reading { try SecureBytes(lineOfFile: folder + "/" + name, limit: limit) }
        case .prompt:
            return try reading { try SecureBytes(prompt: request.prompt, limit: limit) }
        }
    }

    private func notEmpty(_ pin: SecureBytes) throws -> SecureBytes {
        guard pin.isEmpty else { return pin }
        throw KeyStoreError(.pinMissing, "the PIN from \(place) is empty, so no login was tried")
    }

    private var place: String {
        switch source.kind {
        case .environment(let name): "the environment variable \(name)"
        case .file(let path): "the file \(path)"
        case .descriptor(0): "standard input"
        case .descriptor(let descriptor): "the descriptor \(descriptor)"
        case .prompt: "the terminal"
        case .command(let path, _): "the command \(path)"
        case .credential(let name): "the credential \(name)"
        case .none, .value, .callback: "the program"
        }
    }

    /// Puts the failure of a source into words.
    private func reading(_ body: () throws -> SecureBytes) throws -> SecureBytes {
        do {
            return try body()
        } catch let error as SecretReadingError {
            throw KeyStoreError(.pinMissing, message(for: error), hint: hint(for: error))
        } catch let error as PKCS11Error {
            throw KeyStoreError(.internalError, "the PIN cannot be read from \(place)", underlying: error)
        }
    }

    private func message(for error: SecretReadingError) -> String {
        switch error {
        case .system: "the PIN cannot be read from \(place): \(error.reason ?? "unknown reason")"
        case .tooLong: "\(place) has more than \(Self.sizeLimit) bytes: that is no PIN"
        case .notRegular: "\(place), which should hold the PIN, is not a regular file"
        case .terminal: "\(place) is a terminal, which would show the PIN"
        case .interrupted: "the PIN prompt was interrupted"
        case .programFailed: "\(place) failed, so what it printed is no PIN"
        }
    }

    private func hint(for error: SecretReadingError) -> String? {
        switch (error, source.kind) {
        case (.system, .prompt): "Name a PIN source that needs no terminal: a file, a descriptor, a variable."
        case (.notRegular, _): "For a pipe, use a descriptor as the PIN source: fd:3, opened by 3< <(…) in the shell."
        case (.terminal, _): "Use the PIN source prompt."
        default: nil
        }
    }
}
