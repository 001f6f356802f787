import HybridScript
import HybridTestSupport
import Testing

/// Scripts that would take all time or memory.
@Suite struct ScriptLimitsTests {
  @Test(arguments: [
    "while (true);", "for (;;) { try { while (true); } catch (e) {} finally { while (true); } }",
    "Array.prototype.reverse.call({length: 2**53 - 1})", "[].includes.call({length: 2**53 - 1}, 1)",
    "throw {get message() { for (;;); }}", "throw {get stack() { for (;;); }}",
    "'x'.replace(/x/g, () => { for (;;); })", "[3, 2, 1].sort(() => { for (;;); })",
    "new Proxy({}, {get() { for (;;); }}).x", "(function* () { for (;;); })().next()",
    "Promise.resolve().then(() => { for (;;); })", "JSON.stringify({toJSON() { for (;;); }})",
  ])
  func aScriptThatNeverEndsIsStopped(_ text: String) throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(100)))
    let fault = try #require(throws: ScriptFault.self) { try context.evaluate(text, path: "a.js") }
    #expect(fault.kind == .timeout)
    #expect(fault.diagnostic.code == "script.timeout")
    #expect(try context.evaluate("6 * 7", path: "a.js").int == 42)
    try #require(throws: ScriptFault.self) { try context.evaluate(text, path: "a.js") }
    #expect(try context.evaluate("6 * 7", path: "a.js").int == 42)
  }

  /// The watchdog asks in the middle of a script, even while an exception is on its way to its handler.
  @Test(arguments: [
    "A.read(null)", "A.read({})", "null.x", "undefinedName", "JSON.parse('{')", "throw 1",
    "new Proxy({}, null)", "[].reduce((x) => x)", "Symbol() + ''", "decodeURIComponent('%')",
  ])
  func exceptionsOfALongScriptReachTheirHandlers(_ text: String) throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: suiteDeadline))
    let caught = try context.evaluate(
      """
      class A { #x = 1; static read(a) { return a.#x } }
      let caught = 0;
      for (let i = 0; i < 100000; i++) { try { \(text) } catch { caught++ } }
      caught
      """, path: "a.js")
    #expect(caught.int == 100_000)
  }

  @Test(arguments: [
    "(function next() { Promise.resolve().then(next) })()", "(async () => { for (;;) await 0 })()",
    "(async function again() { await 0; return again() })()",
    "(async () => { async function* all() { for (;;) yield 1 } for await (let x of all()); })()",
    "var endless = {then(resolve) { resolve(endless) }}; Promise.resolve(endless)",
  ])
  func anEndlessChainOfMicrotasksIsStopped(_ text: String) throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(100)))
    let fault = try #require(throws: ScriptFault.self) { try context.evaluate(text, path: "a.js") }
    #expect(fault.kind == .timeout)
    #expect(try context.evaluate("6 * 7", path: "a.js").int == 42)
    let script = "var n = 0; (async () => { for (let i = 0; i < 100; i++) { await 0; n++ } })(); 1"
    #expect(try context.evaluate(script, path: "a.js").int == 1)
    #expect(context.get("n", of: context.global).int == 100)
  }

  @Test func aShorterLimitHoldsAfterALongerOne() throws {
    let patient = try ScriptContext(limits: ScriptLimits(turn: .seconds(1000)))
    try patient.evaluate("Promise.resolve().then(() => 1); 1", path: "a.js")
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(50)))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("(async () => { for (;;) await 0 })()", path: "a.js")
    }
    #expect(fault.kind == .timeout)
  }

  @Test func aStoppedScriptSaysWhereItWas() throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(100)))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("function spin() {\n  for (;;);\n}\nspin()", path: "a.js", line: 5)
    }
    #expect(fault.stack.map(\.function) == ["spin", ""])
    // Compiled code knows only the line in which the function begins.
    #expect([5, 6].contains(fault.location?.line))
    #expect(fault.stack.last?.line == 8)
    #expect(fault.path == "a.js")
  }

  @Test func readingAndSettingAreLimitedToo() throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(50)))
    let object = try #require(
      try context.evaluate(
        "({get x() { for (;;); }, set x(v) { for (;;); }, toJSON() { for (;;); }})", path: "a.js"
      ).object)
    #expect(context.get("x", of: object).isNullish)
    context.set("x", of: object, to: 1)
    #expect(context.json(of: .object(object)) == nil)
    #expect(try context.evaluate("1", path: "a.js").int == 1)
  }

  @Test(arguments: [
    "function f() { f() } f()", "var a = []; a[0] = a; a.flat(Infinity)", "({get x() { return this.x }}).x",
    "eval(new Array(1e5).join('['))",
  ])
  func endlessRecursionIsARangeError(_ text: String) throws {
    let context = try ScriptContext()
    let fault = try #require(throws: ScriptFault.self) { try context.evaluate(text, path: "a.js") }
    #expect(fault.kind == .exception)
    #expect(fault.message.hasPrefix("RangeError"))
    #expect(try context.evaluate("1", path: "a.js").int == 1)
  }

  @Test func recursionThroughSwiftIsARangeError() throws {
    let context = try ScriptContext()
    var calls = 0
    let again = context.function("again") { [unowned context] arguments in
      calls += 1
      return try context.call(arguments[0].object!, [])
    }
    context.set("again", of: context.global, to: .object(again))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("function f() { again(f) } f()", path: "a.js")
    }
    #expect(fault.message.hasPrefix("RangeError"))
    #expect(calls > 50)
  }

  @Test(arguments: [
    "let a = []; while (true) a.push({x: 1})", "let a = []; for (;;) a.push(new Uint8Array(1e5).fill(1))",
    "let a = []; for (let i = 0; ; i++) a.push(('abc' + i).repeat(1000))",
    "let m = new Map; for (let i = 0; ; i++) m.set(i, [i])",
    "var s = 'x'; for (;;) { s += s; s.charCodeAt(0) }", "new Array(2**32 - 1).fill(0)",
    "'x'.repeat(2**30).length",
    "[...Array(2**32 - 1)]", "new ArrayBuffer(2**53 - 1)", "'x'.padEnd(2**31)", "Array(2**32)",
  ])
  func whatTakesAllMemoryIsStopped(_ text: String) throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: suiteDeadline, memory: 48 << 20))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("(() => { \(text) })()", path: "a.js")
    }
    #expect(fault.kind == .memory || fault.message.hasPrefix("RangeError"), "\(fault)")
    context.collectGarbage()
    #expect(try context.evaluate("6 * 7", path: "a.js").int == 42)
  }

  @Test func garbageIsNotCounted() throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: suiteDeadline, memory: 32 << 20))
    try context.evaluate("for (let i = 0; i < 3e6; i++) ({a: [i, 'x' + i]})", path: "a.js")
    #expect(context.memory < 256 << 20)
  }

  @Test func onlyTheOutermostCallArmsTheLimit() throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(100)))
    var calls = 0
    let spin = try #require(
      try context.evaluate("(() => { for (let i = 0; i < 1e5; i++); })", path: "a.js").object)
    let call = context.function("call") { [unowned context] _ in
      calls += 1
      return try context.call(spin)
    }
    context.set("call", of: context.global, to: .object(call))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("for (;;) call()", path: "a.js")
    }
    #expect(fault.kind == .timeout)
    #expect(calls > 1)
  }

  @Test func aStopWithinASwiftFunctionEndsItsCallers() throws {
    let context = try ScriptContext(limits: ScriptLimits(turn: .milliseconds(100)))
    let forever = try #require(try context.evaluate("(() => { for (;;); })", path: "a.js").object)
    let swallow = context.function("swallow") { [unowned context] _ in
      _ = try? context.call(forever)
      return .undefined
    }
    context.set("swallow", of: context.global, to: .object(swallow))
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("for (;;) try { swallow() } catch (e) {}", path: "a.js")
    }
    #expect(fault.kind == .timeout)
    #expect(try context.evaluate("1", path: "a.js").int == 1)
  }

  @Test func whatBlocksOrEscapesIsMissing() throws {
    let context = try ScriptContext()
    #expect(
      try context.evaluate(
        "[typeof Atomics, typeof WebAssembly, typeof SharedArrayBuffer].join()", path: "a.js"
      ).string == "undefined,undefined,undefined")
  }
}
