import HybridDrawing
import HybridRuntime
import HybridSource
import HybridViewTree

/// Draws the view of a session, for people: the picture of a unit below a heading line.
struct Screen: Sendable {
  let output: Output
  private let drawing: TerminalDrawing

  init(_ output: Output) {
    self.output = output
    drawing = TerminalDrawing(colors: Screen.colors(of: output))
  }

  /// The colours that the terminal can show. `COLORTERM` indicates 24-bit colour, which most terminals have.
  static func colors(of output: Output) -> TerminalDrawing.Colors {
    guard output.usesColor else { return .none }
    let name = environment("COLORTERM") ?? ""
    return name == "truecolor" || name == "24bit" ? .trueColor : .palette
  }

  /// Prints the picture of a tree below its heading.
  func show(_ tree: ViewTree, unit: String, device: String) {
    showHeading(tree, unit: unit, device: device)
    output.write(fitted(drawing.text(tree.displayList)) + "\n")
  }

  /// Prints one line for each node below the same heading.
  func show(listing tree: ViewTree, unit: String, device: String) {
    showHeading(tree, unit: unit, device: device)
    output.write(fitted(tree.listing) + "\n")
  }

  private func showHeading(_ tree: ViewTree, unit: String, device: String) {
    let size = "\(shortNumber(tree.viewport.width))×\(shortNumber(tree.viewport.height))"
    output.write(
      "\n" + output.paint("2", "── ") + output.bold(unit.withoutControls)
        + output.paint("2", device.isEmpty ? " · \(size)" : " · \(device) \(size)") + "\n\n")
  }

  /// Truncates lines to the terminal's width: a longer line would wrap and break the picture.
  private func fitted(_ picture: String) -> String {
    guard let columns = output.columns else { return picture }
    return picture.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.fitted(to: columns) }.joined(separator: "\n")
  }

  /// Prints the changed frames, one a line.
  func show(moved: [MovedNode], most: Int = 12) {
    for node in moved.prefix(most) { output.write("  " + node.description.withoutControls + "\n") }
    if moved.count > most { output.write("  … and \(moved.count - most) more\n") }
  }
}
