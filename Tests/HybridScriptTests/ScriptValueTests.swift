import HybridJSON
import HybridScript
import Testing

@Suite struct ScriptValueTests {
  @Test(arguments: [
    ("undefined", "undefined"), ("null", "null"), ("true", "bool true"), ("-0", "number -0.0"),
    ("NaN", "number nan"), ("1/0", "number inf"), ("-1/0", "number -inf"),
    ("2**53+1", "number 9007199254740992.0"),
    ("1e308*10", "number inf"), ("'a\\0b'", "string a\0b"), ("'\\ud83d\\ude00'", "string 😀"),
    ("'x\\ud800y'", "string x\u{FFFD}y"), ("12345678901234567890n", "number 1.2345678901234567e+19"),
    ("Symbol('s')", "undefined"), ("[1]", "object array"), ("(function () {})", "object function"),
    ("({})", "object"),
  ])
  func arrivesInSwift(_ script: String, _ expected: String) throws {
    let context = try ScriptContext()
    #expect(try describe(context.evaluate(script, path: "a.js")) == expected)
  }

  @Test func survivesTheWayThereAndBack() throws {
    let context = try ScriptContext()
    let identity = try #require(try context.evaluate("(x => x)", path: "a.js").object)
    let values: [ScriptValue] = [
      .undefined, .null, .bool(false), .number(.nan), .number(-.infinity), .number(.greatestFiniteMagnitude),
      -0.0,
      "", "a\0\0b", "żółć 👩‍👩‍👧",
      .string(String(repeating: "é", count: 100_000)),
    ]
    for value in values { #expect(try describe(context.call(identity, [value])) == describe(value)) }
  }

  @Test func manyArgumentsSurviveACollection() throws {
    let context = try ScriptContext()
    let join = try #require(
      try context.evaluate("(function () { return [].join.call(arguments) })", path: "a.js").object)
    let words = (0..<5000).map { "word \($0)" }
    #expect(try context.call(join, words.map { .string($0) }).string == words.joined(separator: ","))
  }

  @Test(arguments: [
    (#"{"a":[1,2.5,"x\u0000",null,true],"b":{"c":""}}"#, true), ("[]", true), ("\"\"", true), ("nope", false),
    ("", false),
    ("{\"a\":}", false),
  ])
  func jsonGoesBothWays(_ text: String, _ isJSON: Bool) throws {
    let context = try ScriptContext()
    let value = context.value(json: text)
    #expect((value != nil) == isJSON)
    guard let value else { return }
    #expect(context.json(of: value) == text)
    #expect(try context.json(of: context.value(JSONValue(parsing: text))) == text)
  }

  @Test(arguments: [
    "undefined", "(() => 1)", "var a = {}; a.a = a; a", "({toJSON() { throw 1 }})", "Symbol()",
    "({get x() { throw 1 }})", "var p = Proxy.revocable({}, {}); p.revoke(); p.proxy",
  ])
  func whatIsNoJSONIsNil(_ script: String) throws {
    let context = try ScriptContext()
    #expect(context.json(of: try context.evaluate("\(script)", path: "a.js")) == nil)
    #expect(try context.evaluate("1 + 1", path: "a.js").int == 2)
  }

  @Test func propertiesAreReadAndSet() throws {
    let context = try ScriptContext()
    let object = try #require(
      try context.evaluate("({a: 1, get bad() { throw 1 }, set bad(x) { throw 2 }})", path: "a.js").object)
    context.set("b", of: object, to: "two")
    context.set("bad", of: object, to: 3)
    #expect(context.get("a", of: object).int == 1)
    #expect(context.get("b", of: object).string == "two")
    #expect(context.get("c", of: object).isNullish)
    #expect(context.get("bad", of: object).isNullish)
    #expect(context.global.isSame(as: context.global))
  }

  @Test func integersAreOnlyThoseThatFit() {
    #expect(ScriptValue.number(1e300).int == nil)
    #expect(ScriptValue.number(.nan).int == nil)
    #expect(ScriptValue.number(1.5).int == nil)
    #expect(ScriptValue.number(-3).int == -3)
  }
}

func describe(_ value: ScriptValue) -> String {
  switch value {
  case .undefined: "undefined"
  case .null: "null"
  case .bool(let value): "bool \(value)"
  case .number(let value): "number \(value)"
  case .string(let value): "string \(value)"
  case .object(let object): object.isFunction ? "object function" : object.isArray ? "object array" : "object"
  }
}
