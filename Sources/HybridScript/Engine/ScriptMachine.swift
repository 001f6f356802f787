internal import CJavaScriptCore
import HybridJavaScript

/// The implementation of a ``ScriptContext``: the references, the limits, and the state of calls.
///
/// Objects hold the machine, so that they can tell whether their context is still there; the machine holds
/// none of the objects that Swift made.
final class ScriptMachine {
  let api: HybridJavaScriptCore
  private let library: JavaScriptCore
  private let group: HybridJSGroup
  let context: HybridJSContext
  private let globalReference: HybridJSValue
  let retired = RetiredFunctions()
  var limits: ScriptLimits
  var onUnhandledRejection: ((ScriptFault, _ promise: ScriptValue, _ reason: ScriptValue) -> Void)?
  /// How faults lead back to the author's text.
  private(set) var places = ScriptPlaceTable()
  private var evaluated = EvaluatedText()

  /// Whether the references above are good.
  private(set) var isOpen = true
  private var closesAfterCall = false
  /// Calls from outside that are under way, one within the other.
  private var depth = 0
  /// Why the call that is under way has to end.
  private(set) var stop: ScriptFault?
  /// Processor time of this thread at which the outermost call began, and at which it has to end.
  private var start = 0.0
  private var deadline = Double.infinity
  /// Processor time at which the heap is looked at again.
  private var nextLook = 0.0
  private var callsSinceLook = 0
  private var isAsking = false
  private var memory = MemoryWatch()
  private var intrinsics: [String: HybridJSValue] = [:]
  private var functionPrototype: HybridJSValue?
  /// An array that no script sees; see ``isUnwinding``.
  private var probe: HybridJSValue?
  /// The value that was thrown last, for faults that are passed on.
  private var lastThrown: (number: Int, value: HybridJSValue)?
  private var thrownCount = 0

  /// Seconds of processor time after which a script is looked at again.
  private static let interval = 0.01
  /// The same after it could not be looked at.
  private static let retryInterval = 0.001
  private static let errors = [
    "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError",
  ]

  init(_ library: JavaScriptCore, limits: ScriptLimits) throws(ScriptFault) {
    guard let group = library.api.ContextGroupCreate() else {
      throw ScriptFault(.unavailable, "JavaScriptCore could not create a context group")
    }
    guard let context = library.api.GlobalContextCreateInGroup(group, nil),
      let global = library.api.ContextGetGlobalObject(context)
    else {
      library.api.ContextGroupRelease(group)
      throw ScriptFault(.unavailable, "JavaScriptCore could not create a context")
    }
    api = library.api
    self.library = library
    self.group = group
    self.context = context
    globalReference = global
    self.limits = limits
    prepare()
  }

  deinit { close() }

  /// The global object.
  var global: ScriptObject {
    ScriptObject(globalReference, in: self)
  }

  /// Removes features that would block or escape the limits, and stores functions that scripts may replace.
  private func prepare() {
    // Waiting on shared memory is unlimited, and WebAssembly's memory is not counted.
    for name in ["WebAssembly", "Atomics"] {
      withString(name) { _ = api.ObjectDeleteProperty(context, globalReference, $0, nil) }
    }
    for name in Self.errors {
      guard let constructor = withString(name, { api.ObjectGetProperty(context, globalReference, $0, nil) })
      else { continue }
      api.ValueProtect(context, constructor)
      intrinsics[name] = constructor
    }
    if let constructor = intrinsics["Error"] {
      functionPrototype = api.ObjectGetPrototype(context, constructor)
      if let functionPrototype { api.ValueProtect(context, functionPrototype) }
    }
    probe = withString("[]") { api.ValueMakeFromJSONString(context, $0) }
    if let probe { api.ValueProtect(context, probe) }
    let handler = makeFunction(named: "onUnhandledRejection") { machine, arguments in
      guard let tell = machine.onUnhandledRejection, arguments.count > 1, let reason = arguments[1] else {
        return nil
      }
      var fault = machine.fault(for: reason)
      fault.message = "Unhandled promise rejection: \(fault.message)"
      tell(fault, machine.value(arguments[0]), machine.value(reason))
      return nil
    }
    api.GlobalContextSetUnhandledRejectionCallback(context, handler, nil)
    arm()
  }

  /// Ends the context, after the call that is under way.
  func close() {
    guard isOpen else { return }
    guard depth == 0 else {
      closesAfterCall = true
      return
    }
    isOpen = false
    if let lastThrown { api.ValueUnprotect(context, lastThrown.value) }
    for value in intrinsics.values { api.ValueUnprotect(context, value) }
    for value in [functionPrototype, probe] { if let value { api.ValueUnprotect(context, value) } }
    onUnhandledRejection = nil
    api.GlobalContextRelease(context)
    api.ContextGroupRelease(group)
    retired.release()
  }

  // MARK: The author's text

  /// Sets the modules whose faults lead back to the author's text.
  func setModules(_ modules: [ScriptModule]) {
    places = ScriptPlaceTable()
    for module in modules { add(module) }
  }

  /// Adds a module whose faults lead back to the author's text.
  func add(_ module: ScriptModule) { places.add(module) }

  /// See ``EvaluatedText/begin(_:)``.
  func beginEvaluation(_ start: EvaluatedText.Place) -> (blanks: String, outer: EvaluatedText.Place?) {
    evaluated.begin(start)
  }

  func endEvaluation(_ outer: EvaluatedText.Place?) { evaluated.end(outer) }

  // MARK: Limits

  /// Sets the watchdog; from its own callback again, since it fires only once.
  private func arm(after seconds: Double = ScriptMachine.interval) {
    let state = Unmanaged.passUnretained(self).toOpaque()
    api.ContextGroupSetExecutionTimeLimit(
      group, seconds,
      { _, state in
        guard let state else { return false }
        return Unmanaged<ScriptMachine>.fromOpaque(state).takeUnretainedValue().shouldStop()
      }, state)
  }

  /// Asked by the watchdog, in the middle of a script.
  private func shouldStop() -> Bool {
    // Looking at the heap enters the library again, which may ask again.
    guard !isAsking else { return false }
    isAsking = true
    defer { isAsking = false }
    if stop == nil, depth > 0 {
      let now = hybrid_thread_seconds()
      if now > deadline {
        stop = stopFault(.timeout)
      } else if isUnwinding {
        arm(after: Self.retryInterval)
        return false
      } else if now > nextLook {
        nextLook = now + Self.interval / 2
        if memory.hasGrown(), isOverBudget() { stop = stopFault(.memory) }
      }
    }
    arm()
    return stop != nil
  }

  /// Whether an exception is on its way to its handler: the watchdog may ask in the middle of that, too.
  ///
  /// Most functions of the library would then take the exception for theirs and remove it, and the script
  /// would go on with a value that is none. A look for a property only gives up, even for one that every
  /// array has.
  private var isUnwinding: Bool {
    guard let probe else { return false }
    return withString("length") { !api.ObjectHasProperty(context, probe, $0) }
  }

  /// Whether the call that ends now was a long one, or one of many.
  private func isTimeToLook() -> Bool {
    callsSinceLook += 1
    guard callsSinceLook > 100 || hybrid_thread_seconds() - start > 0.002 else { return false }
    callsSinceLook = 0
    return true
  }

  /// Whether the memory in use exceeds the limit, excluding garbage.
  private func isOverBudget() -> Bool {
    guard heapSize() > limits.memory else { return false }
    api.SynchronousGarbageCollectForDebugging(context)
    return heapSize() > limits.memory
  }

  /// Bytes of heap, strings and buffers.
  func heapSize() -> Int {
    guard isOpen, let statistics = api.GetMemoryUsageStatistics(context),
      let size = withString("heapSize", { api.ObjectGetProperty(context, statistics, $0, nil) })
    else { return 0 }
    return Int(exactly: api.ValueToNumber(context, size, nil).rounded()) ?? 0
  }

  func collectGarbage() {
    guard isOpen, depth == 0 else { return }
    api.SynchronousGarbageCollectForDebugging(context)
    retired.release()
  }

  /// Runs `body`, which enters JavaScript, within the limits of the outermost call.
  func enter<Value>(_ body: (inout HybridJSValue?) -> Value) throws(ScriptFault) -> Value {
    guard isOpen else { throw ScriptFault(.unavailable, "the context of this script is closed") }
    if let stop { throw stop }
    let isOutermost = depth == 0
    if isOutermost {
      start = hybrid_thread_seconds()
      deadline = start + limits.turnSeconds
      nextLook = 0
      retired.release()
    }
    depth += 1
    defer { leave() }
    api.Lock(context)
    var exception: HybridJSValue?
    let value = body(&exception)
    var fault: ScriptFault?
    if stop == nil, let exception { fault = self.fault(for: exception) }
    // Microtasks run here, when this is the outermost call.
    if isOutermost { hybrid_nudge_begin(deadline, Self.interval * 1.2) }
    api.Unlock(context)
    if isOutermost { hybrid_nudge_end() }
    if isOutermost, stop == nil, isTimeToLook(), memory.hasGrown(), isOverBudget() {
      stop = stopFault(.memory)
    }
    if let stop { throw stop }
    if let fault { throw fault }
    return value
  }

  private func leave() {
    depth -= 1
    guard depth == 0 else { return }
    if stop != nil {
      // A stop during microtasks is reported to the next script.
      deadline = .infinity
      stop = nil
      for _ in 0..<3 {
        var exception: HybridJSValue?
        withString("0") { _ = api.EvaluateScript(context, $0, nil, nil, 1, &exception) }
        if exception == nil { break }
      }
    }
    if closesAfterCall { close() }
  }

  /// The author's frame of the innermost call under way; nil outside of calls.
  var caller: ScriptFault.Frame? { depth > 0 ? callers.first : nil }

  /// The author's frames of the calls under way, the innermost first.
  var callers: [ScriptFault.Frame] {
    guard isOpen else { return [] }
    return Self.frames(backtrace: api.ContextCreateBacktrace(context, 50).map { takeText($0) } ?? "")
  }

  /// Why the script that is under way ends, and where it is.
  private func stopFault(_ kind: ScriptFault.Kind) -> ScriptFault {
    let message =
      kind == .memory
      ? "the scripts of this page hold more than \(limits.memory >> 20) MB"
      : "the script did not end within \(limits.turnSeconds) seconds and was stopped"
    var stack = callers
    // The library knows no place in the outermost code of a script, which it stops between statements.
    if let evaluated = evaluated.place, let first = stack.first, first.path == evaluated.path,
      first.line < evaluated.line
    {
      (stack[0].line, stack[0].column) = (evaluated.line, evaluated.column)
    }
    return places.placed(
      ScriptFault(
        kind, message, path: stack.first?.path ?? "", line: stack.first?.line ?? 0,
        column: stack.first?.column ?? 0,
        stack: stack))
  }

  // MARK: Strings

  /// Lends `text` as a string of JavaScript.
  func withString<Value>(_ text: String, _ body: (HybridJSString?) -> Value) -> Value {
    let string = makeString(text)
    defer { if let string { api.StringRelease(string) } }
    return body(string)
  }

  private func makeString(_ text: String) -> HybridJSString? {
    // The quicker way, which also keeps ASCII at a byte a character, stops at U+0000.
    if !text.utf8.contains(0) { return text.withCString { api.StringCreateWithUTF8CString($0) } }
    return Array(text.utf16).withUnsafeBufferPointer {
      api.StringCreateWithCharacters($0.baseAddress, $0.count)
    }
  }

  /// The text of a string that is owned, which is let go.
  func takeText(_ string: HybridJSString) -> String {
    defer { api.StringRelease(string) }
    let count = api.StringGetLength(string)
    guard count > 0 else { return "" }
    // Several times as fast as decoding UTF-16, for three bytes a unit meanwhile.
    if count <= 1 << 24 {
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: count * 3 + 1) { buffer in
        let size = api.StringGetUTF8CString(string, buffer.baseAddress, buffer.count)
        let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: max(Int(size) - 1, 0))
        return String(decoding: bytes, as: UTF8.self)
      }
      // It gives up at half of a surrogate pair.
      if text.utf16.count == count { return text }
    }
    guard let characters = api.StringGetCharactersPtr(string) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF16.self)
  }

  // MARK: Errors

  /// An error object; nil where even that cannot be made.
  func makeError(_ name: String, _ message: String, properties: [String: String] = [:]) -> HybridJSValue? {
    guard let constructor = intrinsics[name] ?? intrinsics["Error"] else { return nil }
    let text: HybridJSValue? = withString(message) { api.ValueMakeString(context, $0) }
    guard
      let error = withUnsafePointer(
        to: text, { api.ObjectCallAsConstructor(context, constructor, 1, $0, nil) })
    else { return text }
    var properties = properties
    if intrinsics[name] == nil { properties["name"] = name }
    for (key, value) in properties {
      let text = withString(value) { api.ValueMakeString(context, $0) }
      withString(key) {
        api.ObjectSetProperty(context, error, $0, text, UInt32(HybridJSDontEnumerate), nil)
      }
    }
    return error
  }

  /// The error that ends a function. A script can catch it, but not for long: the watchdog stops code that
  /// goes on.
  func makeStopError() -> HybridJSValue? { makeError("Error", "the script was stopped") }

  /// An error of Swift as a value to throw.
  func exception(for error: any Error) -> HybridJSValue? {
    switch error {
    case let error as ScriptThrow: return makeError(error.name, error.message, properties: error.properties)
    case let fault as ScriptFault:
      if let lastThrown, lastThrown.number == fault.thrown { return lastThrown.value }
      return makeError("Error", fault.message)
    default: return makeError("Error", "\(error)")
    }
  }

  /// The value that was thrown, for the last fault that came out of JavaScript; nil for others.
  func thrown(by fault: ScriptFault) -> ScriptValue? {
    guard isOpen, let lastThrown, lastThrown.number == fault.thrown else { return nil }
    return value(lastThrown.value)
  }

  /// Remembers a thrown value, so that ``exception(for:)`` can give it back.
  func remember(_ value: HybridJSValue) -> Int {
    if let lastThrown { api.ValueUnprotect(context, lastThrown.value) }
    api.ValueProtect(context, value)
    thrownCount += 1
    lastThrown = (thrownCount, value)
    return thrownCount
  }

  /// Whether a value is an error of the class `name`, whatever scripts have made of that name.
  func isError(_ value: HybridJSValue, _ name: String) -> Bool {
    guard let constructor = intrinsics[name] else { return false }
    return api.ValueIsInstanceOfConstructor(context, value, constructor, nil)
  }

  // MARK: Functions

  /// A function that runs `body`.
  func makeFunction(named name: String, _ body: @escaping ScriptFunction.Body) -> HybridJSValue? {
    let function = Unmanaged.passRetained(ScriptFunction(in: self, body))
    guard let object = api.ObjectMake(context, library.functions, function.toOpaque()) else {
      function.release()
      return nil
    }
    // Before the prototype: a property that is inherited is not defined but assigned.
    let text = withString(name) { api.ValueMakeString(context, $0) }
    withString("name") {
      api.ObjectSetProperty(
        context, object, $0, text, UInt32(HybridJSReadOnly) | UInt32(HybridJSDontEnumerate), nil)
    }
    api.ObjectSetPrototype(context, object, functionPrototype)
    return object
  }
}

/// Decides when checking the heap is worthwhile, by the memory of the whole process.
private struct MemoryWatch {
  /// Growth that is worth a look: much less than a context may hold, much more than a page does in a turn.
  private static let step = 8 << 20
  private var resident = 0
  private var turns = 0

  /// Whether the process has grown since the last look, or none was taken for long.
  mutating func hasGrown() -> Bool {
    turns += 1
    let now = hybrid_resident_bytes()
    guard now == 0 || now > resident + Self.step || turns > 1000 else {
      resident = min(resident, now)
      return false
    }
    resident = now
    turns = 0
    return true
  }
}
