import Foundation
import PKCS11
import TestSupport
import Testing

/// A module that executes a program, as p11-kit does from `C_Initialize` for `remote: |command`.
@Suite struct `A module that executes a program` {
    // The word in its name has SIGPIPE held back for the duration of its calls.
    private static let source = #"""
        #include <fcntl.h>
        #include <p11-kit/pkcs11.h>
        #include <sys/wait.h>
        #include <unistd.h>

        #define EXPORT __attribute__((visibility("default")))

        static CK_RV initialize(void *arguments) {
            pid_t child = fork();
            if (child == 0) {
                // Not by a shell: dash gives back every signal.
                dup2(open(OUTPUT, O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
                execlp("grep", "grep", "SigBlk", "/proc/self/status", (char *)0);
                _exit(127);
            }
            int status = 1;
            waitpid(child, &status, 0);
            return status == 0 ? CKR_OK : CKR_GENERAL_ERROR;
        }
        static CK_RV finalize(void *reserved) { return CKR_OK; }
        static CK_RV slots(unsigned char present, CK_SLOT_ID *list, CK_ULONG *count) { return *count = 0, CKR_OK; }
        static CK_RV open_session(CK_SLOT_ID slot, CK_FLAGS flags, void *application, CK_NOTIFY notify, CK_SESSION_HANDLE *session) {
            return CKR_SLOT_ID_INVALID;
        }

        static CK_FUNCTION_LIST functions = {
            .version = {2, 40}, .C_Initialize = initialize, .C_Finalize = finalize, .C_GetSlotList = slots,
            .C_OpenSession = open_session,
        };

        EXPORT CK_RV get_function_list(CK_FUNCTION_LIST **list) __asm__("C_GetFunctionList");
        CK_RV get_function_list(CK_FUNCTION_LIST **list) { return *list = &functions, CKR_OK; }
        """#

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"))
    func `leaves SIGPIPE to it`() throws {
        let folder = try TemporaryDirectory()
        let output = folder.file("signals")
        let path = folder.file("libp11-kit-like.so")
        try CCompiler.library(Self.source, at: path, ["-DOUTPUT=\"\(output)\""])
        let module = try Module.load(path: path)
        #expect(try module.slots().isEmpty)
        let line = try String(contentsOfFile: output, encoding: .utf8)
        let mask = try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) })
        #expect(mask & (1 << UInt64(SIGPIPE - 1)) == 0, "\(line)")
        try module.finalize()
        withExtendedLifetime(folder) {}
    }
}
