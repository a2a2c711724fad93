import Foundation

/// A provider that forwards to another one, counts the calls and misbehaves by plan.
///
/// ```swift
/// let token = try SoftHSMToken()
/// let faults = try FaultProvider(on: token)
/// let module = try Module.load(path: faults.path)
/// try faults.plan("C_Sign:3=CKR_DEVICE_ERROR; sessions:max=4")
/// ```
///
/// Each instance is a library of its own. `Tests/FaultProvider/README.md` has the grammar of plans.
public final class FaultProvider: Sendable {
    /// The path of the library to load; it stays valid as long as this object.
    public let path: String
    /// The path of the provider that does the work.
    public let target: String
    private let directory: TemporaryDirectory
    private let token: SoftHSMToken?
    private let functions: FaultFunctions

    /// Puts faults before the token of a fixture, through a SoftHSM of its own: the fixture's library stays usable beside
    /// it, to look at the token without the faults.
    public convenience init(on token: SoftHSMToken) throws {
        try self.init(on: token.anotherModulePath(), keeping: token, privateCopy: false)
    }

    /// Puts faults before any provider.
    ///
    /// - Parameters:
    ///   - target: the path of the provider.
    ///   - privateCopy: whether to load a copy of it, with a state of its own in this process.
    public convenience init(on target: String, privateCopy: Bool = false) throws {
        try self.init(on: target, keeping: nil, privateCopy: privateCopy)
    }

    private init(on target: String, keeping token: SoftHSMToken?, privateCopy: Bool) throws {
        self.target = target
        self.token = token
        directory = try TemporaryDirectory()
        path = directory.file("libfault.so")
        try FileManager.default.copyItem(atPath: FaultLibrary.path(), toPath: path)
        functions = try FaultFunctions(path: path)
        guard functions.module(target, privateCopy ? 1 : 0) == 0 else { throw FaultPlanError(reason: "late module") }
    }

    /// Puts a plan in force, in place of the one before. Calls are counted by its rules from now on.
    ///
    /// - Throws: ``FaultPlanError`` for a plan with a mistake, which changes nothing.
    public func plan(_ text: String) throws {
        guard functions.plan(text) == 0 else { throw FaultPlanError(reason: functions.lastError) }
    }

    /// Adds rules to the plan.
    ///
    /// - Throws: ``FaultPlanError`` for a plan with a mistake, which changes nothing.
    public func amend(_ text: String) throws {
        guard functions.amend(text) == 0 else { throw FaultPlanError(reason: functions.lastError) }
    }

    /// Forgets plan, counts and log; open sessions stay.
    public func reset() { functions.reset() }

    /// How often a function was called since the last reset; all functions together for nil.
    public func count(of function: String? = nil) -> Int { Int(functions.count(function)) }

    /// The functions called since the last reset, in order; the first million of them.
    public var log: [String] {
        // Other threads may be calling: what they add between the two calls is left out.
        let size = functions.log(nil, 0)
        var buffer = [CChar](repeating: 0, count: size)
        _ = functions.log(&buffer, size)
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// How many calls met a fault since the plan was put in force; rules about behaviours do not count.
    public var fired: Int { Int(functions.fired(nil)) }

    /// The function that met a fault last; empty when none did.
    public var lastFired: String {
        var name: UnsafePointer<CChar>?
        _ = functions.fired(&name)
        return name.map { String(cString: $0) } ?? ""
    }

    /// How many sessions were opened and not closed.
    public var openSessions: Int { Int(functions.openSessions()) }

    /// Gives the calling thread its number among those that meet faults at random, and lets its sequence begin anew.
    public func nameThread(_ number: Int) { functions.thread(UInt(number)) }

    /// The faults at random that the calling thread met since it asked last, as `number C_Function=VALUE`, with `+` behind the
    /// function where the token did the work.
    public func faultsOfThread() -> [String] {
        var buffer = [CChar](repeating: 0, count: 8192)
        let length = functions.threadLog(&buffer, buffer.count)
        let text = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// How many of ``openSessions`` a client cannot be blamed for: a random fault said that they are gone, or refused twice to close
    /// them.
    public var disownedSessions: Int { Int(functions.disownedSessions()) }

    /// The variables with which a child process loads ``path`` and meets a plan.
    ///
    /// - Parameters:
    ///   - plan: in force from the start.
    ///   - log: a file that gets a line with the function's name for each call; see ``calls(inLog:)``.
    public func environment(plan: String = "", log: String? = nil) -> [String: String] {
        var variables = ["FAULT_MODULE": target, "FAULT_PLAN": plan].merging(token?.environment ?? [:]) { $1 }
        variables["FAULT_LOG"] = log
        return variables
    }

    /// The functions in a log file that a child process wrote, in order.
    public static func calls(inLog path: String) -> [String] {
        let contents = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: contents, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// A plan that the fault provider does not understand.
public struct FaultPlanError: Error, CustomStringConvertible {
    /// The provider's words.
    public let reason: String

    /// The provider's words.
    public var description: String { "fault plan: \(reason)" }
}
