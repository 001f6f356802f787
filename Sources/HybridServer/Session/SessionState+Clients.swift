import HybridReload
import HybridRuntime
import HybridUnits

/// Messages of clients: from the state and a message to the next state and the answers, in order.
extension SessionState {
  /// Adds an accepted client; returns its greeting.
  mutating func connect(_ window: ClientWindow) -> [ServerMessage] {
    clients.connect(Client(window, as: Variant(devices.terminal.device), at: builds.revision))
    return builds.errors.isEmpty ? [welcome] : [welcome, builds.failed]
  }

  /// Handles the introduction of a client.
  ///
  /// - Returns: The answers, and the revision of this session that its tree has; nil if it has none, or if no
  ///   update applies to its tree.
  mutating func introduce(
    _ hello: ClientMessage.Hello, _ id: UInt64
  ) -> (messages: [ServerMessage], known: Int?) {
    clients[id]?.introduce(hello, at: builds.revision)
    var messages = choose(hello.device, data: hello.data, for: id)
    // The unit that it shows may be missing only temporarily.
    let wanted = hello.unit.flatMap {
      compiler.unitNames.contains($0) || hello.shows?.unit == $0 ? $0 : nil
    }
    clients[id]?.choose(unit: wanted)
    let isKnown = hello.session == self.id
    // It may have disconnected during an error that is fixed now.
    if hello.session != nil, builds.errors.isEmpty, !isKnown || (hello.revision ?? 0) < builds.fixedIn {
      messages.append(builds.fixed)
    }
    // A discarded running page leaves a tree that no update applies to.
    return (messages, isKnown && hello.page == nil ? hello.revision : nil)
  }

  /// Sets the view that a client requests.
  ///
  /// - Returns: The answers, and whether there is such a view: if so, the client needs its tree.
  mutating func choose(
    _ show: ClientMessage.Show, for id: UInt64
  ) -> (messages: [ServerMessage], isValid: Bool) {
    let before = clients[id].map { ($0.wanted, $0.variant) }
    var messages = choose(show.device, data: show.data, for: id)
    if let unit = show.unit {
      guard compiler.unitNames.contains(unit) else {
        messages.append(.log(.warning, text: "there is no unit '\(unit.prefix(200))'"))
        return (messages, false)
      }
      clients[id]?.choose(unit: unit)
    }
    // After switching to another view, the client shows the last save late: that is no measure of the
    // latency.
    if let before, let client = clients[id], before != (client.wanted, client.variant) {
      clients[id]?.ignorePaints(upTo: builds.revision)
    }
    return (messages, true)
  }

  /// Sets the device and data set that a client requests; returns a warning if there is no such device.
  ///
  /// - Parameters:
  ///   - device: Nil keeps the previous choice.
  ///   - data: Nil is each unit's own.
  private mutating func choose(_ device: DeviceRequest?, data: String?, for id: UInt64) -> [ServerMessage] {
    clients[id]?.choose(dataSet: Variant.dataSet(named: data))
    var messages: [ServerMessage] = []
    if let device {
      do throws(DeviceFault) {
        _ = try devices.device(device)
        clients[id]?.choose(device: device)
      } catch {
        let hint = error.hint(devices.list.names).map { "; " + $0 } ?? ""
        messages.append(.log(.warning, text: error.message + hint))
      }
    }
    if let client = clients[id] {
      let device = devices.device(of: client)
      clients[id]?.move(to: device)
    }
    return messages
  }

  /// Records that a client shows a revision; one that does not exist yet is ignored.
  mutating func painted(_ revision: Int, by id: UInt64, at instant: ContinuousClock.Instant) {
    if revision <= builds.revision { clients.painted(revision, by: id, at: instant) }
  }

  /// Removes a client; returns its own page, if it ran.
  mutating func disconnect(_ id: UInt64, at now: ContinuousClock.Instant) -> ClientPage? {
    clients.disconnect(id, whenShown: shown, at: now)
  }

  /// Records a client's announcement to the terminal; false if it was announced before, or is gone.
  mutating func announce(_ id: UInt64) -> Bool { clients[id]?.announce() ?? false }

  // MARK: Their pages

  /// Sets the starting page of a client, which replaces the shared tree.
  mutating func open(_ page: ClientPage, for id: UInt64) { clients[id]?.open(page) }

  /// Moves a client to a running page and its unit.
  mutating func move(_ id: UInt64, to page: ClientPage) { clients[id]?.go(to: page) }

  /// Ends a client's page and the pages below.
  mutating func closePage(of id: UInt64) { clients[id]?.closePage() }

  /// Counts a client's question about a node; false if it has `limit` open ones, or is gone.
  mutating func beginQuestion(of id: UInt64, atMost limit: Int) -> Bool {
    clients[id]?.ask(atMost: limit) ?? false
  }

  /// Counts an answered question of a client.
  mutating func endQuestion(of id: UInt64) { clients[id]?.answer() }

  // MARK: Messages for them

  /// Records that an update goes to all clients without a running page; returns those that can take it now.
  mutating func receive(_ update: Save.Update) -> [any ClientLine] {
    clients.receive(update.content, byteCount: update.message.bytes.count)
  }

  /// A client's row in the list of clients.
  func summary(of id: UInt64) -> ClientSummary? { clients[id]?.summary(following: shown) }
}
