extension CellCanvas {
  /// The canvas as lines of text, each ended by `\n`; lines without anything at the bottom are left out.
  func text(_ colors: TerminalDrawing.Colors) -> String {
    var lines = (0..<rows).map { line($0, colors) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ row: Int, _ colors: TerminalDrawing.Colors) -> String {
    var end = columns
    while end > 0, isBlank(self[end - 1, row], colors) { end -= 1 }
    var result = ""
    var pen = Pen()
    for column in 0..<end {
      let cell = self[column, row]
      if cell.isContinuation { continue }
      let character = cell.lines.isEmpty ? cell.character : cell.lines.character
      if colors != .none {
        let next = Pen(cell, isBlank: character == " " && cell.look.isEmpty)
        result += next.sequence(after: pen, colors)
        // A blank takes no colour, so the pen keeps the one it has.
        pen = next.keepingColor(of: pen)
      }
      result.append(character)
    }
    if pen != Pen() { result += "\u{1B}[0m" }
    return result
  }

  private func isBlank(_ cell: Cell, _ colors: TerminalDrawing.Colors) -> Bool {
    cell.character == " " && cell.lines.isEmpty && !cell.isContinuation
      && (colors == .none
        || (cell.ground.isTransparent && cell.look.isDisjoint(with: [.underlined, .struckThrough])))
  }
}

/// What the terminal is told about the cells that follow: ECMA-48 §8.3.117, *Select Graphic Rendition*.
private struct Pen: Hashable {
  /// nil is the terminal's own; so is black on the terminal's own ground, which may be dark.
  var color: RGBA?
  var ground: RGBA?
  var look: CellCanvas.Look = []
  var isBlank = false

  init() {}

  init(_ cell: CellCanvas.Cell, isBlank: Bool) {
    ground = cell.ground.isTransparent ? nil : cell.ground
    color = isBlank || (ground == nil && cell.color == .black) ? nil : cell.color
    look = isBlank ? [] : cell.look
    self.isBlank = isBlank
  }

  func keepingColor(of last: Pen) -> Pen {
    var result = self
    if isBlank { result.color = last.look.isEmpty ? last.color : nil }
    result.isBlank = false
    return result
  }

  /// The least that leads from the last pen to this one.
  func sequence(after last: Pen, _ colors: TerminalDrawing.Colors) -> String {
    var codes: [String] = []
    var last = last
    if look != last.look {
      // Looks are taken away all at once: simpler, and safe on every terminal.
      if !last.look.isSubset(of: look) {
        codes.append("0")
        last = Pen()
      }
      let added = look.subtracting(last.look)
      if added.contains(.bold) { codes.append("1") }
      if added.contains(.italic) { codes.append("3") }
      if added.contains(.underlined) { codes.append("4") }
      if added.contains(.struckThrough) { codes.append("9") }
    }
    if !isBlank, color != last.color { codes.append(Self.code(color, "38", "39", colors)) }
    if ground != last.ground { codes.append(Self.code(ground, "48", "49", colors)) }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(
    _ color: RGBA?, _ set: String, _ reset: String, _ colors: TerminalDrawing.Colors
  ) -> String {
    guard let color else { return reset }
    return colors == .palette
      ? "\(set);5;\(color.paletteIndex)" : "\(set);2;\(color.red);\(color.green);\(color.blue)"
  }
}

extension RGBA {
  /// The nearest of xterm's colours 16 to 255: a cube of six levels a side, and 24 greys.
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
