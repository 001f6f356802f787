import Foundation
import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript
import HybridSocket
import HybridSource
import HybridUnits
import Synchronization

/// A client's running page, with what it needs to go on after a break of the connection.
struct ClientPage {
  let running: RunningPage
  let receiver: PageReceiver
  /// The client's device as its pages see it: its stores. Pages of one client share it.
  let device: PageDeviceBox
  /// The pages below it, the one that opened it last.
  var below: [RunningPage] = []

  /// Ends it, with all pages below.
  func stop() {
    running.stop()
    for page in below { page.stop() }
  }
}

/// A simulated device that is used on the threads of its pages only.
final class PageDeviceBox: @unchecked Sendable {
  // Only the pages of one client use it, one page at a time, each on its own executor.
  let device = SimulatedDevice()
}

extension DevSession {
  /// Pages kept for clients that went away, so that a break of the connection costs no state.
  static let parkedLimit = 64

  /// Whether a unit has to run for each client.
  func runs(_ name: String) -> Bool { compiler.isAlive(name) }

  /// The client's own page of the unit it looks at; nil when the unit is no page.
  @discardableResult
  func openPage(
    for id: UInt64, adopting tree: ViewTree? = nil, restoring states: [NodeState] = [],
    unless offered: TreeHash? = nil
  ) -> ClientPage? {
    guard let client = clients[id], let name = client.wanted ?? shown, case .page(let unit)? = current(name)
    else {
      return nil
    }
    if let page = client.page, page.running.unit == name { return page }
    client.page?.stop()
    let box = client.page?.device ?? PageDeviceBox()
    let receiver = PageReceiver(client.window)
    let page = ClientPage(
      running: makePage(unit, of: receiver, as: client.variant, device: box, adopting: tree),
      receiver: receiver,
      device: box)
    clients[id]?.page = page
    clients[id]?.has = nil
    page.running.start(restoring: states, unless: offered)
    return page
  }

  /// A page whose output goes to a client.
  private func makePage(
    _ unit: PageUnit, of receiver: PageReceiver, as variant: Variant, device box: PageDeviceBox,
    adopting tree: ViewTree? = nil, data: JSONValue? = nil, isNavigation: Bool = false
  ) -> RunningPage {
    let name = unit.name
    return makePage(
      unit, as: variant, device: box, adopting: tree, data: data, isNavigation: isNavigation
    ) { [weak self] output in
      switch output {
      case .message(let message):
        receiver.send(message)
        guard case .faults(_, let faults) = message, let self else { return }
        Task { await self.note(faults, of: name) }
      case .shared(let message): receiver.send(shared: message)
      case .log(let entry):
        if let line = entry.line { receiver.send(.log(line.level, text: line.text)) }
        guard let self else { return }
        Task { await self.report(entry, of: name) }
      case .note(let level, let text): receiver.send(.log(level, text: text))
      case .inspected(let id, let inspection, let handle):
        guard let self else { return }
        Task { await self.answer(id, inspection, handle: handle, to: receiver) }
      case .navigate(let navigation):
        guard let self else { return }
        Task { await self.navigate(navigation, from: name, receiver) }
      case .picture: break
      }
    }
  }

  // MARK: From page to page

  /// Takes a client to another page, as its own page asked for.
  private func navigate(_ navigation: PageNavigation, from name: String, _ receiver: PageReceiver) {
    guard let (id, client) = clients.first(where: { $0.value.page?.receiver === receiver }),
      var page = client.page, page.running.unit == name
    else { return }
    switch navigation {
    case .push(let address, let data):
      guard let unit = unit(at: address, from: name) else {
        return receiver.send(.log(.warning, text: "'\(address.prefix(200))' is no page of this project"))
      }
      guard page.below.count < 32 else {
        return receiver.send(.log(.warning, text: "more than 32 pages lie over each other"))
      }
      page.running.tell(.cover)
      page.below.append(page.running)
      page = ClientPage(
        running: makePage(
          unit, of: receiver, as: client.variant, device: page.device, data: data, isNavigation: true),
        receiver: receiver, device: page.device, below: page.below)
      show(page, of: id)
      page.running.start()
    case .pop, .popToRoot:
      guard let target = navigation == .pop ? page.below.last : page.below.first else {
        return receiver.send(.log(.info, text: "there is no page to go back to"))
      }
      page.running.stop()
      let kept = page.below.prefix { $0 !== target }
      for gone in page.below.dropFirst(kept.count + 1) { gone.stop() }
      page = ClientPage(running: target, receiver: receiver, device: page.device, below: Array(kept))
      show(page, of: id)
      target.tell(.uncover(revision: revision))
    case .reload:
      clients[id]?.page = nil
      page.stop()
      openPage(for: id)
    case .exit: receiver.send(.log(.info, text: "the page left the app"))
    case .extendPrevious(let data): page.below.last?.tell(.extend(data))
    }
  }

  private func show(_ page: ClientPage, of id: UInt64) {
    clients[id]?.page = page
    clients[id]?.wanted = page.running.unit
  }

  /// The page of the project that an address means: a file of it, relative to the page that names it, or a unit's name.
  private func unit(at address: String, from name: String) -> PageUnit? {
    guard case .page(let origin)? = current(name) else { return nil }
    var path = String(address.prefix { $0 != "?" && $0 != "#" })
    if path.hasPrefix(PageNetwork.base) {
      path = String(path.dropFirst(PageNetwork.base.count))
    } else if path.contains("://") {
      return nil
    } else if !path.hasPrefix("/") {
      let folder = origin.path.split(separator: "/").dropLast().joined(separator: "/")
      path = folder.isEmpty ? path : folder + "/" + path
    }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    path = parts.joined(separator: "/")
    for unit in compiler.unitNames {
      guard case .page(let page)? = current(unit) else { continue }
      if page.path == path || page.path == path + "/index.html" || page.path == path + ".html" { return page }
    }
    guard case .page(let page)? = current(address) else { return nil }
    return page
  }

  private func makePage(
    _ unit: PageUnit, as variant: Variant, device box: PageDeviceBox, adopting tree: ViewTree?,
    data: JSONValue? = nil,
    isNavigation: Bool = false, send: @escaping @Sendable (RunningPage.Output) -> Void
  ) -> RunningPage {
    let address = PageNetwork.base + unit.path
    return RunningPage(
      unit, id: randomToken(), as: variant, at: revision, renderer: renderer, network: network,
      adopting: tree,
      isNavigation: isNavigation,
      source: { [files] path in (try? files.read(path).get()).map { Source(path: path, bytes: $0) } },
      environment: {
        var environment = PageEnvironment(address: address, device: box.device)
        environment.opened = Date().timeIntervalSince1970 * 1000
        environment.extensionData = data
        return environment
      }, send: send)
  }

  /// What scripts of this project reach, by its settings as they are now.
  private var network: PageNetwork {
    let files = files
    return PageNetwork(allowing: compiler.config.allowedOrigins) { files.read($0) }
  }

  /// An event of a client. A page that nobody needed to run until now begins to, with what the client sees of it.
  func clientDid(_ event: ClientEvent, from id: UInt64) {
    guard let client = clients[id], let name = client.wanted ?? shown else { return }
    if client.page == nil || client.page?.running.unit != name {
      guard openPage(for: id, adopting: tree(of: name, as: client.variant)) != nil else { return }
    }
    clients[id]?.page?.running.tell(.event(event))
  }

  /// Keeps the page of a client that is gone for a while.
  func park(_ page: ClientPage) {
    page.receiver.attach(nil)
    for running in page.below + [page.running] { running.tell(.rest) }
    parked.append(page)
    if parked.count > Self.parkedLimit { parked.removeFirst().stop() }
  }

  /// Gives a client its page back; true when it was there still.
  func resume(_ pageID: String, for id: UInt64, showing shows: ClientMessage.Hello.Shows?) -> Bool {
    guard let index = parked.firstIndex(where: { $0.running.id == pageID }), let client = clients[id] else {
      return false
    }
    let page = parked.remove(at: index)
    page.receiver.attach(client.window)
    clients[id]?.page = page
    clients[id]?.wanted = page.running.unit
    let isSame = shows?.unit == page.running.unit && shows?.variant == client.variant.name
    page.running.tell(
      .snapshot(revision: revision, as: client.variant, unless: isSame ? shows?.tree : nil))
    return true
  }

  /// Ends every page that runs: those of clients, of clients that went away, and the terminal's. A page runs until it is
  /// told, whether or not anybody has the session still.
  package func stopPages() {
    for page in parked { page.stop() }
    parked = []
    for id in clients.keys {
      clients[id]?.page?.stop()
      clients[id]?.page = nil
    }
    terminalPage?.stop()
    terminalPage = nil
  }

  /// Tells a save to the clients whose pages run; the others have it from the broadcast.
  func tellPages(_ update: ServerMessage.Update, as message: WebSocketMessage) {
    func command(for name: String) -> RunningPage.Command { self.command(update, as: message, for: name) }
    for client in clients.values {
      guard let page = client.page else { continue }
      for running in page.below + [page.running] { running.tell(command(for: running.unit)) }
    }
    for page in parked {
      for running in page.below + [page.running] { running.tell(command(for: running.unit)) }
    }
    if let page = terminalPage { page.tell(command(for: page.unit)) }
  }

  private func command(
    _ update: ServerMessage.Update, as message: WebSocketMessage, for name: String
  ) -> RunningPage.Command {
    guard let own = update.changes.first(where: { $0.unit == name && $0.kind.isChange }),
      case .page(let unit)? = current(name)
    else { return .pass(revision: update.revision, message) }
    var others = update
    others.changes.removeAll { $0.unit == name }
    return .save(unit, RunningPage.Save(update: others, hash: own.hash, reason: own.reason))
  }

  // MARK: The terminal's own page

  /// Lets the page that the terminal shows run, when it is one that does.
  func followShown() {
    guard let shown, runs(shown), case .page(let unit)? = current(shown) else {
      terminalPage?.stop()
      terminalPage = nil
      return
    }
    guard terminalPage?.unit != shown else { return }
    terminalPage?.stop()
    let box = PageDeviceBox()
    let tell = tellPicture
    let page = makePage(unit, as: standard, device: box, adopting: nil) { [weak self] output in
      switch output {
      case .picture(let tree): tell(shown, tree)
      case .log(let entry):
        guard let self else { return }
        Task { await self.report(entry, of: shown) }
      case .note(let level, let text):
        guard let self else { return }
        Task { await self.report(.console(level: level.rawValue, text: text), of: shown) }
      case .message(.faults(_, let faults)):
        guard let self else { return }
        Task { await self.note(faults, of: shown) }
      case .message, .shared, .inspected, .navigate: break
      }
    }
    terminalPage = page
    page.start()
  }

  /// Notes what is wrong with a running page, for those who ask (``pageFaults``).
  func note(_ faults: [Diagnostic], of unit: String) { pageFaults[unit] = faults.isEmpty ? nil : faults }

  /// Tells the terminal what a page did.
  func report(_ entry: PageLogEntry, of unit: String) {
    let files = files
    let source = { (path: String) in (try? files.read(path).get()).map { Source(path: path, bytes: $0) } }
    if case .error(let fault) = entry {
      scriptFaults.note(fault.diagnostic(in: source(fault.path)), of: unit)
    }
    tellEntry(unit, entry, source)
  }
}

extension PageLogEntry {
  /// As a line for the person at the client.
  var line: (level: LogLevel, text: String)? {
    switch self {
    case .call(let module, let method, let arguments):
      (.debug, "\(module).\(method)(\(arguments.map { $0.text() }.joined(separator: ", ")))")
    case .console(let level, let text): (LogLevel(rawValue: level) ?? .info, text)
    case .error(let fault): (.error, (fault.location.map { "\($0): " } ?? "") + fault.message)
    }
  }
}

extension UnitChange.Kind {
  /// Whether the unit is other than before, and still there.
  var isChange: Bool {
    switch self {
    case .patch, .reload, .changed: true
    case .added, .removed: false
    }
  }
}
