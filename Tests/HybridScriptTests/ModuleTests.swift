import Dispatch
import Foundation
import HybridJSON
import HybridScript
import HybridTestSupport
import Synchronization
import Testing

/// A module that has one method of every kind and for every type.
private struct Sampler: NativeModule {
  let name = "RCTSampler"
  let events = ["tick", "tock"]
  let observed: Observed
  var constants: JSONObject { observed.constantsRead(); return ["pi": 3.5, "names": ["a", "b"]] }

  final class Observed: Sendable {
    let log = Mutex<[String]>([])
    let emitter = Mutex<ModuleEmitter?>(nil)
    let replies = Mutex<[ModuleReply]>([])
    func note(_ text: String) { log.withLock { $0.append(text) } }
    func constantsRead() { note("constants") }
  }

  func startObserving(_ emitter: ModuleEmitter) {
    observed.note("start \(emitter.page)")
    observed.emitter.withLock { $0 = emitter }
  }
  func stopObserving(_ emitter: ModuleEmitter) { observed.note("stop \(emitter.page)") }

  var methods: [NativeMethod] {
    [
      .sync("nothing") { nil },
      .sync("string") { (a: String) in .string(a) },
      .sync("int") { (a: Int) in .number(Double(a)) },
      .sync("double") { (a: Double) in .number(a) },
      .sync("bool") { (a: Bool) in .bool(a) },
      .sync("any") { (a: JSONValue) in a },
      .sync("optional") { (a: String, b: Int?) in .string("\(a) \(b.map { "\($0)" } ?? "none")") },
      .sync("list") { (a: [[Int]]) in .number(Double(a.joined().reduce(0, +))) },
      .sync("dictionary") { (a: [String: Bool]) in .number(Double(a.count)) },
      .sync("object") { (a: JSONObject) in .array(a.keys.map { .string($0) }) },
      .sync("fails") { throw ModuleError(code: "E_FAILS", "it fails", domain: "Test") },
      .promise("later") { (a: Int) in .number(Double(a * 2)) },
      .promise("nothingLater") { nil },
      .promise("rejects") {
        throw ModuleError(domain: "posix", number: 2, "no such file", userInfo: ["path": "/x"])
      },
      .promise("rejectsOddly") { throw CancellationError() },
      .deferred("never") { [observed] (reply: ModuleReply) in observed.replies.withLock { $0.append(reply) }
      },
      .deferred("twice") { reply in
        reply.resolve(1); reply.resolve(2); reply.reject("E", "late")
      },
      .deferred("bare") { reply in reply.reject() },
      .callback("back") { (reply: ModuleReply, a: Int) in reply.resolve(.number(Double(a)), "second") },
      .callback("both", callbacks: 2) { (reply: ModuleReply, works: Bool) in
        if works { reply.resolve("fine") } else { reply.reject("E_BOTH", "not fine") }
      },
    ]
  }
}

/// A page that receives answers when asked to.
private final class Page {
  let context: ScriptContext
  let bridge: ModuleBridge
  let observed = Sampler.Observed()
  let answers = Answers()
  var calls: [String] = []
  var reports: [String] = []

  final class Answers: Sendable {
    let list = Mutex<[ModuleAnswer]>([])
    /// Signalled after each answer.
    let arrival = DispatchSemaphore(value: 0)
  }

  init(queues: ModuleQueues = .inline, number: Int = 0) throws {
    context = try ScriptContext()
    bridge = try ModuleBridge(
      ModuleRegistry([Sampler(observed: observed)]), in: context, queues: queues, page: number,
      deliver: { [answers] answer in
        answers.list.withLock { $0.append(answer) }
        answers.arrival.signal()
      })
    try context.evaluate("var log = []", path: "a.js")
    bridge.onCall = { [unowned self] module, method, arguments in
      var writer = JSONWriter()
      writer.value(.array(arguments))
      calls.append("\(module).\(method)\(writer.text)")
    }
    bridge.onReport = { [unowned self] in reports.append(($0.isError ? "error: " : "warning: ") + $0.message)
    }
  }

  @discardableResult
  func run(_ script: String) throws -> String {
    let value = try context.evaluate(script, path: "a.js")
    settle()
    return context.json(of: value) ?? "undefined"
  }

  func settle() {
    while true {
      let next = answers.list.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return }
      bridge.accept(next)
    }
  }

  var log: String { context.json(of: context.get("log", of: context.global)) ?? "" }
  var native: [String] { observed.log.withLock { $0 } }
}

@Suite struct ModuleTests {
  @Test(arguments: [
    ("nothing()", "undefined"), ("string('x\\u0000y')", "\"x\\u0000y\""), ("int(-3)", "-3"),
    ("double(1.5)", "1.5"),
    ("bool(true)", "true"), ("any({a: [null, 1]})", #"{"a":[null,1]}"#), ("any(undefined)", "null"),
    ("optional('a')", "\"a none\""), ("optional('a', null)", "\"a none\""), ("optional('a', 2)", "\"a 2\""),
    ("list([[1, 2], [3]])", "6"), ("dictionary({a: true})", "1"), ("object({b: 1, a: 2})", #"["b","a"]"#),
    ("pi", "3.5"), ("names", #"["a","b"]"#), ("getConstants().pi", "3.5"),
  ])
  func synchronousMethodsReturn(_ script: String, _ expected: String) throws {
    #expect(try Page().run("NativeModules.Sampler.\(script)") == expected)
  }

  @Test(arguments: [
    ("string()", "TypeError: Sampler.string takes 1 argument, not 0"),
    ("string('a', 'b')", "TypeError: Sampler.string takes 1 argument, not 2"),
    ("optional()", "TypeError: Sampler.optional takes 1 to 2 arguments, not 0"),
    ("string(1)", "TypeError: Sampler.string: argument 1 must be a string, not a number"),
    ("int(1.5)", "TypeError: Sampler.int: argument 1 must be a whole number, not a number"),
    ("int(1e300)", "TypeError: Sampler.int: argument 1 must be a whole number, not a number"),
    ("bool(null)", "TypeError: Sampler.bool: argument 1 must be true or false, not null"),
    ("optional('a', 'b')", "TypeError: Sampler.optional: argument 2 must be a whole number, not a string"),
    ("list([[1], ['x']])", "TypeError: Sampler.list: argument 1[1][0] must be a whole number, not a string"),
    ("dictionary({a: 1})", "TypeError: Sampler.dictionary: argument 1.a must be true or false, not a number"),
    ("any(NaN)", "TypeError: Sampler.any: argument 1 holds NaN, which is not a finite number"),
    ("any([{a: -1/0}])", "TypeError: Sampler.any: argument 1 holds -Infinity, which is not a finite number"),
    ("any({f() {}})", "TypeError: Sampler.any: argument 1 holds a function"),
    ("optional('a', () => 1)", "TypeError: Sampler.optional: argument 2 holds a function"),
    ("fails()", "Error: it fails"),
    ("both(true, () => 1, () => 2, () => 3)", "TypeError: Sampler.both: argument 2 holds a function"),
    ("back(1, () => 1, () => 2)", "TypeError: Sampler.back takes 1 callback, not 2"),
    ("back(() => 1)", "TypeError: Sampler.back takes 1 argument, not 0"),
  ])
  func wrongCallsNameModuleMethodAndArgument(_ script: String, _ message: String) throws {
    let page = try Page()
    let fault = try #require(throws: ScriptFault.self) { try page.run("\n  NativeModules.Sampler.\(script)") }
    #expect(fault.message == message)
    #expect("\(fault.path):\(fault.line)" == "a.js:2")
  }

  @Test(arguments: [
    "var a = []; a[0] = a; NativeModules.Sampler.any(a)", "NativeModules.Sampler.any(1n)",
    "var p = Proxy.revocable({}, {}); p.revoke(); NativeModules.Sampler.any(p.proxy)",
    "NativeModules.Sampler.any({get x() { throw new Error('own') }})",
    "var d = []; for (let i = 0; i < 2000; i++) d = [d]; NativeModules.Sampler.any(d)",
    "NativeModules.Sampler.absent()",
    "NativeModules.Absent.x()", "'use strict'; NativeModules.Sampler.string = 1",
    "'use strict'; NativeModules.X = 1",
  ])
  func oddArgumentsAreErrorsOfTheScript(_ script: String) throws {
    let page = try Page()
    #expect(throws: ScriptFault.self) { try page.run(script) }
    #expect(try page.run("NativeModules.Sampler.int(1)") == "1")
  }

  @Test(arguments: [
    ("later(21).then(x => log.push(x))", "[42]"),
    ("nothingLater().then(x => log.push(typeof x))", #"["undefined"]"#),
    (
      "later('x').catch(e => log.push(e.message))",
      #"["Sampler.later: argument 1 must be a whole number, not a string"]"#
    ),
    ("later(NaN).catch(e => log.push(e.name))", #"["TypeError"]"#),
    (
      """
      rejects().catch(e => log.push(e instanceof Error, e.code, e.message, e.domain, e.userInfo, \
      e.nativeStack))
      """,
      #"[true,"EPOSIX2","no such file","posix",{"path":"/x"},[]]"#
    ),
    (
      "rejectsOddly().catch(e => log.push(e.code, e.message, e.domain))",
      #"["EUNSPECIFIED","CancellationError()","CancellationError"]"#
    ),
    (
      "bare().catch(e => log.push(e.code, e.message))",
      #"["EUNSPECIFIED","Unknown error from a native module"]"#
    ),
    ("back(7, (a, b) => log.push(a, b))", #"[7,"second"]"#), ("back(7)", "[]"),
    ("both(true, e => log.push('no'), x => log.push(x))", #"["fine"]"#),
    ("both(false, e => log.push(e.code), x => log.push('no'))", #"["E_BOTH"]"#),
    ("both(true, x => log.push(x))", #"["fine"]"#),
  ])
  func answersComeWhenThePageAcceptsThem(_ script: String, _ expected: String) throws {
    let page = try Page()
    try page.context.evaluate("NativeModules.Sampler.\(script)", path: "a.js")
    if !page.answers.list.withLock({ $0.isEmpty }) { #expect(page.log == "[]") }
    page.settle()
    #expect(page.log == expected)
    #expect(page.reports == [])
  }

  @Test func anAnswerIsGivenOnce() throws {
    let page = try Page()
    try page.run("NativeModules.Sampler.twice().then(x => log.push(x))")
    #expect(page.log == "[1]")
    #expect(
      page.reports == [
        "error: Sampler.twice answered a call twice", "error: Sampler.twice answered a call twice",
      ])
  }

  @Test func whatACallbackThrowsIsReported() throws {
    let page = try Page()
    try page.run(
      """
      NativeModules.Sampler.back(1, () => { throw new Error('oops') }); \
      NativeModules.Sampler.both(false, x => x)
      """
    )
    #expect(page.reports == ["error: Error: oops", "error: Error: not fine"])
  }

  @Test func callsAreToldInOrder() throws {
    let page = try Page()
    try page.run(
      """
      NativeModules.Sampler.later(1); NativeModules.Sampler.string('a'); \
      NativeModules.Sampler.back(2, () => {}); try { NativeModules.Sampler.int('x') } catch {}
      """
    )
    #expect(
      page.calls == ["Sampler.later[1]", "Sampler.string[\"a\"]", "Sampler.back[2]", "Sampler.int[\"x\"]"])
  }

  @Test func tooManyPendingCallsAreAWarning() throws {
    let page = try Page()
    try page.run("for (let i = 0; i < 1000; i++) NativeModules.Sampler.never()")
    #expect(
      page.reports == ["warning: more than 500 native calls wait for an answer; the last is Sampler.never"])
  }

  @Test func listenersAreCountedAndObserved() throws {
    let page = try Page(number: 3)
    try page.run(
      """
      var e = new NativeEventEmitter(NativeModules.Sampler); \
      var a = e.addListener('tick', x => log.push('a', x)); \
      var b = e.addListener('tick', x => log.push('b', x)); var c = e.addListener('tock', x => log.push(x))
      """
    )
    #expect(page.bridge.listenerCount("tick", of: "Sampler") == 2)
    let emitter = try #require(page.observed.emitter.withLock { $0 })
    emitter.send("tick", ["n": 1])
    page.settle()
    #expect(page.log == #"["a",{"n":1},"b",{"n":1}]"#)
    try page.run("log = []; a.remove(); a.remove(); b.remove()")
    emitter.send("tick")
    emitter.send("boom")
    page.settle()
    #expect(page.log == "[]")
    #expect(
      page.reports == [
        "warning: 'tick' of the native module 'Sampler' has no listener",
        "error: the native module 'Sampler' sent 'boom', which it does not declare",
      ])
    try page.run("e.removeAllListeners()")
    #expect(page.native == ["constants", "start 3", "stop 3"])
    try page.run("e.addListener('tick', () => {})")
    page.bridge.close()
    #expect(page.native == ["constants", "start 3", "stop 3", "start 3", "stop 3"])
    emitter.send("tick")
    page.settle()
  }

  @Test(arguments: [
    (
      "new NativeEventEmitter(NativeModules.Sampler).addListener('nope', () => {})",
      "TypeError: 'nope' is not an event of the native module 'Sampler'"
    ),
    (
      "new NativeEventEmitter('Absent').addListener('x', () => {})",
      "TypeError: there is no native module 'Absent'"
    ),
    (
      "new NativeEventEmitter(NativeModules.Sampler).addListener('tick', 1)",
      "TypeError: the listener of 'tick' is not a function"
    ),
  ])
  func wrongListenersAreErrors(_ script: String, _ message: String) throws {
    let page = try Page()
    let fault = try #require(throws: ScriptFault.self) { try page.run(script) }
    #expect(fault.message == message)
    #expect(page.native == ["constants"])
  }

  @Test func everyListenerHearsAnEvent() throws {
    let page = try Page()
    try page.run(
      """
      var e = new NativeEventEmitter(NativeModules.Sampler); \
      e.addListener('tick', () => { throw new Error('first') }); \
      var s = e.addListener('tick', function () { log.push(this.name); s.remove(); \
      e.addListener('tick', () => log.push('late')) }, {name: 'self'}); \
      DeviceEventEmitter.addListener('tick', x => log.push(x))
      """
    )
    page.observed.emitter.withLock { $0 }?.send("tick", 5)
    page.settle()
    #expect(page.log == #"["self",5]"#)
    #expect(page.reports == ["error: Error: first"])
  }

  @Test(arguments: [
    "Array.prototype[Symbol.iterator] = null", "JSON.stringify = JSON.parse = null",
    "Object.prototype.remove = 1; Promise = null",
    "Object.assign = Reflect.apply = null",
    "Array.prototype.push = null; Map = null; Error = TypeError = null",
  ])
  func scriptsCannotBendTheModules(_ script: String) throws {
    let page = try Page()
    try page.run(
      """
      \(script); NativeModules.Sampler.later(1).then(x => { log[log.length] = x }); \
      NativeModules.Sampler.back(2, x => { log[log.length] = x }); \
      new NativeEventEmitter(NativeModules.Sampler).addListener('tick', x => { log[log.length] = x })
      """
    )
    page.observed.emitter.withLock { $0 }?.send("tick", 3)
    page.settle()
    try page.context.evaluate("var text = log[0] + ',' + log[1] + ',' + log[2]", path: "a.js")
    #expect(page.context.get("text", of: page.context.global).string == "2,2,3")
  }

  @Test func workOfAModuleRunsOnItsOwnQueue() throws {
    let page = try Page(queues: .system())
    try page.run("for (let i = 0; i < 20; i++) NativeModules.Sampler.later(i).then(x => log.push(x))")
    // The page stays on this thread.
    let end = DispatchTime.now() + .seconds(Int(suiteDeadline.components.seconds))
    for _ in 0..<20 {
      try #require(page.answers.arrival.wait(timeout: end) == .success)
      page.settle()
    }
    #expect(page.log == "[" + (0..<20).map { "\($0 * 2)" }.joined(separator: ",") + "]")
  }

  @Test func namesAreUnique() throws {
    struct Named: NativeModule {
      var name: String
      var methods: [NativeMethod] = []
    }
    var registry = try ModuleRegistry([Named(name: "RKOne"), Named(name: "Two")])
    #expect(registry.names == ["One", "Two"])
    #expect(throws: ModuleRegistry.Failure.taken("One")) { try registry.add(Named(name: "One")) }
    #expect(throws: ModuleRegistry.Failure.nameless) { try registry.add(Named(name: "")) }
    #expect(throws: ModuleRegistry.Failure.methodTwice(module: "Three", method: "a")) {
      try registry.register([
        Named(name: "Four"), Named(name: "Three", methods: [.sync("a") { nil }, .sync("a") { nil }]),
      ])
    }
    #expect(registry.names == ["One", "Two"])
    try registry.replace(Named(name: "Two", methods: [.sync("new") { nil }]))
    #expect(registry.names == ["One", "Two"])
    #expect(registry["Two"]?.methods.map(\.name) == ["new"])
    #expect(registry.description[1]?["syncs"] == [0])
    #expect(registry["Absent"] == nil)
  }

  @Test func answersAfterTheEndAreDropped() throws {
    let page = try Page()
    try page.run("NativeModules.Sampler.never().then(() => log.push(1))")
    page.bridge.close()
    page.observed.replies.withLock { $0.first }?.resolve(1)
    page.settle()
    #expect(page.log == "[]")
    #expect(throws: ScriptFault.self) { try page.run("NativeModules.Sampler.int(1)") }
  }
}
