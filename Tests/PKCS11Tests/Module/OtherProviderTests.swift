import Foundation
import PKCS11
import TestSupport
import Testing

/// Providers other than SoftHSM, where they are installed.
@Suite struct `Other providers` {
    @Test(.enabled(if: Provider.p11KitTrust.isAvailable, "\(Provider.p11KitTrust.missingReason)"))
    func `p11-kit's list of trusted certificates is read, not written`() throws {
        let module = try Module.load(path: Provider.p11KitTrust.required())
        let reader = AttributeReader()
        let types: [AttributeType] = [
            .objectClass, .certificateType, .label, .id, .subject, .issuer, .serialNumber, .value, .trusted, .url,
            .publicKeyInfo,
        ]
        var certificates = 0
        for slot in try module.slots(withToken: true) {
            let session = try slot.openSession()
            for object in try session.find([.objectClass(.certificate)]).prefix(40) {
                let values = try reader.attributes(types, of: object, in: session)
                let again = try session.attributes(types, of: object)
                #expect(types.allSatisfy { values.status($0) == again.status($0) && values.data($0) == again.data($0) })
                if let value = values.data(.value), !value.isEmpty {
                    certificates += 1
                    guard certificates == 1 else { continue }
                    // The subject's name is somewhere in the certificate.
                    #expect(try value.range(of: #require(values.data(.subject))) != nil)
                }
            }
            let error = try failure { try slot.openSession(readWrite: true) }
            #expect(error.returnValue == .tokenWriteProtected)
        }
        #expect(try module.slots(withToken: true).allSatisfy { try $0.mechanisms().isEmpty })
    }

    @Test(.enabled(if: Provider.spy.isAvailable, "\(Provider.spy.missingReason)"))
    func `OpenSC's spy has an interface in front of a module that has none`() async throws {
        // It reads its target from the environment, hence a process of its own.
        await #expect(processExitsWith: .success) {
            let token = try SoftHSMToken()
            let spy = try Spy(on: token.modulePath)
            for (name, value) in spy.environment { setenv(name, value, 1) }
            let module = try Module.load(path: spy.modulePath)
            #expect(module.interfaces().map(\.name) == ["PKCS 11"])
            let slot = try LoadedToken.slot(labelled: "test", of: module)
            do {
                let session = try slot.openSession(readWrite: true)
                try session.login(.user, pin: SecureBytes(utf8: token.pin))
                let count = try session.randomBytes(count: 5).count
                #expect(count == 5)
            }
            try module.finalize()
            let calls = spy.calls
            #expect(calls.first == "C_GetInterface")
            #expect(calls.suffix(3) == ["C_GenerateRandom", "C_CloseSession", "C_Finalize"])
        }
    }

    @Test(.enabled(if: Provider.p11KitClient.isAvailable, "\(Provider.p11KitClient.missingReason)"))
    func `p11-kit's client without a server has no slots or says why`() async throws {
        await #expect(processExitsWith: .success) {
            setenv("P11_KIT_SERVER_ADDRESS", "unix:path=/nowhere/at/all", 1)
            do {
                let module = try Module.load(path: Provider.p11KitClient.required())
                for slot in try module.slots(withToken: true) { _ = try slot.tokenInfo() }
            } catch let error as PKCS11Error {
                #expect(error.returnValue != nil)
            }
        }
    }
}
