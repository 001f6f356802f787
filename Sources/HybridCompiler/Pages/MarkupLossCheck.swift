import HybridDOM
import HybridSource
import HybridUnits

/// Tells of the elements and attributes of a page that have no effect here: each once in a file.
struct MarkupLossCheck {
  /// The maximum number of reports of a page.
  private static let limit = 200

  private var reported: Set<String> = []

  /// Checks one element with its attributes.
  mutating func check(_ element: Element, _ sources: [Source], _ reports: inout Reports) {
    if let row = MarkupLosses.row(of: element) {
      tell("\(element.startTag.file) \(row.name)") {
        let start = element.startTag.range.lowerBound
        let end = min(start + 1 + element.writtenName.utf8.count, element.startTag.range.upperBound)
        let parts =
          ([element.name == row.name ? nil : element.name] + row.parts.filter { $0 != element.name })
          .compactMap { $0 }.map { "<\($0)>" }
        let with = parts.isEmpty ? "" : " (with " + parts.joined(separator: ", ") + ")"
        reports.add(
          .warning, "page.unsupported-element", "<\(row.name)>\(with) \(row.instead) here",
          at: start..<max(start, end), in: sources[Int(element.startTag.file)], hint: row.advice)
      }
    }
    for attribute in element.attributes where !attribute.nameRange.range.isEmpty {
      guard
        let advice = MarkupLosses.advice(
          attribute: attribute.name, value: attribute.value, of: element.name)
      else { continue }
      tell("\(attribute.nameRange.file) \(attribute.name)=\(advice)") {
        let isValue = attribute.name == "type"
        reports.add(
          .warning, "page.unsupported-attribute",
          isValue
            ? "'type=\"\(attribute.value.prefix(40))\"' of <\(element.name)> has no effect here"
            : "'\(attribute.writtenName)' of <\(element.name)> has no effect here",
          at: attribute.nameRange.range, in: sources[Int(attribute.nameRange.file)], hint: advice)
      }
    }
  }

  private mutating func tell(_ key: String, _ report: () -> Void) {
    guard reported.count < Self.limit, reported.insert(key).inserted else { return }
    report()
  }
}
