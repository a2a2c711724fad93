/// The candidate that a mistyped word most likely meant, or nil where none is near.
func nearestMatch(to word: String, among candidates: [String]) -> String? {
    let near = candidates.compactMap { candidate -> (String, Int)? in
        // The beginning of a longer word is a likely slip however many letters are missing.
        if word.count >= 2 && candidate.hasPrefix(word) { return (candidate, 1) }
        let distance = editDistance(word, candidate)
        return distance <= max(1, min(word.count, candidate.count) / 3) ? (candidate, distance) : nil
    }
    return near.min { $0.1 < $1.1 }?.0
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one word of the other.
func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first), b = Array(second)
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
        for j in b.indices {
            let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
            var best = min(rows[i][j + 1] + 1, rows[i + 1][j] + 1, replaced)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, rows[i - 1][j - 1] + 1)
            }
            rows[i + 1][j + 1] = best
        }
    }
    return rows[a.count][b.count]
}
