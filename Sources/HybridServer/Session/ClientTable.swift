import HybridReload
import HybridRuntime
import HybridSocket

/// The connected clients, the views of disconnected ones, and save latencies.
struct ClientTable {
  private var clients: [UInt64: Client] = [:]
  private var disconnected = DisconnectedViews()
  private var latencies = SaveLatencies()
  /// How often reconnected clients got only the missed updates, and how often a client got a whole tree,
  /// excluding running pages.
  private(set) var catchUpCount = 0
  private(set) var snapshotCount = 0

  /// One client. An unknown one is nil, and stays so.
  subscript(id: UInt64) -> Client? {
    get { clients[id] }
    // In place, so that changing a client copies nothing.
    _modify { yield &clients[id] }
  }

  var count: Int { clients.count }
  var ids: [UInt64] { Array(clients.keys) }
  var all: some Collection<Client> { clients.values }
  /// The clients without a unit of their own choice, which show the terminal's unit.
  var followers: [UInt64] { ids.filter { clients[$0]?.wanted == nil } }

  /// The client that a condition holds for.
  func first(where condition: (Client) -> Bool) -> (id: UInt64, client: Client)? {
    clients.first { condition($0.value) }.map { ($0.key, $0.value) }
  }

  /// Adds a client.
  mutating func connect(_ client: Client) { clients[client.window.line.id] = client }

  /// Removes a client. Its view stays laid out for a while, unless its own page ran.
  /// - Returns: The page.
  mutating func disconnect(
    _ id: UInt64, whenShown shown: String?, at now: ContinuousClock.Instant
  ) -> ClientPage? {
    guard let client = clients.removeValue(forKey: id) else { return nil }
    if let page = client.page { return page }
    if let unit = client.unit(following: shown) { disconnected.left(unit, as: client.variant, at: now) }
    return nil
  }

  /// Sets each client's device; returns the clients whose device changed.
  mutating func move(by device: (Client) -> Device) -> [UInt64] {
    var moved: [UInt64] = []
    for place in clients.indices {
      let device = device(clients.values[place])
      if clients.values[place].move(to: device) { moved.append(clients.keys[place]) }
    }
    return moved
  }

  /// Forgets the views of clients that disconnected long ago.
  mutating func dropExpired(at now: ContinuousClock.Instant) { disconnected.dropExpired(at: now) }

  /// Forgets the views of disconnected clients, because device names changed their meaning.
  mutating func forgetDisconnected() { disconnected.forgetAll() }

  /// The rows of the clients, in the order of connecting.
  func summaries(whenShown shown: String?) -> [ClientSummary] {
    clients.values.map { $0.summary(following: shown) }.sorted { $0.id < $1.id }
  }

  // MARK: Views

  /// Whether a unit is on a client's screen, or would be as soon as the terminal showed it.
  func isLookedAt(_ unit: String, whenShown shown: String?) -> Bool {
    clients.values.contains {
      $0.unit(following: shown) == unit && ($0.has?.unit == unit || $0.page(of: unit) != nil)
    }
  }

  /// Whether a client shows a variant of a unit because it requested the unit.
  func isChosen(_ unit: String, as variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == unit && $0.variant == variant }
      || disconnected.variants(of: unit).contains(variant)
  }

  /// Whether a client shows the terminal's unit in this variant.
  func hasFollowers(of variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == nil && $0.page == nil && $0.variant == variant }
  }

  /// The variants of a unit that clients show, or may come back to.
  func variants(of unit: String, whenShown shown: String?) -> [Variant] {
    clients.values.filter { $0.unit(following: shown) == unit }.map(\.variant)
      + disconnected.variants(of: unit)
  }

  /// All views that clients show, or may come back to.
  func stages(whenShown shown: String?) -> Set<StageTable.Key> {
    Set(
      clients.values.compactMap { client in
        client.unit(following: shown).map { StageTable.Key(unit: $0, variant: client.variant) }
      } + disconnected.expected.map { StageTable.Key(unit: $0.unit, variant: $0.variant) })
  }

  // MARK: Sending

  /// The clients that can receive a message of `count` bytes now; the others fall behind.
  func lines(admitting count: Int, where condition: (Client) -> Bool = { _ in true }) -> [any ClientLine] {
    clients.values.filter { condition($0) && $0.window.admits(count) }.map(\.window.line)
  }

  /// Records that an update of `byteCount` bytes is sent to all clients without a running page; returns those
  /// that can receive it now.
  mutating func receive(_ update: ServerMessage.Update, byteCount: Int) -> [any ClientLine] {
    // Clients that follow the terminal switch to its new unit, if the update has the whole tree for them.
    let brought = update.changes.compactMap { change in
      if case .reload = change.kind, change.unit == update.shown { change.kind.variant } else { nil }
    }
    // In place: copying all clients for each update would cost more than sending.
    var lines: [any ClientLine] = []
    for place in clients.indices {
      guard clients.values[place].page == nil, clients.values[place].window.admits(byteCount) else {
        continue
      }
      lines.append(clients.values[place].window.line)
      clients.values[place].receive(update, bringing: brought)
    }
    return lines
  }

  /// Sends a client its catch-up; false if it falls behind.
  mutating func send(
    _ catchUp: CatchUp, of unit: String, at revision: Int, to id: UInt64
  ) -> Bool {
    switch catchUp {
    case .updates(let missed, let known):
      catchUpCount += 1
      return clients[id]?.send(missed, of: unit, since: known, at: revision) ?? false
    case .same(let message):
      clients[id]?.send(.text(message.encoded), with: unit, at: revision)
    case .snapshot(let bytes):
      snapshotCount += 1
      clients[id]?.send(.text(bytes), with: unit, at: revision)
    }
    return true
  }

  // MARK: Latencies

  /// Records a save whose first event was read at `seen`.
  mutating func saved(_ revision: Int, seen: ContinuousClock.Instant) { latencies.save(revision, seen: seen) }

  /// Records that a client shows a revision.
  mutating func painted(_ revision: Int, by id: UInt64, at instant: ContinuousClock.Instant) {
    guard clients[id]?.awaits(revision) == true, clients[id]?.acknowledge(revision) == true,
      let time = latencies.paint(revision, at: instant)
    else { return }
    clients[id]?.addPaint(time)
  }

  var figures: PaintFigures { latencies.figures }
}
