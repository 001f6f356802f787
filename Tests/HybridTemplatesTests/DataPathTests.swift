import HybridJSON
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct DataPathTests {
  static let data: JSONValue = [
    "a": ["b": [["c": "deep"], ["c": "second"]], "n": 7, "this": "that"],
    "b": "root b", "list": [[1, 2], [3]], "nothing": nil, "0": "zero",
  ]

  /// The path, what Android finds, what iOS finds.
  @Test(
    arguments: [
      ("a.b[0].c", "deep", "deep"),
      ("a.b[1].c", "second", "second"),
      // Digits are an index on Android; iOS looks for a key.
      ("a.b.1.c", "second", nil),
      ("a.n", 7, 7),
      ("missing", nil, nil),
      ("missing.b", nil, "root b"),  // iOS continues from the previous value
      (" b ", nil, "root b"),
      ("list[0][1]", [1, 2], 2),  // Android reads no second index
      ("list[9]", nil, nil),
      ("list[9][0]", nil, [1, 2]),
      ("b.x.y", "root b", nil),  // Android keeps the last value reached
      ("a.b.c", [["c": "deep"], ["c": "second"]], nil),
      ("b[0]", "root b", nil),
      ("nothing", nil, nil),
      ("nothing.b", nil, "root b"),
      ("This.b", "root b", "root b"),
      ("a.this", ["b": [["c": "deep"], ["c": "second"]], "n": 7, "this": "that"], "that"),
      ("a.b[x].c", [["c": "deep"], ["c": "second"]], nil),
      ("a.b[0", [["c": "deep"], ["c": "second"]], [["c": "deep"], ["c": "second"]]),
      ("list[99999999999999999999]", nil, nil),
      ("", JSONValue.null, nil),
    ] as [(String, JSONValue, JSONValue)])
  func pathLeads(_ path: String, _ android: JSONValue, _ ios: JSONValue) {
    let expected = path.isEmpty ? Self.data : android
    #expect(DataPath(path, on: .android).value(in: Self.data) == expected)
    #expect(DataPath(path, on: .ios).value(in: Self.data) == ios)
  }

  @Test func rootMayBeAnArray() {
    let data: JSONValue = [["x": 1], ["x": 2]]
    #expect(DataPath("[1].x", on: .android).value(in: data) == 2)
    #expect(DataPath("[1].x", on: .ios).value(in: data) == 2)
    #expect(DataPath("this", on: .android).value(in: data) == data)
  }

  static let conditions: JSONValue = [
    "yes": true, "no": false, "zero": 0, "empty": "", "text": "x", "list": [], "full": [1], "object": [:],
    "null": nil, "nullText": "NULL", "falseText": "False", "url": "//a",
  ]

  /// The binding, what Android shows, what iOS shows.
  @Test(
    arguments: [
      ("@{${yes} ? a : b}", "a", "a"),
      ("@{${no} ? a : b}", "b", "b"),
      ("@{${zero} ? a : b}", "a", "a"),
      ("@{${empty} ? a : b}", "b", "b"),
      ("@{${list} ? a : b}", "b", "a"),
      ("@{${full} ? a : b}", "a", "a"),
      ("@{${object} ? a : b}", "b", "a"),
      ("@{${null} ? a : b}", "b", "b"),
      ("@{${none} ? a : b}", "b", "b"),
      ("@{${nullText} ? a : b}", "b", "a"),
      ("@{${falseText} ? a : b}", "b", "a"),
      ("@{${text}?${text}:${url}}", "x", "x"),
      ("@{${no}?${text}:${url}}", "//a", "//a"),
      ("@{${yes} ? http://x : y}", "http", "http"),
      ("@{${no} ? http://x : y}", "//x  y", "//x : y"),  // later colons are dropped on Android
      ("@{${yes} ? a? : b}", "a", "a?"),
      ("@{${no} ? a : @{${yes} ? c : d}}", "@{${yes}  c  d}", "c"),
      ("@{${yes} ? a}", "a", "a"),
      ("@{${no} ? a}", nil, nil),
      ("@{${yes}}", nil, nil),
    ] as [(String, JSONValue, JSONValue)])
  func conditionChooses(_ text: String, _ android: JSONValue, _ ios: JSONValue) {
    let data = Self.conditions
    #expect(BindingExpression(text, on: .android).value(in: data, on: .android) == android)
    #expect(BindingExpression(text, on: .ios).value(in: data, on: .ios) == ios)
  }

  @Test func conditionOnIOSNeedsAnObjectOrAnArray() {
    let text = "@{${x} ? a : b}"
    #expect(BindingExpression(text, on: .ios).value(in: "text", on: .ios) == .null)
    #expect(BindingExpression(text, on: .android).value(in: .null, on: .android) == "b")
  }

  @Test(arguments: [
    ("${a}", true), ("@{a}", true), ("${}", false), ("${a", false), ("x${a}", false), ("$a}", false),
  ])
  func bindingIsTold(_ text: String, _ isBinding: Bool) {
    #expect(BindingExpression.isBinding(text) == isBinding)
  }

  @Test func nestingWithoutEndIsRead() {
    let text = String(repeating: "@{x?y:", count: 20_000) + String(repeating: "}", count: 20_000)
    for platform in TemplatePlatform.allCases {
      let value = BindingExpression(text, on: platform).value(in: [:], on: platform)
      #expect(value == .string("y"), "\(platform)")
    }
  }
}
