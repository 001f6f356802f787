import Foundation
import HybridRelease
import Testing

/// `Documentation/release-format.md` and the codes say the same.
@Suite struct RefusalPageTests {
  @Test func thePageListsEveryCode() throws {
    let page = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documentation/release-format.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.hasSuffix("# Refusals") })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    let rows = section.compactMap { $0.wholeMatch(of: /\| `([a-z.-]+)` \| (.+) \| (.+) \|/) }
    // In the order of their declaration, none twice, none left out, and each with what it means and what
    // helps.
    #expect(rows.map { String($0.1) } == RefusalCode.allCases.map(\.rawValue))
  }
}
