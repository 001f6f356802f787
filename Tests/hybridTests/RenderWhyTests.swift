import Foundation
import HybridJSON
import HybridSource
import Testing

@testable import hybrid

/// `hybrid render … --why SELECTOR`.
@Suite struct RenderWhyTests {
  private static let page = """
    <!DOCTYPE html>
    <link rel="stylesheet" href="style.css">
    <div class="bar"><button id="buy" class="item">Buy</button><span class="item" hidden>!</span></div>
    """
  private static let sheet = ".bar { display: flex }\n#buy { width: 84px }\n.gone { display: none }\n"

  private func run(_ arguments: [String]) async throws -> BuiltCommand.Result {
    try await withTemporaryFolder { folder in
      try Self.page.write(to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
      try Self.sheet.write(to: folder.appending(path: "style.css"), atomically: true, encoding: .utf8)
      return try await BuiltCommand.run(["render", "index.html"] + arguments, in: folder)
    }
  }

  @Test func answersInText() async throws {
    let result = try await run(["--why", "#buy"])
    #expect(result.exitCode == ExitCode.done.rawValue && result.error.isEmpty, "\(result.error)")
    #expect(result.output.hasPrefix("button#buy  84 × "))
    #expect(result.output.contains("\n  index.html:3:18\n"))
    #expect(result.output.contains("\nwidth  84\n") && result.output.hasSuffix("\n"))
  }

  @Test(arguments: [["--json"], ["--format", "json"]])
  func answersInJSON(_ words: [String]) async throws {
    let result = try await run(["--why", ".item"] + words)
    let json = readJSON(Source(path: "why.json", text: result.output)).value
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(json?["element"]?.string == "button#buy" && json?["source"]?.string == "index.html:3:18")
    #expect(json?["matches"]?.number == 2 && json?["match"]?.number == 1)
    #expect(json?["frame"]?[2]?.number == 84)
  }

  @Test(
    arguments: [
      (["--why", "#by"], "did you mean '#buy'?"), (["--why", "p >"], "--why:1:3: error:"),
      (["--why", ""], "a selector is missing here"), (["--why"], "'--why' needs a value"),
      (["--why", "#buy", "--format", "tree"], "'--format' needs text or json beside '--why', not 'tree'"),
    ])
  func aWrongQuestionEndsWithTwo(_ words: [String], _ message: String) async throws {
    let result = try await run(words)
    #expect(result.exitCode == ExitCode.wrongUsage.rawValue && result.output.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
  }

  @Test func noBoxIsAnAnswerToo() async throws {
    let result = try await run(["--why", "[hidden]"])
    #expect(result.exitCode == ExitCode.done.rawValue)
    #expect(
      result.output
        == "span.item  no box: it is not displayed\n  display: none  user-agent sheet\n  index.html:3:60\n")
  }

  @Test func jsonAloneIsThePage() async throws {
    let flag = try await run(["--json"])
    let format = try await run(["--format", "json"])
    #expect(flag.output == format.output && flag.output.hasPrefix("{\n  \"tag\": \"html\""))
  }
}
