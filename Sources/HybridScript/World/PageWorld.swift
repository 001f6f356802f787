package import HybridJSON
package import HybridJavaScript
package import HybridSource

/// The world of one page's scripts: a JavaScript context with `document`, events, timers, `fetch`, `token`
/// and the rest.
///
/// Each entry is one turn: handlers run, microtasks drain, then the host gets changed component data.
/// Errors in the author's code are recorded with ``PageHost/record(_:)`` at their source place, and not
/// thrown; the world continues. Entries may be called again from within, as `click()` does: the outermost one
/// is the turn.
///
/// The world holds its host weakly. Both belong to one thread at a time.
package final class PageWorld {
  /// The options of a page.
  package struct Options: Sendable {
    /// `getElementsBy…` in TokenHybrid's order: the node itself too, and siblings from the last to the first.
    package var legacyLists = false
    /// Whether the page has TokenHybrid's defaults instead of the web's.
    package var isNative = false
    /// Device pixels to a point.
    package var devicePixelRatio = 2.0
    /// The seed that makes `Math.random` reproducible; nil for a random one.
    package var seed: UInt32?
    /// The limits of one turn.
    package var limits = ScriptLimits()
    /// The names of elements in lower case by their class. Other names are unknown elements.
    package var elementClasses: [String: [String]]
    /// The elements without content and end tag.
    package var voidElements: Set<String>
    /// The elements that can have a shadow tree, besides those with a dash in their names.
    package var shadowHosts: Set<String>

    /// The web's defaults.
    package init(
      elementClasses: [String: [String]], voidElements: Set<String> = [], shadowHosts: Set<String> = []
    ) {
      self.elementClasses = elementClasses
      self.voidElements = voidElements
      self.shadowHosts = shadowHosts
    }
  }

  let context: ScriptContext
  let options: Options
  let bridge: PageBridge
  private let native: ModuleBridge
  private let modules: WorldModules
  private var entries: [String: ScriptObject] = [:]
  private var depth = 0
  private var rejections: [Rejection] = []
  private var isReleased = false

  /// A world for a page, with nothing run in it.
  ///
  /// - Parameters:
  ///   - modules: Native modules, for `NativeModules`; `token`, `document` and `window` among them also
  ///     answer the page's calls of those names.
  ///   - queues: The queues for work that does not run on the thread of the scripts.
  ///   - page: Tells pages apart for modules that send events to several.
  ///   - deliver: Called from any thread with what modules answer; keeps it for ``accept(_:)``.
  /// - Throws: A fault of kind `unavailable` where there is no JavaScriptCore.
  package init(
    host: any PageHost, modules: ModuleRegistry = ModuleRegistry(), queues: ModuleQueues = .inline,
    page: Int = 0,
    options: Options, deliver: @escaping @Sendable (ModuleAnswer) -> Void = { _ in }
  ) throws(ScriptFault) {
    context = try ScriptContext(limits: options.limits)
    self.options = options
    bridge = PageBridge(host)
    bridge.workers.options = options
    native = try ModuleBridge(modules, in: context, queues: queues, page: page, deliver: deliver)
    self.modules = WorldModules(context)
    guard let reached = bridge.object(in: context) else {
      throw ScriptFault(.unavailable, "the page's objects could not be created")
    }
    context.set("options", of: reached, to: context.value(options.script))
    self.modules.install(on: reached)
    bridge.connect(context, self.modules)
    context.set(Prelude.handover, of: context.global, to: .object(reached))
    guard let made = try context.evaluate(Prelude.text, path: "hybrid:prelude").object else {
      throw ScriptFault(.unavailable, "the page's objects could not be created")
    }
    for entry in Entry.allCases {
      guard let function = context.get(entry.rawValue, of: made).object else {
        preconditionFailure("the prelude lacks \(entry)")
      }
      entries[entry.rawValue] = function
    }
    context.onUnhandledRejection = { [weak self] fault, promise, reason in
      self?.rejected(Rejection(fault: fault, promise: promise, reason: reason))
    }
    for method in modules["token"]?.methods ?? [] { call(.tokenMethod, [.string(method.name)]) }
    native.onCall = { [weak bridge] module, method, arguments in
      guard let bridge, !bridge.notes.isQuiet else { return }
      bridge.host?.record(.call(module: module, method: method, arguments: arguments))
    }
    native.onReport = { [weak bridge] report in
      let entry: PageLogEntry =
        report.fault.map { .error($0) }
        ?? .console(level: report.isError ? "error" : "warn", text: report.message)
      bridge?.host?.record(entry)
    }
  }

  /// Functions of the prelude.
  enum Entry: String, CaseIterable {
    case dispatch, hook, timer, requestFinished, animationFinished, row, section, invoke, setExtension,
      setCurrentScript
    case scriptFailed, rejected, endTurn, layoutChanged, tokenMethod, documentChanged, followLink
    case formEntries, postForm
    case linkModule, makeModule, evaluateModule, defineImport
    case connection, worker, motionEnded
    case flushSheets, shadowTreesChanged
  }

  // MARK: Turns

  /// Runs a script of the page: `line` and `column` are the place of its first character in `path`, from 1.
  ///
  /// - Parameter node: Its element, for `document.currentScript`.
  package func run(_ text: String, path: String, line: Int = 1, column: Int = 1, node: Int? = nil) {
    turn {
      if let node { call(.setCurrentScript, [ScriptValue(node: node)]) }
      do throws(ScriptFault) {
        try context.evaluate(text, path: path, line: line, column: column)
      } catch {
        tell(error)
      }
      if node != nil { call(.setCurrentScript, [ScriptValue(node: nil)]) }
    }
  }

  /// Sets the modules of the page, which ``runModule(_:)`` refers to by index.
  package func setModules(_ modules: [ScriptModule]) {
    self.modules.set(modules)
    for (number, module) in modules.enumerated() where module.kind == .importer {
      guard let name = module.names.first else { continue }
      call(.defineImport, [.number(Double(number)), .string(name), .string(module.text)])
    }
  }

  /// Runs a module script: links it with all that it imports, and evaluates what has not been evaluated.
  ///
  /// - Parameter script: Its element, if that is to have its event `load`.
  package func runModule(_ number: Int, script: Int? = nil) {
    turn {
      do throws(ScriptFault) {
        guard let link = entries[Entry.linkModule.rawValue] else { return }
        try context.call(link, [.number(Double(number))])
      } catch {
        var fault = error
        if fault.kind == .exception, fault.message.hasPrefix("SyntaxError: ") {
          fault.kind = .syntax
          fault.message = String(fault.message.dropFirst("SyntaxError: ".count))
        }
        return tell(fault)
      }
      // Behind the microtasks: asynchronous modules have done their first step then.
      call(.evaluateModule, [.number(Double(number)), ScriptValue(node: script)])
    }
  }

  /// Dispatches a fault of a script as an event, and records it unless a listener took it (HTML Standard
  /// §8.1.4.6, *report an exception*).
  private func tell(_ fault: ScriptFault) {
    guard fault.kind == .exception || fault.kind == .syntax else { return record(fault) }
    let thrown = context.thrown(by: fault) ?? .null
    let isHandled = call(
      .scriptFailed,
      [
        .string(fault.uncaughtMessage), .string(fault.path), .number(Double(fault.line)),
        .number(Double(fault.column)), thrown,
      ])
    if isHandled?.bool != true, fault.kind != .syntax || !modules.isKnown(fault) { record(fault) }
  }

  /// Dispatches an event as the platform does, with `isTrusted`; nil is the window.
  ///
  /// - Parameter detail: An object's members become the event's where its class has them (`key`, `clientX`,
  ///   `data` …); everything is its `detail`.
  /// - Returns: Whether a listener prevented the default action.
  @discardableResult
  package func dispatch(
    _ type: String, on node: Int?, detail: JSONValue = .null, bubbles: Bool = true, cancelable: Bool = true
  ) -> Bool {
    turn {
      call(
        .dispatch,
        [
          .string(type), ScriptValue(node: node), .string(Self.text(detail)), .bool(bubbles),
          .bool(cancelable),
        ])?.bool
        ?? false
    }
  }

  /// A timer that was asked for with ``PageHost/setTimer(_:after:repeats:nesting:)`` is due.
  package func timerFired(_ id: Int) {
    turn {
      if !bridge.workers.timerFired(id, in: self) { call(.timer, [.number(Double(id))]) }
    }
  }

  /// The answer to ``PageHost/send(_:id:)``; one that was cancelled is ignored.
  package func requestFinished(_ id: Int, _ response: PageResponse) {
    turn {
      if !bridge.workers.requestFinished(id, response) {
        call(.requestFinished, [.number(Double(id)), .string(response.script)])
      }
    }
  }

  /// Something happened to a connection of ``PageConnectionHost/connect(_:id:)``; one that was closed by the
  /// script is ignored.
  package func connectionChanged(_ id: Int, _ event: PageConnectionEvent) {
    turn {
      if !bridge.workers.connectionChanged(id, event) {
        call(.connection, [.number(Double(id))] + event.script)
      }
    }
  }

  /// Passes an answer or an event of a native module to the scripts.
  package func accept(_ answer: ModuleAnswer) {
    turn { if !isReleased { native.accept(answer) } }
  }

  /// Reports the end of an animation that ``PageHost/animate(_:_:duration:delay:done:)`` began.
  package func animationFinished(_ id: Int) {
    turn { _ = call(.animationFinished, [.number(Double(id))]) }
  }

  /// An animation or transition that a script has asked for has ended, or was cancelled.
  package func motionEnded(_ id: Int, isFinished: Bool) {
    turn { _ = call(.motionEnded, [.number(Double(id)), .bool(isFinished)]) }
  }

  /// Something happens to the page: `DOMContentLoaded`, `load`, `pageShow`, `pageClose`, `pageRefresh`,
  /// `resize`, `scroll`, names in small letters as events of the window, and others as handlers of
  /// `App({…})`.
  ///
  /// `pageShow`, `pageClose` and `pageRefresh` also call the window's function of the name, with `arguments`.
  package func hook(_ name: String, arguments: [JSONValue] = []) {
    let text = arguments.isEmpty ? "" : Self.text(.array(arguments))
    turn { _ = call(.hook, [.string(name), .string(text)]) }
  }

  /// Runs what an `@click` says, `method('text', 2)`: a method of the component around `node`, else a global
  /// function. The data that is bound at `node` is its last argument.
  package func invoke(_ expression: String, on node: Int) {
    turn {
      guard let scope = bridge.host?.scopeData(of: node) else { return }
      _ = call(
        .invoke, [.string(expression), .string(scope.component ?? ""), .string(Self.text(scope.data))])
    }
  }

  /// A link was followed: one that leads to another place of the page changes the fragment of its address.
  /// - Returns: Whether it did; otherwise the link leads to another page.
  package func followsLink(_ reference: String) -> Bool {
    turn { call(.followLink, [.string(reference)])?.bool ?? false }
  }

  /// The entries of a form that is submitted, as the query of a URL, after its `formdata` event.
  package func entries(of form: Int, submitter: Int?) -> String {
    turn { call(.formEntries, [.number(Double(form)), ScriptValue(node: submitter)])?.string ?? "" }
  }

  /// Sends the entries of a form that is submitted, after its `formdata` event.
  ///
  /// - Parameter encoding: The value of `enctype`, in lower case.
  package func post(_ form: Int, submitter: Int?, to action: String, as encoding: String) {
    turn {
      _ = call(
        .postForm,
        [.number(Double(form)), ScriptValue(node: submitter), .string(action), .string(encoding)])
    }
  }

  /// Styles were computed and frames may have moved: runs ResizeObserver and IntersectionObserver. Cheap if
  /// ``watchesLayout`` is false.
  package func layoutChanged() {
    guard bridge.notes.watchesLayout else { return }
    turn { _ = call(.layoutChanged, []) }
  }

  /// The tree was changed from outside and node numbers may have changed their meaning: drops cached state
  /// about nodes.
  package func documentChanged() {
    turn { _ = call(.documentChanged, []) }
  }

  /// Tells the host the texts of the style sheets whose rules scripts have changed.
  package func flushSheets() {
    turn { _ = call(.flushSheets, []) }
  }

  /// The template made shadow trees, or took some away.
  package func shadowTreesChanged() {
    turn { _ = call(.shadowTreesChanged, []) }
  }

  /// Whether ``layoutChanged()`` has observers.
  package var watchesLayout: Bool { bridge.notes.watchesLayout }

  // MARK: Data

  /// The data of one table row, as the last `reloadData` gave it; nil where there is none.
  package func row(of table: Int, section: Int, row: Int) -> JSONValue? {
    data(.row, [.number(Double(table)), .number(Double(section)), .number(Double(row))])
  }

  /// The data of a table's section.
  package func section(of table: Int, section: Int) -> JSONValue? {
    data(.section, [.number(Double(table)), .number(Double(section))])
  }

  private func data(_ entry: Entry, _ arguments: [ScriptValue]) -> JSONValue? {
    turn { call(entry, arguments)?.string.map { JSONValue(script: $0) } }
  }

  /// Data from the page before: `window.extension`.
  package func setExtension(_ data: JSONValue) {
    turn { _ = call(.setExtension, [.string(Self.text(data, orEmpty: false))]) }
  }

  /// The place of the author's code that is running: its line, since the engine reports no column.
  package var caller: SourceLocation? {
    guard let frame = context.machine.caller else { return nil }
    return SourceLocation(path: frame.path, line: frame.line, column: frame.column)
  }

  /// Bytes of heap, strings and buffers.
  package var memory: Int { context.memory }

  /// Ends the world: nothing runs in it any more.
  package func release() {
    guard !isReleased else { return }
    isReleased = true
    bridge.workers.endAll(on: bridge.host)
    native.close()
    entries = [:]
    context.onUnhandledRejection = nil
    context.close()
  }

  deinit { context.close() }

  // MARK: How a turn ends

  func turn<Value>(_ body: () -> Value) -> Value {
    depth += 1
    defer {
      if depth == 1 { endTurn() }
      depth -= 1
    }
    return body()
  }

  private func endTurn() {
    guard !isReleased else { return }
    // A rejection's handler may reject again; a page that does so for ever waits for its next turn.
    for _ in 0..<3 where !rejections.isEmpty {
      let told = rejections
      rejections = []
      for rejection in told where call(.rejected, rejection.arguments)?.bool != true {
        record(rejection.fault)
      }
    }
    call(.endTurn, [])
  }

  private func rejected(_ rejection: Rejection) {
    if rejections.count < 100 { rejections.append(rejection) }
  }

  /// Calls the prelude; a fault is recorded, and nil is returned.
  @discardableResult
  func call(_ entry: Entry, _ arguments: [ScriptValue]) -> ScriptValue? {
    guard !isReleased, let function = entries[entry.rawValue] else { return nil }
    do throws(ScriptFault) {
      return try context.call(function, arguments)
    } catch {
      record(error)
      return nil
    }
  }

  /// A call that is stopped ends all that it is in: only the outermost one says so.
  private func record(_ fault: ScriptFault) {
    guard depth == 1 || fault.kind == .exception || fault.kind == .syntax else { return }
    bridge.host?.record(.error(fault))
  }

  private static func text(_ value: JSONValue, orEmpty: Bool = true) -> String {
    if orEmpty, value.isNull { return "" }
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }
}

/// A rejected promise without a handler.
struct Rejection {
  var fault: ScriptFault
  var promise: ScriptValue
  var reason: ScriptValue

  /// The arguments of the entry `rejected`.
  var arguments: [ScriptValue] { [promise, reason] }
}

extension PageWorld.Options {
  /// The settings that the prelude gets.
  var script: JSONValue {
    [
      "legacyLists": .bool(legacyLists), "isNative": .bool(isNative),
      "devicePixelRatio": .number(devicePixelRatio),
      "seed": seed.map { .number(Double($0)) } ?? .null,
      "elementClasses": .object(
        JSONObject(
          elementClasses.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map { .string($0) })) })),
      "voidElements": .array(voidElements.sorted().map { .string($0) }),
      "shadowHosts": .array(shadowHosts.sorted().map { .string($0) }),
    ]
  }
}
