import Foundation
import Testing

@testable import hybrid

/// `Documentation/command-line.md` matches the declarations.
@Suite struct DocumentationTests {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The options in the tables of the page, by the usage line in the heading above them.
  static func documentedOptions() throws -> [String: [String]] {
    let url = repository.appendingPathComponent("Documentation/command-line.md")
    var sections: [String: [String]] = [:]
    var usage: String?
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") {
        usage = line.wholeMatch(of: /## `(hybrid .+)`/).map { String($0.1) }
        if let usage { sections[usage] = [] }
      } else if let usage, let row = line.firstMatch(of: /^\| `(-[^`]+)` \|/) {
        sections[usage, default: []].append(String(row.1))
      }
    }
    return sections
  }

  @Test func everyCommandHasItsSection() throws {
    #expect(try Set(Self.documentedOptions().keys) == Set(Command.all.map(\.usage)))
  }

  @Test(arguments: Command.all.map(\.name))
  func everyOptionIsDocumented(_ name: String) throws {
    let command = try Command.named(name, in: Command.all)
    #expect(try Self.documentedOptions()[command.usage] == command.options.map(\.synopsis))
  }

  /// The anchors that a page's headings have, as GitHub makes them.
  static func anchors(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
          .replacingOccurrences(of: " ", with: "-")
      })
  }

  @Test func everyLinkBetweenPagesLeadsSomewhere() throws {
    let folder = Self.repository.appendingPathComponent("Documentation")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".md")
    }
    let pages =
      names.map { folder.appendingPathComponent($0) }
      + ["README.md", "CHANGELOG.md"].map {
        Self.repository.appendingPathComponent($0)
      }
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      for link in text.matches(of: /\]\(([^():#\s]*)(#[^()\s]*)?\)/) {
        let target =
          link.1.isEmpty
          ? page : page.deletingLastPathComponent().appendingPathComponent(String(link.1)).standardizedFileURL
        let isThere = FileManager.default.fileExists(atPath: target.path)
        #expect(isThere, "\(page.lastPathComponent): \(link.0)")
        guard isThere, let anchor = link.2 else { continue }
        let known = Self.anchors(try String(contentsOf: target, encoding: .utf8))
        #expect(known.contains(String(anchor.dropFirst())), "\(page.lastPathComponent): \(link.0)")
      }
    }
  }

  @Test func changelogOpensWithThisVersion() throws {
    let url = Self.repository.appendingPathComponent("CHANGELOG.md")
    let heading = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").first {
      $0.hasPrefix("## ")
    }
    #expect(heading?.hasPrefix("## \(hybridVersion)") == true)
  }
}
