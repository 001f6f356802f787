import HybridConcurrency
import HybridEncoding
package import HybridJSON
package import HybridReload
package import HybridRuntime
package import HybridScript
package import HybridSocket
package import HybridSource
package import HybridUnits
package import HybridViewTree

/// A page that runs for one client, in real time.
///
/// Its input arrives through ``tell(_:)``, in order; its output leaves through `send`. Its scripts have their
/// own thread, so that neither the session nor another client waits for them.
package actor RunningPage {
  /// An input.
  package enum Command: Sendable {
    /// A user event.
    case event(ClientEvent)
    /// Its client inspects a node, or tries a declaration.
    case inspect(InspectRequest)
    case edit(EditRequest)
    /// Its sources were saved.
    case save(Unit, Save)
    /// Other units were saved: the client still gets the revision, with the same message as other clients.
    case pass(revision: Int, WebSocketMessage)
    /// It is shown on another device, or with another data set.
    case move(Variant)
    /// Its client reconnected, or may have missed messages: it gets the whole tree, unless it has that tree.
    case snapshot(revision: Int, as: Variant, unless: TreeHash?)
    case response(Int, PageResponse)
    /// The network has accepted bytes of a connection: its number, and the number of bytes.
    case sent(Int, Int)
    /// Another page covers it, or uncovers it; then it sends its client the whole tree.
    case cover
    case uncover(revision: Int)
    /// Its client disconnected: it pauses until a snapshot is requested.
    case rest
    /// The page above it returns data.
    case extend(JSONValue)
    case tick
  }

  /// A save in the form for the client.
  package struct Save: Sendable {
    /// The revision with the changes of all other units.
    package var update: ServerMessage.Update
    package var hash: String
    package var reason: String
  }

  /// An output.
  package enum Output: Sendable {
    case message(ServerMessage)
    /// A message for several clients.
    case shared(WebSocketMessage)
    /// The current tree of the page, after a step.
    case picture(ViewTree)
    /// A log entry.
    case log(PageLogEntry)
    case note(LogLevel, String)
    /// The inspection of a node, or why there is none.
    case inspected(RequestID, ElementInspection?, handle: Int)
    /// It requests navigation to another page, after an action of the user or by itself.
    case navigate(PageNavigation, isByUser: Bool)
  }

  /// The identifier by which a returning client requests it.
  package nonisolated let id: String
  package nonisolated let unit: String
  private nonisolated let executor = QueueExecutor(label: "hybrid.page")
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private nonisolated let inbox: AsyncStream<Command>.Continuation
  private let commands: AsyncStream<Command>
  private let renderer: Renderer
  private let network: PageNetwork
  private let send: @Sendable (Output) -> Void
  /// Whether an earlier message still waits for the client to read.
  private let isBusy: @Sendable () -> Bool
  private let environment: @Sendable () -> PageEnvironment
  /// When it stops its clock.
  private let rest: PageRest
  /// The project's files, for quotations.
  private let source: @Sendable (String) -> Source?
  /// The unfixed faults of its scripts, the oldest first, each once.
  private var faults: [Diagnostic] = []
  /// The number of faults from opening it: these stay until it restarts.
  private var openingFaults = 0
  static let faultLimit = 20
  private var variant: Variant
  private var page: (any LiveUnit)?
  private var form: Unit
  /// The tree that the client already shows.
  private var adopted: ViewTree?
  private var revision: Int
  /// Whether another page covers it; then its client gets nothing.
  private var isCovered = false
  /// When its client disconnected; nil while connected. Its clock is paused meanwhile.
  private var restingSince: ContinuousClock.Instant?
  /// The client's own navigation, if the next whole tree is its result.
  private var navigation: ServerMessage.Snapshot.Navigation?
  /// Whether the user has acted on it.
  private var wasUsed = false
  private var began = ContinuousClock.now
  private var alarm: Task<Void, Never>?
  private var loop: Task<Void, Never>?
  private var fetches: [Int: Task<Void, Never>] = [:]
  private var links = PageLinks()
  /// Connections with events for the page while its client is disconnected.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isStopped = false

  /// A page that has not started. `rest` is when it stops its clock.
  package init(
    _ unit: Unit, id: String, as variant: Variant, at revision: Int, renderer: Renderer,
    network: PageNetwork,
    adopting tree: ViewTree? = nil, navigation: ServerMessage.Snapshot.Navigation? = nil,
    until rest: PageRest = .idle,
    source: @escaping @Sendable (String) -> Source? = { _ in nil },
    environment: @escaping @Sendable () -> PageEnvironment,
    isBusy: @escaping @Sendable () -> Bool = { false },
    send: @escaping @Sendable (Output) -> Void
  ) {
    (commands, inbox) = AsyncStream.makeStream(of: Command.self)
    self.id = id
    self.unit = unit.name
    self.variant = variant
    self.revision = revision
    self.renderer = renderer
    self.network = network
    self.environment = environment
    self.send = send
    self.isBusy = isBusy
    self.source = source
    self.rest = rest
    form = unit
    adopted = tree
    self.navigation = navigation
  }

  /// Opens the page and runs it until ``stop()``.
  ///
  /// - Parameters:
  ///   - states: The user input of the page that this one replaces.
  ///   - offered: The hash of the client's tree: an equal tree is not sent again.
  package nonisolated func start(restoring states: [NodeState] = [], unless offered: TreeHash? = nil) {
    Task { await run(restoring: states, unless: offered) }
  }

  /// Adds an input.
  package nonisolated func tell(_ command: Command) { inbox.yield(command) }

  /// Ends the page, after the running turn.
  package nonisolated func stop() { inbox.finish() }

  private func run(restoring states: [NodeState], unless offered: TreeHash?) async {
    open(restoring: states, unless: offered)
    for await command in commands {
      perform(command)
      if case .tick = command { afterTurn(isFrame: true) } else { afterTurn() }
    }
    alarm?.cancel()
    for fetch in fetches.values { fetch.cancel() }
    page?.hook(.close)
    sendBeacons()
    links.dropAll()
    isStopped = true
    resumeConnections()
    page?.close()
    page = nil
  }

  /// Makes the requests that outlive the page; their answers are ignored.
  private func sendBeacons() {
    for (_, request) in page?.takeRequests() ?? [] where request.outlivesPage {
      Task { [network] in _ = await network.response(to: request) }
    }
  }

  private func open(restoring states: [NodeState], unless offered: TreeHash?) {
    guard let page = make(form) else { return }
    self.page = page
    began = .now
    // The client shows the page before its scripts ran: it continues from there.
    let isShown = adopted.map { page.adopt($0) } ?? false
    adopted = nil
    if isShown {
      // From here on the tree belongs to this page, which the client has to name after reconnecting.
      send(
        .message(
          .page(
            ServerMessage.PagePatch(
              unit: unit, device: variant.device.name, data: variant.dataSet, patch: Patch(), page: id))))
    }
    page.open()
    catchUp()
    page.hook(.show)
    page.restore(states)
    if !isShown, let (_, tree, _) = page.step() { show(tree, unless: offered) }
    afterTurn()
    openingFaults = faults.count
  }

  /// The unit as it runs here; nil for a kind of unit that does not run.
  private func make(_ unit: Unit) -> (any LiveUnit)? {
    var environment = environment()
    environment.wake = { [inbox] in inbox.yield(.tick) }
    environment.file = network.file
    environment.workerModules = network.workerModules
    environment.dataSet = variant.dataSet
    return unit.showable.live(as: variant, in: environment, by: renderer)
  }

  private func show(_ tree: ViewTree, unless offered: TreeHash? = nil) {
    send(.picture(tree))
    if let offered, navigation == nil, offered == TreeHash(tree) {
      let same = ServerMessage.TreeConfirmation(
        revision: revision, unit: unit, device: variant.device.name, data: variant.dataSet, page: id)
      send(.message(.same(same)))
      if !faults.isEmpty { tellFaults() }
      return
    }
    var snapshot = ServerMessage.Snapshot(
      revision: revision, unit: unit, device: variant.device.name, data: variant.dataSet, tree: tree, page: id
    )
    snapshot.navigation = navigation
    navigation = nil
    send(.message(.snapshot(snapshot)))
    if !faults.isEmpty { tellFaults() }
  }

  private func perform(_ command: Command) {
    guard let page else { return }
    catchUp()
    switch command {
    case .event(let event):
      if event.isAction { wasUsed = true }
      page.handle(event)
    case .inspect(let request):
      let inspection = page.inspect(request.handle, sources: source)
      send(.inspected(request.id, inspection, handle: request.handle))
    case .edit(let request): edit(request, page)
    case .response(let number, let response):
      fetches[number] = nil
      page.finish(number, with: response)
    case .sent(let number, let bytes): page.connection(number, hasTaken: bytes)
    case .tick: break
    case .rest: if restingSince == nil { restingSince = .now }
    case .extend(let data): page.extend(with: data)
    case .cover:
      isCovered = true
      page.hook(.hide)
    case .uncover(let revision):
      self.revision = revision
      isCovered = false
      navigation = .back
      page.hook(.show)
      _ = page.step()
      if let tree = page.shown { show(tree) }
    case .move(let variant):
      self.variant = variant
      page.move(to: variant)
      if !isCovered, let (_, tree, _) = page.step() { show(tree) }
    case .snapshot(let revision, let variant, let offered):
      wake()
      (self.revision, self.variant) = (revision, variant)
      page.move(to: variant)
      _ = page.step()
      if let tree = page.shown { show(tree, unless: offered) }
    case .pass(let revision, let message):
      self.revision = revision
      if !isCovered { send(.shared(message)) }
    case .save(let unit, let save): take(unit, save)
    }
    catchUp()
  }

  /// Applies an edit, and answers if requested or if it fails.
  private func edit(_ request: EditRequest, _ page: any LiveUnit) {
    let failure = page.edit(request)
    guard request.id != nil || failure != nil else { return }
    send(.message(.edited(.init(id: request.id, edits: page.pageEdits, failure: failure))))
  }

  /// Resumes the page.
  private func wake() {
    guard let since = restingSince else { return }
    began += since.duration(to: .now)
    restingSince = nil
    resumeConnections()
  }

  // MARK: Connections

  private func resumeConnections() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func perform(_ command: PageConnectionCommand) {
    switch command {
    case .connect(let number, let connection):
      links.open(number) { [network, weak self] line in
        await network.run(connection, opened: { line.take($0) }) { [weak self] event in
          await self?.deliver(event, of: number, on: line)
        }
      }
    case .transmit(let number, let message):
      links.send(message, on: number) { [inbox] bytes in inbox.yield(.sent(number, bytes)) }
    case .disconnect(let number, let code, let reason):
      if !links.close(number, code: code, reason: reason) {
        page?.tell(.closed(code: 1006, reason: ""), of: number)
      }
    }
  }

  /// Passes the page an event of a connection; waits while its client is disconnected.
  private func deliver(_ event: PageConnectionEvent, of number: Int, on line: PageLinks.Line) async {
    while restingSince != nil, !isStopped { await withCheckedContinuation { waiting.append($0) } }
    guard let page, !isStopped, links.has(line, as: number) else { return }
    switch event {
    case .closed, .failed: links.drop(number)
    case .opened, .received: break
    }
    catchUp()
    page.tell(event, of: number)
    catchUp()
    afterTurn()
  }

  /// Advances the page to the current time.
  private func catchUp() {
    guard restingSince == nil else { return }
    page?.advance(to: began.duration(to: .now).milliseconds, limit: 1000)
  }

  /// Sends the changes of a turn to the client, and starts pending requests and timers.
  ///
  /// - Parameter isFrame: Whether only time has passed. While an earlier message waits, frames are skipped.
  private func afterTurn(isFrame: Bool = false) {
    guard let page else { return }
    let isLate = isFrame && isBusy()
    if !isCovered, !isLate, let (patch, tree, _) = page.step() {
      if let patch {
        send(
          .message(
            .page(
              ServerMessage.PagePatch(
                unit: unit, device: variant.device.name, data: variant.dataSet, patch: patch))))
        send(.picture(tree))
      } else {
        show(tree)
      }
    }
    tellLog(of: page)
    for (number, request) in page.takeRequests() { fetch(request, number) }
    for command in page.takeConnectionCommands() { perform(command) }
    for navigation in page.takeNavigations() { send(.navigate(navigation, isByUser: wasUsed)) }
    setAlarm(isLate: isLate)
  }

  /// Sends the log entries of the page, preceded by its list of faults.
  private func tellLog(of page: any LiveUnit) {
    let entries = page.takeLog()
    let before = faults
    for case .error(let fault) in entries where faults.count < Self.faultLimit {
      let diagnostic = fault.diagnostic(in: source(fault.path))
      if !faults.contains(diagnostic) { faults.append(diagnostic) }
    }
    if faults != before { tellFaults() }
    for entry in entries { send(.log(entry)) }
  }

  private func tellFaults() { send(.message(.faults(unit: unit, faults))) }

  private func fetch(_ request: PageRequest, _ number: Int) {
    let network = network
    fetches[number] = Task { [inbox] in
      let response = await network.response(to: request)
      inbox.yield(.response(number, response))
    }
  }

  /// Waits for the next turn, or for the next frame if one was skipped.
  private func setAlarm(isLate: Bool) {
    alarm?.cancel()
    alarm = nil
    guard restingSince == nil, let page,
      let due = isLate ? page.now + LivePage.frame : page.nextTurn(until: rest)
    else { return }
    // The next step of a slow motion can exceed the range of the clock; an early turn does no harm.
    let time = began + .milliseconds(min(due, 1e9))
    alarm = Task { [inbox] in
      do { try await Task.sleep(until: time, clock: .continuous) } catch { return }
      inbox.yield(.tick)
    }
  }

  // MARK: Saves

  /// Applies the unit's next version: as a patch if the page continues, as a whole tree if it restarts.
  private func take(_ unit: Unit, _ save: Save) {
    guard let page else { return }
    var update = save.update
    revision = update.revision
    form = unit
    let kind: UnitChange.Kind
    var reason = save.reason
    switch page.replacement(by: unit) {
    case .kept:
      page.replace(with: unit)
      let step = page.step()
      if let step, step.patch == nil {
        kind = .reload(device: variant.device.name, data: variant.dataSet, step.tree)
      } else {
        kind = .patch(device: variant.device.name, data: variant.dataSet, step?.patch ?? Patch())
      }
      if let step { send(.picture(step.tree)) }
      // The save may have fixed faults of handlers; remaining ones are reported again.
      if faults.count > openingFaults {
        faults.removeLast(faults.count - openingFaults)
        tellFaults()
      }
    case .restarts(let why):
      reason += " (restarts: \(why))"
      let edits = page.carriedEdits
      page.hook(.close)
      sendBeacons()
      links.dropAll()
      tellLog(of: page)
      page.close()
      if !faults.isEmpty {
        faults = []
        tellFaults()
      }
      for fetch in fetches.values { fetch.cancel() }
      fetches = [:]
      self.page = make(unit)
      guard let next = self.page else { return }
      began = .now
      next.open()
      next.hook(.show)
      next.restore(edits)
      let tree = next.step()?.tree ?? next.tree
      tellLog(of: next)
      openingFaults = faults.count
      kind = .reload(device: variant.device.name, data: variant.dataSet, tree)
      send(.picture(tree))
      send(.note(.info, "\(self.unit) restarts: \(why)"))
    }
    guard !isCovered else { return }
    update.changes.append(UnitChange(unit: self.unit, hash: save.hash, kind: kind, reason: reason))
    send(.message(.update(update)))
  }
}
