import Dispatch
import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A change of protection alone: the copy has the names and the uses of its original.
@Suite(.serialized) struct `Changing only the protection of a key` {
    private static let changes = [KeyChanges(isExtractable: false), KeyChanges(isSensitive: true)]

    private let place: FaultyToken
    private let key: KnownKey

    init() throws {
        place = try FaultyToken()
        key = try KnownKey.small.get()[0]
    }

    private func prepare(_ witness: Witness) throws {
        try witness.clear()
        try witness.add(
            key, id: Data([1]), label: "key", halves: [.privateKey], isSensitive: false, isExtractable: true)
    }

    private func isMade(_ changes: KeyChanges, in object: Witness.Object) -> Bool {
        changes.isExtractable == false ? object.flags[.extractable] == false : object.flags[.sensitive] == true
    }

    /// Every object is the key, and signs as OpenSSL does.
    private func expectKeys(_ comment: Comment) throws -> [Witness.Object] {
        let objects = try place.witness.objects()
        for object in objects {
            #expect(object.objectClass == .privateKey && object.id == Data([1]) && object.label == "key", comment)
            #expect(try place.witness.signature(with: object) == key.signature, comment)
        }
        return objects
    }

    @Test(arguments: changes, Renaming.ways) func `with every call in turn failing leaves the old key or the new one`(
        changes: KeyChanges, way: String
    ) throws {
        try StoreSweep(place: place, codes: [.generalError, .deviceError, .sessionHandleInvalid], plan: way).run {
            try prepare($0)
        } operate: { store in
            try store.change(store.privateKey(tag: Data([1])), to: changes)
        } check: { outcome, point, _ in
            let objects = try expectKeys("\(point)")
            #expect(objects.count == 1, "\(point): \(objects)")
            guard let object = objects.first else { return }
            // What the token says that it failed in may have been done in place, and protection is not taken back.
            let isTakenBack = way.isEmpty || outcome != nil
            #expect(!isTakenBack || isMade(changes, in: object) == (outcome != nil), "\(point)")
        }
    }

    /// The handle of the original is void by the time that its destruction is tried again.
    @Test(
        arguments: changes,
        [
            "1=CKR_SESSION_HANDLE_INVALID", "1:after=CKR_SESSION_HANDLE_INVALID", "every=CKR_SESSION_HANDLE_INVALID",
            "every:after=CKR_SESSION_HANDLE_INVALID", "1=CKR_DEVICE_ERROR", "every=CKR_DEVICE_ERROR",
            "every:after=CKR_DEVICE_ERROR", "1=CKR_SESSION_HANDLE_INVALID; C_DestroyObject:2=CKR_FUNCTION_FAILED",
            "1=CKR_SESSION_HANDLE_INVALID; C_DestroyObject:2..=CKR_FUNCTION_FAILED", "1=forget", "every=forget",
            "1..2=CKR_SESSION_HANDLE_INVALID", "2..=CKR_SESSION_HANDLE_INVALID",
            // The session that holds the login is gone as well, and with it all handles.
            "1=CKR_SESSION_HANDLE_INVALID; C_GetSessionInfo:1=CKR_SESSION_HANDLE_INVALID",
            "1=CKR_DEVICE_ERROR; C_GetSessionInfo:1=CKR_SESSION_HANDLE_INVALID",
            "1:after=CKR_SESSION_HANDLE_INVALID; C_GetSessionInfo:1=CKR_SESSION_HANDLE_INVALID",
            "every=CKR_SESSION_HANDLE_INVALID; C_GetSessionInfo:1=CKR_SESSION_HANDLE_INVALID",
        ]) func `destroys the original and not its copy, whatever the token answers`(changes: KeyChanges, fault: String)
        throws
    {
        // Which comes first changes from run to run as well.
        for order in ["", "find:reverse", "find:reverse", ""] {
            try prepare(place.witness)
            let store = try place.open()
            let old = try store.privateKey(tag: Data([1]))
            try place.faults.plan("\(order); C_DestroyObject:\(fault)")
            let new = Result { try store.change(old, to: changes) }
            #expect(place.faults.fired > 0 || fault.hasPrefix("2"), "\(fault)")
            try place.faults.plan("")
            let objects = try expectKeys("\(fault)")
            switch new {
            case .success(let key):
                #expect(objects.count == 1 && objects.allSatisfy { isMade(changes, in: $0) }, "\(fault): \(objects)")
                #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == self.key.signature)
            case .failure(let error):
                // The copy is left where nothing can be destroyed, and the error says so.
                #expect(objects.filter { !isMade(changes, in: $0) }.count == 1, "\(fault): \(objects)")
                #expect(objects.count == 1 || "\(error)".contains("could not be removed"), "\(fault): \(error)")
            }
            #expect(place.faults.openSessions <= store.sessionCount, "\(fault)")
            store.close()
        }
    }

    /// What does not show whether it is the changed one is not destroyed as such.
    @Test func `leaves the original where the token stops to show the protection`() throws {
        try prepare(place.witness)
        let store = try place.open()
        let old = try store.privateKey(tag: Data([1]))
        try place.faults.plan("slow:C_CopyObject=400ms")
        let ended = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var code: KeyStoreError.Code?
        Thread.detachNewThread {
            do {
                try store.change(old, to: KeyChanges(isExtractable: false))
            } catch {
                code = (error as? KeyStoreError)?.code
            }
            ended.signal()
        }
        while place.faults.count(of: "C_CopyObject") == 0 { usleep(5000) }
        try place.faults.amend("attr:CKA_EXTRACTABLE=absent")
        ended.wait()
        try place.faults.plan("")
        #expect(code == .tokenDisobeyed)
        #expect(try expectKeys("").map { $0.flags[.extractable] } == [true])
    }
}
