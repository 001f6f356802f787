import Foundation
import Testing

/// What `swift format` does not look at: the comments of all languages, and JavaScript.
@Suite struct CommentTests {
  private static let files: [URL] = ["Sources", "Tests", "Tools", "Package.swift"].flatMap { name -> [URL] in
    let top = DocumentationTests.repository.appending(path: name)
    guard name != "Package.swift" else { return [top] }
    let found = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter {
      ["swift", "js", "c", "h", "css", "sh"].contains($0.pathExtension)
    }
  }

  private struct Comment {
    var place: String
    /// The whole line, without its line end.
    var line: String
    /// Whether the text is set in by four blanks, as samples of code are.
    var isSample: Bool
  }

  /// The lines of a file that are comments.
  private static func comments(in file: URL) throws -> [Comment] {
    let marks = file.pathExtension == "sh" ? ["# "] : ["/// ", "// ", "* "]
    var comments: [Comment] = []
    for (index, line) in try Data(contentsOf: file).split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = line.drop { $0 == 0x20 }
      guard let mark = marks.first(where: { text.starts(with: $0.utf8) }) else { continue }
      comments.append(
        Comment(
          place: "\(file.lastPathComponent):\(index + 1)", line: String(decoding: line, as: UTF8.self),
          isSample: text.dropFirst(mark.utf8.count).starts(with: "    ".utf8)))
    }
    return comments
  }

  @Test func commentsFitInto110Columns() throws {
    #expect(Self.files.count > 1_000)
    for file in Self.files {
      for comment in try Self.comments(in: file) where !comment.isSample && comment.line.utf8.count > 110 {
        #expect(comment.line.count <= 110, "\(comment.place) is too long")
      }
    }
  }

  @Test func linesOfJavaScriptFitInto110Columns() throws {
    let files = Self.files.filter { $0.pathExtension == "js" }
    #expect(files.count > 100)
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.utf8.count > 110 {
        #expect(line.count <= 110, "\(file.lastPathComponent):\(index + 1) is too long")
      }
    }
  }

  /// Tables and samples have lines of their own.
  @Test func proseFitsInto110Columns() throws {
    let repository = DocumentationTests.repository
    let pages = try FileManager.default.contentsOfDirectory(
      at: repository.appending(path: "Documentation"), includingPropertiesForKeys: nil)
    let files = pages.filter { $0.pathExtension == "md" } + [repository.appending(path: "CHANGELOG.md")]
    #expect(files.count > 10)
    for file in files {
      var isSample = false
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isSample.toggle() }
        guard !isSample, !line.hasPrefix("|") else { continue }
        #expect(line.count <= 110, "\(file.lastPathComponent):\(index + 1) is too long")
      }
    }
  }

  @Test func commentsCiteNoTextThatIsNotHere() throws {
    var count = 0
    for file in Self.files where file.lastPathComponent != "CommentTests.swift" {
      for comment in try Self.comments(in: file) {
        count += 1
        for text in ["spec section", "navigation and bridge", "../shared", "DESIGN", "checklist", "BENCH.md"]
        {
          #expect(!comment.line.contains(text), "\(comment.place) cites '\(text)'")
        }
      }
    }
    #expect(count > 10_000)
  }
}
