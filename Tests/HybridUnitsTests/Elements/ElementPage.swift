import HybridCSS
import HybridUnits

/// The chapters of `Documentation/elements.md` that are generated from the table of elements.
struct ElementPage {
  var dialect: Dialect

  /// The heading of the chapter.
  var title: String { dialect == .native ? "## Elements of native pages" : "## Elements of web pages" }

  /// The whole chapter, with its heading.
  var text: String {
    let all = ElementReference.all(in: dialect)
    let plain = all.filter { isPlain($0) }
    var parts = [title, common]
    parts += all.filter { !isPlain($0) }.map { section($0) }
    if !plain.isEmpty { parts.append(group(plain)) }
    if dialect == .standard { parts.append(hints) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Whether one line is enough to describe an element.
  private func isPlain(_ element: ElementReference) -> Bool {
    dialect == .standard && element.attributes.isEmpty && element.events.isEmpty && element.members.isEmpty
  }

  /// The styles among an element's attributes; those of web pages have a table of their own.
  private func styles(of element: ElementReference) -> [PresentationalAttribute] {
    dialect == .native ? element.styles(in: dialect).filter { !$0.elements.isEmpty } : []
  }

  // MARK: Parts

  private var common: String {
    let styles = PresentationalAttribute.all(in: dialect).filter(\.elements.isEmpty)
    var parts = ["### Every element"]
    parts.append(table(ElementReference.common(in: dialect).map(row) + styles.map(row)))
    if dialect == .native { parts.append(list("Members", ElementReference.nativeMembers)) }
    return parts.joined(separator: "\n\n")
  }

  private func section(_ element: ElementReference) -> String {
    var parts = ["### `\(element.name)`", element.summary]
    let rows = element.attributes.map(row) + styles(of: element).map(row)
    if !rows.isEmpty { parts.append(table(rows)) }
    let events = element.events.map { dialect == .native ? "\($0.name)(\($0.arguments))" : $0.name }
    if !events.isEmpty { parts.append(list(dialect == .native ? "Callbacks" : "Handlers", events)) }
    if !element.members.isEmpty { parts.append(list("Members", element.members)) }
    return parts.joined(separator: "\n\n")
  }

  /// Elements that one line describes completely.
  private func group(_ elements: [ElementReference]) -> String {
    var lines: [(summary: String, names: [String])] = []
    for element in elements {
      if let index = lines.firstIndex(where: { $0.summary == element.summary }) {
        lines[index].names.append(element.name)
      } else {
        lines.append((element.summary, [element.name]))
      }
    }
    let rows = lines.map { "| \($0.names.map { "`\($0)`" }.joined(separator: " ")) | \($0.summary) |" }
    return "### Others\n\n| elements | |\n| --- | --- |\n" + rows.joined(separator: "\n")
  }

  /// Presentational hints by element.
  private var hints: String {
    let rows = PresentationalAttribute.all(in: dialect).map { attribute in
      """
      | `\(attribute.name)` | \(attribute.elements.map { "`\($0)`" }.joined(separator: " ")) | \
      \(attribute.summary) |
      """
    }
    return "### Attributes for style\n\n| attribute | of | |\n| --- | --- | --- |\n"
      + rows.joined(separator: "\n")
  }

  private func row(_ attribute: ElementReference.Attribute) -> String {
    "| `\(attribute.name)` |\(attribute.standard.map { " `\($0)`" } ?? "") | \(attribute.summary) |"
  }

  /// An attribute that is a style says so by the property it stands for.
  private func row(_ attribute: PresentationalAttribute) -> String {
    var summary = attribute.summary
    if case .property(let name) = attribute.conversion { summary += " As `\(name)`." }
    return "| `\(attribute.name)` | | \(summary) |"
  }

  private func table(_ rows: [String]) -> String {
    (["| attribute | default | |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
  }

  /// A list in a line that is broken as the other pages are.
  private func list(_ title: String, _ names: [String]) -> String {
    var lines = [title + ":"]
    for (index, name) in names.enumerated() {
      let word = "`\(name)`" + (index == names.count - 1 ? "" : ",")
      if lines[lines.count - 1].count + word.count + 1 > 110 {
        lines.append(word)
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    return lines.joined(separator: "\n")
  }
}
