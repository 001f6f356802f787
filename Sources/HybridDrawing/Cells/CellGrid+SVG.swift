extension CellGrid {
  /// The cells as an SVG picture (SVG 2), for whoever has no terminal: a document, a review, a chat.
  ///
  /// A column is 8.4 and a row 18 user units. The terminal's own colours are dark on white; what is blank at the bottom is
  /// left out.
  package var svg: String {
    let used = (0..<rows).last { row in (0..<columns).contains { self[$0, row] != Cell() } } ?? 0
    let height = used + 1
    var grounds = ""
    var texts = ""
    for row in 0..<height {
      for run in runs(row) {
        let frame =
          "x=\"\(Self.number(run.start * 84))\" y=\"\(row * 18)\" width=\"\(Self.number(run.columns * 84 + 3))\""
        if let ground = run.cell.isReversed ? run.cell.color ?? .ink : run.cell.ground {
          grounds += "<rect \(frame) height=\"18.3\" fill=\"\(ground.hex)\"/>\n"
        }
        let isDrawn =
          run.text.contains { $0 != " " } || !run.cell.look.isDisjoint(with: [.underlined, .struckThrough])
        if isDrawn { texts += text(run, row) }
      }
    }
    let size = "\(Self.number(columns * 84)) \(height * 18)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(columns * 84))" height="\(height * 18)" \
      viewBox="0 0 \(size)" font-family="DejaVu Sans Mono, monospace" font-size="14">
      <rect width="100%" height="100%" fill="#fff"/>
      \(grounds)\(texts)</svg>

      """
  }

  /// Neighbours in a row that look the same.
  private struct Run {
    var start: Int
    var columns: Int
    var text: String
    var cell: Cell
  }

  private func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<columns {
      let cell = self[column, row]
      if cell.isContinuation, !runs.isEmpty {
        runs[runs.count - 1].columns += 1
        continue
      }
      // What is wide stands alone, so that its letters are not spread over their neighbours' columns.
      let isWide = self[column + 1, row].isContinuation
      if let last = runs.last, last.columns == last.text.count, !isWide, last.cell.hasLooks(of: cell) {
        runs[runs.count - 1].columns += 1
        runs[runs.count - 1].text.append(cell.character)
      } else {
        runs.append(Run(start: column, columns: 1, text: String(cell.character), cell: cell))
      }
    }
    return runs
  }

  private func text(_ run: Run, _ row: Int) -> String {
    var style = ""
    let look = run.cell.look
    if look.contains(.bold) { style += " font-weight=\"bold\"" }
    if look.contains(.italic) { style += " font-style=\"italic\"" }
    let lines = [
      look.contains(.underlined) ? "underline" : nil, look.contains(.struckThrough) ? "line-through" : nil,
    ]
    .compactMap(\.self)
    if !lines.isEmpty { style += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    let color = run.cell.isReversed ? run.cell.ground ?? .paper : run.cell.color ?? .ink
    return "<text x=\"\(Self.number(run.start * 84))\" y=\"\(row * 18 + 13)\" fill=\"\(color.hex)\""
      + " textLength=\"\(Self.number(run.columns * 84))\"\(style) xml:space=\"preserve\">\(run.text.escapedForXML)</text>\n"
  }

  /// Tenths, as a number.
  private static func number(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension CellGrid.Cell {
  fileprivate var isReversed: Bool { look.contains(.reversed) }

  fileprivate func hasLooks(of other: CellGrid.Cell) -> Bool {
    color == other.color && ground == other.ground && look == other.look
  }
}

extension RGBA {
  fileprivate static let ink = RGBA(0x1C, 0x1C, 0x1E)
  fileprivate static let paper = RGBA(255, 255, 255)

  /// `#rrggbb`: in a terminal everything covers.
  fileprivate var hex: String {
    "#"
      + [red, green, blue].map { channel in
        let digits = String(channel, radix: 16)
        return channel < 16 ? "0" + digits : digits
      }.joined()
  }
}

extension String {
  /// Text that XML reads as itself. What XML cannot hold was replaced when it became cells.
  fileprivate var escapedForXML: String {
    var result = ""
    for character in self {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
