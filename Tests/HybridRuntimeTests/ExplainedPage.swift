import Foundation
import HybridCompiler
import HybridDrawing
import HybridJSON
import HybridSource
import HybridUnits
import Testing

@testable import HybridLayout
@testable import HybridRuntime

/// A page from text, for explanations.
struct ExplainedPage {
  private let unit: PageUnit
  private let sources: [String: Source]
  private let device: Device

  /// The page, with its style sheet in a separate file, on a screen of 320 × 480 points.
  init(_ html: String, css: String = "", data: String = "{}") throws {
    let files = [
      "page.html": html.hasPrefix("<html") ? html : "<link rel=stylesheet href=page.css>\n\(html)",
      "page.css": css,
      "page.json": data,
    ]
    sources = Dictionary(uniqueKeysWithValues: files.map { ($0, Source(path: $0, text: $1)) })
    let bytes = files.mapValues { Array($0.utf8) }
    let reader = FileReader(
      read: { path in bytes[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
    var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
    _ = compiler.build()
    let found = compiler.currentUnit(named: "page")
    guard case .page(let page) = try #require(found) else { throw Missing() }
    unit = page
    device = Device(width: 320, height: 480)
  }

  private struct Missing: Error {}

  /// The explanation of the element that `selector` matches; `record` adds the data that an engine would
  /// record.
  func explanation(
    of selector: String, record: @escaping (inout LayoutExplanation, LayoutTree) -> Void = { _, _ in }
  ) throws(SelectionError) -> ElementExplanation {
    try Renderer().explain(
      Source(path: "--why", text: selector), in: unit, on: device, sources: { sources[$0] }
    ) { tree, node, root, available, role in
      var explanation = tree.explain(node, root: root, available: available, as: role)
      (explanation.width, explanation.height, explanation.x, explanation.y) = ([], [], [], [])
      record(&explanation, tree)
      return explanation
    }
  }

  /// The engine's explanation of the element that `selector` matches.
  func answer(about selector: String) throws(SelectionError) -> ElementExplanation {
    try Renderer().explain(
      Source(path: "--why", text: selector), in: unit, on: device, sources: { sources[$0] })
  }

  /// The report for a selector without a match; empty when it matches.
  func failure(of selector: String) -> String {
    do throws(SelectionError) {
      _ = try explanation(of: selector)
      return ""
    } catch {
      return error.diagnostic.description
    }
  }
}

extension ElementExplanation {
  /// The rows for one axis, with columns two blanks apart.
  func rows(_ axis: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix(axis + "  ") } ?? lines.endIndex
    return lines[start...].dropFirst().prefix { !$0.isEmpty }.map { line in
      line.components(separatedBy: "  ").map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }
        .joined(separator: "  ")
    }
  }

  /// The explanation as JSON.
  var json: JSONValue? {
    var writer = JSONWriter()
    write(to: &writer)
    return readJSON(Source(path: "why.json", text: writer.text)).value
  }
}
