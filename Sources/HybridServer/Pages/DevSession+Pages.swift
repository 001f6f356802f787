import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// Running pages: their clients and their events.
extension DevSession {
  /// The client's own page of its unit; nil if the unit is not a page.
  @discardableResult
  func openPage(
    for id: UInt64, adopting tree: ViewTree? = nil, restoring states: [NodeState] = [],
    unless offered: TreeHash? = nil
  ) -> ClientPage? {
    guard let client = state.clients[id], let name = client.unit(following: shown),
      let unit = state.current(name), unit.isLive
    else { return nil }
    if let page = client.page(of: name) { return page }
    client.page?.stop()
    let box = client.page?.device ?? PageDeviceBox()
    let receiver = PageReceiver(client.window)
    var setting = setting(client.variant)
    (setting.tree, setting.isPlayed) = (tree, client.playsMotion)
    let page = ClientPage(
      running: pages.make(unit, in: setting, for: receiver, device: box), receiver: receiver, device: box)
    state.open(page, for: id)
    page.running.start(restoring: states, unless: offered)
    return page
  }

  /// The inputs of a page that starts now.
  private func setting(_ variant: Variant) -> RunningPages.Setting {
    // The network access of scripts follows the current settings of the project.
    RunningPages.Setting(
      variant: variant, revision: revision, origins: state.compiler.config.allowedOrigins)
  }

  /// Handles an event of a running page.
  func take(_ event: PageEvent) {
    switch event {
    case .faults(let faults, let unit): pages.note(faults, of: unit)
    case .log(let entry, let unit):
      output(.terminal(.script(entry, unit: unit, pages.note(entry, of: unit))))
    case .inspected(let id, let inspection, let handle, let receiver):
      answer(id, inspection, handle: handle, to: receiver)
    case .navigate(let navigation, let isByUser, let unit, let receiver):
      navigate(navigation, isByUser: isByUser, from: unit, receiver)
    }
  }

  // MARK: From page to page

  /// Navigates a client to another page, at the request of its own page.
  private func navigate(
    _ navigation: PageNavigation, isByUser: Bool, from name: String, _ receiver: PageReceiver
  ) {
    guard let (id, client) = state.clients.first(where: { $0.page?.receiver === receiver }),
      var page = client.page(of: name)
    else { return }
    switch navigation {
    case .push(let address, let data):
      guard let unit = state.page(at: address, from: name) else {
        return receiver.send(.log(.warning, text: "'\(address.prefix(200))' is not a page of this project"))
      }
      guard page.below.count < 32 else {
        return receiver.send(.log(.warning, text: "more than 32 pages are open on top of each other"))
      }
      page.running.tell(.cover)
      var setting = setting(client.variant)
      (setting.data, setting.navigation) = (data, isByUser ? .push : .replace)
      setting.isPlayed = client.playsMotion
      page = ClientPage(
        running: pages.make(unit, in: setting, for: receiver, device: page.device),
        receiver: receiver, device: page.device, below: page.all)
      state.move(id, to: page)
      page.running.start()
    case .pop, .popToRoot:
      guard let target = navigation == .pop ? page.below.last : page.below.first else {
        return receiver.send(.log(.info, text: "there is no page to go back to"))
      }
      page.running.stop()
      let kept = page.below.prefix { $0 !== target }
      for gone in page.below.dropFirst(kept.count + 1) { gone.stop() }
      page = ClientPage(running: target, receiver: receiver, device: page.device, below: Array(kept))
      state.move(id, to: page)
      target.tell(.uncover(revision: revision))
    case .reload:
      state.closePage(of: id)
      openPage(for: id)
    case .exit: receiver.send(.log(.info, text: "the page left the app"))
    case .extendPrevious(let data): page.below.last?.tell(.extend(data))
    }
  }

  // MARK: Clients

  /// Handles an event of a client. A page that did not run until now starts, from the tree that the client
  /// has.
  func clientDid(_ event: ClientEvent, from id: UInt64) {
    guard let view = state.view(of: id) else { return }
    if view.page == nil {
      guard openPage(for: id, adopting: tree(of: view.unit, as: view.variant)) != nil else { return }
    }
    state.clients[id]?.page?.running.tell(.event(event))
  }

  /// Reconnects a returning client with its page; true if the page still exists.
  func resume(_ pageID: String, for id: UInt64, showing shows: ClientMessage.Hello.ShownTree?) -> Bool {
    guard let client = state.clients[id], let page = pages.takeParked(pageID) else { return false }
    page.receiver.attach(client.window)
    state.move(id, to: page)
    let isSame = shows?.unit == page.running.unit && shows?.variant == client.variant.name
    page.running.tell(
      .snapshot(revision: revision, as: client.variant, unless: isSame ? shows?.tree : nil))
    return true
  }

  /// Ends every running page: those of connected and disconnected clients, and the terminal's. Pages do not
  /// end with the session by themselves.
  package func stopPages() {
    pages.stop()
    for id in state.clients.ids { state.closePage(of: id) }
  }

  /// Sends a save to the clients with running pages; the others get the broadcast.
  func tellPages(_ update: ServerMessage.Update, as message: WebSocketMessage) {
    for running in runningPages { running.tell(command(update, as: message, for: running.unit)) }
  }

  /// Every page that runs.
  var runningPages: [RunningPage] { state.clients.all.flatMap { $0.page?.all ?? [] } + pages.all }

  private func command(
    _ update: ServerMessage.Update, as message: WebSocketMessage, for name: String
  ) -> RunningPage.Command {
    guard let own = update.changes.first(where: { $0.unit == name && $0.kind.isChange }),
      let unit = state.current(name), unit.isLive
    else { return .pass(revision: update.revision, message) }
    var others = update
    others.changes.removeAll { $0.unit == name }
    return .save(unit, RunningPage.Save(update: others, hash: own.hash, reason: own.reason))
  }

  // MARK: The terminal's own page

  /// Runs the page that the terminal shows, if it has scripts.
  func followShown() {
    var page: Unit?
    if let shown, state.runs(shown) { page = state.current(shown) }
    let output = output
    pages.show(page, in: setting(standard)) { name, tree in output(.terminal(.page(tree, unit: name))) }
  }
}

extension SessionState {
  /// The page of the project for an address: a file, relative to the page with the address, or a unit's name.
  mutating func page(at address: String, from name: String) -> Unit? {
    guard let origin = current(name), origin.isLive else { return nil }
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
      guard let page = current(unit), page.isLive else { continue }
      if page.path == path || page.path == path + "/index.html" || page.path == path + ".html" { return page }
    }
    return current(address).flatMap { $0.isLive ? $0 : nil }
  }
}

extension UnitChange.Kind {
  /// Whether the unit changed and still exists.
  var isChange: Bool {
    switch self {
    case .patch, .reload, .changed: true
    case .added, .removed: false
    }
  }
}
