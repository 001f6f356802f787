import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

@testable import hybrid

/// Randomly damaged cases: each gives an answer or a report with a location, and the other cases are
/// answered.
struct LayoutMutationTests {
  #if DEBUG
    private static let mutationsOfASeed = isThorough ? 100 : 40
  #else
    private static let mutationsOfASeed = 1_000
  #endif

  private static let cases = [
    #"""
    {"name":"flex","source":"own","base":"yoga","box_sizing":"border-box","direction":"ltr","root":"item",\#
    "available":{"width":320,"height":"max-content"},"rounding":true,"tags":["a"],\#
    "tree":{"style":{"flex-direction":"row","width":"300px","column-gap":"10px","align-items":"safe \#
    center"},"children":[{"style":{"flex-grow":"1","min-width":"0px","margin-inline-start":"auto"}},\#
    {"style":{"width":"25%","height":"40px","order":"-2","aspect-ratio":"16 / 9"},"text":"HH HHH\u200bH"}]}}
    """#,
    #"""
    {"name":"grid","base":"web","direction":"rtl","available":{"width":500,"height":400.5},\#
    "tree":{"style":{"display":"grid","grid-template-columns":"[a] 10px minmax(min-content, 1fr) repeat(2, \#
    5% [b])","grid-template-rows":"repeat(auto-fill, \#
    20px)","grid-template-areas":"\"x y\" \". y\"","grid-auto-flow":"column \#
    dense"},"children":[{"style":{"grid-column-start":"span 2","grid-row-end":"-1","justify-self":"last \#
    baseline"}},{"style":{"grid-row-start":"y"},"children":[{"style":{"display":"none"}}]}]}}
    """#,
    #"""
    {"name":"block","base":"web","tree":{"style":{"display":"block","padding-top":"3px",\#
    "border-left-width":"2px","overflow-x":"scroll"},"children":[{"style":{"display":"block","float":"left",\#
    "width":"50px","height":"8px","margin-bottom":"-4px"}},{"style":{"display":"flow-root","clear":"both",\#
    "contain":"layout paint","writing-mode":"vertical-lr"},"text":"HHHH \#
    HH"},{"style":{"position":"absolute","inset-inline-start":"5%","top":"auto","max-height":"fit-content"},\#
    "children":[]}]},"expected":{"x":0,"y":0,"w":1,"h":1}}
    """#,
  ]

  /// What is put in place of a piece of a case.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "null", "true", "-1", "1e999", "NaN", "{}", "[]", "\"\"",
    "\"a\"", "\\ud800",
    "-", "%", "px", "(", ")", "repeat(", "minmax(", "calc(", "span ", "0", "99999999999999999999", "-0",
    " / ", "fr", "auto",
    "none", "\u{0}", "é", "🙂", "{\"children\":[", "\"style\":", "\"tree\":", "\"name\":", "inf", ".", "e",
    "safe ", "width",
  ]

  private static func answers(_ bytes: [UInt8]) -> (
    lines: [String], diagnostics: [Diagnostic], hasErrors: Bool
  ) {
    var names: Set<String> = []
    var lines: [String] = []
    let (diagnostics, hasErrors) = LayoutCommand.answers(
      to: Source(path: "damaged.json", bytes: bytes), earlier: &names
    ) { lines.append($0) }
    return (lines, diagnostics, hasErrors)
  }

  private static func file(_ cases: [[UInt8]]) -> [UInt8] {
    Array("{\"cases\":[\n".utf8) + Array(cases.joined(separator: Array(",\n".utf8))) + Array("\n]}\n".utf8)
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func damagedCasesHaveAnAnswerOrAPlace(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = Self.cases.map { Array($0.utf8) }
    let before = Self.answers(Self.file(whole))
    #expect(before.diagnostics.isEmpty && before.lines.count == 3)
    for round in 0..<Self.mutationsOfASeed {
      var cases = whole
      let damaged = Int.random(in: 0..<cases.count, using: &random)
      for _ in 0...Int.random(in: 0...2, using: &random) { Self.damage(&cases[damaged], using: &random) }
      let after = Self.answers(Self.file(cases))
      let what = "seed \(seed), round \(round): \(String(decoding: cases[damaged], as: UTF8.self))"
      expectSound(after, damaged, like: before.lines, what)
    }
  }

  private func expectSound(
    _ after: (lines: [String], diagnostics: [Diagnostic], hasErrors: Bool), _ damaged: Int,
    like before: [String],
    _ what: String
  ) {
    var failed = false
    for line in after.lines {
      let reading = readJSON(Source(path: "line", text: line))
      let (layout, error) = (reading.value?["layout"]?.object, reading.value?["error"]?["source"]?.string)
      if (layout == nil) == (error == nil) || !line.hasSuffix("\n") || line.dropLast().contains("\n") {
        Issue.record("no answer: \(line) for \(what)")
      }
      failed = failed || error != nil
    }
    if failed && !after.hasErrors { Issue.record("an error that is not reported: \(what)") }
    // The last may be a note that there are more.
    for diagnostic in after.diagnostics where diagnostic.severity != .note {
      if diagnostic.location == nil || diagnostic.frame == nil || diagnostic.message.isEmpty {
        Issue.record("no place: \(diagnostic) for \(what)")
      }
    }
    // The other cases are answered, unless the damage changed their names or merged them into its own case.
    for index in before.indices where index < damaged && !after.lines.contains(before[index]) {
      Issue.record("a case before it has another answer: \(what)")
    }
    if !after.hasErrors, after.lines.count != before.count { Issue.record("a case is lost: \(what)") }
  }

  /// Removes, repeats, replaces or inserts something somewhere.
  private static func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
    case 3:
      bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &random)?.utf8.map { $0 } ?? [])
    case 4:
      // In place of a value, so that more than syntax is tried.
      let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
      guard quotes.count > 2, let at = quotes.dropLast().indices.randomElement(using: &random) else { return }
      bytes.replaceSubrange(
        quotes[at] + 1..<quotes[at + 1], with: pieces.randomElement(using: &random)?.utf8.map { $0 } ?? [])
    default: bytes.insert(contentsOf: pieces.randomElement(using: &random)?.utf8.map { $0 } ?? [], at: start)
    }
  }
}
