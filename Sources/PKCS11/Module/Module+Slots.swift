internal import CPKCS11

extension Module {
    /// What the module says of itself (`C_GetInfo`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func info() throws(PKCS11Error) -> ModuleInfo {
        var info = CK_INFO()
        try functions.call("C_GetInfo", while: "asking \(path) what it is") { $0.pointee.C_GetInfo?(&info) }
        return ModuleInfo(
            cryptokiVersion: Version(major: info.cryptokiVersion.major, minor: info.cryptokiVersion.minor),
            manufacturer: trimmedField(info.manufacturerID),
            description: trimmedField(info.libraryDescription),
            libraryVersion: Version(major: info.libraryVersion.major, minor: info.libraryVersion.minor))
    }

    /// The version of the function list in use, and whether `C_GetInterface` gave it.
    public var functionListVersion: Version {
        Version(major: functions.pointer.pointee.interfaceMajor, minor: functions.pointer.pointee.interfaceMinor)
    }

    /// The interfaces of a 3.x module (`C_GetInterfaceList`); empty where it has none or does not answer.
    public func interfaces() -> [Interface] {
        var list = [cpkcs11_interface](repeating: cpkcs11_interface(), count: 32)
        let count = cpkcs11_interfaces(functions.pointer, &list, list.count)
        return list.prefix(count).map { interface in
            var version = Version(major: 0, minor: 0)
            if let functionList = interface.pFunctionList {
                // Every function list begins with its version (PKCS #11 3.0, section 3.6).
                let bytes = functionList.assumingMemoryBound(to: UInt8.self)
                version = Version(major: bytes[0], minor: bytes[1])
            }
            let name = interface.pInterfaceName.map {
                String(decoding: UnsafeBufferPointer(start: $0, count: cStringLength($0)), as: UTF8.self)
            }
            return Interface(name: name ?? "", version: version, flags: interface.flags)
        }
    }

    private func cStringLength(_ pointer: UnsafeMutablePointer<UInt8>) -> Int {
        var length = 0
        while length < 256, pointer[length] != 0 { length += 1 }
        return length
    }

    /// The slots of the module (`C_GetSlotList`), enumerated anew.
    ///
    /// - Parameter withToken: only slots that have a token in them.
    /// - Throws: ``PKCS11Error`` with the return value, or ``PKCS11Error/Code/malformedResponse`` for an absurd count.
    public func slots(withToken: Bool = false) throws(PKCS11Error) -> [Slot] {
        let present: UInt8 = withToken ? 1 : 0
        // Slots may appear between the two calls, so the pair is repeated; the NULL call is what makes a module look anew.
        for _ in 0..<4 {
            var count: CK_ULONG = 0
            try functions.call("C_GetSlotList", while: "counting the slots of \(path)") {
                $0.pointee.C_GetSlotList?(present, nil, &count)
            }
            guard count <= 65536 else {
                throw PKCS11Error(code: .malformedResponse, message: "\(path) says that it has \(count) slots")
            }
            guard count > 0 else { return [] }
            var identifiers = [CK_SLOT_ID](repeating: 0, count: Int(count))
            let rv = identifiers.withUnsafeMutableBufferPointer { buffer in
                functions.returnValue { $0.pointee.C_GetSlotList?(present, buffer.baseAddress, &count) }
            }
            if rv == .bufferTooSmall { continue }
            guard rv == .ok else {
                throw PKCS11Error(function: "C_GetSlotList", returnValue: rv, while: "listing the slots of \(path)")
            }
            return identifiers.prefix(Int(clamping: count)).map { Slot(module: self, id: $0) }
        }
        throw PKCS11Error(
            function: "C_GetSlotList", returnValue: .bufferTooSmall,
            while: "listing the slots of \(path), which keep changing")
    }

    /// The slot with an id, whether it exists or not: its first call will tell.
    public func slot(id: UInt) -> Slot { Slot(module: self, id: id) }

    /// The next slot whose state changed, without waiting for one (`C_WaitForSlotEvent` with `CKF_DONT_BLOCK`, the only form
    /// that every module survives).
    ///
    /// - Returns: nil when nothing happened since the last call.
    /// - Throws: ``PKCS11Error``; many modules answer `CKR_FUNCTION_NOT_SUPPORTED`.
    public func pollSlotEvent() throws(PKCS11Error) -> Slot? {
        var identifier: CK_SLOT_ID = 0
        let dontBlock: CK_FLAGS = 1
        let rv = functions.returnValue { $0.pointee.C_WaitForSlotEvent?(dontBlock, &identifier, nil) }
        if rv == .noEvent { return nil }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_WaitForSlotEvent", returnValue: rv, while: "polling \(path) for slot events")
        }
        return Slot(module: self, id: identifier)
    }
}
