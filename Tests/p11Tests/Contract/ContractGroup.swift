import Foundation
import TestSupport
import Testing

/// Rows that are run in order on a fresh token.
struct ContractGroup: Sendable {
    let name: String
    /// Makes the token and the files, with what has to stay alive.
    let prepare: @Sendable () throws -> (p11: P11, owner: AnyObject?)
    let rows: [ContractRow]
    /// Secrets that are made meanwhile, from the folder of the group.
    var secrets: @Sendable (P11) -> [String: String] = { _ in [:] }
    /// What other programs were given meanwhile and every user of the machine could see.
    var alsoPrinted: @Sendable (P11) -> Data = { _ in Data() }

    init(
        _ name: String, _ prepare: @escaping @Sendable () throws -> (p11: P11, owner: AnyObject?), _ rows: [ContractRow]
    ) {
        self.name = name
        self.prepare = prepare
        self.rows = rows
    }
}

/// The PINs of the table. None is part of another or of anything that is said, and each looks different in every encoding.
enum ContractSecrets {
    static let user = "Kx7#pQ9%vL+Zm2"
    static let officer = "So8/Ty&Rf3?Jd5"
    static let new = "Nw4 gH6:bC1;eX9"
    static let wrong = "Wr0ng!uT5*yE3k"
    static let passphrase = "Pf2$uWq8@Nb6rA"

    static let all = ["user": user, "officer": officer, "new": new, "wrong": wrong, "passphrase": passphrase]

    /// The variables by which the rows name them.
    static let variables: [String: String?] = [
        "USER_PIN": user, "SO_PIN": officer, "NEW_PIN": new, "WRONG_PIN": wrong, "PASS": passphrase, "EMPTY": "",
    ]

    static func token(_ label: String?, _ more: [String] = []) throws -> SoftHSMToken {
        try SoftHSMToken(label: label, pin: user, soPIN: officer, moreLabels: more)
    }

    /// `p11` on a fresh token, with the variables, and logged in by one of them.
    static func p11(_ label: String? = "alpha", _ more: [String] = []) throws -> P11 {
        try P11(token(label, more), loggingIn: label != nil).with(variables)
    }
}
