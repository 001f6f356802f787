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
    showHeading(tree, unit: unit, device: device)
    output.write(fitted(drawing.text(tree.displayList)) + "\n")
  }

  /// One line a node, under the same heading.
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

  /// Lines as wide as the terminal at most: one that is longer would go on in the next row, and break the
  /// picture.
  private func fitted(_ picture: String) -> String {
    guard let columns = output.columns else { return picture }
    return picture.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.fitted(to: columns) }.joined(separator: "\n")
  }

  /// Frames that are other than before, one a line.
  func show(moved: [MovedNode], most: Int = 12) {
    for node in moved.prefix(most) { output.write("  " + node.description.withoutControls + "\n") }
    if moved.count > most { output.write("  … and \(moved.count - most) more\n") }
  }
}
