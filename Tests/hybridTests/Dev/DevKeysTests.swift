import Foundation
import HybridTestSupport
import Testing

@testable import hybrid

/// The built `hybrid dev` at a terminal, and without one.
@Suite(.suiteTimeLimit)
struct DevKeysTests {
  /// Two pages, of which neither runs, and one device of the project's own.
  static let files = [
    "hybrid.json": #"{"title": "Shop", "devices": [{"name": "narrow", "width": 240, "height": 400}]}"#,
    "pages/cart/index.html": "<p id=\"note\">the cart is empty</p>",
    "pages/home/index.html": "<h1 id=\"title\">welcome</h1>",
  ]

  @Test func everyKeyHasItsOwnLetterAndAction() {
    #expect(Set(DevKey.all.map(\.letter)).count == DevKey.all.count)
    #expect(Set(DevKey.all.map(\.action) + [DevKey.unknownAction]).count == DevKey.all.count + 1)
    #expect(DevKey.all.allSatisfy { $0.letter.count == 1 && !$0.summary.isEmpty })
  }

  /// `HYBRID_UPDATE_GOLDENS=1` writes the table into the page.
  @Test func thePageListsEveryKey() throws {
    let page = DocumentationTests.repository.appending(path: "Documentation/command-line.md")
    var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let title = try #require(lines.firstIndex(of: "### Keys of dev"))
    let start = try #require(lines[title...].firstIndex { $0.hasPrefix("|") })
    let end = try #require(lines[start...].firstIndex { !$0.hasPrefix("|") })
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
      lines.replaceSubrange(start..<end, with: DevKey.documentation)
      try lines.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(Array(lines[start..<end]) == DevKey.documentation)
    }
  }

  @Test func eachKeyActsAtOnce() async throws {
    let dev = try DevTerminalRig(arguments: ["--device", "large"])
    try await dev.press("?", shows: "previous page")
    try await dev.press("P", shows: "── cart · large")
    try await dev.press("p", shows: "── home · large")
    // The devices of the command line, of the project, and the built-in ones.
    try await dev.press("d", shows: "home · narrow 240×400")
    try await dev.press("d", shows: "home · phone 375×667")
    try await dev.press("d", shows: "home · small 320×568")
    try await dev.press("w", shows: "h1#title 0,")
    try await dev.press("t", shows: "welcome")
    try await dev.press("l", shows: "no client is connected")
    try await dev.press("c", shows: "\u{1B}[H\u{1B}[2J")
    try await dev.press("r", shows: "reloaded")
    try await dev.press("x", shows: "'x' does nothing; ? lists the keys")
    try await dev.press("yzs", shows: "saved \(dev.project.path)/.hybrid/screenshots/home-small-1.png")
    #expect(dev.terminal.output.ranges(of: "does nothing").count == 1)
    let saved = try Array(
      Data(contentsOf: URL(filePath: dev.project.path + "/.hybrid/screenshots/home-small-1.png")))
    #expect(Array(saved.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    try dev.project.write("pages/home/index.html", "<h1 id=\"title\">good morning</h1>")
    try await dev.terminal.says("good morning")
    dev.terminal.type("q")
    #expect(try await dev.terminal.end() == 0)
    #expect(dev.terminal.isCooked && !dev.isServing)
    #expect(await poll { dev.terminal.output.contains("1 save, ") })
  }

  /// A page that prints without end does not block the server.
  @Test func keysActWhileOutputScrolls() async throws {
    let page = """
      <p>talks</p><script>setInterval(function () { for (var i = 0; i < 50; \
      i++) console.log("line " + i) }, 1)</script>
      """
    let dev = try DevTerminalRig(["pages/home/index.html": page])
    try await dev.terminal.says("home › line 49")
    try await dev.press("?", shows: "previous page")
    dev.terminal.type("q")
    #expect(try await dev.terminal.end() == 0)
  }

  @Test func aPasteIsNoKeys() async throws {
    let dev = try DevTerminalRig()
    try await dev.press("\u{1B}[200~quit\u{1B}[201~", shows: "'a paste' does nothing")
    try await dev.press("l", shows: "no client is connected")
    #expect(dev.isServing)
  }

  /// The ways to end it; all restore the terminal.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV])
  func theTerminalIsGivenBackHoweverItEnds(_ signal: Int32) async throws {
    let dev = try DevTerminalRig()
    try await dev.begins()
    dev.terminal.send(signal)
    #expect(await poll { dev.terminal.isCooked })
    #expect(await poll { dev.terminal.output.contains("\u{1B}[?2004l") })
    guard signal != SIGQUIT, signal != SIGSEGV else { return }
    #expect(try await dev.terminal.end() == 0)
    #expect(!dev.isServing)
  }

  @Test func controlCEndsIt() async throws {
    let dev = try DevTerminalRig(isControlling: true)
    try await dev.begins()
    dev.terminal.type("\u{3}")
    #expect(try await dev.terminal.end() == 0)
    #expect(dev.terminal.isCooked && !dev.isServing)
  }

  /// A terminal that accepts no output, as after Ctrl-S, does not prevent the server's end.
  @Test func aScreenThatStandsStillIsLeft() async throws {
    let dev = try DevTerminalRig(isControlling: true)
    try await dev.begins()
    dev.terminal.type("\u{13}")
    dev.terminal.type("?????")
    dev.terminal.type("\u{3}")
    #expect(try await dev.terminal.end() == 0)
    #expect(!dev.isServing)
  }

  @Test func aShellStopsItAndGoesOn() async throws {
    let project = try TemporaryProject(Self.files)
    let shell = try PseudoTerminal(
      URL(filePath: "/bin/bash"), ["--norc", "--noprofile", "--noediting", "-i"], in: project.folder,
      columns: 100, rows: 40,
      isControlling: true, environment: ["PS1": "shell: "])
    try await shell.says("shell: ")
    #expect(shell.isCooked)
    shell.type("\(BuiltCommand.url.path) dev\n")
    try await shell.says("── home")
    #expect(await poll { !shell.isCooked })
    // Ctrl-Z: the shell's terminal modes are restored.
    shell.type("\u{1A}")
    var place = try await shell.says("Stopped")
    #expect(await poll { shell.isCooked })
    shell.type("echo $((6 * 7))\n")
    place = try await shell.says("\n42", after: place)
    // In the background it serves and prints, and reads nothing.
    shell.type("bg\n")
    place = try await shell.says("dev &", after: place)
    try project.write("pages/home/index.html", "<h1>from behind</h1>")
    place = try await shell.says("from behind", after: place)
    #expect(shell.isCooked)
    shell.type("echo $((8 * 9))\n")
    place = try await shell.says("\n72", after: place)
    shell.type("fg\n")
    #expect(await poll { !shell.isCooked })
    shell.type("?")
    place = try await shell.says("previous page", after: place)
    shell.type("q")
    #expect(await poll { shell.isCooked })
    shell.type("echo code $?; exit\n")
    try await shell.says("code 0", after: place)
    _ = try await shell.end()
  }

  /// The editor has exclusive use of the terminal, the keys and Ctrl-C; afterwards everything is as before.
  @Test func anEditorHasTheTerminalForAWhile() async throws {
    let project = try TemporaryProject([
      "pages/home/index.html": "<p>ok</p>\n<p>one</p><include>",
      "edit.sh": """
      #!/bin/sh
      echo "args $*"; stty -a | grep -o ' -*icanon'; trap 'echo interrupted' INT; read word; \
      echo "read $word"; read word; exit 0

      """,
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: project.file("edit.sh").path)
    let dev = try DevTerminalRig(
      project: project, isControlling: true,
      environment: ["HYBRID_EDITOR": "'\(project.path)/edit.sh' {line}:{column} {file}"])
    try await dev.begins()
    dev.terminal.type("e")
    var place = try await dev.terminal.says("args 2:")
    try await dev.terminal.says("\(project.path)/pages/home/index.html")
    try await dev.terminal.says(" icanon")
    dev.terminal.type("quit\n")
    place = try await dev.terminal.says("read quit", after: place)
    dev.terminal.type("\u{3}")
    try await dev.terminal.says("interrupted", after: place)
    #expect(dev.isServing)
    dev.terminal.type("\n")
    place = try await dev.terminal.says("edit.sh opened", after: place)
    try await dev.press("?", shows: "previous page")
    dev.terminal.type("q")
    #expect(try await dev.terminal.end() == 0)
  }

  @Test func whoHasNoEditorIsToldWhatToSet() async throws {
    let dev = try DevTerminalRig(environment: ["HYBRID_EDITOR": "", "VISUAL": "", "EDITOR": ""])
    try await dev.press("e", shows: "[editor.unknown]")
    let bad = try DevTerminalRig(environment: ["HYBRID_EDITOR": "'ed"])
    try await bad.press("e", shows: "[editor.bad-command]")
    let missing = try DevTerminalRig(environment: ["HYBRID_EDITOR": "/nowhere/ed"])
    try await missing.press("e", shows: "'ed' could not be started: No such file or directory")
    try await missing.press("?", shows: "previous page")
  }

  /// A picture that is wider than the terminal is truncated, so that its rows do not wrap.
  @Test func picturesAreCutAtTheEdge() async throws {
    let row = String(repeating: "wide ", count: 60)
    let dev = try DevTerminalRig(
      ["pages/home/index.html": "<p style=\"white-space: nowrap\">\(row)</p>"],
      arguments: ["--device", "desktop"], columns: 40)
    try await dev.terminal.says("wide wide")
    let lines = dev.terminal.output.split(whereSeparator: \.isNewline).filter { $0.contains("wide wide") }
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.count <= 40 && $0.hasSuffix("…") })
  }

  // MARK: Without a terminal

  @Test(arguments: ["<&-", "</dev/null", "<&- >&- 2>&-", "<pages/home/index.html", "2>&-"])
  func standardInputMayBeAnything(_ redirection: String) async throws {
    let project = try TemporaryProject(Self.files)
    // Closed descriptors stay closed; other output goes to a file beside the sources.
    let command = "exec '\(BuiltCommand.url.path)' dev --json >>.out 2>>.out \(redirection)"
    let dev = try PseudoTerminal(
      URL(filePath: "/bin/sh"), ["-c", command], in: project.folder, columns: 80, rows: 24)
    #expect(dev.isCooked)
    #expect(await poll { FileManager.default.fileExists(atPath: project.file(".hybrid/dev.json").path) })
    dev.send(SIGTERM)
    #expect(try await dev.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: project.file(".hybrid/dev.json").path))
  }

  @Test(arguments: ["", "--json"])
  func itEndsWhenNobodyReads(_ option: String) async throws {
    let project = try TemporaryProject(Self.files)
    let command = "'\(BuiltCommand.url.path)' dev \(option) | head -1; echo head is done; read word"
    let shell = try PseudoTerminal(
      URL(filePath: "/bin/sh"), ["-c", command], in: project.folder, columns: 80, rows: 24)
    try await shell.says("head is done")
    shell.type("\n")
    #expect(try await shell.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: project.file(".hybrid/dev.json").path))
  }
}

/// A project that `hybrid dev` shows at a terminal.
struct DevTerminalRig {
  let project: TemporaryProject
  let terminal: PseudoTerminal

  init(
    _ files: [String: String] = DevKeysTests.files, project: TemporaryProject? = nil,
    arguments: [String] = [],
    columns: Int = 100, isControlling: Bool = false, environment: [String: String] = [:]
  ) throws {
    self.project = try project ?? TemporaryProject(files)
    terminal = try PseudoTerminal(
      BuiltCommand.url, ["dev"] + arguments, in: self.project.folder, columns: columns, rows: 40,
      isControlling: isControlling, environment: environment)
  }

  /// Whether a server reports that it is ready.
  var isServing: Bool { FileManager.default.fileExists(atPath: project.file(".hybrid/dev.json").path) }

  /// Waits until keys are read.
  func begins() async throws {
    try await terminal.says("\u{1B}[?2004h")
    #expect(await poll { !terminal.isCooked })
  }

  /// Presses keys, without Enter, and waits for their effect.
  func press(
    _ keys: String, shows text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await begins()
    let place = terminal.output.count
    terminal.type(keys)
    try await terminal.says(text, after: place, sourceLocation: sourceLocation)
  }
}
