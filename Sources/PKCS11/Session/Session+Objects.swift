internal import CPKCS11

extension Session {
    /// How many handles one `C_FindObjects` call asks for.
    static var findBatchSize: Int { 256 }

    /// Finds the objects whose attributes have the given values (`C_FindObjectsInit`, `C_FindObjects` until none is left, `C_FindObjectsFinal`).
    ///
    /// - Parameters:
    ///   - template: empty for every object that the session may see. Private objects are only seen by who is logged in.
    ///   - limit: more matches than this are an error, since a token that goes on for ever would never end.
    /// - Returns: each object once, however often the token lists it.
    /// - Throws: ``PKCS11Error`` with the return value, or ``PKCS11Error/Code/malformedResponse``.
    public func find(_ template: [Attribute] = [], limit: Int = 1_000_000) throws(PKCS11Error) -> [ObjectHandle] {
        let rv = template.withCK { list, count in
            functions.returnValue { $0.pointee.C_FindObjectsInit?(handle.rawValue, count == 0 ? nil : list, count) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_FindObjectsInit", returnValue: rv, while: "searching for objects")
        }
        let found: [ObjectHandle]
        do {
            found = try collect(limit: limit)
        } catch {
            // The search must end, or the session is stuck in it (fabric issue 1976).
            _ = functions.returnValue { $0.pointee.C_FindObjectsFinal?(handle.rawValue) }
            throw error
        }
        try functions.call("C_FindObjectsFinal", while: "ending a search") {
            $0.pointee.C_FindObjectsFinal?(handle.rawValue)
        }
        return found
    }

    private func collect(limit: Int) throws(PKCS11Error) -> [ObjectHandle] {
        var found: [ObjectHandle] = []
        var seen: Set<CK_OBJECT_HANDLE> = []
        var batch = [CK_OBJECT_HANDLE](repeating: 0, count: Self.findBatchSize)
        // How many handles in a row brought nothing new.
        var repeated = 0
        while true {
            var count: CK_ULONG = 0
            let rv = batch.withUnsafeMutableBufferPointer { buffer in
                functions.returnValue {
                    $0.pointee.C_FindObjects?(handle.rawValue, buffer.baseAddress, CK_ULONG(buffer.count), &count)
                }
            }
            guard rv == .ok else {
                throw PKCS11Error(function: "C_FindObjects", returnValue: rv, while: "searching for objects")
            }
            guard count > 0 else { return found }
            guard count <= CK_ULONG(batch.count) else {
                throw PKCS11Error(
                    code: .malformedResponse, message: "C_FindObjects found \(count) objects in room for \(batch.count)"
                )
            }
            let before = found.count
            for handle in batch.prefix(Int(count)) where seen.insert(handle).inserted {
                found.append(ObjectHandle(rawValue: handle))
            }
            repeated = found.count > before ? 0 : repeated + Int(count)
            // More than the whole list once more: no end is in sight, and what is missing is not known. Less may be the end of a token
            // that lists objects twice and gives few at a time.
            guard repeated <= found.count + Self.findBatchSize else {
                throw PKCS11Error(
                    code: .malformedResponse, message: "the token lists the same objects again and again")
            }
            guard found.count <= limit else {
                throw PKCS11Error(
                    code: .malformedResponse,
                    message: "the token lists more than \(limit) objects: does the list have no end?")
            }
        }
    }

    /// Creates an object (`C_CreateObject`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_TEMPLATE_INCONSISTENT`.
    public func createObject(_ template: [Attribute]) throws(PKCS11Error) -> ObjectHandle {
        var object: CK_OBJECT_HANDLE = 0
        let rv = template.withCK { list, count in
            functions.returnValue { $0.pointee.C_CreateObject?(handle.rawValue, list, count, &object) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_CreateObject", returnValue: rv, while: "creating an object")
        }
        return ObjectHandle(rawValue: object)
    }

    /// Copies an object with some attributes changed (`C_CopyObject`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func copyObject(_ object: ObjectHandle, changing template: [Attribute]) throws(PKCS11Error) -> ObjectHandle {
        var copy: CK_OBJECT_HANDLE = 0
        let rv = template.withCK { list, count in
            functions.returnValue { $0.pointee.C_CopyObject?(handle.rawValue, object.rawValue, list, count, &copy) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_CopyObject", returnValue: rv, while: "copying object \(object)")
        }
        return ObjectHandle(rawValue: copy)
    }

    /// Changes attributes of an object in place (`C_SetAttributeValue`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_ATTRIBUTE_READ_ONLY`.
    public func setAttributes(_ template: [Attribute], of object: ObjectHandle) throws(PKCS11Error) {
        let rv = template.withCK { list, count in
            functions.returnValue { $0.pointee.C_SetAttributeValue?(handle.rawValue, object.rawValue, list, count) }
        }
        guard rv == .ok else {
            throw PKCS11Error(
                function: "C_SetAttributeValue", returnValue: rv, while: "changing attributes of object \(object)")
        }
    }

    /// Destroys an object (`C_DestroyObject`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func destroyObject(_ object: ObjectHandle) throws(PKCS11Error) {
        try functions.call("C_DestroyObject", while: "destroying object \(object)") {
            $0.pointee.C_DestroyObject?(handle.rawValue, object.rawValue)
        }
    }
}
