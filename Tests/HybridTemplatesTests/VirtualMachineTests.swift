import HybridJSON
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct VirtualMachineTests {
  /// The bytes of a listing such as `19 ffffffff 02`.
  static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !" |\n".contains($0) }.utf8.map { UInt8($0) }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// A clickable text `x` beside `b`, and its `onClick` run once.
  static func run(
    _ code: [UInt8], variables: [(String, Element.Value)] = [], others: [(String, Element.Value)] = [],
    data: JSONValue = [:], words: [String] = []
  ) throws -> TemplateScene {
    var x = element(
      7, ["name": "x", "flag": 32, "layoutWidth": -1, "layoutHeight": 20, "onClick": .code(code)])
    x.variables = variables
    var b = element(7, ["name": "b", "layoutWidth": -1, "layoutHeight": 20])
    b.variables = others
    let known = KeyValuePairs<String, Element.Value>(
      dictionaryLiteral: ("name", "root"), ("flag", 4), ("layoutWidth", -1), ("layoutHeight", -1),
      ("orientation", 0))
    var root = Element(component: 2, attributes: known, children: [x, b])
    root.variables = words.map { ($0, .int(0)) }
    var scene = TemplateScene(root, data: data)
    try scene.perform(.tap("#x"))
    return scene
  }

  /// The worked examples of `Documentation/template-format.md`, *Code*: code, what it leaves in a variable of
  /// `x`.
  @Test(
    arguments: [
      ("05 01 ffffffff 02 9e4e3600 61000000 01000000 00", "a", ExpressionValue.int(1)),
      (
        """
        00 01 ffffffff 02 62000000 78000000 01000000 00
        02 0c 00000000 02000000
        05 04 ffffffff 02 9e4e3600 61000000 00000000
        """, "a", .int(12)
      ),
      (
        """
        06 4800 ffffffff 02 62000000 78000000 01000000 02000000 00
        05 04 ffffffff 02 9e4e3600 61000000 00000000
        """, "a", .int(1)
      ),
      (
        """
        09 01 ffffffff 02 9e4e3600 61000000 01000000 00
        16 37000000 04 00000000
        05 01 ffffffff 02 9e4e3600 62000000 01000000 01
        15 4b000000
        05 01 ffffffff 02 9e4e3600 62000000 02000000 02
        """, "b", .int(2)
      ),
      (
        """
        19 ffffffff 02 aaef2e00 632fa705 00 ffffffff 02 9e4e3600 40820100 00
        05 04 ffffffff 02 9e4e3600 61000000 00000000
        """, "a", .text("green")
      ),
    ] as [(String, String, ExpressionValue)])
  func workedExamplesRun(_ code: String, _ variable: String, _ value: ExpressionValue) throws {
    let scene = try Self.run(
      Self.hex(code), variables: [("a", 0), ("cur", 1)], others: [("x", 5)],
      data: ["color": ["red", "green"]], words: ["color", "cur", "b", "x"])
    #expect(scene.diagnostics.map(\.message) == [])
    #expect(scene.variable(variable, of: "x") == value)
  }

  static let big = Element.Value.int(.max)

  @Test(
    arguments: [
      (ScriptOpcode.add, 7, 2, 9), (.sub, 7, 2, 5), (.mul, 7, 2, 14), (.div, 7, 2, 3), (.mod, 7, 2, 1),
      (.gt, 7, 2, 1), (.lt, 7, 2, 0), (.ge, 2, 2, 1), (.le, 3, 2, 0), (.equal, 2, 2, 1), (.notEqual, 2, 2, 0),
      (.and, 1, 1, 1), (.and, 2, 2, 0), (.or, 2, 2, 0), (.or, 0, 1, 1),
      (.add, .max, 1, .min), (.mul, .max, 2, -2), (.div, .min, -1, .min), (.mod, .min, -1, 0),
    ] as [(ScriptOpcode, Int32, Int32, Int32)])
  func integersAreCounted(_ opcode: ScriptOpcode, _ left: Int32, _ right: Int32, _ result: Int32) throws {
    let code = Code.binary(opcode, "this.l", right) + Code.assign("this.r", register: 0)
    #expect(try Self.run(code, variables: [("l", .int(left))]).variable("r", of: "x") == .int(result))
  }

  @Test(
    arguments: [
      ("l", "f", .float(3.5)), ("s", "l", .text("a2")), ("l", "s", .text("2a")), ("s", "f", .text("a1.5")),
      ("s", "s", .text("aa")), ("s", "none", .text("anull")),
    ] as [(String, String, ExpressionValue)])
  func additionJoinsTextsAndWidensIntegers(_ left: String, _ right: String, _ result: ExpressionValue) throws
  {
    let code = Code.binary(.add, "this.\(left)", "this.\(right)") + Code.assign("this.r", register: 0)
    let scene = try Self.run(code, variables: [("l", 2), ("f", 1.5), ("s", "a")], words: ["none"])
    #expect(scene.variable("r", of: "x") == result)
  }

  /// Code that stops, and a word of the reason.
  @Test(
    arguments: [
      (Code.binary(.div, "this.l", 0), "divides by zero"),
      (Code.binary(.mod, "this.l", 0), "divides by zero"),
      (Code.binary(.add, "this.l", 1, result: 20), "register 20"),
      (Code.binary(.sub, "this.s", 1), "counts with a text"),
      (Code.binary(.lt, "this.s", 1), "compares a text with a number"),
      (Code.assign("this.c.text", "no"), "no component 'c'"),
      (Code.assign("other.text", "no"), "flag_dynamic"),
      ([15] + Code.path("this.fly") + [0, 0], "no method 'fly'"),
      ([21, 0, 0, 0, 0], "without an end"),
      ([25] + Code.path("this.l") + [1] + Code.number(0) + [0], "not an array"),
    ] as [([UInt8], String)])
  func failingInstructionStopsTheScript(_ code: [UInt8], _ reason: String) throws {
    let after = Code.assign("this.after", 1)
    let scene = try Self.run(
      Code.assign("this.before", 1) + (code.first == 21 ? [21] + Code.number(0) : code) + after,
      variables: [("l", 2), ("s", "a")],
      words: ["before", "after", "c", "other", "fly", "no"])
    #expect(scene.variable("before", of: "x") == .int(1))
    #expect(scene.variable("after", of: "x") == nil)
    let diagnostic = try #require(scene.diagnostics.first { $0.code == "script.stopped" })
    #expect(diagnostic.message.contains(reason), "\(diagnostic.message)")
    #expect(scene.log.contains { $0.kind == .error })
  }

  @Test func malformedCodeStopsBeforeItRuns() throws {
    let scene = try Self.run([99, 1, 2])
    #expect(scene.diagnostics.map(\.code) == ["script.stopped"])
  }

  @Test func wordsLeadOverTheTree() throws {
    func scene(_ code: [UInt8]) throws -> TemplateScene { try Self.run(code, words: ["v"]) }
    #expect(try scene(Code.assign("this.parent.v", 1)).variable("v", of: "root") == .int(1))
    #expect(try scene(Code.assign("this.ancestor.v", 1)).variable("v", of: "root") == .int(1))
    #expect(try scene(Code.assign("this.siblings.v", 1)).variable("v", of: "b") == .int(1))
    #expect(try scene(Code.assign("this.siblings.v", 1)).variable("v", of: "x") == nil)
    #expect(try scene(Code.assign("this.parent.b.v", 1)).variable("v", of: "b") == .int(1))
    #expect(try scene(Code.assign("b.v", 1)).variable("v", of: "b") == .int(1))
    #expect(try scene(Code.assign("root.v", 1)).variable("v", of: "root") == .int(1))
    #expect(try scene(Code.assign("this.children.v", 1)).variable("v", of: "x") == .int(1))
  }

  @Test func setterTakesItsTypeAndElseAVariableIsSet() throws {
    let color = try Self.run(Code.assign("this.textColor", -1))
    #expect(color.value("textColor", of: "x") == .int(-1))
    let text = try Self.run(Code.assign("this.text", "v"), words: ["v"])
    #expect(text.value("text", of: "x") == .text("v"))
    let wrong = try Self.run(Code.assign("this.text", 1))
    #expect(wrong.value("text", of: "x") == nil)
    #expect(wrong.variable("text", of: "x") == .int(1))
    #expect(wrong.diagnostics.map(\.code) == ["script.wrong-type"])
  }

  @Test func dataIsReadOnly() throws {
    let code =
      Code.assign("data.n", 5) + Code.binary(.add, "data.n", 1, result: 1)
      + Code.assign("this.r", register: 1)
    let scene = try Self.run(code, data: ["n": 1], words: ["n"])
    #expect(scene.variable("r", of: "x") == .int(2))
  }

  @Test func moduleCallsAreLoggedAndGiveNothing() throws {
    let code = [15] + Code.path("module.track.click") + [1, 1] + Code.number(3) + [0]
    let scene = try Self.run(code, words: ["track", "click"])
    #expect(scene.history.contains("call track.click NText#x 3"))
  }

  @Test func methodsSetWhatAttributesCannot() throws {
    let progress = element(
      22,
      [
        "name": "p", "flag": 32, "layoutWidth": -1, "layoutHeight": 20,
        "onClick": .code(
          [15] + Code.path("this.setProgress") + [2, 1] + Code.number(1) + [1] + Code.number(4) + [0]),
        "setProgress": 0,
      ])
    var scene = TemplateScene(element(1, ["layoutWidth": -1, "layoutHeight": -1], progress))
    try scene.perform(.tap("#p"))
    #expect(scene.named("p")?.progress?.current == 1)
    #expect(scene.named("p")?.progress?.total == 4)
  }
}
