import HybridJSON
import HybridSource
import Testing

private func read(_ text: String) -> JSONReading { readJSON(Source(path: "a.json", text: text)) }

private let values: [(String, JSONValue)] = [
  ("null", .null), ("true", true), ("false", false),
  ("0", 0), ("-0", .number(-0.0)), ("12", 12), ("-3.25", -3.25), ("1e3", 1000), ("1E-2", 0.01),
  ("2.5e+1", 25),
  ("9007199254740992", .number(9_007_199_254_740_992)),  // 2^53
  ("9007199254740993", .numberText("9007199254740993")),  // no Double is this number
  ("12345678901234567890", .numberText("12345678901234567890")),
  ("1e400", .numberText("1e400")), ("1e-400", .numberText("1e-400")), ("0e-400", 0),
  ("123456789012345.5", 123456789012345.5),
  (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\ud83d\ude00""#, "é😀"),
  ("\"grüße 😀\"", "grüße 😀"),
  ("[]", []), ("{}", [:]), (" [ 1 , [ 2 ] , { } ] ", [1, [2], [:]]),
  (#"{"b":1,"a":{"c":[null]}}"#, ["b": 1, "a": ["c": [nil]]]),
  ("\u{FEFF}[1]", [1]),
]

@Test(arguments: values)
func jsonReads(_ text: String, _ expected: JSONValue) {
  let reading = read(text)
  #expect(reading.value == expected)
  #expect(reading.diagnostics.isEmpty)
  #expect((try? JSONValue(parsing: text)) == expected)
}

struct Fault: CustomTestStringConvertible, Sendable {
  var text: String
  var code: String
  var range: Range<Int>
  var hint: String
  var testDescription: String { text }
}

/// The text, the code of its first report, the bytes that this points at, and a part of the hint.
private let faults: [(String, String, Range<Int>, String)] = [
  ("", "json.empty", 0..<0, ""),
  ("  ", "json.empty", 2..<2, ""),
  ("[1,]", "json.trailing-comma", 2..<3, "remove the comma"),
  (#"{"a":1,}"#, "json.trailing-comma", 6..<7, "remove the comma"),
  ("[1,,2]", "json.extra-comma", 3..<4, ""),
  ("[,1]", "json.extra-comma", 1..<2, ""),
  ("[1 2]", "json.missing-comma", 3..<4, "write ','"),
  (#"{"a":1 "b":2}"#, "json.missing-comma", 7..<8, "write ','"),
  ("['it']", "json.single-quotes", 1..<5, #"write "it""#),
  ("{a:1}", "json.unquoted-key", 1..<2, #"write "a""#),
  (#"{"a" 1}"#, "json.missing-colon", 1..<4, ""),
  (#"{"a"=1}"#, "json.missing-colon", 4..<5, ""),
  (#"{"a":1,"b":2,"a":3}"#, "json.duplicate-key", 13..<16, ""),
  ("[1] // one", "json.comment", 4..<10, "remove it"),
  ("/* a */[]", "json.comment", 0..<7, "remove it"),
  ("[] # a", "json.comment", 3..<6, "remove it"),
  ("[1", "json.unclosed", 0..<1, "add ']'"),
  ("{", "json.unclosed", 0..<1, "add '}'"),
  ("[1}", "json.unexpected", 2..<3, ""),
  ("[] []", "json.trailing-text", 3..<4, ""),
  ("\"a", "json.unclosed-string", 0..<2, "closing quote"),
  ("[\"a\n\"]", "json.unclosed-string", 1..<3, "closing quote"),
  (#""\x""#, "json.bad-escape", 1..<3, ""),
  (#""\u12g4""#, "json.bad-escape", 1..<7, ""),
  (#""\ud800""#, "json.lone-surrogate", 1..<7, ""),
  ("\"\t\"", "json.control-character", 1..<2, #"write \t"#),
  ("01", "json.bad-number", 0..<2, "leading zeros"),
  ("1.", "json.bad-number", 0..<2, "digit follows"),
  (".5", "json.bad-number", 0..<2, "write 0.5"),
  ("+1", "json.bad-number", 0..<2, "write 1"),
  ("1e", "json.bad-number", 0..<2, ""),
  ("-", "json.bad-number", 0..<1, ""),
  ("0x10", "json.bad-number", 0..<4, ""),
  ("NaN", "json.not-a-number", 0..<3, ""),
  ("True", "json.unknown-word", 0..<4, "did you mean true?"),
  ("undefined", "json.unknown-word", 0..<9, "write null"),
  ("hello", "json.unknown-word", 0..<5, #"write "hello""#),
  ("\u{0}", "json.unexpected", 0..<1, ""),
  (#"{"a":}"#, "json.unexpected", 5..<6, ""),
  (#"{"a":"#, "json.unexpected-end", 5..<5, ""),
]

@Test(arguments: faults.map { Fault(text: $0, code: $1, range: $2, hint: $3) })
func jsonErrorNamesPlaceAndFix(_ fault: Fault) throws {
  let source = Source(path: "a.json", text: fault.text)
  let reading = readJSON(source)
  let first = try #require(reading.diagnostics.first)
  #expect(first.code == fault.code)
  #expect(first.location == source.location(of: fault.range.lowerBound))
  #expect(first.frame?.length == max(source.text(in: fault.range).count, 1))
  #expect((first.hint ?? "").contains(fault.hint) || fault.hint.isEmpty)
  #expect((reading.value == nil) == (first.severity == .error))
}

@Test func jsonReadsOnBehindHabitsFromJavaScript() {
  let reading = read("{\n  // who\n  name: 'Ann',\n  tags: ['a', 'b',],\n}")
  #expect(
    reading.diagnostics.map(\.code) == [
      "json.comment", "json.unquoted-key", "json.single-quotes", "json.unquoted-key", "json.single-quotes",
      "json.single-quotes", "json.trailing-comma", "json.trailing-comma",
    ])
}

@Test func jsonDuplicateKeyNamesTheFirstLine() {
  let reading = read("{\n\"a\": 1,\n\"a\": 2\n}")
  #expect(reading.diagnostics.map(\.message) == ["the key \"a\" occurs twice (first in line 2)"])
}

@Test func jsonKeysThatOnlyLookEqualAreTwo() {
  // U+00E9 and e with U+0301: the same to a reader, different to RFC 8259 §8.3.
  #expect(read("{\"\u{E9}\": 1, \"e\u{301}\": 2}").diagnostics.isEmpty)
}

@Test func jsonInvalidUTF8IsReportedAtItsByte() throws {
  let source = Source(path: "a.json", bytes: [0x22, 0x61, 0xFF, 0x22])
  let first = try #require(readJSON(source).diagnostics.first)
  #expect(first.code == "json.invalid-utf8")
  #expect(first.location?.column == 3)
}

@Test func jsonNestsAsDeepAsItsLimit() {
  let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
  #expect(read(deep(512)).diagnostics.isEmpty)
  #expect(read(deep(513)).diagnostics.map(\.code) == ["json.too-deep"])
  #expect(read(String(repeating: "[", count: 200_000)).diagnostics.map(\.code) == ["json.too-deep"])
}

@Test func jsonBeyondSixteenMegabytesIsRefused() {
  let source = Source(path: "a.json", bytes: [UInt8](repeating: 0x20, count: 20 << 20))
  #expect(readJSON(source).diagnostics.map(\.code) == ["json.too-large"])
}

@Test func jsonNumberOfAMillionDigitsKeepsItsText() {
  let digits = String(repeating: "7", count: 1_000_000)
  #expect(read(digits).value == .numberText(digits))
  #expect(read(digits).diagnostics.map(\.code) == ["json.number-too-long"])
  #expect(read(digits).diagnostics.first?.severity == .warning)
}

@Test func jsonStaysLinearInManyMembers() {
  let text = "{" + (0..<20_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",") + "}"
  let reading = read(text)
  #expect(reading.value?.object?.count == 20_000)
  #expect(reading.value?["key19999"] == 19_999)
}

@Test func jsonPlacesCoverValuesAndKeys() throws {
  let source = Source(path: "a.json", text: #" {"a": [true, {"bé": "x"}], "c": 12} "#)
  let root = try #require(readJSON(source).root)
  func text(_ path: String) -> String? { root.node(at: path).map { source.text(in: $0.range) } }
  #expect(text("") == #"{"a": [true, {"bé": "x"}], "c": 12}"#)
  #expect(text("a") == #"[true, {"bé": "x"}]"#)
  #expect(text("a[1].bé") == #""x""#)
  #expect(text("c") == "12")
  #expect(root["a"]?[1]?["bé"]?.keyRange.map(source.text) == #""bé""#)
  let missing = try #require(JSONPath("a[1].z.y"))
  let (node, found) = root.deepest(along: missing)
  #expect(found == 2)
  #expect(missing.prefix(found + 1).description == "a[1].z")
  #expect(source.text(in: node.range) == #"{"bé": "x"}"#)
}

@Test(
  arguments: [
    ("", []), ("a", [.key("a")]), ("a.b[0].c", [.key("a"), .key("b"), .index(0), .key("c")]),
    ("[2]", [.index(2)]),
    (#"routes["/a.b"].x"#, [.key("routes"), .key("/a.b"), .key("x")]),
  ] as [(String, [JSONPath.Component])])
func jsonPathReads(_ text: String, _ components: [JSONPath.Component]) {
  #expect(JSONPath(text)?.components == components)
  #expect(JSONPath(components).description == text)
}

@Test(arguments: [".", "a.", ".a", "a..b", "a[", "a[]", "a[-1]", "a[+1]", "a[x]", #"a["x]"#, "a[0]b"])
func jsonPathRefuses(_ text: String) { #expect(JSONPath(text) == nil) }
