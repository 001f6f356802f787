import HybridGeometry
import HybridSource
import HybridViewTree

extension ElementExplanation {
  /// The explanation for people, in columns, with a newline at its end.
  ///
  ///     button#buy  84 × 44 at (206, 12)
  ///       flex item of div.bar, a row; (214, 80) on the page
  ///       pages/home/index.html:12:5
  ///
  ///     width  84
  ///       available       240, the content box of div.bar
  ///       base size  120  50% of 240                           width: 50%      pages/home/style.css:14:3
  ///       shrunk      84  −36: 120 of 240 parts of the 72 …    flex-shrink: 1  initial value
  ///
  /// The number is the size or position after the step.
  package var text: String {
    var lines: [String] = []
    switch content {
    case .box(let box):
      let frame = box.frame
      lines.append(
        "\(element)  \(shortNumber(frame.width)) × \(shortNumber(frame.height)) at \(corner(of: frame))")
      lines.append("  \(box.role.text); \(corner(of: box.pageFrame)) on the page")
    case .withoutBox(let none):
      lines.append("\(element)  no box: \(none.reason.text)")
      if let declaration = none.declaration {
        lines.append("  \(declaration.rule)  \(declaration.place)")
      }
    }
    if let location { lines.append("  \(location)") }
    if matches > 1 { lines.append("  number \(match) of \(matches) elements that match '\(selector)'") }
    if case .box(let box) = content {
      let rows = box.axes.map { $0.steps.flatMap(Row.rows) }
      let columns = Row.Columns(rows.flatMap(\.self))
      for (axis, rows) in zip(box.axes, rows) {
        lines += ["", "\(axis.name)  \(plainNumber(axis.value))"]
        lines += rows.map { $0.text(columns) }
      }
    }
    return lines.map { $0.withoutControls + "\n" }.joined()
  }

  private func corner(of frame: Rect) -> String { "(\(plainNumber(frame.x)), \(plainNumber(frame.y)))" }
}

/// One line below the heading of an axis.
private struct Row {
  var label = ""
  var value = ""
  var detail = ""
  var declaration = ""
  var place = ""

  /// A step, and a line for each further declaration.
  static func rows(_ step: ElementExplanation.Step) -> [Row] {
    var first = Row(label: step.name.text, value: step.value.map(plainNumber) ?? "", detail: step.detail)
    guard let citation = step.declarations.first else { return [first] }
    (first.declaration, first.place) = (citation.rule, citation.place)
    return [first]
      + step.declarations.dropFirst().map { Row(declaration: $0.rule, place: $0.place) }
  }

  func text(_ columns: Columns) -> String {
    let value = String(repeating: " ", count: max(columns.value - self.value.displayWidth, 0)) + self.value
    var text = "  \(label.padded(to: columns.label))  \(value)  \(detail.padded(to: columns.detail))"
    text += "  \(declaration.padded(to: columns.declaration))  \(place)"
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// The column widths.
  struct Columns {
    var label = 0
    var value = 0
    var detail = 0
    var declaration = 0

    init(_ rows: [Row]) {
      /// The width of the widest cell, ignoring outliers.
      func widest(_ text: (Row) -> String) -> Int {
        rows.map { text($0).displayWidth }.filter { $0 <= 56 }.max() ?? 0
      }
      label = widest(\.label)
      value = widest(\.value)
      // A cell without a following cell needs no column width.
      detail = widest { $0.declaration.isEmpty ? "" : $0.detail }
      declaration = widest(\.declaration)
    }
  }
}

extension Citation {
  /// `width: 50%`, or `div.bar { width: 50% }` for a declaration of another element.
  var rule: String {
    guard let owner = inheritedFrom ?? element else { return text }
    return "\(owner) { \(text) }"
  }

  /// Its place, or its origin if it has none.
  var place: String {
    let place: String =
      switch origin {
      case .author, .styleAttribute, .attribute: location?.description ?? "in the page"
      case .edit: "tried in the inspector"
      case .userAgent: "user-agent sheet"
      case .initial: "initial value"
      }
    return inheritedFrom == nil ? place : "inherited, " + place
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - displayWidth, 0))
  }
}
