import Foundation

/// Private copies of the SoftHSM library.
///
/// SoftHSM keeps its state in the library's own variables and reads its configuration once per process, so a process
/// has one SoftHSM. The dynamic loader tells libraries apart by inode: a copy is another SoftHSM, and many of them
/// work side by side (tried with eight, on eight threads, some finalised and unloaded while others signed).
enum SoftHSMLibrary {
    /// Copies the library, and makes the copy read `configuration` whatever the environment says.
    ///
    /// The environment belongs to the whole process and `setenv` is no neighbour for `getenv` on other threads, while
    /// tests run in parallel; a module may also be initialised again later, out of reach of whoever set the variable.
    /// So the copy has its three places of configuration (the variable, the file in the home folder, the file in
    /// /etc) replaced by one path.
    ///
    /// - Returns: whether the path could be put in; otherwise `SOFTHSM2_CONF` is needed around `C_Initialize`.
    static func copy(from source: String, to target: String, configuration: String) throws -> Bool {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: source))
        let patched =
            replace("SOFTHSM2_CONF", with: "SOFTHSM2_NONE", in: &bytes)
            && replace("/.config/softhsm2/softhsm2.conf", with: "/.config/softhsm2/softhsm2.none", in: &bytes)
            && (replace("/etc/softhsm/softhsm2.conf", with: configuration, in: &bytes)
                || replace("/etc/softhsm2.conf", with: configuration, in: &bytes))
        if !patched { bytes = try Data(contentsOf: URL(fileURLWithPath: source)) }
        try bytes.write(to: URL(fileURLWithPath: target))
        return patched
    }

    /// Replaces a C string that occurs once by one that is no longer.
    private static func replace(_ old: String, with new: String, in bytes: inout Data) -> Bool {
        let pattern = Data(old.utf8) + [0]
        guard new.utf8.count <= old.utf8.count, let found = bytes.range(of: pattern) else { return false }
        guard bytes.range(of: pattern, in: found.upperBound..<bytes.endIndex) == nil else { return false }
        let padding = Data(count: pattern.count - new.utf8.count)
        bytes.replaceSubrange(found, with: Data(new.utf8) + padding)
        return true
    }
}
