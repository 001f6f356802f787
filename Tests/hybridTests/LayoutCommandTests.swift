import Foundation
import HybridJSON
import HybridSource
import Testing

@testable import hybrid

/// The possible errors in a file of layout cases, and the output of `hybrid layout`.
@Suite struct LayoutCommandTests {
  /// What is wrong with a file, and the answers to its cases.
  struct Run {
    var answers: [JSONValue] = []
    var diagnostics: [Diagnostic] = []
    var hasErrors = false

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
      var names: Set<String> = []
      var lines: [String] = []
      (diagnostics, hasErrors) = LayoutCommand.answers(
        to: Source(path: "cases.json", bytes: bytes), earlier: &names
      ) { lines.append($0) }
      answers = lines.map { readJSON(Source(path: "line", text: $0)).value ?? .null }
    }

    /// `name` of each case that was laid out.
    var laidOut: [String] { answers.filter { $0["layout"] != nil }.compactMap { $0["name"]?.string } }

    /// The codes of all reports, each with the underlined text.
    var reports: [String] {
      diagnostics.map { diagnostic in
        guard let frame = diagnostic.frame, diagnostic.location != nil else { return diagnostic.code }
        return "\(diagnostic.code): " + String(frame.text.dropFirst(frame.start).prefix(frame.length))
      }
    }
  }

  private static let good = #"{"name": "good", "base": "web", "tree": {"style": {"width": "10px"}}}"#
  private static let last = #"{"name": "last", "base": "yoga", "tree": {"style": {"height": "5px"}}}"#

  /// A file with one case between two good ones.
  private static func file(_ middle: String) -> String {
    "{\"format\": 1, \"cases\": [\n\(good),\n\(middle),\n\(last)\n]}\n"
  }

  /// A case whose root has one declaration, given as JSON.
  private static func style(_ declaration: String) -> String {
    file(#"{"name": "bad", "base": "web", "tree": {"style": {\#(declaration)}}}"#)
  }

  private func expectRefused(_ text: String, _ report: String, _ hint: String?) {
    let run = Run(text)
    #expect(run.reports.first == report)
    #expect(run.diagnostics.first?.hint == hint)
    #expect(run.diagnostics.first?.location?.line == 3)
    #expect(run.hasErrors && run.laidOut == ["good", "last"])
    // The answer to the bad case says the same.
    let error = run.answers.count == 3 ? run.answers[1]["error"] : nil
    #expect(error?["code"]?.string == run.diagnostics.first?.code)
    #expect(error?["source"]?.string == run.diagnostics.first?.location?.description)
  }

  @Test(
    arguments: [
      (#""width": "NaNpx""#, "css.invalid-value: NaNpx", nil),
      (#""width": "0x10px""#, "css.unknown-unit: x10px", nil),
      (#""order": "1.5""#, "css.invalid-value: 1.5", nil),
      (#""width": "5""#, "css.invalid-value: 5", "a length needs a unit: '5px'"),
      (#""width": 5"#, "css.invalid-value: 5", "a length needs a unit: '5px'"),
      (#""width": "5pxx""#, "css.unknown-unit: pxx", "did you mean 'px'?"),
      (#""width": "\u0035pxx""#, #"css.unknown-unit: "\u0035pxx""#, "did you mean 'px'?"),
      (#""width": "5em""#, "layout.unknown-unit: 5em", "write the length in px"),
      (#""width": "calc(1px + 2vw)""#, "layout.unknown-unit: 2vw", "write the length in px"),
      (#""width": "var(--a)""#, #"layout.bad-value: "var(--a)""#, nil),
      (#""align-items": "centre""#, "css.invalid-value: centre", "did you mean 'center'?"),
      (#""direction": "rtll""#, "css.invalid-value: rtll", "did you mean 'rtl'?"),
      (#""padding-left": "auto""#, "css.invalid-value: auto", nil),
      (#""display": "inline""#, #"layout.bad-value: "inline""#, nil),
      (#""contain": "layot""#, "css.invalid-value: layot", "did you mean 'layout'?"),
      (#""aspect-ratio": "16 / 9 / 2""#, "css.invalid-value: /", nil),
      (#""width": """#, #"css.invalid-value: """#, nil),
      (#""grid-template-areas": "'a b' 'a'""#, "css.invalid-value: 'a b' 'a'", nil),
      (#""widht": "5px""#, "layout.unknown-property: \"widht\"", "did you mean 'width'?"),
      (#""margin": "5px""#, "layout.unknown-property: \"margin\"", "write longhands, such as 'margin-top'"),
      (#""gap": "5px""#, "layout.unknown-property: \"gap\"", "write longhands, such as 'row-gap'"),
      (#""color": "red""#, "layout.unknown-property: \"color\"", nil),
      (#""width": null"#, "layout.wrong-type: null", nil),
      (#""width": true"#, "layout.wrong-type: true", nil),
      (#""width": ["5px"]"#, "layout.wrong-type: [", nil),
      (#""width": "1px", "width": "2px""#, "json.duplicate-key: \"width\"", nil),
      (#""width": NaN"#, "json.not-a-number: NaN", "write null, or a string"),
      (#""width": "5px" "height": "6px""#, "json.missing-comma: \"", "write ',' between them"),
    ] as [(String, String, String?)])
  func badDeclarationsAreRefusedWhereTheyAre(_ declaration: String, _ report: String, _ hint: String?) {
    expectRefused(Self.style(declaration), report, hint)
  }

  /// CSS drops a declaration whose number is out of range; the rest of the tree is unaffected.
  @Test(arguments: [
    (#""width": "-5px""#, "-5px"), (#""padding-left": "-1%""#, "-1%"), (#""flex-grow": "-1""#, "-1"),
    (#""grid-row-start": "0""#, "0"), (#""grid-row-start": "span -2""#, "-2"),
    (#""flex-line-count": "0""#, "0"),
  ])
  func numbersOutOfRangeAreLeftOut(_ declaration: String, _ marked: String) {
    let run = Run(Self.style(declaration))
    #expect(run.reports == ["layout.out-of-range: \(marked)"])
    #expect(!run.hasErrors)
    #expect(run.laidOut == ["good", "bad", "last"])
  }

  @Test(
    arguments: [
      (#"{"base": "web", "tree": {}}"#, "layout.missing-key: {", nil),
      (#"{"name": "bad", "tree": {}}"#, "layout.missing-key: {", nil),
      (#"{"name": "bad", "base": "web"}"#, "layout.missing-key: {", nil),
      (#"{"name": 5, "base": "web", "tree": {}}"#, "layout.wrong-type: 5", nil),
      (#"{"name": "good", "base": "web", "tree": {}}"#, "layout.duplicate-name: \"good\"", nil),
      (
        #"{"name": "bad", "base": "weeb", "tree": {}}"#, "layout.unknown-value: \"weeb\"",
        "did you mean 'web'?"
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "root": "itm"}"#, "layout.unknown-value: \"itm\"",
        "did you mean 'item'?"
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "direction": "up"}"#, "layout.unknown-value: \"up\"", nil
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "box_sizing": "borderbox"}"#,
        "layout.unknown-value: \"borderbox\"", "did you mean 'border-box'?"
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "box_sizng": "border-box"}"#,
        "layout.unknown-key: \"box_sizng\"", "did you mean 'box_sizing'?"
      ),
      (#"{"name": "bad", "base": "web", "tree": {}, "available": [1]}"#, "layout.wrong-type: [", nil),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "available": {"width": -1}}"#, "layout.out-of-range: -1",
        nil
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "available": {"width": 1e999}}"#,
        "layout.out-of-range: 1e999", "write \"max-content\" for unlimited space"
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "available": {"width": "min-content"}}"#,
        "layout.unknown-value: \"min-content\"", "did you mean 'max-content'?"
      ),
      (
        #"{"name": "bad", "base": "web", "tree": {}, "available": {"widht": 1}}"#,
        "layout.unknown-key: \"widht\"", "did you mean 'width'?"
      ),
      (#"{"name": "bad", "base": "web", "tree": {}, "tags": 5}"#, "layout.wrong-type: 5", nil),
      (#"{"name": "bad", "base": "web", "tree": []}"#, "layout.wrong-type: [", nil),
      (#"{"name": "bad", "base": "web", "tree": {"style": null}}"#, "layout.wrong-type: null", nil),
      (
        #"{"name": "bad", "base": "web", "tree": {"style": "width: 1px"}}"#,
        "layout.wrong-type: \"width: 1px\"", nil
      ),
      (#"{"name": "bad", "base": "web", "tree": {"children": {}}}"#, "layout.wrong-type: {", nil),
      (#"{"name": "bad", "base": "web", "tree": {"children": [{}, null]}}"#, "layout.wrong-type: null", nil),
      (#"{"name": "bad", "base": "web", "tree": {"text": 5}}"#, "layout.wrong-type: 5", nil),
      (
        #"{"name": "bad", "base": "web", "tree": {"childern": []}}"#, "layout.unknown-key: \"childern\"",
        "did you mean 'children'?"
      ),
      (
        #"""
        {"name": "bad", "base": "web", "tree": {"style": {"display": "block"}, "text": "a", \#
        "children": [{}]}}
        """#,
        "layout.text-and-children: \"a\"", nil
      ),
      ("5", "layout.wrong-type: 5", nil), ("[]", "layout.wrong-type: [", nil),
      // A JSON syntax error is limited to its line.
      (#"{"name": "bad", "base": "web", "tree": {"children": [{}}}"#, "json.unexpected: }", nil),
      (
        #"{"name": "bad", "base": "we"#, "json.unclosed-string: \"we,",
        "add the closing quote, or write a line end as \\n"
      ),
      ("@@", "json.unexpected: @", nil),
    ] as [(String, String, String?)])
  func badCasesAreRefusedAndOthersAnswered(_ text: String, _ report: String, _ hint: String?) {
    expectRefused(Self.file(text), report, hint)
  }

  @Test(
    arguments: [
      ("", "json.empty: "), ("{}", "layout.no-cases: {"), ("[]", "layout.no-cases: ["),
      ("null", "layout.no-cases: null"), ("\"cases\"", "layout.no-cases: \"cases\""),
      (#"{"cases": {}}"#, "layout.wrong-type: {"), (#"{"cases": null}"#, "layout.wrong-type: null"),
      (#"{"case": []}"#, "layout.unknown-key: \"case\""),
      (#"{"format": 2, "cases": []}"#, "layout.unknown-format: 2"),
      (#"{"cases": []} x"#, "json.trailing-text: x"),
      (#"{"cases": [], "cases": []}"#, "json.duplicate-key: \"cases\""),
      (#"{"cases": ["#, "json.unclosed: ["), (#"{"cases""#, "json.missing-colon: \"cases\""),
    ])
  func badFilesAreRefusedWhereTheyAre(_ text: String, _ report: String) {
    let run = Run(text)
    #expect(run.reports.first == report)
    #expect(run.hasErrors && run.laidOut.isEmpty)
  }

  /// A value outside its range is clamped to the nearest valid one (CSS Values 4 §5.1), and large grids are
  /// clamped.
  @Test(arguments: [
    #""order": "99999999999""#, #""order": "-99999999999""#, #""order": 3"#, #""width": 0"#,
    #""width": "1e999px""#,
    #""flex-grow": "1e999""#, #""flex-line-count": "99999999999""#,
    #""grid-row-end": "span 99999999999999999999""#,
    #""grid-row-start": "-99999999999999999999""#, #""grid-template-rows": "repeat(99999999999, 1px)""#,
    #""grid-template-rows": "repeat(auto-fill, 0px)""#, #""grid-template-areas": "none""#,
    #""width": " +.5e1px ""#, #""aspect-ratio": "16/9""#,
  ])
  func valuesAtTheEdgeAreTaken(_ declaration: String) {
    let run = Run(Self.style(#""display": "grid", "# + declaration))
    #expect(run.diagnostics.isEmpty)
    #expect(run.laidOut == ["good", "bad", "last"])
  }

  @Test func aByteThatIsNoUTF8SpoilsOnlyItsCase() {
    var bytes = Array(Self.file(#"{"name": "bad", "base": "web", "tree": {"text": "?"}}"#).utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "?") { bytes[index] = 0xFF }
    let run = Run(bytes)
    #expect(run.diagnostics.map(\.code) == ["json.invalid-utf8"])
    #expect(run.diagnostics.first?.location?.description == "cases.json:3:50")
    #expect(run.laidOut == ["good", "last"])
  }

  @Test func halfASurrogatePairIsAReplacementCharacter() {
    let run = Run(Self.file(#"{"name": "half", "base": "web", "tree": {"text": "a\ud800"}}"#))
    #expect(run.reports == [#"json.lone-surrogate: \ud800"#])
    #expect(!run.hasErrors && run.laidOut == ["good", "half", "last"])
    #expect(run.answers[1]["layout"]?["w"]?.number == 20)
  }

  @Test func aByteOrderMarkIsNoText() {
    #expect(Run("\u{FEFF}" + Self.file(Self.good.replacing("good", with: "next"))).diagnostics.isEmpty)
  }

  /// Keys may be in any order; inherited values come from the tree.
  @Test func keysComeInAnyOrder() {
    let run = Run(
      #"""
      {"cases": [{"tree": {"children": [{"style": {"width": "3px"}}], "style": {"direction": "rtl", \#
      "width": "9px"}}, 
      """#
        + #""base": "web", "name": "a"}]}"#)
    #expect(run.laidOut == ["a"])
    #expect(run.answers.first?["layout"]?["children"]?[0]?["x"]?.number == 6)
  }

  #if DEBUG
    private static let (levels, nodes) = (4_000, 20_000)
  #else
    private static let (levels, nodes) = (100_000, 1_000_000)
  #endif

  /// Neither reading nor answering recurses for each level.
  @Test func treesAreOfAnyDepth() async throws {
    let open = #"{"style":{"padding-left":"1px"},"children":["#
    let text =
      #"{"cases":[{"name":"deep","base":"web","tree":"# + String(repeating: open, count: Self.levels)
      + #"{"style":{"width":"5px","height":"7px"}}"# + String(repeating: "]}", count: Self.levels) + "}]}"
    var lines: [String] = []
    var names: Set<String> = []
    let (diagnostics, _) = LayoutCommand.answers(to: Source(path: "deep", text: text), earlier: &names) {
      lines.append($0)
    }
    #expect(diagnostics.isEmpty && lines.count == 1)
    #expect(
      lines.first?.hasPrefix(#"{"name":"deep","layout":{"x":0,"y":0,"w":\#(Self.levels + 5),"h":7,"#) == true)
    #expect(lines.first?.hasSuffix(String(repeating: "}]", count: Self.levels) + "}}\n") == true)
  }

  @Test(arguments: [
    "[", #"{"tree":"#, #"{"name":"x","tree":{"children":["#, #"{"name":"x","expected":[{"a":"#,
  ])
  func openBracketsWithoutEndAreRefused(_ open: String) {
    let run = Run(#"{"cases":["# + String(repeating: open, count: Self.levels))
    #expect(run.hasErrors && run.laidOut.isEmpty)
  }

  @Test func aCaseHoldsManyNodes() {
    let leaf = #"{"style":{"width":"10px","height":"5px"}}"#
    let leaves = Array(repeating: leaf, count: Self.nodes).joined(separator: ",")
    let tree = #"{"style":{"width":"100px","flex-wrap":"wrap"},"children":[\#(leaves)]}"#
    let run = Run(
      #"""
      {"cases":[{"name":"wide","base":"yoga",\#
      "tree":\#(tree.replacing("wrap\"}", with: "wrap\",\"flex-direction\":\"row\"}"))}]}
      """#
    )
    #expect(run.laidOut == ["wide"])
    #expect(run.answers.first?["layout"]?["children"]?.array?.count == Self.nodes)
    #expect(run.answers.first?["layout"]?["h"]?.number == Double(Self.nodes / 10 * 5))
  }

  // MARK: The command

  @Test func filesThatCannotBeReadDoNotKeepOthersFromBeingAnswered() async throws {
    try await withTemporaryFolder { folder in
      try Self.file("5").write(
        to: folder.appendingPathComponent("bad.json"), atomically: true, encoding: .utf8)
      try #"{"cases":[\#(Self.good)]}"#.write(
        to: folder.appendingPathComponent("good.json"), atomically: true, encoding: .utf8)
      #expect(mkfifo(folder.appendingPathComponent("pipe").path, 0o600) == 0)
      for (files, code, answers, messages) in [
        (["good.json"], ExitCode.done, 1, []),
        (["bad.json"], .projectHasErrors, 3, ["bad.json:3:1: error: a case is an object, not a number"]),
        (["missing.json", "good.json"], .environmentFailed, 1, ["'missing.json': there is no such file"]),
        (
          [".", "pipe", "bad.json"], .environmentFailed, 3,
          ["'.': it is a folder", "'pipe': it is not a regular file"]
        ),
        ([], .projectHasErrors, 0, ["-:1:1: error: there is no JSON value here"]),
        (["-"], .projectHasErrors, 0, ["-:1:1: error: there is no JSON value here"]),
      ] as [([String], ExitCode, Int, [String])] {
        let result = try await BuiltCommand.run(["layout"] + files, in: folder)
        #expect(result.exitCode == code.rawValue)
        #expect(result.output.split(separator: "\n").count == answers)
        for message in messages { #expect(result.error.contains(message)) }
        #expect(messages.isEmpty == result.error.isEmpty)
      }
    }
  }
}
