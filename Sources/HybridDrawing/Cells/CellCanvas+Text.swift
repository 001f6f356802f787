import HybridGeometry

extension CellCanvas {
  /// The canvas as lines of text, each ended by `\n`; empty lines at the bottom are left out.
  func text(_ colors: TerminalDrawing.Colors) -> String {
    var lines = (0..<rows).map { line($0, colors) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ row: Int, _ colors: TerminalDrawing.Colors) -> String {
    var end = columns
    while end > 0, isBlank(self[end - 1, row], colors) { end -= 1 }
    var result = ""
    var pen = CellPen()
    for column in 0..<end {
      let cell = self[column, row]
      if cell.isContinuation { continue }
      let character = cell.lines.isEmpty ? cell.character : cell.lines.character
      if colors != .none {
        let next = CellPen(cell, isBlank: character == " " && cell.look.isEmpty)
        result += next.sequence(after: pen, colors)
        // A space needs no colour, so the pen keeps its colour.
        pen = next.keepingColor(of: pen)
      }
      result.append(character)
    }
    if pen != CellPen() { result += "\u{1B}[0m" }
    return result
  }

  private func isBlank(_ cell: Cell, _ colors: TerminalDrawing.Colors) -> Bool {
    cell.character == " " && cell.lines.isEmpty && !cell.isContinuation
      && (colors == .none
        || (cell.ground.isTransparent && cell.look.isDisjoint(with: [.underlined, .struckThrough])))
  }
}

extension RGBA {
  /// The nearest of xterm's colours 16 to 255: a colour cube with six levels for each component, and 24
  /// greys.
  var paletteIndex: Int {
    func level(_ channel: UInt8) -> Int { channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40 }
    func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + level * 40 }
    let (red, green, blue) = (Int(self.red), Int(self.green), Int(self.blue))
    func distance(_ first: Int, _ second: Int, _ third: Int) -> Int {
      (first - red) * (first - red) + (second - green) * (second - green) + (third - blue) * (third - blue)
    }
    let cube = [level(self.red), level(self.green), level(self.blue)]
    let grey = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let greyValue = 8 + grey * 10
    return distance(greyValue, greyValue, greyValue)
      < distance(value(cube[0]), value(cube[1]), value(cube[2]))
      ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }
}
