internal import Foundation

/// Runs the body of a function with an error argument: the argument is set where it fails, and not touched where it succeeds.
func reporting<Result>(
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(SecFailure) -> Result
) -> Result? {
    do {
        return try body()
    } catch let failure {
        report(failure, to: error)
        return nil
    }
}

/// Runs the body of a function that returns a status.
func status(of body: () throws(SecFailure) -> Void) -> OSStatus {
    do {
        try body()
        return errSecSuccess
    } catch {
        return error.status
    }
}

/// Runs what the key store does and says what its failure means here.
func translating<Result>(
    _ activity: SecFailure.Activity, _ body: () throws -> Result
) throws(SecFailure) -> Result {
    do {
        return try body()
    } catch {
        throw SecFailure(error, during: activity)
    }
}
