import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// Texts that exceed the layout limit (``ShownText``).
enum LongTexts {
  /// Reports those of a page and of its data; files below the limit are not examined.
  static func check(
    _ document: Document, _ sources: [Source], data: BindingChecker.Data?, _ reports: inout Reports
  ) {
    if sources.contains(where: { $0.bytes.count > ShownText.limit }) {
      for node in document.nodes {
        guard let text = node.text, text.utf8.count > ShownText.limit,
          sources.indices.contains(Int(node.range.file))
        else { continue }
        report(text.utf8.count, at: node.range.range, in: sources[Int(node.range.file)], &reports)
      }
    }
    guard case .present(let root, let source)? = data, source.bytes.count > ShownText.limit else { return }
    var open = [root]
    while let node = open.popLast() {
      open += node.children.reversed()
      switch node.value {
      case .string(let text), .numberText(let text):
        if text.utf8.count > ShownText.limit { report(text.utf8.count, at: node.range, in: source, &reports) }
      default: break
      }
    }
  }

  private static func report(_ count: Int, at range: Range<Int>, in source: Source, _ reports: inout Reports)
  {
    reports.add(
      .warning, "data.long-text",
      "this text has \(count >> 10) KB; only its first \(ShownText.limit >> 10) KB are shown",
      at: range,
      in: source)
  }
}
