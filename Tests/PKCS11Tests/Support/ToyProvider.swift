import Foundation
import PKCS11
import TestSupport

/// A module of the tests' own that answers as it is told; a copy of its own for every instance. See ``source``.
final class ToyProvider: Sendable {
    private typealias Set = @convention(c) (UnsafePointer<CChar>, UInt) -> Void
    private typealias Get = @convention(c) (UnsafePointer<CChar>) -> UInt
    private typealias SetAttribute = @convention(c) (UInt, UnsafeRawPointer?, UInt, UInt) -> Void
    private typealias Parameter = @convention(c) () -> UnsafeRawPointer

    private let directory: TemporaryDirectory
    /// The path of the library.
    let path: String
    private let setKnob: Set
    private let getKnob: Get
    private let setAttribute: SetAttribute
    private let getParameter: Parameter

    private static let plain = Result { try compile([]) }
    private static let withInterface = Result { try compile(["-DTOY_INTERFACE"]) }

    private static func compile(_ arguments: [String]) throws -> (directory: TemporaryDirectory, path: String) {
        let directory = try TemporaryDirectory()
        directory.removeAtExit()
        let path = directory.file("toy.so")
        try CCompiler.library(source + interfaceSource, at: path, arguments + ["-lpthread"])
        return (directory, path)
    }

    /// - Parameters:
    ///   - interface: whether it has the entry points of version 3.
    ///   - knobs: what is set before it is loaded.
    init(interface: Bool = false, _ knobs: [String: UInt] = [:]) throws {
        directory = try TemporaryDirectory()
        path = directory.file("toy.so")
        let original = try (interface ? Self.withInterface : Self.plain).get().path
        // The dynamic loader tells libraries apart by inode: a copy has variables of its own.
        try FileManager.default.copyItem(atPath: original, toPath: path)
        let library = dlopen(path, RTLD_NOW | RTLD_LOCAL)
        func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
            guard let library, let symbol = dlsym(library, name) else { throw MissingSymbol(name: name) }
            return symbol
        }
        setKnob = unsafeBitCast(try symbol("toy_set"), to: Set.self)
        getKnob = unsafeBitCast(try symbol("toy_get"), to: Get.self)
        setAttribute = unsafeBitCast(try symbol("toy_attribute"), to: SetAttribute.self)
        getParameter = unsafeBitCast(try symbol("toy_parameter"), to: Parameter.self)
        for (name, value) in knobs { self[name] = value }
    }

    struct MissingSymbol: Error { let name: String }

    /// A knob.
    subscript(name: String) -> UInt {
        get { getKnob(name) }
        set { setKnob(name, newValue) }
    }

    /// What a function returns from now on instead of doing its work.
    func fail(_ function: String, _ value: ReturnValue) { setKnob(function, value.rawValue) }

    /// What the n-th call of a function returns, counted from 1.
    func fail(_ function: String, call: Int, _ value: ReturnValue) { setKnob("\(function)@\(call)", value.rawValue) }

    /// How often a function was called.
    func calls(_ function: String) -> Int { Int(getKnob("calls.\(function)")) }

    /// Gives the one object an attribute.
    ///
    /// - Parameter claimed: what a query for the length answers; its length by default.
    func attribute(_ type: AttributeType, _ value: [UInt8], claimed: UInt? = nil) {
        setAttribute(type.rawValue, value, UInt(value.count), claimed ?? UInt(value.count))
    }

    /// A number as an attribute holds it.
    func attribute(_ type: AttributeType, number: UInt) {
        attribute(type, withUnsafeBytes(of: number) { Array($0) })
    }

    /// The bytes of the mechanism parameter that arrived last.
    var parameter: [UInt8] {
        Array(UnsafeRawBufferPointer(start: getParameter(), count: min(Int(self["parameter"]), 256)))
    }

    /// Loads it.
    func load(_ options: Module.LoadOptions = Module.LoadOptions()) throws -> Module {
        try Module.load(path: path, options: options)
    }

    /// Loads it and opens a session.
    func session() throws -> Session { try load().slot(id: 1).openSession() }
}
