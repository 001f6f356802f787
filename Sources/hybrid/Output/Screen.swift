import HybridDrawing
import HybridReload
import HybridRuntime
import HybridSource

/// Draws what a session shows, for people: the picture of a unit with a line above it that says what it is.
struct Screen: Sendable {
  let output: Output
  private let drawing: TerminalDrawing

  init(_ output: Output) {
    self.output = output
    drawing = TerminalDrawing(colors: Screen.colors(of: output))
  }

  /// What the terminal can show. `COLORTERM` says whether it has all colours, as most do.
  static func colors(of output: Output) -> TerminalDrawing.Colors {
    guard output.usesColor else { return .none }
    let name = environment("COLORTERM") ?? ""
    return name == "truecolor" || name == "24bit" ? .trueColor : .palette
  }

  /// The picture of a tree, under its heading.
  func show(_ tree: ViewTree, unit: String, device: String) {
    let size = "\(shortNumber(tree.viewport.width))×\(shortNumber(tree.viewport.height))"
    output.write(
      "\n" + output.paint("2", "── ") + output.bold(unit.withoutControls)
        + output.paint("2", " · \(device) \(size)") + "\n\n")
    output.write(drawing.text(tree.displayList) + "\n")
  }

  /// Frames that are other than before, one a line.
  func show(moved: [MovedNode], most: Int = 12) {
    for node in moved.prefix(most) { output.write("  " + node.description.withoutControls + "\n") }
    if moved.count > most { output.write("  … and \(moved.count - most) more\n") }
  }
}
