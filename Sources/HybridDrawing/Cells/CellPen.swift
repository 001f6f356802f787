import HybridGeometry

/// The terminal's style for the next cells: ECMA-48 §8.3.117, *Select Graphic Rendition*.
struct CellPen: Hashable {
  /// nil is the terminal's own; black on the terminal's own background, which may be dark, is nil too.
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

  /// The pen for a final cell. A space needs a colour only for the lines that some styles draw.
  init(_ cell: CellGrid.Cell, _ colors: TerminalDrawing.Colors) {
    ground = colors == .none ? nil : cell.ground
    look = cell.look
    isBlank = cell.character == " " && look.isEmpty
    color = colors == .none || isBlank ? nil : cell.color
  }

  func keepingColor(of last: CellPen) -> CellPen {
    var result = self
    if isBlank { result.color = last.look.isEmpty ? last.color : nil }
    result.isBlank = false
    return result
  }

  /// The shortest sequence that changes the last pen to this one.
  func sequence(after last: CellPen, _ colors: TerminalDrawing.Colors) -> String {
    var codes: [String] = []
    var last = last
    if look != last.look {
      // Styles are reset all together: simpler, and safe on every terminal.
      if !last.look.isSubset(of: look) {
        codes.append("0")
        last = CellPen()
      }
      let added = look.subtracting(last.look)
      if added.contains(.bold) { codes.append("1") }
      if added.contains(.italic) { codes.append("3") }
      if added.contains(.underlined) { codes.append("4") }
      if added.contains(.reversed) { codes.append("7") }
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
