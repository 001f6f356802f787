import Foundation
import HybridRelease
import Testing

/// `Documentation/release-format.md` agrees with the codes.
@Suite struct RefusalPageTests {
  @Test func thePageListsEveryCode() throws {
    let page = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documentation/release-format.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.hasSuffix("# Refusals") })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    let rows = section.compactMap { $0.wholeMatch(of: /\| `([a-z.-]+)` \| (.+) \| (.+) \|/) }
    // The codes in the order of their declaration, complete and without duplicates, each with its meaning and
    // its remedy.
    #expect(rows.map { String($0.1) } == RefusalCode.allCases.map(\.rawValue))
  }
}
