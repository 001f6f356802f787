import HybridJSON
import HybridSource
import Testing

@Test func jsonWriterWritesCompactAndPretty() {
  let value: JSONValue = ["a": [1, 2.5, "x\n"], "empty": [:], "none": [], "b": nil]
  #expect(value.text() == #"{"a":[1,2.5,"x\n"],"empty":{},"none":[],"b":null}"#)
  #expect(
    value.text(pretty: true) == """
      {
        "a": [
          1,
          2.5,
          "x\\n"
        ],
        "empty": {},
        "none": [],
        "b": null
      }
      """)
}

@Test func jsonWriterWritesPieceByPiece() {
  var json = JSONWriter()
  json.object {
    $0.member("event", "ready")
    $0.key("frame")
    $0.array { for edge in [0, -8, 375] { $0.value(edge) } }
    $0.member("ok", true)
  }
  json.value("next line")
  #expect(json.text == "{\"event\":\"ready\",\"frame\":[0,-8,375],\"ok\":true}\n\"next line\"")
}

/// As `String(x)` of JavaScript has them: RFC 8785, appendix B, and its borders.
@Test(
  arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"),
    (100, "100"),
    (123456.789, "123456.789"), (1e-5, "0.00001"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
    (9007199254740992, "9007199254740992"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
    (1.25e22, "1.25e+22"),
    (1.2345678901234568e20, "123456789012345680000"), (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (333333333.33333329, "333333333.3333333"), (-1e21, "-1e+21"), (.infinity, "null"), (.nan, "null"),
  ] as [(Double, String)])
func jsonWriterWritesNumbersAsJavaScriptDoes(_ number: Double, _ text: String) {
  var json = JSONWriter()
  json.value(number)
  #expect(json.text == text)
}

@Test func jsonWriterEscapesOnlyWhatItMust() {
  var json = JSONWriter()
  json.value("\u{0}\u{1F}\u{8}\u{C}\"\\/é😀，—👨‍👩‍👧")
  #expect(json.text == "\"\\u0000\\u001f\\b\\f\\\"\\\\/é😀，—👨‍👩‍👧\"")
}

/// JSON is printed on terminals, too, and some take C1 controls and reorder lines.
@Test(arguments: [
  ("a\u{7F}b", #""a\u007fb""#), ("\u{9B}2J", #""\u009b2J""#), ("\u{202E}é\n", #""\u202eé\n""#),
  ("\u{2066}x\u{2069}", #""\u2066x\u2069""#), ("\u{2028}", #""\u2028""#), ("\u{E0041}", #""\udb40\udc41""#),
  ("\u{61C}\"", #""\u061c\"""#),
])
func jsonWriterEscapesWhatDrivesATerminal(_ text: String, _ expected: String) throws {
  var json = JSONWriter()
  json.value(text)
  #expect(json.text == expected)
  #expect(try JSONValue(parsing: json.bytes) == .string(text))
}

@Test func jsonWrittenReadsBackTheSame() throws {
  var generator = SystemRandomNumberGenerator()
  for _ in 0..<500 {
    let value = randomValue(depth: 4, using: &generator)
    for pretty in [false, true] {
      let text = value.text(pretty: pretty)
      #expect(try JSONValue(parsing: text) == value, "\(text)")
    }
  }
}

private func randomValue(depth: Int, using generator: inout some RandomNumberGenerator) -> JSONValue {
  switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
  case 0: return .null
  case 1: return .bool(.random(using: &generator))
  case 2: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)))
  case 3:
    let number = Double(bitPattern: .random(in: 0...UInt64.max, using: &generator))
    // A whole number beyond 2^53 that is written out reads back as text when its digits are not exact.
    return .number(number.isFinite && (number.magnitude < 1e15 || number.magnitude >= 1e21) ? number : 0.5)
  case 4:
    return .string(
      String(
        (0..<Int.random(in: 0..<9, using: &generator)).map { _ in
          "aé\"\\\n😀\u{1}".randomElement(using: &generator) ?? "a"
        }))
  case 5:
    return .array(
      (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
        randomValue(depth: depth - 1, using: &generator)
      })
  default:
    return .object(
      JSONObject(
        (0..<Int.random(in: 0..<14, using: &generator)).map {
          ("k\($0)", randomValue(depth: depth - 1, using: &generator))
        }))
  }
}

@Test func jsonObjectKeepsOrderAndFindsKeys() {
  var object = JSONObject()
  for number in 0..<40 { object["key\(number)"] = .number(Double(number)) }
  object["key3"] = nil
  object["key5"] = "five"
  #expect(object.count == 39)
  #expect(object.keys.prefix(5) == ["key0", "key1", "key2", "key4", "key5"])
  #expect(object["key5"] == "five")
  #expect(object["key39"] == 39)
  #expect(object["key3"] == nil)
}
