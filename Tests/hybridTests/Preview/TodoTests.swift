import Foundation
import HybridTestSupport
import Testing

/// Uses the sample's to-do list with the keyboard alone in a real terminal: `tmux` provides the screen and
/// presses the keys.
@Suite(.suiteTimeLimit)
struct TodoTests {
  /// A terminal of a separate tmux server, so that no other server is affected.
  private struct Terminal {
    let folder: URL

    /// Runs a command of tmux and waits for its end. Its server, which the first command starts, lives on.
    @discardableResult
    func run(_ words: String...) async throws -> String {
      let socket = folder.appendingPathComponent("tmux").path
      let result = try await ChildProcess.run(["tmux", "-S", socket, "-f", "/dev/null"] + words)
      return String(decoding: result.output, as: UTF8.self)
    }

    var screen: String { get async throws { try await run("capture-pane", "-p", "-t", "todo") } }

    func keys(_ keys: String...) async throws {
      for key in keys { try await run("send-keys", "-t", "todo", key) }
    }

    func type(_ text: String) async throws { try await run("send-keys", "-t", "todo", "-l", text) }

    /// Ends the server, and with it what runs in the terminal.
    func end() async throws {
      let server = try await run("display-message", "-p", "#{pid}").trimmingCharacters(
        in: .whitespacesAndNewlines)
      try #require(Int32(server) != nil)
      try await run("kill-server")
      // A process that has ended without being reaped has no program any more.
      let program = "/proc/\(server)/exe"
      #expect(await poll { (try? FileManager.default.destinationOfSymbolicLink(atPath: program)) == nil })
    }

    /// Waits until the screen shows something.
    func wait(_ what: String, until holds: (String) -> Bool) async throws {
      var last = ""
      let isShown = try await poll {
        last = try await screen
        return holds(last)
      }
      if isShown { return }
      Issue.record("never seen: \(what)\n\(last)")
      try await end()
      throw CancellationError()
    }
  }

  private static var repository: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  @Test func theListIsUsedByKeyboardAndSurvivesASave() async throws {
    try await withTemporaryFolder { folder in
      // The list alone, so that it is what the server shows.
      let project = folder.appendingPathComponent("Sample")
      for path in ["pages/todo", "shared"] {
        let copy = project.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          at: Self.repository.appendingPathComponent("Sample").appendingPathComponent(path), to: copy)
      }
      let server = try HybridCommand(["dev", project.path, "--json"])
      let ready = try #require(try await server.output(with: "\"event\":\"ready\""))
      func member(_ name: String) throws -> String {
        String(
          try #require(ready.split(separator: "\"\(name)\":\"").dropFirst().first?.prefix { $0 != "\"" }))
      }
      let address = "\(try member("url"))?token=\(try member("token"))"

      let terminal = Terminal(folder: folder)
      try await terminal.run(
        "new-session", "-d", "-s", "todo", "-x", "60", "-y", "40",
        "\(BuiltCommand.url.path) preview '\(address)'")
      try await terminal.wait("the list") { $0.contains("Glaze the blue mugs") && $0.contains("1 open") }
      // Add.
      try await terminal.keys("Tab")
      try await terminal.type("Fire the kiln")
      try await terminal.wait("what is typed") { $0.contains("Fire the kiln") }
      try await terminal.keys("Enter")
      try await terminal.wait("the new item") { $0.contains("2 open") && $0.contains("Fire the kiln") }
      // A save of the styles while something is half typed.
      try await terminal.type("Half a wo")
      try await terminal.wait("half a word") { $0.contains("Half a wo") }
      let style = project.appendingPathComponent("pages/todo/style.css")
      let text = try String(contentsOf: style, encoding: .utf8)
      try text.replacingOccurrences(of: ".hint { text-align: center; }", with: "h1 { display: none; }").write(
        to: style, atomically: true, encoding: .utf8)
      try await terminal.wait("the new look, with the text") {
        !$0.contains("In the workshop") && $0.contains("Half a wo") && $0.contains("2 open")
      }
      try await terminal.type("rd")
      try await terminal.wait("the rest of the word") { $0.contains("Half a word") }
      try await terminal.keys("Enter")
      try await terminal.wait("another item") { $0.contains("3 open") }
      // Tick: past the button and the three filters to the second box.
      try await terminal.keys("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Space")
      try await terminal.wait("one ticked") { $0.contains("2 open") }
      // Filter: from the last box back to the third filter.
      try await terminal.keys("BTab", "BTab", "BTab", "BTab", "BTab", "Enter")
      try await terminal.wait("only what is done") { !$0.contains("Fire the kiln") }
      // The changes are stored: the restarted page has them.
      let script = project.appendingPathComponent("pages/todo/todo.js")
      let code = try String(contentsOf: script, encoding: .utf8)
      try (code + "\n// saved\n").write(to: script, atomically: true, encoding: .utf8)
      try await terminal.wait("the kept list") { $0.contains("Fire the kiln") && $0.contains("2 open") }
      try await terminal.end()
      server.send(SIGINT)
      #expect(try await server.end().status == 0)
    }
  }
}
