import Foundation
import Testing

@testable import TokenSecurity

@Suite
struct StatusTests {
    @Test
    func `a known code has a sentence and an unknown one its number`() {
        #expect(SecCopyErrorMessageString(1234, nil) == "OSStatus 1234")
    }
}
