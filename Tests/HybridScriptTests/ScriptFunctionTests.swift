import Foundation
import HybridScript
import Testing

@Suite struct ScriptFunctionTests {
  @Test func swiftClosuresAreFunctions() throws {
    let context = try ScriptContext()
    let add = context.function("add") { .number($0.reduce(0) { $0 + ($1.number ?? 0) }) }
    context.set("add", of: context.global, to: .object(add))
    #expect(add.isFunction)
    for script in [
      "add(1, 2)", "add.call(null, 1, 2)", "add.apply(null, [1, 2])", "add.bind(null, 1)(2)",
      "[1, 2].reduce((a, b) => add(a, b))",
    ] {
      #expect(try context.evaluate(script, path: "a.js").int == 3)
    }
    #expect(try context.evaluate("typeof add + add.name", path: "a.js").string == "functionadd")
    #expect(try context.call(add, [20, 22]).int == 42)
    #expect(throws: ScriptFault.self) { try context.evaluate("new add()", path: "a.js") }
  }

  @Test(arguments: [
    ("TypeError", "TypeError: no", "true"), ("RangeError", "RangeError: no", "false"),
    ("OddError", "OddError: no", "false"),
  ])
  func errorsOfSwiftBecomeExceptions(_ name: String, _ text: String, _ isTypeError: String) throws {
    let context = try ScriptContext()
    let fail = context.function("fail") { _ in throw ScriptThrow(name, "no", properties: ["code": "E1"]) }
    context.set("fail", of: context.global, to: .object(fail))
    let result = try context.evaluate(
      "try { fail() } catch (e) { `${e} ${e instanceof TypeError} ${e instanceof Error} ${e.code}` }",
      path: "a.js")
    #expect(result.string == "\(text) \(isTypeError) true E1")
    let fault = try #require(throws: ScriptFault.self) { try context.evaluate("\n fail()", path: "a.js") }
    #expect(fault.message == text)
    #expect(fault.line == 2)
  }

  @Test func whatJavaScriptThrewGoesThroughSwiftUnchanged() throws {
    let context = try ScriptContext()
    let through = context.function("through") { [unowned context] in try context.call($0[0].object!) }
    context.set("through", of: context.global, to: .object(through))
    #expect(
      try context.evaluate(
        "var o = {}; try { through(() => { throw o }) } catch (e) { e === o }", path: "a.js"
      ).bool == true)
    let fault = try #require(throws: ScriptFault.self) {
      try context.evaluate("through(() => through(() => { nope() }))", path: "a.js")
    }
    #expect(fault.message == "ReferenceError: Can't find variable: nope")
  }

  @Test(arguments: [
    "Object.prototype.x = 1; native(1)",
    "Object.defineProperty(Object.prototype, 'name', {get() { throw 1 }, set() { throw 2 }}); native(1)",
    "Object.defineProperty(Object.prototype, '0', {get() { throw 1 }, set() { throw 2 }}); native(1)",
    "Function.prototype.call = () => { throw 1 }; native(1)", "native.call = () => { throw 1 }; native(1)",
    "delete native.name; native(1)", "Object.setPrototypeOf(native, null); native(1)",
    "Object.freeze(native); native(1)",
    "native({[Symbol.toPrimitive]() { throw 1 }}); native(1)",
    "native({[Symbol.toPrimitive]() { return native(this) }, toString() { return native(this) }}); native(1)",
    "native({get a() { throw 1 }, valueOf() { throw 1 }}); native(1)",
    "var p = Proxy.revocable({}, {}); p.revoke(); native(p.proxy); native(1)",
    "new Proxy(native, {})(1)", "Array.prototype[Symbol.iterator] = () => { throw 1 }; native(1)",
    "Reflect.apply(native, undefined, [1])", "class A extends Object { static m = native } A.m(1)",
    "native.prototype = 1; native(1)",
    "TypeError = Error = RangeError = null; native(1)", "globalThis = null; native(1)",
    "native`1`; native(1)",
    "Promise.prototype.then = () => { throw 1 }; native(1)",
  ])
  func scriptsCannotBendAFunction(_ script: String) throws {
    let context = try ScriptContext()
    var seen = 0
    let native = context.function("native") { arguments in
      seen += 1
      if case .object(let object)? = arguments.first { return .bool(object.isArray) }
      return arguments.first ?? .undefined
    }
    context.set("native", of: context.global, to: .object(native))
    #expect(try context.evaluate(script, path: "a.js").int == 1)
    #expect(seen > 0)
    #expect(try context.call(native, [5]).int == 5)
    #expect(throws: ScriptFault.self) { try context.evaluate("throw new TypeError('after')", path: "a.js") }
  }

  @Test func errorsKeepTheirClassWhenScriptsReplaceIt() throws {
    let context = try ScriptContext()
    let fail = context.function("fail") { _ in throw ScriptThrow("TypeError", "no") }
    context.set("fail", of: context.global, to: .object(fail))
    #expect(
      try context.evaluate(
        "var T = TypeError; TypeError = null; try { fail() } catch (e) { e instanceof T }", path: "a.js"
      ).bool == true)
  }

  @Test func anUnhandledRejectionIsToldOnce() throws {
    let context = try ScriptContext()
    var told: [String] = []
    context.onUnhandledRejection = { fault, _, _ in told.append("\(fault.message) \(fault.line)") }
    try context.evaluate(
      "Promise.reject(new Error('a'));\nPromise.reject('b');\n(async () => { null.x })()", path: "a.js")
    try context.evaluate("Promise.reject(1).catch(() => {}); 1", path: "a.js")
    try context.evaluate("1", path: "a.js")
    #expect(told.count == 3)
    #expect(told.first == "Unhandled promise rejection: Error: a 1")
    #expect(told.last?.hasSuffix("3") == true)
  }

  @Test func microtasksRunWhenTheOutermostCallEnds() throws {
    let context = try ScriptContext()
    var log: [String] = []
    let note = context.function("note") {
      log.append($0[0].string ?? ""); return .undefined
    }
    context.set("note", of: context.global, to: .object(note))
    let inner = try #require(
      try context.evaluate(
        "(() => { Promise.resolve().then(() => note('micro')); note('inner') })", path: "a.js"
      ).object)
    let call = context.function("call") { [unowned context] _ in try context.call(inner) }
    context.set("call", of: context.global, to: .object(call))
    try context.evaluate("call(); note('outer')", path: "a.js")
    #expect(log == ["inner", "outer", "micro"])
  }

  @Test func closuresAreLetGoWithTheirFunctions() throws {
    final class Token {}
    weak var token: Token?
    let context = try ScriptContext()
    do {
      let strong = Token()
      token = strong
      _ = context.function("f") { _ in .bool(strong === strong) }
    }
    #expect(token != nil)
    try context.evaluate(
      "(function () { var a = []; for (let i = 0; i < 1000; i++) a.push([i]) })()", path: "a.js")
    for _ in 0..<5 { context.collectGarbage() }
    context.close()
    #expect(token == nil)
  }

  @Test func objectsOutliveTheirContextDead() throws {
    var object: ScriptObject?
    var function: ScriptObject?
    do {
      let context = try ScriptContext()
      object = try context.evaluate("({a: 1})", path: "a.js").object
      function = context.function("f") { _ in 1 }
    }
    #expect(object?.isArray == false)
    #expect(function?.isFunction == false)
    let other = try ScriptContext()
    #expect(other.get("a", of: object!).isNullish)
    #expect(throws: ScriptFault.self) { try other.call(function!) }
    #expect(try describe(other.call(other.function("f") { $0[0] }, [.object(object!)])) == "undefined")
  }

  @Test func aClosedContextAnswersWithFaults() throws {
    let context = try ScriptContext()
    let end = context.function("end") { [unowned context] _ in
      context.close(); return 7
    }
    context.set("end", of: context.global, to: .object(end))
    #expect(try context.evaluate("end() + end()", path: "a.js").int == 14)
    let fault = try #require(throws: ScriptFault.self) { try context.evaluate("1", path: "a.js") }
    #expect(fault.kind == .unavailable)
    #expect(context.get("a", of: context.global).isNullish)
    #expect(context.json(of: 1) == nil)
    #expect(context.memory == 0)
    context.collectGarbage()
    context.close()
    #expect(!context.function("f") { _ in 1 }.isFunction)
  }
}
