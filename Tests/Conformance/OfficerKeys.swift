import Foundation
import PKCS11

/// Keys that only the security officer of a token may generate, as on a PIV card, and that a store finds there then.
struct OfficerKeys {
    private let modulePath: String
    private let pin: SecureBytes
    private let tags: [Data]

    init(_ arguments: inout Arguments) throws {
        modulePath = try arguments.required("the path of the module")
        let variable = arguments.option("--officer-variable") ?? "CONFORMANCE_SO_PIN"
        guard let pin = ProcessInfo.processInfo.environment[variable] else { throw Failure("\(variable) is not set") }
        self.pin = try SecureBytes(utf8: pin)
        var tags: [Data] = []
        while let digits = arguments.next() { tags.append(try Arguments.tag(digits)) }
        self.tags = tags
    }

    /// Generates an RSA key pair of 2,048 bits for each tag.
    func make() throws {
        let module = try Module.load(path: modulePath)
        guard let slot = try module.slots(withToken: true).first else { throw Failure("there is no token") }
        let session = try slot.openSession(readWrite: true)
        try session.login(.so, pin: pin)
        for tag in tags {
            _ = try session.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen),
                publicTemplate: [
                    Attribute(.token, true), Attribute(.id, tag), Attribute(.modulusBits, 2048 as UInt),
                    Attribute(.publicExponent, Data([1, 0, 1])),
                ], privateTemplate: [Attribute(.token, true), Attribute(.id, tag)])
        }
        try session.logout()
        try session.close()
    }
}
