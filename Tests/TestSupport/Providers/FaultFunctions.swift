import Foundation

/// What the library exports beside `C_GetFunctionList`; see `Tests/FaultProvider/calls.c`.
struct FaultFunctions: Sendable {
    typealias Apply = @convention(c) @Sendable (UnsafePointer<CChar>) -> Int32
    typealias Log = @convention(c) @Sendable (UnsafeMutablePointer<CChar>?, Int) -> Int

    let module: @convention(c) @Sendable (UnsafePointer<CChar>, Int32) -> Int32
    let plan: Apply
    let amend: Apply
    let reset: @convention(c) @Sendable () -> Void
    let count: @convention(c) @Sendable (UnsafePointer<CChar>?) -> UInt
    let log: Log
    let fired: @convention(c) @Sendable (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> UInt
    let openSessions: @convention(c) @Sendable () -> UInt
    let error: @convention(c) @Sendable () -> UnsafePointer<CChar>
    let thread: @convention(c) @Sendable (UInt) -> Void
    let threadLog: Log
    let disownedSessions: @convention(c) @Sendable () -> UInt

    var lastError: String { String(cString: error()) }

    init(path: String) throws {
        // Never closed: a module may be in use as long as the process lives.
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw FaultPlanError(reason: dlerror().map { String(cString: $0) } ?? "\(path) cannot be loaded")
        }
        func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function {
            guard let address = dlsym(library, name) else { throw FaultPlanError(reason: "no \(name) in \(path)") }
            return unsafeBitCast(address, to: type)
        }
        module = try symbol("fault_module", as: (@convention(c) @Sendable (UnsafePointer<CChar>, Int32) -> Int32).self)
        plan = try symbol("fault_plan", as: Apply.self)
        amend = try symbol("fault_amend", as: Apply.self)
        reset = try symbol("fault_reset", as: (@convention(c) @Sendable () -> Void).self)
        count = try symbol("fault_count", as: (@convention(c) @Sendable (UnsafePointer<CChar>?) -> UInt).self)
        log = try symbol("fault_log", as: Log.self)
        fired = try symbol(
            "fault_fired",
            as: (@convention(c) @Sendable (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> UInt).self)
        openSessions = try symbol("fault_open_sessions", as: (@convention(c) @Sendable () -> UInt).self)
        thread = try symbol("fault_thread", as: (@convention(c) @Sendable (UInt) -> Void).self)
        threadLog = try symbol("fault_thread_log", as: Log.self)
        disownedSessions = try symbol("fault_disowned_sessions", as: (@convention(c) @Sendable () -> UInt).self)
        error = try symbol("fault_error", as: (@convention(c) @Sendable () -> UnsafePointer<CChar>).self)
    }
}
