/// Rows under a header, fitted to a width, one line per row.
struct Table {
    let header: [String]
    /// Whether the last column goes on in further lines where it is too long for the terminal, and is not cut.
    var wrapsLast = false
    private(set) var rows: [[String]] = []

    init(_ header: String...) { self.init(header) }

    init(_ header: [String]) { self.header = header }

    /// Adds a row; its cells are escaped here, so they may hold whatever a token said.
    mutating func append(_ cells: [String]) { rows.append(cells.map(escapedForTerminal)) }

    /// The table as text.
    ///
    /// - Parameters:
    ///   - width: the columns of the terminal; nil for no limit.
    ///   - bold: whether the header is shown bold.
    func text(width: Int?, bold: Bool) -> String {
        let widths = fittedWidths(to: width)
        let lines = ([header] + rows).flatMap { cells in self.lines(of: cells, widths) }
        let first = bold ? "\u{1B}[1m\(lines[0])\u{1B}[0m" : lines[0]
        return ([first] + lines.dropFirst()).map { $0 + "\n" }.joined()
    }

    /// The rows with tabs between the cells, under the header.
    var tabSeparated: String {
        ([header] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    private static let gap = 2
    private static let narrowest = 6

    /// The widths of the columns; the widest give way first where the whole is too wide.
    private func fittedWidths(to width: Int?) -> [Int] {
        var widths = header.indices.map { column in
            ([header] + rows).map { displayWidth(of: $0[column]) }.max() ?? 0
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.narrowest
        {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// A row; where its last column wraps, with the rest of that below.
    private func lines(of cells: [String], _ widths: [Int]) -> [String] {
        guard wrapsLast, let last = cells.last, let width = widths.last, displayWidth(of: last) > width else {
            return [line(cells, widths)]
        }
        var pieces = [""]
        for word in last.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = pieces[pieces.count - 1] + (pieces[pieces.count - 1].isEmpty ? "" : " ") + word
            if displayWidth(of: longer) <= width || pieces[pieces.count - 1].isEmpty {
                pieces[pieces.count - 1] = longer
            } else {
                pieces.append(String(word))
            }
        }
        let blank = cells.dropLast().map { _ in "" }
        return pieces.enumerated().map { index, piece in
            line((index == 0 ? cells.dropLast() : blank[...]) + [piece], widths, cutsLast: false)
        }
    }

    private func line(_ cells: [String], _ widths: [Int], cutsLast: Bool = true) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let isWhole = index == cells.count - 1 && !cutsLast
            let shown = isWhole ? cell : shortened(cell, to: widths[index])
            line += shown
            guard index < cells.count - 1 else { break }
            line += String(repeating: " ", count: widths[index] - displayWidth(of: shown) + Self.gap)
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private func shortened(_ cell: String, to width: Int) -> String {
        guard displayWidth(of: cell) > width else { return cell }
        var short = ""
        var used = 1  // the ellipsis
        for character in cell {
            used += displayWidth(of: character)
            guard used <= width else { break }
            short.append(character)
        }
        return short + "…"
    }
}

/// The columns that a text takes on a terminal.
func displayWidth(of text: String) -> Int { text.reduce(0) { $0 + displayWidth(of: $1) } }

/// The columns of one character: two for East Asian wide characters and emoji (Unicode Standard Annex 11), else one.
func displayWidth(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        return 2
    default:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default:
            // VARIATION SELECTOR-16 asks for the emoji form of what is text otherwise.
            let isEmoji = scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
            return isEmoji ? 2 : 1
        }
    }
}
