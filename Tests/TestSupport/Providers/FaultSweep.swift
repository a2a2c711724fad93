extension FaultProvider {
    /// Has an operation run with each of its calls failing in turn: before the token did the work, then after it.
    ///
    /// ```swift
    /// try faults.failEachCall { point in
    ///     let key = …                                         // prepared without faults
    ///     let error = try point.during { try store.rename(key, label: "new") }
    ///     #expect(…, "\(point)")                              // looked at without faults
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - returnValue: what the calls answer: a name or number, or `kill`, `forget` or `remove`.
    ///   - trial: prepares, runs the operation by ``FaultPoint/during(_:)`` once, and checks what is left. It is called
    ///     until the operation ends before the call that should fail, whose number it also is.
    /// - Returns: how many calls failed.
    @discardableResult
    public func failEachCall(
        with returnValue: String = "CKR_DEVICE_ERROR", _ trial: (FaultPoint) throws -> Void
    ) rethrows -> Int {
        var failures = 0
        for after in [false, true] {
            for call in 1...10_000 {
                let point = FaultPoint(self, call: call, after: after, returnValue: returnValue)
                try trial(point)
                guard point.wasReached else { break }
                failures += 1
            }
        }
        return failures
    }
}

/// One call of an operation that is to fail.
public final class FaultPoint: CustomStringConvertible {
    /// Which call, counted from 1 among all that concern a slot or a session.
    public let call: Int
    /// Whether the token does the work before the call fails.
    public let after: Bool
    /// What the call answers.
    public let returnValue: String
    /// The function that failed; nil while none has.
    public private(set) var function: String?
    private let faults: FaultProvider

    init(_ faults: FaultProvider, call: Int, after: Bool, returnValue: String) {
        self.faults = faults
        self.call = call
        self.after = after
        self.returnValue = returnValue
    }

    /// Whether the operation came as far as the call.
    public var wasReached: Bool { function != nil }

    /// Runs the operation with the fault in force, beside the rules of `plan`.
    ///
    /// - Returns: what it threw, if it did.
    public func during(plan: String = "", _ operation: () throws -> Void) throws -> (any Error)? {
        try faults.plan("*:\(call)\(after ? ":after" : "")=\(returnValue); \(plan)")
        let thrown = Result { try operation() }
        if faults.fired > 0 { function = faults.lastFired }
        try faults.plan(plan)
        guard case .failure(let error) = thrown else { return nil }
        return error
    }

    /// For comments of expectations, such as "call 7, C_SetAttributeValue, answers CKR_DEVICE_ERROR after the work".
    public var description: String {
        "call \(call), \(function ?? "not reached"), answers \(returnValue) \(after ? "after" : "before") the work"
    }
}
