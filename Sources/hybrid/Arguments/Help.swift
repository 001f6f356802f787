extension Command {
  /// `hybrid dev [DIR] [options]`.
  var usage: String {
    (["hybrid", name] + operands.map(\.synopsis) + ["[options]"]).joined(separator: " ")
  }

  /// The output of `hybrid NAME --help`, with a newline at the end.
  func help(bold: (String) -> String = { $0 }) -> String {
    let optionRows = options.map { option in
      (option.synopsis, option.summary + (option.defaultText.map { " (default \($0))" } ?? ""))
    }
    let helpRow = ("-h, --help", "print this help")
    let operandRows = operands.map { ($0.name, $0.summary) }
    let exampleRows = examples.map { ($0.line, $0.meaning) }
    let width = columnWidth(operandRows + optionRows + [helpRow])

    var text = "\(bold("hybrid \(name)")): \(summary)\n\n\(bold("usage")): \(usage)\n"
    if !operandRows.isEmpty { text += "\n" + table(operandRows, width: width) }
    text += "\n\(bold("options"))\n" + table(optionRows + [helpRow], width: width)
    text += "\n\(bold("examples"))\n" + table(exampleRows, width: columnWidth(exampleRows))
    return text
  }

  /// The output of `hybrid --help`, with a newline at the end.
  static func overview(of commands: [Command], bold: (String) -> String = { $0 }) -> String {
    let rows = commands.map { ($0.name, $0.summary) }
    let optionRows = [("--version", "the version of hybrid"), ("-h, --help", "print this help")]
    let exampleRows = [
      ("hybrid new shop", "make a project in the folder shop"),
      ("hybrid dev shop", "show it, and every save of it"),
    ]
    let width = columnWidth(rows + optionRows)
    return """
      \(bold("hybrid")): pages in HTML and CSS as native user interface, shown on every screen at every save

      \(bold("usage")): hybrid COMMAND [options]

      \(bold("commands"))
      \(table(rows, width: width))
      \(bold("options"))
      \(table(optionRows, width: width))
      \(bold("examples"))
      \(table(exampleRows, width: columnWidth(exampleRows)))
      'hybrid COMMAND --help' describes a command.

      """
  }
}

/// The width of a table's left column: its longest entry plus two blanks.
private func columnWidth(_ rows: [(String, String)]) -> Int { (rows.map(\.0.count).max() ?? 0) + 2 }

/// Two columns, indented by two blanks, each row ending with a newline.
private func table(_ rows: [(String, String)], width: Int) -> String {
  rows.map { left, right in
    "  " + left + String(repeating: " ", count: max(width - left.count, 2)) + right + "\n"
  }.joined()
}
