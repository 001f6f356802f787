import Foundation
import HybridGeometry
import HybridJSON
import HybridReload
import HybridScript
import HybridSocket
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer
@testable import hybrid

/// `Documentation/dev-events.schema.json` matches the output of `hybrid dev --json`.
@Suite(.suiteTimeLimit)
struct DevJSONTests {
  static let schema = DocumentationTests.repository.appending(path: "Documentation/dev-events.schema.json")

  @Test func theDocumentedSchemaIsTheOneThatIsPrinted() async throws {
    let result = try await BuiltCommand.run(["dev", "--json-schema"])
    #expect(result.exitCode == 0)
    #expect(result.output == (try String(contentsOf: Self.schema, encoding: .utf8)))
  }

  /// `HYBRID_UPDATE_GOLDENS=1` writes the actions and members of keys into both copies of the schema.
  @Test func everyKindOfLineIsInTheSchema() throws {
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" { try Self.writeKeys() }
    let text = try String(contentsOf: Self.schema, encoding: .utf8)
    let schema = try #require(readJSON(Source(path: "schema", text: text)).value)
    var kinds: [String] = []
    for (name, definition) in try #require(schema["$defs"]?.object) {
      guard let event = definition["properties"]?["event"] else { continue }
      #expect(definition["description"]?.string != nil, "\(name)")
      let names: [JSONValue] = event["const"].map { [$0] } ?? event["enum"]?.array ?? []
      kinds += names.compactMap { $0.string }
    }
    #expect(kinds.sorted() == DevJSON.Kind.allCases.map(\.rawValue).sorted())
    let (actions, members) = try Self.keys(in: text)
    #expect(actions == Self.actions)
    #expect(members == Self.members)
  }

  private static let actions =
    (DevKey.all.map(\.action) + [DevKey.unknownAction])
    .map { "\n            \"\($0)\"" }.joined(separator: ",") + "\n          "

  private static let members =
    DevKey.members.map { "        \"\($0.name)\": \($0.schema)" }.joined(separator: ",\n") + "\n"

  /// What the schema says of the actions of keys, and the members of their lines.
  private static func keys(in text: String) throws -> (actions: Substring, members: Substring) {
    let match = try #require(
      text.firstMatch(of: /"action": \{\s*"enum": \[([^\]]*)\][^}]*\},\n((?:        "[a-z]+": .*\n)*)/))
    return (match.1, match.2)
  }

  private static func writeKeys() throws {
    var text = try String(contentsOf: schema, encoding: .utf8)
    let (_, oldMembers) = try keys(in: text)
    text.replaceSubrange(oldMembers.startIndex..<oldMembers.endIndex, with: members)
    let (oldActions, _) = try keys(in: text)
    text.replaceSubrange(oldActions.startIndex..<oldActions.endIndex, with: actions)
    let embedded = DocumentationTests.repository.appending(path: "Sources/hybrid/Dev/dev-events.schema.json")
    for copy in [schema, embedded] { try text.write(to: copy, atomically: true, encoding: .utf8) }
  }

  /// Every kind of line, with all members and with the fewest.
  @Test func everyLineFitsTheSchema() async throws {
    let folder = try TemporaryProject(["lines": ""])
    let file = try FileHandle(forWritingTo: folder.file("lines"))
    let json = DevJSON(output: Output(descriptor: file.fileDescriptor))
    for event in Self.events { json.tell(event, DevContext(device: "phone")) }
    for key in DevKey.all {
      json.tell(DevOutcome(key: key, pressed: key.letter, result: DevKeyResult(key.example) { _ in }))
    }
    for result in [.failed(Self.note), DevKeyResult([.list(Self.clients), .keys(DevKey.all)]) { _ in }] {
      json.tell(DevOutcome(key: DevKey.all[0], pressed: "r", result: result))
    }
    json.tell(DevOutcome(key: nil, pressed: "\u{1B}", result: DevKey.unknown("\u{1B}")))
    json.ended(DevFigures(), because: .signal(SIGHUP))
    json.ended(DevFigures(saves: 2, median: 1.23456, p95: 3, goal: .screen), because: .outputClosed)
    let seen = try await validated(try folder.text("lines"))
    #expect(
      Set(seen).isSuperset(of: ["saved", "failed", "fixed", "note", "page", "script", "client", "painted"]))
    #expect(Set(seen).isSuperset(of: ["open", "refused", "pairing", "built", "key", "stopped"]))
  }

  /// A server goes through all events, with a user at its terminal, a client and an unauthorised visitor.
  @Test func aSessionFitsTheSchema() async throws {
    let project = try TemporaryProject(
      DevKeysTests.files.merging([
        "pages/talk/index.html":
          """
        <p id="words">one</p><script>console.log("hello"); \
        setTimeout(function () { missing() }, 50)</script>
        """
      ]) { $1 })
    let dev = try DevTerminalRig(
      project: project, arguments: ["--json"], columns: 500,
      environment: ["HYBRID_EDITOR": "/bin/true {file} &"])
    try await dev.begins()
    let ready = try #require(dev.lines.first { $0["event"]?.string == "ready" })
    #expect(ready["keys"] == true)
    let (socket, token) = (try #require(ready["socket"]?.string), try #require(ready["token"]?.string))

    let client = try await WebSocketClient.connect(socket, protocols: ["hybrid.1", "hybrid.token.\(token)"])
    client.send(.text(ClientMessage.hello(.init(client: "test \u{1B}[2J 日本")).encoded))
    try await dev.tells("client", "joined")
    client.send(.text(ClientMessage.ack(revision: 1, painted: 1.5).encoded))
    try await dev.tells("painted")
    for key in DevKey.all where !["quit", "browser"].contains(key.action) {
      dev.terminal.type(key.letter)
      try await dev.tells("key", "\"action\":\"\(key.action)\"")
    }
    dev.terminal.type("z")
    try await dev.tells("key", "unknown")
    let port = try #require(ready["url"]?.string.flatMap { URL(string: $0)?.port })
    let stranger = try RawClient(port: port)
    stranger.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    try await dev.tells("note", "access.")
    let other = try RawClient(port: port)
    other.send("GET /\\ HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    try await dev.tells("refused", "\"status\":400")

    try project.write("pages/cart/index.html", "<p id=\"note\">three things</p>")
    try await dev.tells("saved", "pages/cart/index.html")
    try project.write("pages/cart/index.html", "<p id=\"note\">broken</p><!-- open")
    try await dev.tells("failed", "markup.unclosed-comment")
    try project.write("pages/cart/index.html", "<p id=\"note\" style=\"width: 12px\">mended</p>")
    try await dev.tells("fixed")
    try project.write("notes.txt", "nobody reads this")
    try project.write("pages/talk/index.html", "<p id=\"words\">two</p><script>missing()</script>")
    try await dev.tells("script", "\"kind\":\"error\"")
    client.close()
    try await dev.tells("client", "left")
    dev.terminal.type("q")
    #expect(try await dev.terminal.end() == 0)
    try await dev.tells("stopped", "quit")

    let seen = Set(try await validated(dev.text))
    // Changed codes, opened locations and the end of a long first build cannot occur in this session: see
    // above.
    #expect(seen == Set(DevJSON.Kind.allCases.map(\.rawValue)).subtracting(["open", "pairing", "built"]))
  }

  @Test func whatCannotStartSaysSoInOneLine() async throws {
    let result = try await BuiltCommand.run(["dev", "/nowhere/at/all", "--json"])
    #expect(result.exitCode == ExitCode.environmentFailed.rawValue)
    #expect(try await validated(result.output) == ["stopped"])
  }

  /// The events of the lines, all of which match the schema.
  private func validated(_ lines: String) async throws -> [String] {
    let python = try await ChildProcess.run(
      debianPython + [folderOfTests() + "/validate.py", Self.schema.path], input: lines)
    #expect(python.status == 0, "\(python.errors)")
    return String(decoding: python.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

// MARK: Everything that can be told

extension DevJSONTests {
  private static let mistake = Diagnostic(
    .error, "css.unknown-unit", "'pxx' is not a length unit here",
    at: SourceLocation(path: "a.css", line: 1, column: 2),
    frame: Diagnostic.Frame(text: "a", start: 0, length: 1), hint: "did you mean 'px'?")
  private static let note = Diagnostic(.note, "dev.nothing-shown", "no page is shown yet")

  private static let clients = [
    ClientSummary(
      id: 1, name: "phone", address: "192.168.0.7", device: "phone", unit: "home", revision: 3,
      isBehind: true, latency: 1.5),
    ClientSummary(
      id: .max, name: "", address: "::1", device: "1×1", unit: nil, revision: 0, isBehind: false, latency: nil
    ),
  ]

  private static let events: [DevServer.Event] = {
    var full = SaveReport(revision: 2, files: ["a.css", "b.txt"])
    full.units = [SaveReport.UnitReport(unit: "home", kind: .patch, reason: "a.css", changedNodes: 3)]
    full.unusedFiles = ["b.txt"]
    full.warnings = [mistake]
    full.isFixed = true
    full.shown = "home"
    var bad = SaveReport(revision: 3, files: [])
    bad.errors = [mistake, note]
    let pairing = PairingInfo(
      code: "7K3M-Q9PX", url: "http://192.168.0.2:7788/#7K3M", addresses: ["http://192.168.0.2:7788/"])
    return [
      .built(FirstBuild(unitCount: 20, diagnostics: [mistake])), .saved(full, tree: nil),
      .saved(bad, tree: nil), .note(mistake), .note(note),
      .page(ViewTree(nodes: [], viewport: Size(width: 1, height: 1)), unit: "home"),
      .script(.call(module: "token", method: "alert", arguments: ["x", 1, [nil]]), unit: "home", nil),
      .script(.console(level: "log", text: "line\n\u{7}"), unit: "home", nil),
      .open(path: "a.css", line: 1, column: 2), .pairing(pairing),
      .refused(address: "10.0.0.1", target: "", status: 1008, reason: "no token", unreported: 0),
      .refused(address: "10.0.0.1", target: "/", status: 403, reason: "not ours", unreported: 4),
    ] + DevServer.ClientChange.allCases.map { .client($0, clients[0]) }
      + clients.map { .painted($0, revision: 3) }
  }()
}

extension DevTerminalRig {
  /// The JSON lines so far, as text, without other output.
  var text: String {
    terminal.output.split(whereSeparator: \.isNewline).compactMap { line in
      line.firstIndex(of: "{").map { line[$0...] + "\n" }
    }.joined()
  }

  /// The lines of JSON so far.
  var lines: [JSONValue] {
    text.split(separator: "\n").compactMap { readJSON(Source(path: "line", text: String($0))).value }
  }

  /// Waits for a line of some kind that holds some text.
  func tells(
    _ event: String, _ part: String = "", sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let came = await poll {
      text.split(separator: "\n").contains {
        $0.hasPrefix("{\"event\":\"\(event)\"") && (part.isEmpty || $0.contains(part))
      }
    }
    try #require(came, "no '\(event)' with '\(part)' in \(text)", sourceLocation: sourceLocation)
  }
}
