package import HybridJSON

/// One world of scripts: a global object, with a heap of its own.
///
///     let context = try ScriptContext()
///     try context.evaluate("function greet(name) { return 'Hello ' + name }", path: "app.js")
///     let greet = context.get("greet", of: context.global).object!
///     try context.call(greet, ["world"]).string  // "Hello world"
///
/// Scripts have the objects of ECMA-262, without `WebAssembly` and `Atomics`; there is no document, and the
/// only clock is `Date`. Every entry from outside that may run a script is held to the ``ScriptLimits``;
/// calls that Swift functions make in between count towards the outermost one. A script that was stopped
/// leaves the context usable. Microtasks run when the outermost call ends.
///
/// A context belongs to one thread at a time, and need not stay on one. Swift functions that use their
/// context must hold it weakly: the context holds them.
package final class ScriptContext {
  let machine: ScriptMachine

  /// A new context. It takes about a millisecond.
  /// - Throws: A fault of kind `unavailable` when there is no JavaScriptCore.
  package init(limits: ScriptLimits = ScriptLimits()) throws(ScriptFault) {
    let library: JavaScriptCore
    do { library = try JavaScriptCore.shared.get() } catch {
      throw ScriptFault(.unavailable, "scripts cannot run: \(error.message)")
    }
    machine = try ScriptMachine(library, limits: limits)
  }

  deinit { machine.close() }

  /// Ends the context: its functions are released, and its objects are dead. During a call, it ends after the
  /// call.
  package func close() { machine.close() }

  /// The limits; a change applies from the next outermost call.
  package var limits: ScriptLimits {
    get { machine.limits }
    set { machine.limits = newValue }
  }

  /// Called once for each rejected promise that has no handler when no microtask is left, with the promise
  /// and its reason.
  package var onUnhandledRejection: ((ScriptFault, _ promise: ScriptValue, _ reason: ScriptValue) -> Void)? {
    get { machine.onUnhandledRejection }
    set { machine.onUnhandledRejection = newValue }
  }

  /// The value that was thrown, for the last fault that came out of JavaScript; nil for others.
  package func thrown(by fault: ScriptFault) -> ScriptValue? { machine.thrown(by: fault) }

  /// The global object.
  package var global: ScriptObject { machine.global }

  /// Runs a script, and gives the value of its last statement.
  ///
  /// - Parameters:
  ///   - path: The file, for messages. Scripts of our own have paths that begin with `hybrid:`, which no
  ///     message shows.
  ///   - line: The line of the file in which the text begins, from 1.
  ///   - column: The column of its first character, from 1.
  @discardableResult
  package func evaluate(
    _ text: String, path: String, line: Int = 1, column: Int = 1
  ) throws(ScriptFault) -> ScriptValue {
    try machine.evaluate(text, path: path, line: line, column: column)
  }

  /// A JavaScript function that is a Swift closure.
  ///
  /// A ``ScriptThrow`` becomes an exception of that name; a ``ScriptFault`` that came out of JavaScript goes
  /// back as the value that was thrown; any other error becomes an `Error` with its description.
  package func function(
    _ name: String, _ body: @escaping ([ScriptValue]) throws -> ScriptValue
  ) -> ScriptObject {
    machine.makeFunction(name, body)
  }

  /// Calls a function.
  @discardableResult
  package func call(
    _ function: ScriptObject, this: ScriptValue = .undefined, _ arguments: [ScriptValue] = []
  ) throws(ScriptFault) -> ScriptValue {
    try machine.call(function, this: this, arguments)
  }

  /// A property's value; `undefined` when there is none, or when reading it threw.
  package func get(_ name: String, of object: ScriptObject) -> ScriptValue {
    machine.get(name, of: object)
  }

  /// Sets a property; nothing happens when that throws.
  package func set(_ name: String, of object: ScriptObject, to value: ScriptValue) {
    machine.set(name, of: object, to: value)
  }

  /// The result of `JSON.stringify`; nil for values that it omits, such as functions, and if it throws.
  package func json(of value: ScriptValue) -> String? { machine.json(of: value) }

  /// The value of a JSON text, as of `JSON.parse`; nil when the text is none.
  package func value(json: String) -> ScriptValue? { machine.value(json: json) }

  /// The value of JSON that was read.
  package func value(_ json: JSONValue) -> ScriptValue {
    if let value = ScriptValue(json) { return value }
    var writer = JSONWriter()
    writer.value(json)
    return machine.value(json: writer.text) ?? .undefined
  }

  /// Whether the value can be called.
  package func isFunction(_ value: ScriptValue) -> Bool { value.object?.isFunction ?? false }

  /// Whether the value is an array.
  package func isArray(_ value: ScriptValue) -> Bool { value.object?.isArray ?? false }

  /// Collects garbage.
  package func collectGarbage() { machine.collectGarbage() }

  /// Bytes of heap, strings and buffers.
  package var memory: Int { machine.heapSize() }
}
