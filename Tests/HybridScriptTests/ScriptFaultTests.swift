import HybridScript
import HybridSource
import Testing

@Suite struct ScriptFaultTests {
  /// An inline script whose first character is at line 7, column 13 of its page.
  @Test(arguments: [
    ("throw new Error('x')", 7, 28, "Error: x"),
    ("\nthrow new Error('x')", 8, 16, "Error: x"),
    ("nowhere", 7, 20, "ReferenceError: Can't find variable: nowhere"),
    ("var a;\n  a.b", 8, 4, "TypeError: undefined is not an object (evaluating 'a.b')"),
  ])
  func pointsAtTheAuthorsPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) throws {
    let fault = try fault(text, line: 7, column: 13)
    #expect(fault.kind == .exception)
    #expect(fault.message == message)
    #expect("\(fault.path):\(fault.line):\(fault.column)" == "shop.html:\(line):\(column)")
  }

  @Test(arguments: [
    ("var = 1", 7, "Unexpected token '='. Expected a parameter pattern or a ')' in parameter list."),
    ("\n\nfunction (", 9, ""), ("{", 7, ""), ("'", 7, ""), ("let a; let a", 7, ""),
  ])
  func textThatIsNoScriptIsASyntaxFault(_ text: String, _ line: Int, _ message: String) throws {
    let fault = try fault(text, line: 7, column: 13)
    #expect(fault.kind == .syntax)
    #expect(fault.path == "shop.html")
    #expect(fault.line == line)
    #expect(!fault.message.isEmpty)
    #expect(fault.diagnostic.code == "script.syntax")
  }

  @Test func syntaxErrorsOfARunningScriptAreExceptions() throws {
    #expect(try fault("JSON.parse('{')").kind == .exception)
    #expect(try fault("eval('{')").kind == .exception)
  }

  @Test(arguments: [
    ("throw 'text'", "text"), ("throw 42", "42"), ("throw null", "null"), ("throw undefined", "undefined"),
    ("throw {code: 7}", "{\"code\":7}"), ("throw {message: 'm'}", "m"),
    ("throw {name: 'N', message: 'm'}", "N: m"),
    ("throw Symbol('s')", "a symbol was thrown"),
    ("throw {get message() { throw 1 }}", "an object was thrown"),
    ("throw {toString() { throw 1 }}", "{}"), ("throw function f() {}", "f"),
    ("var p = Proxy.revocable({}, {}); p.revoke(); throw p.proxy", "an object was thrown"),
  ])
  func anythingCanBeThrown(_ text: String, _ message: String) throws {
    #expect(try fault(text).message == message)
  }

  @Test func stacksNameTheAuthorsFramesOnly() throws {
    let context = try ScriptContext()
    try context.evaluate("function each(list, f) { list.forEach(x => f(x)) }", path: "hybrid:prelude.js")
    try context.evaluate(
      "function inner(x) { throw new TypeError('bad ' + x) }\nfunction outer() { each([1], inner) }",
      path: "lib.js")
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("outer()", path: "app.js", line: 3)
    }
    #expect(
      fault.stack.map { "\($0.function) \($0.path):\($0.line)" } == [
        "inner lib.js:1", "outer lib.js:2", " app.js:3",
      ])
    #expect(fault.path == "lib.js")
    #expect(fault.diagnostic.description.hasPrefix("lib.js:1:"))
  }

  @Test func theReportQuotesTheLine() throws {
    let source = Source(path: "shop.html", text: "<p>\n<script>żółw = 1; nope()</script>\n")
    let fault = try fault("żółw = 1; nope()", line: 2, column: 9)
    #expect(fault.diagnostic(in: source).frame?.text == "<script>żółw = 1; nope()</script>")
    #expect(fault.diagnostic(in: source).location == fault.location)
    #expect(fault.diagnostic(in: Source(path: "shop.html", text: "")).severity == .error)
  }

  @Test func placesBeyondAllBoundsDoNotTrap() throws {
    #expect(try fault("nope()", line: .max, column: .max).line > 0)
    #expect(try fault("nope()", line: .min, column: .min).line == 1)
    #expect(
      try fault("throw {stack: 'a@b:99999999999999999999:1\\n@:1:2\\n@::\\na@p:0:-3', name: 'N'}").message
        == "N")
  }

  private func fault(_ text: String, line: Int = 1, column: Int = 1) throws -> ScriptFault {
    let context = try ScriptContext()
    return try #require(throws: ScriptFault.self) {
      try context.evaluate(text, path: "shop.html", line: line, column: column)
    }
  }
}
