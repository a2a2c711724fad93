/// Numbers that follow from a seed: SplitMix64, a published generator.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, stream: Int) {
        state = seed &+ UInt64(stream) &* 0xD1B5_4A32_D192_ED03
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var x = state
        x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
        return x ^ x >> 31
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
