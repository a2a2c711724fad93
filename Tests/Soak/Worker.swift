import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// What is done in the process that is killed.
enum KilledOperation: String, CaseIterable {
    case generate
    case importKey = "import"
    case rename
    case replaceByImport = "replace-import"
    case replaceByGeneration = "replace-generate"
    case delete

    /// Whether there is a key that it changes.
    var needsKey: Bool { self != .generate && self != .importKey }
}

/// The names that the operations use.
enum CrashNames {
    static let old = Data("crash-old".utf8)
    static let oldLabel = "the key"
    static let new = Data("crash-new".utf8)
    static let newLabel = "the new key"
    static let bystander = Data("crash-bystander".utf8)
    static let bystanderLabel = "a bystander"
}

/// The process that is killed: opens the store, says that it is ready, and does one operation when told to.
enum Worker {
    /// - Parameter operands: the operation, the module, the label of the token, the PIN, and a file with the key to import.
    static func run(_ operands: [String]) throws {
        guard operands.count == 5, let operation = KilledOperation(rawValue: operands[0]) else {
            throw UsageError("worker OPERATION MODULE LABEL PIN FILE")
        }
        let store = try KeyStore(
            module: .path(operands[1]), token: .label(operands[2]), pin: .value(SecureBytes(utf8: operands[3])))
        let file = try Data(contentsOf: URL(fileURLWithPath: operands[4]))
        let key = operation.needsKey ? try store.privateKey(tag: CrashNames.old) : nil
        say("ready")
        guard readLine() != nil else { return }
        try perform(operation, store, key, file)
        say("done")
        // The store stays open: to be killed while it closes is no part of the operation.
        _ = readLine()
    }

    private static func perform(
        _ operation: KilledOperation, _ store: KeyStore, _ key: PrivateKey?, _ file: Data
    ) throws {
        let options = KeyOptions(allowsWeakKeys: true)
        let replacing = KeyOptions(existing: .replace, allowsWeakKeys: true)
        switch operation {
        case .generate:
            try store.generateKeyPair(
                .rsa(bits: 1024), tag: CrashNames.new, label: CrashNames.newLabel, usage: .sign, options: options)
        case .importKey:
            try store.importPrivateKey(
                SecureBytes(copying: file), tag: CrashNames.new, label: CrashNames.newLabel, usage: .sign,
                options: options)
        case .rename:
            guard let key else { return }
            try store.rename(key, label: CrashNames.newLabel, tag: CrashNames.new)
        case .replaceByImport:
            try store.importPrivateKey(
                SecureBytes(copying: file), tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign,
                options: replacing)
        case .replaceByGeneration:
            try store.generateKeyPair(
                .rsa(bits: 1024), tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign, options: replacing)
        case .delete:
            guard let key else { return }
            try store.delete(key)
        }
    }
}

/// A worker as the process that kills it sees it. Used by one thread, in a program that starts nothing else meanwhile.
final class KillableWorker {
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private var isOver = false

    init(_ arguments: [String]) throws {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw SoakError("no pipe") }
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        let program = try Repository.product("Soak")
        let argv = ([program, "worker"] + arguments).map { strdup($0) }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in argv + variables { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, argv + [nil], variables + [nil])
        close(toChild[0])
        close(fromChild[1])
        (process, input, output) = (child, toChild[1], fromChild[0])
        guard code == 0 else { throw SoakError("the worker does not start: \(code)") }
    }

    deinit {
        end()
        close(input)
        close(output)
    }

    /// Waits for a word.
    func expect(_ word: String, seconds: Double = 60) throws {
        var line = ""
        var byte: UInt8 = 0
        while !line.hasSuffix("\n") {
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Int32(seconds * 1000)) > 0, read(output, &byte, 1) == 1 else {
                throw SoakError("the worker did not say \(word), only \"\(line)\"")
            }
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard line == word + "\n" else { throw SoakError("the worker said \(line) and not \(word)") }
    }

    func go() {
        var newline: UInt8 = 10
        _ = write(input, &newline, 1)
    }

    /// Kills it where it is, and waits until it is gone.
    func end() {
        guard !isOver else { return }
        isOver = true
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
