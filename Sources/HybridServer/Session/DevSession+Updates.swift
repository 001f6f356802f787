import HybridReload
import HybridRuntime
import HybridSocket
import HybridUnits

/// What clients are told of: updates as they happen, and what they missed.
extension DevSession {
  /// Tells everybody something that has nothing to do with trees.
  func tellAll(_ message: ServerMessage) {
    let message = WebSocketMessage.text(message.encoded)
    broadcast(message, clients.values.map(\.window).filter { $0.admits(message.bytes.count) }.map(\.line))
  }

  /// Tells everybody an update, encoded once, and keeps it for those who are away.
  func tellAll(_ update: ServerMessage.Update, templates: [String]) {
    let message = WebSocketMessage.text(ServerMessage.update(update).encoded)
    let templates = templates.filter { isTemplate($0) }
    ring.append(update, as: message, templates: templates)
    // Who follows the terminal goes to the unit that it shows now, if the update brings it.
    let brought = update.changes.compactMap { change in
      if case .reload = change.kind, change.unit == update.shown { change.kind.variant } else { nil }
    }
    // In place: a copy of everybody for each update would cost more than the sending.
    var lines: [any ClientLine] = []
    for place in clients.indices {
      guard clients.values[place].page == nil, clients.values[place].window.admits(message.bytes.count) else {
        continue
      }
      lines.append(clients.values[place].window.line)
      clients.values[place].receive(update, bringing: brought)
    }
    broadcast(message, lines)
    tellPages(update, as: message)
    for name in templates {
      guard let frame = templateFrame(of: name) else { continue }
      let windows = clients.values.filter { $0.takesBinary && $0.window.admits(frame.count) }.map(\.window)
      broadcast(.binary(frame), windows.map(\.line))
    }
  }

  /// A template as it travels; nil for a page, and for one that never was good.
  private func templateFrame(of name: String) -> [UInt8]? {
    guard isTemplate(name), let unit = compiler.unit(named: name) else { return nil }
    return UnitFrame(revision: revision, unit: unit)?.encoded
  }

  // MARK: One client

  /// A client took all that waited for it: it is told how things stand now.
  func clientDrained(_ id: UInt64) {
    guard let client = clients[id] else { return }
    client.window.reopen()
    clients[id]?.liveSince = revision
    send(welcome, to: id)
    send(
      errors.isEmpty ? .fixed(revision: revision) : .failed(revision: revision, diagnostics: errors), to: id)
    bringUpToDate(id, from: client.has?.revision)
  }

  /// Sends a client what it needs to have the tree of the unit that it wants, and as little as that takes: nothing, the
  /// updates it missed, or the whole tree.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: What it says is on its screen.
  func bringUpToDate(
    _ id: UInt64, from known: Int? = nil, showing shows: ClientMessage.Hello.Shows? = nil
  ) {
    tellOfMissingDataSet(id)
    guard let client = clients[id], let unit = client.wanted ?? shown else { return }
    // A tree of something else is of no use.
    let offered = shows.flatMap { $0.unit == unit && $0.variant == client.variant.name ? $0.tree : nil }
    if let page = client.page {
      if page.running.unit == unit {
        for below in page.below { below.tell(.move(client.variant)) }
        return page.running.tell(.snapshot(revision: revision, as: client.variant, unless: offered))
      }
      page.stop()
      clients[id]?.page = nil
    }
    let states = known == nil && shows?.unit == unit ? shows?.states ?? [] : []
    if runs(unit) || !states.isEmpty, openPage(for: id, restoring: states, unless: offered) != nil { return }
    guard tree(of: unit, as: client.variant) != nil else { return }
    if let known, let missed = missed(by: client, of: unit, since: known, showing: shows) {
      return catchUp(id, with: missed, of: unit, since: known)
    }
    if let offered, offered == stages.hash(of: unit, as: client.variant) {
      let same = ServerMessage.Same(
        revision: revision, unit: unit, device: client.variant.device.name, data: client.variant.dataSet)
      return send(.text(ServerMessage.same(same).encoded), with: unit, to: id)
    }
    sendSnapshot(of: unit, to: id)
  }

  /// The updates that bring a client's tree up to date; nil when they do not.
  private func missed(
    by client: Client, of unit: String, since known: Int, showing shows: ClientMessage.Hello.Shows?
  ) -> [UpdateRing.Entry]? {
    guard known <= revision, let numbered = stages.numberedIn(unit, as: client.variant), known >= numbered
    else { return nil }
    let before: String?
    if let shows {
      guard shows.variant == client.variant.name else { return nil }
      before = shows.unit
    } else if let has = client.has {
      guard has.variant == client.variant else { return nil }
      before = has.unit
    } else {
      // Who does not say what it shows has what it asks for, or what the terminal showed then.
      before = client.wanted ?? ring.shown(at: known) ?? shown
    }
    guard before == unit else { return nil }
    return ring.missed(
      since: known, unit: unit, variant: client.variant.name, follows: client.wanted == nil)
  }

  private func catchUp(_ id: UInt64, with missed: [UpdateRing.Entry], of unit: String, since known: Int) {
    guard let client = clients[id] else { return }
    let cost = missed.reduce(0) { $0 + $1.message.bytes.count }
    // Encoding a tree to see how large it is pays only where much was missed.
    if cost > 4_096, let snapshot = stages.snapshot(of: unit, as: client.variant, revision: revision),
      snapshot.count < cost
    {
      return sendSnapshot(of: unit, to: id)
    }
    catchUpCount += 1
    clients[id]?.has = Client.Shown(unit: unit, variant: client.variant, revision: known)
    for entry in missed {
      guard client.window.send(entry.message) else { return }
      clients[id]?.has?.revision = entry.revision
    }
    clients[id]?.has?.revision = revision
    guard client.takesBinary else { return }
    var names: [String] = []
    for name in missed.flatMap(\.templates) where !names.contains(name) { names.append(name) }
    for name in names {
      if let frame = templateFrame(of: name) { client.window.send(.binary(frame)) }
    }
  }

  private func sendSnapshot(of unit: String, to id: UInt64) {
    guard let client = clients[id],
      let bytes = stages.snapshot(of: unit, as: client.variant, revision: revision)
    else { return }
    snapshotCount += 1
    send(.text(bytes), with: unit, to: id)
    if client.takesBinary, let frame = templateFrame(of: unit) { client.window.send(.binary(frame)) }
  }

  /// Sends what makes a client have a unit's tree of now.
  private func send(_ message: WebSocketMessage, with unit: String, to id: UInt64) {
    guard let client = clients[id] else { return }
    let isSent = client.window.send(message)
    clients[id]?.has =
      isSent ? Client.Shown(unit: unit, variant: client.variant, revision: revision) : nil
  }
}

extension Client {
  /// Notes that an update is on its way, which has whole trees for the variants in `brought`.
  fileprivate mutating func receive(_ update: ServerMessage.Update, bringing brought: [VariantName]) {
    guard has != nil else { return }
    has?.revision = update.revision
    guard wanted == nil, let shown = update.shown, has?.unit != shown, let name = has?.variant.name,
      brought.contains(name)
    else { return }
    has?.unit = shown
  }
}
