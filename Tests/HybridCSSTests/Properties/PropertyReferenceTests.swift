import Foundation
import Testing

@testable import HybridCSS

/// `Documentation/css.md` lists the properties as the table of properties has them.
/// `HYBRID_UPDATE_GOLDENS=1 swift test` rewrites the lists.
@Suite(.serialized) struct PropertyReferenceTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Documentation/css.md")

  @Test(arguments: [
    ("Longhands", longhands), ("Shorthands", shorthands), ("Other names", otherNames),
  ])
  func documentationListsTheRows(_ heading: String, _ expected: String) throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let section = try #require(text.range(of: "\n### \(heading)\n"))
    let end = text.range(of: "\n##", range: section.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
    let start = try #require(text.range(of: "\n| ", range: section.upperBound..<end)).lowerBound
    let table = text[text.index(after: start)..<end]
    let rows = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
    let written = rows.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1", written != expected {
      let range = table.startIndex..<text.index(table.startIndex, offsetBy: written.count)
      try text.replacingCharacters(in: range, with: expected).write(
        to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(written == expected)
    }
  }

  /// Consecutive properties that differ by name only share a line.
  private static var longhands: String {
    let initial = ComputedStyle(initial: .standard)
    var lines: [(names: [String], cells: String)] = []
    for property in PropertyID.allCases {
      let row = PropertyRow.of(property)
      let value = initial.cssText(of: property).map { "`\($0)`" } ?? "that of the physical property"
      let cells = [
        row.grammar.expectation, value, property.isInherited ? "yes" : "no", row.animation.name.rawValue,
        row.use.name,
      ].joined(separator: " | ")
      if lines.last?.cells == cells {
        lines[lines.count - 1].names.append("`\(property.name)`")
      } else {
        lines.append((["`\(property.name)`"], cells))
      }
    }
    return table(
      ["property", "value", "initial value", "inherited", "animation", "used by"],
      lines.map { "\($0.names.joined(separator: " ")) | \($0.cells)" })
  }

  private static var shorthands: String {
    table(
      ["shorthand", "longhands"],
      Shorthand.allCases.filter { !$0.isNative && $0 != .all }.map { shorthand in
        "`\(shorthand.name)` | \(shorthand.longhands.map { "`\($0.name)`" }.joined(separator: " "))"
      })
  }

  private static var otherNames: String {
    let properties =
      PropertyID.allCases.map { ($0.name, $0.also) } + Shorthand.allCases.map { ($0.name, $0.also) }
    return table(
      ["property", "other names"],
      properties.compactMap { name, also in
        let names = also.compactMap { alias -> String? in
          switch alias {
          case .webkit: "`-webkit-\(name)`"
          case .alias(let other): "`\(other)`"
          case .native, .cssAttribute: nil
          }
        }
        return names.isEmpty ? nil : "`\(name)` | \(names.joined(separator: " "))"
      })
  }

  private static func table(_ heading: [String], _ rows: [String]) -> String {
    let line = heading.map { _ in "---" }.joined(separator: " | ")
    return ([heading.joined(separator: " | "), line] + rows).map { "| \($0) |\n" }.joined()
  }
}
