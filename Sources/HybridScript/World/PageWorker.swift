import HybridEncoding
import HybridJSON

/// One dedicated worker: a context of its own, with the part of the prelude that needs no document.
///
/// It runs on the page's thread, in turns of its own with the limits of a page.
final class PageWorker {
  let id: Int
  private let address: String
  private let name: String
  /// Its script or module.
  private let script: Script
  private let options: PageWorld.Options
  /// The bridge of the page; set by ``start(in:)``.
  private(set) weak var bridge: PageBridge?
  private var context: ScriptContext?
  private var entries: [PageWorld.Entry: ScriptObject] = [:]
  private var receive: ScriptObject?
  private var broadcast: ScriptObject?
  private var modules: WorldModules?
  /// Its tasks that wait at the page's host.
  private var timers: Set<Int> = []
  private var repeating: Set<Int> = []
  private var requests: Set<Int> = []
  private var connections: Set<Int> = []
  private var rejections: [Rejection] = []
  /// The exception that the prelude is telling the worker's own handlers about.
  private let exceptions = ReportedExceptions()
  /// Whether its script has called `close()`.
  private(set) var isClosing = false

  /// The script of a worker.
  enum Script {
    /// A script of the project.
    case file
    /// A module of the project, or of the text of a `blob:` or `data:` URL.
    case module(String?)
    /// The script of a `blob:` or `data:` URL.
    case text(String)
  }

  init(_ id: Int, at address: String, name: String, _ script: Script, options: PageWorld.Options) {
    (self.id, self.address, self.name, self.options) = (id, address, name, options)
    self.script = script
  }

  /// Ends it, with all that waits for it.
  func close(on host: (any PageHost)?) {
    isClosing = true
    context?.onUnhandledRejection = nil
    context?.close()
    context = nil
    (entries, receive, broadcast, modules) = ([:], nil, nil, nil)
    guard let host else { return }
    for timer in timers { host.clearTimer(number(timer)) }
    for request in requests { host.cancelRequest(number(request)) }
    for connection in connections { host.disconnect(number(connection), code: 1001, reason: "") }
    host.releaseDatabases(of: id)
  }

  private func number(_ id: Int) -> Int { PageWorkers.number(id, of: self.id) }

  // MARK: Turns

  /// Reads and runs its script.
  func start(in bridge: PageBridge) {
    self.bridge = bridge
    do throws(ScriptFault) {
      switch script {
      case .module(nil): try startModule()
      case .module(let text?): try startModule(of: text)
      case .file: try run(try script(at: address))
      case .text(let text): try run((text, String(address.prefix(100))))
      }
    } catch {
      fail(error)
      isClosing = true
    }
  }

  private func run(_ script: (text: String, path: String)) throws(ScriptFault) {
    try prepare()
    turn { () throws(ScriptFault) in try context?.evaluate(script.text, path: script.path) }
  }

  /// Evaluates its module.
  private func startModule() throws(ScriptFault) {
    guard let linked = bridge?.host?.workerModules(at: address), let context = try prepare() else {
      // Says why there is none.
      _ = try script(at: address)
      throw ScriptFault(.exception, "NetworkError: modules of workers cannot be read here")
    }
    modules?.set(linked.modules)
    turn { () throws(ScriptFault) in try evaluate(.number(Double(linked.entry)), in: context) }
  }

  /// Evaluates the module of a `blob:` or `data:` URL.
  private func startModule(of text: String) throws(ScriptFault) {
    let context = try prepare()
    turn { () throws(ScriptFault) in
      guard let context, let make = entries[.makeModule] else { return nil }
      return try evaluate(context.call(make, [.string(address), .string(text)]), in: context)
    }
  }

  /// Links a module with all that it imports, and evaluates it.
  /// - Parameter number: Its number (``WorldModules``).
  private func evaluate(_ number: ScriptValue, in context: ScriptContext) throws(ScriptFault) -> ScriptValue?
  {
    guard let link = entries[.linkModule], let evaluate = entries[.evaluateModule] else { return nil }
    try context.call(link, [number])
    return try context.call(evaluate, [number])
  }

  /// Takes a message of a channel.
  func received(_ message: String, ofChannel name: String) {
    guard let broadcast else { return }
    turn { () throws(ScriptFault) in try context?.call(broadcast, [.string(name), .string(message)]) }
  }

  /// Takes a message of the page.
  func received(_ message: String) {
    guard let receive else { return }
    turn { () throws(ScriptFault) in try context?.call(receive, [.string(message)]) }
  }

  func timerFired(_ timer: Int) {
    if !repeating.contains(timer) { timers.remove(timer) }
    call(.timer, [.number(Double(timer))])
  }

  func requestFinished(_ request: Int, _ response: PageResponse) {
    requests.remove(request)
    call(.requestFinished, [.number(Double(request)), .string(response.script)])
  }

  func connectionChanged(_ connection: Int, _ event: PageConnectionEvent) {
    switch event {
    case .closed, .failed: connections.remove(connection)
    case .opened, .received: break
    }
    call(.connection, [.number(Double(connection))] + event.script)
  }

  private func call(_ entry: PageWorld.Entry, _ arguments: [ScriptValue]) {
    guard let function = entries[entry] else { return }
    turn { () throws(ScriptFault) in try context?.call(function, arguments) }
  }

  private func turn(_ body: () throws(ScriptFault) -> ScriptValue?) {
    guard !isClosing else { return }
    do throws(ScriptFault) { _ = try body() } catch { fail(error) }
    let told = rejections
    rejections = []
    for rejection in told {
      let isHandled = entries[.rejected].flatMap { try? context?.call($0, rejection.arguments) }
      if isHandled?.bool != true { bridge?.host?.record(.error(rejection.fault)) }
    }
    if let function = entries[.endTurn] { _ = try? context?.call(function) }
  }

  private func fail(_ fault: ScriptFault) {
    guard let bridge, let host = bridge.host else { return }
    bridge.workers.fail(id, fault, on: host)
  }

  // MARK: Its world

  @discardableResult
  private func prepare() throws(ScriptFault) -> ScriptContext? {
    let context = try ScriptContext(
      limits: ScriptLimits(turn: options.limits.turn, memory: min(options.limits.memory, PageWorkers.memory)))
    self.context = context
    let broken = ScriptFault(.unavailable, "the worker's objects could not be created")
    guard let reached = context.value(json: "{}")?.object else { throw broken }
    for (name, function) in PageBridge.functions {
      let own = Self.functions[name] ?? (Self.shared.contains(name) ? nil : Self.absent)
      let body: ([ScriptValue]) throws -> ScriptValue = { [weak self, weak bridge = bridge] given in
        guard let self, let bridge else { throw ScriptThrow("InvalidStateError", "the page was closed") }
        return try own.map { try $0(self, given) } ?? function(bridge, given)
      }
      context.set(name, of: reached, to: .object(context.function(name, body)))
    }
    for (name, function) in Self.additions {
      let body: ([ScriptValue]) throws -> ScriptValue = { [weak self] given in
        try self.map { try function($0, given) } ?? .undefined
      }
      context.set(name, of: reached, to: .object(context.function(name, body)))
    }
    context.set("options", of: reached, to: context.value(options.script))
    context.set("workerName", of: reached, to: .string(name))
    if case .module = script { context.set("isModule", of: reached, to: .bool(true)) }
    let modules = WorldModules(context)
    modules.install(on: reached)
    self.modules = modules
    context.set(Prelude.handover, of: context.global, to: .object(reached))
    guard let made = try context.evaluate(Prelude.workerText, path: "hybrid:prelude").object else {
      throw broken
    }
    for entry in [
      PageWorld.Entry.timer, .requestFinished, .connection, .rejected, .endTurn, .linkModule, .makeModule,
      .evaluateModule,
    ] {
      entries[entry] = context.get(entry.rawValue, of: made).object
    }
    receive = context.get("receive", of: made).object
    broadcast = context.get("broadcast", of: made).object
    context.onUnhandledRejection = { [weak self] fault, promise, reason in
      guard let self, self.rejections.count < 100 else { return }
      self.rejections.append(Rejection(fault: fault, promise: promise, reason: reason))
    }
    return context
  }

  /// A script of the project, with its path for messages.
  private func script(at address: String) throws(ScriptFault) -> (text: String, path: String) {
    let base = "hybrid://project/"
    let file = String(address.prefix { $0 != "?" && $0 != "#" })
    let shown = file.hasPrefix(base) ? String(file.dropFirst(base.count)) : String(address.prefix(200))
    let path = String(decoding: shown.utf8.percentDecodedWherePossible, as: UTF8.self)
    switch bridge?.host?.projectFile(at: file) {
    case .bytes(let bytes): return (String(decoding: bytes, as: UTF8.self), path)
    case .denied: throw ScriptFault(.exception, "NetworkError: '\(path)' may hold secrets and is not read")
    case .missing, nil:
      throw ScriptFault(.exception, "NetworkError: '\(path)' is not a file of this project")
    }
  }

  private func host() throws -> any PageHost {
    guard let host = bridge?.host else { throw ScriptThrow("InvalidStateError", "the page was closed") }
    return host
  }

  // MARK: Native functions

  private typealias Function = @Sendable (PageWorker, [ScriptValue]) throws -> ScriptValue

  /// Functions of the page that are the same in a worker.
  private static let shared: Set<String> = ["now", "wallClock", "console", "quiet", "part", "random"]

  /// The answers to the prelude about the document, which workers do not have.
  private static let absent: Function = { _, _ in .undefined }

  /// Functions of the page that a worker has in its own way.
  private static let functions: [String: Function] = [
    "kind": { _, given in .number(given.node(0) == 0 ? Double(PageNodeKind.document.rawValue) : 0) },
    "viewport": { _, _ in "[0,0]" },
    "ids": { _, _ in "[]" },
    "elements": { _, _ in "[]" },
    "address": { worker, _ in .string(worker.address) },
    "setTimer": { worker, given in
      let timer = given.node(0)
      worker.timers.insert(timer)
      if given.flag(2) { worker.repeating.insert(timer) }
      try worker.host().setTimer(
        worker.number(timer), after: max(0, given.number(1)), repeats: given.flag(2), nesting: given.node(3))
      return .undefined
    },
    "clearTimer": { worker, given in
      worker.timers.remove(given.node(0))
      worker.repeating.remove(given.node(0))
      try worker.host().clearTimer(worker.number(given.node(0)))
      return .undefined
    },
    "send": { worker, given in
      worker.requests.insert(given.node(0))
      try worker.host().send(
        PageRequest(script: JSONValue(script: given.text(1))), id: worker.number(given.node(0)))
      return .undefined
    },
    "cancelRequest": { worker, given in
      worker.requests.remove(given.node(0))
      try worker.host().cancelRequest(worker.number(given.node(0)))
      return .undefined
    },
    "connect": { worker, given in
      worker.connections.insert(given.node(0))
      try worker.host().connect(PageConnection(given), id: worker.number(given.node(0)))
      return .undefined
    },
    "transmit": { worker, given in
      guard let message = PageMessage(given) else { return .undefined }
      try worker.host().transmit(message, on: worker.number(given.node(0)))
      return .undefined
    },
    "disconnect": { worker, given in
      try worker.host().disconnect(
        worker.number(given.node(0)), code: given.optionalNode(1), reason: given.text(2))
      return .undefined
    },
    "buffered": { worker, given in
      .number(Double(try worker.host().bufferedBytes(of: worker.number(given.node(0)))))
    },
    "database": { worker, given in
      ScriptValue(
        text: try worker.host().database(
          given.text(0), given.dropFirst().map { $0.string ?? "" }, owner: worker.id))
    },
    "report": { worker, given in
      worker.exceptions.report(ScriptFault(thrown: given.first ?? .undefined, words: given.text(1)))
    },
    "reported": { worker, given in
      if let fault = worker.exceptions.take(), !given.flag(0) { worker.fail(fault) }
      return .undefined
    },
  ]

  /// The members of workers only.
  private static let additions: [String: Function] = [
    "postToPage": { worker, given in
      try worker.bridge?.workers.post(given.text(0), from: worker.id, on: worker.host())
      return .undefined
    },
    "broadcastFromWorker": { worker, given in
      try worker.bridge?.workers.broadcast(
        given.text(1), ofChannel: given.text(0), from: worker.id, on: worker.host())
      return .undefined
    },
    "closeWorker": { worker, _ in
      worker.isClosing = true
      return .undefined
    },
    "importScript": { worker, given in
      let file: (text: String, path: String)
      do throws(ScriptFault) { file = try worker.script(at: given.text(0)) } catch {
        throw ScriptThrow("NetworkError", String(error.message.dropFirst("NetworkError: ".count)))
      }
      try worker.context?.evaluate(file.text, path: file.path)
      return .undefined
    },
  ]
}
