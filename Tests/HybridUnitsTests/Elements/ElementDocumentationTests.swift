import Foundation
import HybridCSS
import HybridUnits
import Testing

private let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/elements.md")

/// The chapters of `Documentation/elements.md` equal those generated from the table of elements.
/// `HYBRID_UPDATE_GOLDENS=1` writes them.
@Test(.serialized, arguments: [Dialect.native, .standard])
func elementsAreDocumentedAsTheTableHasThem(dialect: Dialect) throws {
  let expected = ElementPage(dialect: dialect)
  var text = try String(contentsOf: page, encoding: .utf8)
  let start = try #require(text.range(of: expected.title + "\n"), "there is no '\(expected.title)'")
    .lowerBound
  let rest = text[start...].dropFirst(expected.title.count)
  let end = rest.range(of: "\n## ").map { text.index(after: $0.lowerBound) } ?? text.endIndex
  let wanted = expected.text + (end == text.endIndex ? "" : "\n")
  if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1", text[start..<end] != wanted {
    text.replaceSubrange(start..<end, with: wanted)
    try text.write(to: page, atomically: true, encoding: .utf8)
    return
  }
  let found = text[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
  for (line, other) in zip(found, wanted.split(separator: "\n", omittingEmptySubsequences: false))
  where line != other {
    Issue.record("'\(line)' should be '\(other)'")
    return
  }
  #expect(text[start..<end] == wanted)
}

/// Attributes without an effect are listed once, for all elements.
@Test func attributesWithoutEffectAreNamed() throws {
  let text = try String(contentsOf: page, encoding: .utf8)
  let chapter = try #require(
    text.components(separatedBy: "\n## ").first { $0.hasPrefix("Attributes without effect\n") })
  let named = Set(chapter.matches(of: /`([\w-]+)`/).map { String($0.1) })
  #expect(named == ElementReference.unused)
  let known = Set(ElementReference.all(in: .native).flatMap(\.attributes).map(\.name))
  #expect(ElementReference.unused.subtracting(known).isEmpty)
}
