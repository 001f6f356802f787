import Foundation
import HybridSource
import HybridTestSupport
import Testing

/// Escape sequences in file names and contents (`Documentation/security.md`), through the real command:
/// nothing that came from files drives the terminal or forges a line.
@Suite struct TerminalSafetyTests {
  /// Sequences that a terminal would execute, and a forged output line.
  static let attacks = [
    "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}]8;;http:evil\u{1B}\\", "\u{9B}31m",
    "\u{7F}",
    "a\rb", "a\u{8}b", "\u{202E}gnp.exe", "\u{2066}x\u{2069}", "\u{E0041}", "\u{2028}", "x\n✓ forged",
  ]

  /// A project with an attack in every place: names of folders and files, texts, data, scripts, styles.
  static func project(_ attack: String) throws -> TemporaryProject {
    let text = attack.replacing("\n", with: "&#10;")
    let json = String(decoding: try JSONEncoder().encode(["title": attack]), as: UTF8.self)
    return try TemporaryProject([
      "pages/x\(attack)y/index.html":
        """
      <link rel=stylesheet href='no\(text).css'><p id=\"\(text)\" class=\"\(text)\">\(text) {{ title }} \
      {{ no\(text) }}</p></\(text)>
      """,
      "pages/x\(attack)y/data.json": json,
      "pages/x\(attack)y/style.css": "p { \(attack): \(attack) }",
      "pages/home/index.html":
        """
      <title>\(text)</title><link rel=stylesheet href=a.css><p>\(text) {{ title }}</p>\
      <script>console.log(`\(attack)`); console.error('\\u001b[2J'); throw new Error(`\(attack)`)</script>
      """,
      "pages/home/data.json": json, "pages/home/a.css": "p { color: '\(attack)'; \(attack): 1 }",
      "components/c\(attack)d.xml": "<NText text=\"\(text)\" nosuch\(text)=\"\(text)\"/>",
    ])
  }

  /// Whether a text may be written to a terminal as it is.
  static func isSafe(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 != "\n" && $0.drivesTerminal } && !text.contains("\n✓ forged")
  }

  @Test(arguments: attacks)
  func commandsPrintNothingThatDrivesTheTerminal(_ attack: String) async throws {
    let project = try Self.project(attack)
    let page = "pages/x\(attack)y/index.html"
    let template = "components/c\(attack)d.xml"
    for words in [
      ["check"], ["check", "--format", "json"], ["check", "--format", "sarif"], ["check", page],
      ["render", "pages/home/index.html"], ["render", page], ["render", page, "--format", "tree"],
      ["render", page, "--format", "json"], ["render", template], ["render", "no\(attack).html"],
      ["build", "."], ["compile", template], ["preview", "no\(attack).html"], ["\(attack)"],
      ["render", "--\(attack)"],
    ] {
      let result = try await HybridCommand.run(words, in: project.folder, environment: ["NO_COLOR": "1"])
      #expect(Self.isSafe(result.output), "\(words): \(result.output.debugDescription.prefix(1500))")
      #expect(Self.isSafe(result.errors), "\(words): \(result.errors.debugDescription.prefix(1500))")
    }
  }

  @Test(arguments: attacks, [["--json"], []])
  func devPrintsNothingThatDrivesTheTerminal(_ attack: String, _ words: [String]) async throws {
    let project = try Self.project(attack)
    let dev = try HybridCommand(["dev"] + words, in: project.folder, environment: ["NO_COLOR": "1"])
    defer { dev.send(SIGTERM) }
    let isJSON = !words.isEmpty
    _ = try #require(try await dev.output(with: isJSON ? "\"ready\"" : "Ctrl-C"))
    try project.write("pages/home/a.css", "p { color: '\(attack)x'; \(attack): 2 }")
    try project.write("n\(attack).css", "x")
    try project.write("pages/last/index.html", "<p>last</p>")
    _ = try #require(try await dev.output(with: isJSON ? "pages/last/index.html" : "last added"))
    dev.send(SIGTERM)
    let result = try await dev.end()
    #expect(Self.isSafe(result.output), "\(result.output.debugDescription.prefix(3000))")
    #expect(Self.isSafe(result.errors), "\(result.errors.debugDescription.prefix(3000))")
    if isJSON {
      for line in result.output.split(separator: "\n") {
        #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
      }
    }
  }
}
