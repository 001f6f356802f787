import Foundation
import Testing

@testable import hybrid

/// `Documentation/command-line.md` and the declarations say the same.
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

  @Test func changelogOpensWithThisVersion() throws {
    let url = Self.repository.appendingPathComponent("CHANGELOG.md")
    let heading = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").first {
      $0.hasPrefix("## ")
    }
    #expect(heading?.hasPrefix("## \(hybridVersion)") == true)
  }
}
