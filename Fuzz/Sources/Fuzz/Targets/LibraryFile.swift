import CPKCS11
import Foundation

extension FuzzTarget {
    /// Files that are looked at before the dynamic linker gets them: it ends the process for one that is cut off.
    static let libraryFile = FuzzTarget(name: "library-file") { bytes in
        // Without a name, and gone with the process.
        guard let stream = tmpfile() else { return }
        defer { fclose(stream) }
        let file = fileno(stream)
        guard bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count else { return }
        let isCut = cpkcs11_is_cut_short("/proc/self/fd/\(file)") != 0
        // The first four bytes make a library of it; what is none is not judged.
        check(!isCut || bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]), "a file that is no library is called cut off")
        // More at its end changes nothing that fits.
        guard !isCut else { return }
        let more = [UInt8](repeating: 0, count: 4096)
        guard more.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == more.count, bytes.count >= 64 else {
            return
        }
        check(cpkcs11_is_cut_short("/proc/self/fd/\(file)") == 0, "a longer file is called cut off")
    }
}
