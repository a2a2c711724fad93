import Foundation
import PKCS11
import Testing

/// How outputs are asked for: one call with room enough, a second one at most, and nothing believed that cannot be.
@Suite struct `Buffers for outputs` {
    /// Every function that gives bytes.
    static let operations: [(String, @Sendable (borrowing Session, Int) throws -> Data)] = [
        ("C_Sign", { try $0.sign(Data([1]), maximumLength: $1) }),
        ("C_SignFinal", { try $0.signFinal(maximumLength: $1) }),
        ("C_Encrypt", { try $0.encrypt(Data([1]), maximumLength: $1) }),
        ("C_EncryptUpdate", { try $0.encryptUpdate(Data([1]), blockLength: $1 - 1) }),
        ("C_EncryptFinal", { try $0.encryptFinal(maximumLength: $1) }),
        ("C_Decrypt", { try $0.decrypt(Data([1]), maximumLength: $1) }),
        ("C_DecryptUpdate", { try $0.decryptUpdate(Data([1]), blockLength: $1 - 1) }),
        ("C_DecryptFinal", { try $0.decryptFinal(maximumLength: $1) }),
        ("C_Digest", { try $0.digest(Data([1]), maximumLength: $1) }),
        ("C_DigestFinal", { try $0.digestFinal(maximumLength: $1) }),
        (
            "C_WrapKey",
            {
                try $0.wrapKey(
                    ObjectHandle(rawValue: 1), with: Mechanism(.aesKeyWrap), wrappingKey: ObjectHandle(rawValue: 2),
                    maximumLength: $1)
            }
        ),
    ]

    @Test(arguments: operations.indices) func `one call is enough, and the result is as long as it is`(index: Int)
        throws
    {
        let (function, run) = Self.operations[index]
        let toy = try ToyProvider()
        let session = try toy.session()
        #expect(try run(session, 16) == Data(repeating: 0x5a, count: 16))
        #expect(toy["room"] == 16)
        #expect(try run(session, 500) == Data(repeating: 0x5a, count: 16))
        toy["output"] = 0
        #expect(try run(session, 16) == Data())
        #expect(toy.calls(function) == 3)
        #expect(toy["null"] == 0)
    }

    @Test(arguments: operations.indices) func `a buffer that is too small is made larger once`(index: Int) throws {
        let (function, run) = Self.operations[index]
        let toy = try ToyProvider(["output": 5000])
        let session = try toy.session()
        #expect(try run(session, 16).count == 5000)
        #expect(toy.calls(function) == 2)
        #expect(toy["room"] == 5000)

        // The module goes on asking for more.
        toy["asks"] = 4000
        let error = try failure { try run(session, 16) }
        #expect(error.returnValue == .bufferTooSmall)
        #expect(error.function == function)
        #expect(toy.calls(function) == 4)
    }

    @Test(arguments: [0, 1, 15, 16, (64 << 20) + 1, 2_294_496_608, .max] as [UInt])
    func `a size that makes no sense is not tried`(asks: UInt) throws {
        let toy = try ToyProvider(["output": 5000, "asks": asks])
        let session = try toy.session()
        let error = try failure { try session.sign(Data([1]), maximumLength: 16) }
        #expect(error.returnValue == .bufferTooSmall)
        #expect(toy.calls("C_Sign") == 1)
    }

    @Test(arguments: operations.indices) func `more bytes than there was room for are not read`(index: Int) throws {
        let (function, run) = Self.operations[index]
        let toy = try ToyProvider()
        let session = try toy.session()
        for brag in [1, 1 << 40, UInt.max - 16] {
            toy["brag"] = brag
            let error = try failure { try run(session, 16) }
            #expect(error.code == .malformedResponse)
            #expect(error.message.contains(function))
        }
    }

    @Test(arguments: operations.indices) func `another failure is told at once`(index: Int) throws {
        let (function, run) = Self.operations[index]
        let toy = try ToyProvider()
        let session = try toy.session()
        toy.fail(function, .deviceError)
        let error = try failure { try run(session, 16) }
        #expect(error.returnValue == .deviceError)
        #expect(error.function == function)
        #expect(toy.calls(function) == 1)
    }

    @Test func `the second call may fail otherwise`() throws {
        let toy = try ToyProvider(["output": 5000])
        toy.fail("C_Sign", call: 2, .operationNotInitialized)
        let session = try toy.session()
        let error = try failure { try session.sign(Data([1]), maximumLength: 16) }
        #expect(error.returnValue == .operationNotInitialized)
    }

    @Test func `no room at all is room for one byte`() throws {
        let toy = try ToyProvider(["output": 1])
        let session = try toy.session()
        #expect(try session.sign(Data(), maximumLength: 0).count == 1)
        #expect(try session.sign(Data(), maximumLength: -5).count == 1)
        #expect(toy["room"] == 1)
    }

    @Test func `empty inputs have an address`() throws {
        let toy = try ToyProvider()
        let session = try toy.session()
        for empty in [Data(), Data([1, 2])[1..<1]] {
            _ = try session.sign(empty, maximumLength: 16)
            #expect(toy["input"] == 0)
            #expect(toy["input.null"] == 0)
        }
        _ = try session.encrypt([UInt8](), maximumLength: 16)
        #expect(toy["input.null"] == 0)
    }

    @Test func `large inputs and outputs`() throws {
        let toy = try ToyProvider(["output": 20 << 20])
        let session = try toy.session()
        #expect(try session.encrypt(Data(count: 10 << 20), maximumLength: 20 << 20).count == 20 << 20)
        #expect(toy["input"] == 10 << 20)
    }

    @Test func `secret plaintexts are not believed either`() throws {
        let toy = try ToyProvider(["brag": 1])
        let session = try toy.session()
        let error = try failure { try session.decryptSecret(Data([1]), maximumLength: 16) }
        #expect(error.code == .malformedResponse)
        toy["brag"] = 0
        #expect(try session.decryptSecret(Data([1]), maximumLength: 16).count == 16)
        #expect(try failure { try session.decryptSecret(Data([1]), maximumLength: 15) }.returnValue == .bufferTooSmall)
        #expect(try failure { try session.decryptSecret(Data([1]), maximumLength: 0) }.returnValue == .bufferTooSmall)
    }

    @Test func `verify tells wrong signatures from failures`() throws {
        let toy = try ToyProvider()
        let session = try toy.session()
        #expect(try session.verify(Data([1]), signature: Data([2])))
        for value in [ReturnValue.signatureInvalid, .signatureLenRange] {
            toy.fail("C_Verify", value)
            #expect(try !session.verify(Data([1]), signature: Data([2])))
        }
        toy.fail("C_Verify", .deviceRemoved)
        #expect(try failure { try session.verify(Data([1]), signature: Data([2])) }.returnValue == .deviceRemoved)
    }
}
