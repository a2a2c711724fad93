/// The assertions of the conformance list that cannot be tested before the key store has elliptic-curve keys, each with what it needs of them.
///
/// The numbers are those of `README.md`, which the names of the other tests begin with. One that gets a test is taken from here.
enum PendingAssertions {
    static let reasons: [Int: String] = [
        29: "generation of pairs of 192 to 521 bits",
        30: "the older signing call, whose padding means the DER of an ECDSA signature",
        31: "a known ECDSA signature in its two encodings",
        32: "the twelve key exchange algorithms",
        33: "key exchange with the X9.63 derivation to a length of its own",
        34: "which half key exchange is offered for",
        35: "the derive flag, which is of elliptic-curve private keys",
        66: "the sizes of exported points, and old signatures under keys that were imported",
        67: "digest lengths, which only ECDSA without a hash leaves open",
        68: "r and s side by side, with and without the name of a hash",
        71: "an independent implementation of ECIES to compare with",
        72: "a long message signed by an elliptic-curve key of the token",
        80: "a token key that signs, and decrypts what ECIES encrypted to it",
    ]

    /// Those that have a test of a part, each with what is not tested.
    static let partial: [Int: String] = [
        69: "ECIES, which is of elliptic-curve keys; tested with RSA",
        70: "the ephemeral point of ECIES; tested with RSA",
        74: "ECIES without its tag; tested with RSA",
        78: "a type alone, which is enough for a curve; an RSA key needs its size",
        79: "type and size of an elliptic-curve key; tested with RSA",
        83: "data that are UTF-8, which come back as a string: a token keeps bytes and no type",
    ]
}
