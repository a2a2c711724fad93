import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// Kills a process at random moments of each operation, and looks each time whether the token holds the old key or the new one,
/// whether look-up finds its way, and whether `p11 doctor` removes what is left.
struct CrashSoak {
    private let options: Options
    private let token: SoftHSMToken
    private let inspector: Inspector
    private let store: KeyStore
    private let storeModule: Module
    private let folder: TemporaryDirectory
    private let bystander: HeldKey
    private let old: MadeKey
    private let new: MadeKey
    private let newFile: String
    private let workerModule: String

    init(_ options: Options) throws {
        self.options = options
        token = try SoftHSMToken(label: "crash")
        inspector = try Inspector(on: token)
        folder = try TemporaryDirectory()
        let storePath = try token.anotherModulePath()
        storeModule = try Module.load(path: storePath)
        store = try KeyStore(
            module: .path(storePath), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)))
        workerModule = try token.anotherModulePath()
        old = try MadeKey(in: folder)
        new = try MadeKey(in: folder)
        newFile = try folder.write(new.pkcs8, to: "new.der")
        let other = try MadeKey(in: folder)
        bystander = HeldKey(
            tag: CrashNames.bystander, label: CrashNames.bystanderLabel, usage: .sign, publicKey: other.publicKey,
            isGenerated: false)
        try store.importPrivateKey(
            SecureBytes(copying: other.pkcs8), tag: bystander.tag, label: bystander.label, usage: .sign,
            options: KeyOptions(allowsWeakKeys: true))
    }

    func run() throws {
        say("seed \(options.seed), \(options.times) kills of each operation")
        let isWanted = { (operation: KilledOperation) in
            options.operands.isEmpty || options.operands.contains(operation.rawValue)
        }
        for (stream, operation) in KilledOperation.allCases.enumerated() where isWanted(operation) {
            var numbers = SeededNumbers(seed: options.seed, stream: stream)
            try run(operation, &numbers)
        }
        let files = emptyFiles
        say("files of objects without contents in the folder of the token: \(files)")
    }

    // MARK: One operation

    private struct Tally {
        var before = 0
        var after = 0
        var between: [String: Int] = [:]
    }

    private func run(_ operation: KilledOperation, _ numbers: inout SeededNumbers) throws {
        let duration = try (0..<3).map { _ in try measure(operation) }.sorted()[1]
        var tally = Tally()
        for number in 1...max(options.times, 1) {
            try prepare(operation)
            let worker = try worker(operation)
            try worker.expect("ready")
            let moment = UInt32(Double.random(in: 0...1.05 * duration * 1_000_000, using: &numbers))
            worker.go()
            usleep(moment)
            worker.end()
            do {
                try check(operation, &tally)
            } catch let error as SoakError {
                throw SoakError("\(operation.rawValue), kill \(number) after \(moment) µs: \(error.description)")
            }
        }
        let left = tally.between.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        say(
            "\(operation.rawValue): \(Int(duration * 1_000_000)) µs; \(tally.before) as before, \(tally.after) done, left: "
                + (left.isEmpty ? "nothing" : left.joined(separator: "; ")))
    }

    private func worker(_ operation: KilledOperation) throws -> KillableWorker {
        try KillableWorker([operation.rawValue, workerModule, token.label, token.pin, newFile])
    }

    /// The seconds that the operation takes when it is left alone.
    private func measure(_ operation: KilledOperation) throws -> Double {
        try prepare(operation)
        let worker = try worker(operation)
        try worker.expect("ready")
        let start = ContinuousClock.now
        worker.go()
        try worker.expect("done")
        let taken = ContinuousClock.now - start
        worker.end()
        return Double(taken.components.attoseconds) / 1e18 + Double(taken.components.seconds)
    }

    /// The bystander, the key to change where there is one, and nothing else.
    private func prepare(_ operation: KilledOperation) throws {
        let objects = try inspector.objects()
        let kept = try inspector.halves(of: bystander, among: objects).halves ?? []
        guard kept.count == 2 else { throw SoakError("the bystander is not whole") }
        let oldHalves = operation.needsKey ? try inspector.halves(of: oldKey, among: objects).halves ?? [] : []
        for object in objects where !kept.contains(object) && !oldHalves.contains(object) {
            try inspector.destroy(object)
        }
        guard operation.needsKey, oldHalves.isEmpty else { return }
        try store.importPrivateKey(
            SecureBytes(copying: old.pkcs8), tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign,
            options: KeyOptions(allowsWeakKeys: true))
    }

    private var oldKey: HeldKey {
        HeldKey(
            tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign, publicKey: old.publicKey, isGenerated: false)
    }

    /// What there is when the operation is done; nil for nothing.
    private func newKey(_ operation: KilledOperation) -> HeldKey? {
        switch operation {
        case .generate:
            HeldKey(tag: CrashNames.new, label: CrashNames.newLabel, usage: .sign, isGenerated: true)
        case .importKey:
            HeldKey(
                tag: CrashNames.new, label: CrashNames.newLabel, usage: .sign, publicKey: new.publicKey,
                isGenerated: false)
        case .rename:
            HeldKey(
                tag: CrashNames.new, label: CrashNames.newLabel, usage: .sign, publicKey: old.publicKey,
                isGenerated: false)
        case .replaceByImport:
            HeldKey(
                tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign, publicKey: new.publicKey,
                isGenerated: false)
        case .replaceByGeneration:
            HeldKey(
                tag: CrashNames.old, label: CrashNames.oldLabel, usage: .sign, isGenerated: true,
                replaced: old.publicKey.modulus)
        case .delete: nil
        }
    }

    // MARK: Looking

    private func check(_ operation: KilledOperation, _ tally: inout Tally) throws {
        let objects = try inspector.objects()
        guard try inspector.halves(of: bystander, among: objects).halves != nil else {
            throw SoakError("the bystander is not whole: \(objects)")
        }
        let privateHalves = objects.filter { $0.objectClass == .privateKey && $0.id != bystander.tag }
        let usable = try privateHalves.filter { try inspector.signs($0) }
        let oldIsUsable = usable.contains { oldKey.isNamed($0) && $0.modulus == old.publicKey.modulus }
        let newKey = newKey(operation)
        let newIsUsable = usable.contains { newKey?.isNumbered($0) == true && newKey?.isNamed($0) == true }
        switch operation {
        case .generate, .importKey: break
        case .delete:
            guard oldIsUsable || privateHalves.isEmpty else { throw SoakError("half of a private key: \(objects)") }
        default:
            guard oldIsUsable || newIsUsable else { throw SoakError("neither the old key nor the new one: \(objects)") }
        }
        try checkLookUp(usable)
        let keys = try [oldKey, newKey].compactMap(\.self).compactMap { try parts(of: $0, among: objects) }
        let leftovers = objects.filter { object in
            object.id != bystander.tag && !keys.contains { $0.contains(object) }
        }
        if leftovers.isEmpty, keys.count < 2, keys.allSatisfy({ $0.count == 2 }) {
            if newIsUsable || operation == .delete && !oldIsUsable { tally.after += 1 } else { tally.before += 1 }
        } else {
            tally.between[kinds(leftovers, keys), default: 0] += 1
        }
        try checkDoctor(operation, hasLeftovers: !leftovers.isEmpty || keys.count > 1)
    }

    /// The objects of a key that can be used: a private half alone is one, as many tokens keep no more of it.
    private func parts(of key: HeldKey, among objects: [Inspector.Object]) throws -> [Inspector.Object]? {
        if let halves = try inspector.halves(of: key, among: objects).halves { return halves }
        let half = try objects.first { object in
            try object.objectClass == .privateKey && key.isNamed(object) && key.isNumbered(object)
                && inspector.signs(object)
        }
        return half.map { [$0] }
    }

    private func kinds(_ leftovers: [Inspector.Object], _ keys: [[Inspector.Object]]) -> String {
        let parts = leftovers.map { object in
            let names: [ObjectClass: String] = [.privateKey: "private", .publicKey: "public"]
            let half = names[object.objectClass] ?? "odd"
            return object.modulus.isEmpty ? "\(half) without numbers" : "\(half) half"
        }
        let isHalf = keys.contains { $0.count == 1 }
        let names =
            switch keys.count {
            case 0: [String]()
            case 1: [isHalf ? "one key without its public half" : "one key"]
            default: [isHalf ? "old and new key, one without its public half" : "old and new key"]
            }
        return (names + parts.sorted()).joined(separator: " + ")
    }

    /// Each name leads to a key that works, to none, or to an error that says how many there are.
    private func checkLookUp(_ usable: [Inspector.Object]) throws {
        // See ``Inspector`` on what a SoftHSM that runs already may not notice. The store starts it again by itself.
        try storeModule.finalize()
        for tag in [CrashNames.old, CrashNames.new] {
            let there = usable.filter { $0.id == tag }
            do {
                let key = try store.privateKey(tag: tag)
                try checkWorks(key)
                guard there.count == 1 else { throw SoakError("look-up chose one of \(there.count) keys") }
            } catch let error as KeyStoreError where error.code == .keyNotFound {
                guard there.isEmpty else { throw SoakError("a key that is there is not found: \(error)") }
            } catch let error as KeyStoreError where error.code == .keyAmbiguous {
                guard there.count > 1 else { throw SoakError("look-up is confused: \(error)") }
            }
        }
        let listed = try store.privateKeys()
        for key in listed { try checkWorks(key) }
        guard listed.count == usable.count + 1 else {
            throw SoakError("\(listed.count) keys are listed, and \(usable.count) and the bystander work")
        }
    }

    private func checkWorks(_ key: PrivateKey) throws {
        let message = Data("m".utf8)
        do {
            let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            if try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)) { return }
        } catch {
            throw SoakError("look-up leads to a key that does not work: \(error)")
        }
        throw SoakError("look-up leads to a key that makes wrong signatures")
    }

    /// `p11 doctor` lists what is left, and leaves whole keys when everything is answered with yes.
    private func checkDoctor(_ operation: KilledOperation, hasLeftovers: Bool) throws {
        guard hasLeftovers else { return }
        let before = try inspector.objects()
        let p11 = try Repository.product("p11")
        let variables = [
            "PKCS11_MODULE": workerModule, "PKCS11_TOKEN_LABEL": token.label, "PKCS11_PIN": token.pin,
            "XDG_DATA_HOME": folder.path,
        ]
        // A terminal for the questions, with a yes to each.
        let answers = Data(String(repeating: "y\n", count: 20).utf8)
        let result = try Command.run(
            "script", ["--quiet", "--return", "--command", "'\(p11)' doctor --delete-leftovers", "/dev/null"],
            input: answers, environment: variables)
        guard result.succeeded else { throw SoakError("p11 doctor: \(result)") }
        guard result.output.contains("leftover") else {
            let odd = before.filter { $0.id != bystander.tag }
            throw SoakError("p11 doctor lists nothing of \(odd.map { inspector.anatomy(of: $0) }): \(before)")
        }
        let objects = try inspector.objects()
        let keys = try [bystander, oldKey, newKey(operation)].compactMap(\.self).compactMap {
            try parts(of: $0, among: objects)
        }
        guard objects.count == keys.reduce(0, { $0 + $1.count }) else {
            let odd = objects.filter { object in !keys.contains { $0.contains(object) } }
                .map { inspector.anatomy(of: $0) }
            throw SoakError("p11 doctor left more than whole keys: \(objects)\n\(odd)\n\(result.output)")
        }
        if operation.needsKey, operation != .delete, keys.count != 2 {
            throw SoakError("p11 doctor left \(keys.count - 1) of the keys: \(objects)\n\(result.output)")
        }
    }

    /// What SoftHSM left of files that it made and had not yet written: no object that it shows, and nothing that it removes.
    private var emptyFiles: Int {
        let folder = URL(fileURLWithPath: token.directory.file("tokens")).resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        var count = 0
        while let file = files?.nextObject() as? URL {
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            if file.pathExtension == "object", size == 0 { count += 1 }
        }
        return count
    }
}

extension HeldKey {
    /// Whether an object has the names of the key.
    func isNamed(_ object: Inspector.Object) -> Bool { object.id == tag && object.label == label }

    /// Whether an object has the numbers of the key: one that is generated may have any but those of the key that it replaces.
    func isNumbered(_ object: Inspector.Object) -> Bool {
        modulus.map { $0 == object.modulus } ?? (!object.modulus.isEmpty && object.modulus != replaced)
    }
}
