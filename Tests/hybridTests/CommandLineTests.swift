import Foundation
import HybridJSON
import HybridSource
import Testing

@testable import hybrid

/// The built command, as scripts and people meet it.
@Suite struct CommandLineTests {
  @Test(arguments: [["--help"], ["-h"], ["dev", "--help"], ["render", "x", "-h"], ["--version"]])
  func answersAreOnStandardOutput(_ arguments: [String]) async throws {
    let result = try await BuiltCommand.run(arguments)
    #expect(result.exitCode == ExitCode.done.rawValue)
    #expect(!result.output.isEmpty && result.error.isEmpty)
  }

  @Test(
    arguments: [
      ([], "no command given"),
      (["devv"], "did you mean 'dev'?"),
      (["dev", "--prot", "1"], "did you mean '--port'?"),
      (["dev", "--port", "0"], "needs a whole number from 1 to 65535, not '0'"),
      (["render", "a.html", "--format", "txt"], "did you mean 'text'?"),
      (["render"], "'hybrid render' needs FILE"),
      (["new", "a", "b"], "does not take another argument: 'b'"),
      (["completions", "bsh"], "did you mean 'bash'?"),
    ] as [([String], String)])
  func wrongUsageEndsWithTwo(_ arguments: [String], _ message: String) async throws {
    let result = try await BuiltCommand.run(arguments)
    #expect(result.exitCode == ExitCode.wrongUsage.rawValue)
    #expect(result.output.isEmpty)
    #expect(result.error.contains(message))
    #expect(result.error.hasSuffix("--help' has the details.\n"))
  }

  @Test func hostileWordsDoNotDriveTheTerminal() async throws {
    let result = try await BuiltCommand.run(["\u{1B}[2J\u{7}"])
    #expect(result.exitCode == ExitCode.wrongUsage.rawValue)
    #expect(!result.error.contains("\u{1B}") && !result.error.contains("\u{7}"))
  }

  @Test func pipesGetNoColors() async throws {
    let result = try await BuiltCommand.run(["--help"], environment: ["TERM": "xterm-256color"])
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func newMakesAProject() async throws {
    try await withTemporaryFolder { folder in
      let made = try await BuiltCommand.run(["new", "deep/corner-shop"], in: folder)
      #expect(made.exitCode == ExitCode.done.rawValue)
      #expect(made.output.hasSuffix("next: hybrid dev deep/corner-shop\n"))
      let project = folder.appendingPathComponent("deep/corner-shop")
      for file in pageTemplate(title: "Corner shop") {
        let text = try String(contentsOf: project.appendingPathComponent(file.path), encoding: .utf8)
        #expect(text == file.text)
      }

      let checked = try await BuiltCommand.run(["check", project.path])
      #expect(checked.exitCode == ExitCode.done.rawValue && checked.error.isEmpty, "\(checked.error)")

      let again = try await BuiltCommand.run(["new", "deep/corner-shop"], in: folder)
      #expect(again.exitCode == ExitCode.environmentFailed.rawValue)
      #expect(again.error.contains("'deep/corner-shop' is not empty [new.not-empty]"))
    }
  }

  /// The page of a new project shows its data, and every binding has a value.
  @Test func newProjectShowsItsTitle() async throws {
    try await withTemporaryFolder { folder in
      _ = try await BuiltCommand.run(["new", "corner-shop"], in: folder)
      let page = "corner-shop/pages/home/index.html"
      let shown = try await BuiltCommand.run(["render", page, "--format", "tree"], in: folder)
      #expect(shown.error.isEmpty)
      #expect(shown.output.contains("h1#title") && shown.output.contains("\"Corner shop\""))
      #expect(!shown.output.contains("{{"))
    }
  }

  @Test func sampleHasNoMistakes() async throws {
    let sample = DocumentationTests.repository.appendingPathComponent("Sample")
    let result = try await BuiltCommand.run(["check", sample.path])
    #expect(result.exitCode == ExitCode.done.rawValue)
    #expect(result.error.isEmpty, "\(result.error)")
  }

  @Test func newFillsAFolderThatHoldsOnlyGit() async throws {
    try await withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
      let result = try await BuiltCommand.run(["new", "."], in: folder)
      #expect(result.exitCode == ExitCode.done.rawValue)
      #expect(result.output.hasSuffix("next: hybrid dev\n"))
    }
  }

  @Test func newDoesNotWriteIntoAFile() async throws {
    try await withTemporaryFolder { folder in
      try "mine".write(to: folder.appendingPathComponent("shop"), atomically: true, encoding: .utf8)
      let result = try await BuiltCommand.run(["new", "shop"], in: folder)
      #expect(result.exitCode == ExitCode.environmentFailed.rawValue)
      #expect(result.error.contains("'shop' is not a folder"))
    }
  }

  @Test func doctorReportsAFolderThatIsNotThere() async throws {
    let result = try await BuiltCommand.run(["doctor", "/nowhere/at/all", "--json"])
    #expect(result.exitCode == ExitCode.environmentFailed.rawValue)
    let lines = result.output.split(separator: "\n").map {
      readJSON(Source(path: "line", text: String($0))).value
    }
    #expect(lines.first??["check"]?.string == "project")
    #expect(lines.first??["state"]?.string == "bad")
    #expect(lines.allSatisfy { $0?.object != nil })
  }
}
