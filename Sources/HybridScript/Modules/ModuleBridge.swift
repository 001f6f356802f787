package import HybridJSON
import HybridSource

/// A report about native modules: a mistake of a module, or of the script that uses it.
package struct ModuleReport {
  /// Whether it is an error, because something was lost; otherwise a warning.
  package var isError: Bool
  /// One sentence.
  package var message: String
  /// The exception of a script that received an answer or an event.
  package var fault: ScriptFault?
}

/// Connects the native modules of a registry to the scripts of one context.
///
///     let bridge = try ModuleBridge(registry, in: context, queues: .system()) { answer in
///       page.enqueue { $0.bridge.accept(answer) }
///     }
///
/// Scripts get `NativeModules`, `NativeEventEmitter` and `DeviceEventEmitter`. Work that is not for the
/// script's thread is done by `queues`; whatever modules answer, from any thread, goes through `deliver`, and
/// reaches the scripts when the page calls ``accept(_:)``. Like its context the bridge belongs to one thread
/// at a time.
package final class ModuleBridge {
  private let context: ScriptContext
  private let registry: ModuleRegistry
  private let queues: ModuleQueues
  private let page: Int
  private let deliver: @Sendable (ModuleAnswer) -> Void
  private var settle: ScriptObject?
  private var emit: ScriptObject?
  /// The number of listeners of each event of each module.
  private var listeners: [String: [String: Int]] = [:]
  private var pending: Set<Int> = []
  private var hasWarned = false
  private var isOpen = true

  /// Called for each call, in order, before it is made: the module, the method and the arguments.
  package var onCall: ((_ module: String, _ method: String, _ arguments: [JSONValue]) -> Void)?
  /// Called for errors outside of calls.
  package var onReport: ((ModuleReport) -> Void)?

  /// The number of unanswered calls from which on a page is warned.
  package static let pendingLimit = 500

  /// Installs the modules in a context.
  /// - Parameters:
  ///   - page: Tells pages apart for modules that send events to several.
  ///   - deliver: Called from any thread; keeps the answer for ``accept(_:)``.
  package init(
    _ registry: ModuleRegistry, in context: ScriptContext, queues: ModuleQueues = .inline, page: Int = 0,
    deliver: @escaping @Sendable (ModuleAnswer) -> Void
  ) throws(ScriptFault) {
    self.context = context
    self.registry = registry
    self.queues = queues
    self.page = page
    self.deliver = deliver
    let install = try context.evaluate(modulesPrelude, path: "hybrid:modules.js")
    guard let install = install.object, let native = context.value(json: "{}")?.object else {
      throw ScriptFault(.unavailable, "the prelude of the native modules is not a function")
    }
    let call = context.function("call") { [weak self] in try self?.call($0) ?? .undefined }
    let observe = context.function("observe") { [weak self] in try self?.observe($0) ?? .undefined }
    context.set("call", of: native, to: .object(call))
    context.set("observe", of: native, to: .object(observe))
    let installed = try context.call(install, [.object(native), context.value(registry.description)])
    guard let answers = installed.object else {
      throw ScriptFault(.unavailable, "the prelude of the native modules installed nothing")
    }
    settle = context.get("settle", of: answers).object
    emit = context.get("emit", of: answers).object
  }

  deinit { close() }

  /// Ends the bridge: listeners are removed, and later answers are dropped.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    pending = []
    for (name, counts) in listeners where counts.values.contains(where: { $0 > 0 }) {
      registry.entries[name]?.module.stopObserving(emitter(of: name))
    }
    listeners = [:]
  }

  /// The number of listeners of a module's event.
  package func listenerCount(_ event: String, of module: String) -> Int { listeners[module]?[event] ?? 0 }

  /// Hands an answer or event to the scripts; errors that they throw go to ``onReport``.
  package func accept(_ answer: ModuleAnswer) {
    guard isOpen else { return }
    switch answer.content {
    case .success(let call, let values): settle(call, isSuccess: true, values)
    case .failure(let call, let values): settle(call, isSuccess: false, values)
    case .event(let module, let name, let body): send(module, name, body)
    case .misuse(let message): report(message)
    }
  }

  // MARK: Calls

  private func call(_ arguments: [ScriptValue]) throws -> ScriptValue {
    guard isOpen, arguments.count == 5, let name = arguments[0].string, let methodName = arguments[1].string,
      let text = arguments[2].string, let number = arguments[3].int, let callbacks = arguments[4].int
    else { throw ScriptThrow("Error", "the native modules of this page are closed") }
    let label = "\(name).\(methodName)"
    guard let entry = registry.entries[name],
      let method = entry.methods.first(where: { $0.name == methodName })
    else { throw ScriptThrow("TypeError", "\(label) is not a native method") }
    guard let values = (try? JSONValue(parsing: text))?.array else {
      throw ScriptThrow("RangeError", "\(label): the arguments are nested too deeply, or too long")
    }
    onCall?(name, methodName, values)
    try checkCount(of: values, callbacks: callbacks, for: method, label)
    let work: NativeMethod.Work
    do { work = try method.prepare(values) } catch {
      throw ScriptThrow(
        "TypeError",
        "\(label): argument \(error.number)\(error.reason.path) must be \(error.reason.expected), not "
          + error.reason.found)
    }
    switch work {
    case .now(let body):
      do {
        guard let result = try body() else { return .undefined }
        var writer = JSONWriter()
        writer.value(result)
        return .string(writer.text)
      } catch {
        let error = ModuleError(error)
        throw ScriptThrow("Error", error.message, properties: ["code": error.code, "domain": error.domain])
      }
    case .later(let body):
      pending.insert(number)
      if pending.count > Self.pendingLimit, !hasWarned {
        hasWarned = true
        onReport?(
          ModuleReport(
            isError: false,
            message: "more than \(Self.pendingLimit) native calls wait for an answer; the last is \(label)"))
      }
      let reply = ModuleReply(call: number, label: label, deliver: deliver)
      queues.run(entry.module.queue, name) { body(reply) }
      return .undefined
    }
  }

  private func checkCount(
    of values: [JSONValue], callbacks: Int, for method: NativeMethod, _ label: String
  ) throws(ScriptThrow) {
    let (least, most) = (method.required, method.expectations.count)
    guard (least...max(least, most)).contains(values.count) else {
      let expected = least == most ? counted(most, "argument") : "\(least) to \(most) arguments"
      throw ScriptThrow("TypeError", "\(label) takes \(expected), not \(values.count)")
    }
    guard case .callback(let most) = method.kind, callbacks > most else { return }
    throw ScriptThrow("TypeError", "\(label) takes \(counted(most, "callback")), not \(callbacks)")
  }

  private func settle(_ call: Int, isSuccess: Bool, _ values: [JSONValue]) {
    guard pending.remove(call) != nil, let settle else { return }
    tell(settle, [.number(Double(call)), .bool(isSuccess), .string(text(of: .array(values)))])
  }

  // MARK: Events

  private func emitter(of module: String) -> ModuleEmitter {
    ModuleEmitter(page: page, module: module, deliver: deliver)
  }

  private func observe(_ arguments: [ScriptValue]) throws -> ScriptValue {
    guard isOpen, arguments.count == 3, let name = arguments[0].string, let event = arguments[1].string,
      let change = arguments[2].int
    else { return .undefined }
    guard let entry = registry.entries[name] else {
      throw ScriptThrow("TypeError", "there is no native module '\(name)'")
    }
    guard entry.events.contains(event) else {
      throw ScriptThrow("TypeError", "'\(event)' is not an event of the native module '\(name)'")
    }
    let before = listeners[name]?.values.reduce(0, +) ?? 0
    listeners[name, default: [:]][event, default: 0] += change > 0 ? 1 : -1
    let after = listeners[name]?.values.reduce(0, +) ?? 0
    if before == 0, after > 0 { entry.module.startObserving(emitter(of: name)) }
    if before > 0, after == 0 { entry.module.stopObserving(emitter(of: name)) }
    return .undefined
  }

  private func send(_ module: String, _ event: String, _ body: JSONValue) {
    guard registry.entries[module]?.events.contains(event) ?? false else {
      return report("the native module '\(module)' sent '\(event)', which it does not declare")
    }
    guard listenerCount(event, of: module) > 0, let emit else {
      onReport?(
        ModuleReport(isError: false, message: "'\(event)' of the native module '\(module)' has no listener"))
      return
    }
    tell(emit, [.string(event), .string(text(of: body))])
  }

  // MARK: Telling

  private func tell(_ function: ScriptObject, _ arguments: [ScriptValue]) {
    do { try context.call(function, arguments) } catch {
      onReport?(ModuleReport(isError: true, message: error.message, fault: error))
    }
  }

  private func report(_ message: String) { onReport?(ModuleReport(isError: true, message: message)) }

  private func text(of value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }
}
