import HybridReload
import HybridRuntime
import HybridSocket

/// The connected clients, what disconnected ones looked at, and how quick saves reached them.
struct ClientTable {
  private var clients: [UInt64: Client] = [:]
  private var disconnected = DisconnectedViews()
  private var latencies = SaveLatencies()
  /// How often clients that came back got what they missed, and how often a client got a whole tree. Pages
  /// that run not counted.
  private(set) var catchUpCount = 0
  private(set) var snapshotCount = 0

  /// One client. An unknown one is nil, and stays so.
  subscript(id: UInt64) -> Client? {
    get { clients[id] }
    // In place: nothing of a client is copied for a change of it.
    _modify { yield &clients[id] }
  }

  var count: Int { clients.count }
  var ids: [UInt64] { Array(clients.keys) }
  var all: some Collection<Client> { clients.values }

  /// The client that a condition holds for.
  func first(where condition: (Client) -> Bool) -> (id: UInt64, client: Client)? {
    clients.first { condition($0.value) }.map { ($0.key, $0.value) }
  }

  /// Adds a client.
  mutating func connect(_ client: Client) { clients[client.window.line.id] = client }

  /// Removes a client. What it looked at stays laid out for a while, unless its own page ran.
  /// - Returns: The page.
  mutating func disconnect(_ id: UInt64, whenShown shown: String?) -> ClientPage? {
    guard let client = clients.removeValue(forKey: id) else { return nil }
    if let page = client.page { return page }
    if let unit = client.unit(following: shown) { disconnected.left(unit, as: client.variant, at: .now) }
    return nil
  }

  /// Puts each client on its device; returns those that have another one than before.
  mutating func move(by device: (Client) -> Device) -> [UInt64] {
    var moved: [UInt64] = []
    for place in clients.indices {
      let device = device(clients.values[place])
      if clients.values[place].move(to: device) { moved.append(clients.keys[place]) }
    }
    return moved
  }

  /// Forgets what disconnected clients looked at: names of devices mean other ones now.
  mutating func forgetDisconnected() { disconnected.forgetAll() }

  // MARK: What is looked at

  /// Whether a unit is on a client's screen, or would be as soon as the terminal showed it.
  func isLookedAt(_ unit: String, whenShown shown: String?) -> Bool {
    clients.values.contains {
      $0.unit(following: shown) == unit && ($0.has?.unit == unit || $0.page(of: unit) != nil)
    }
  }

  /// Whether somebody looks at a variant of a unit because he asked for the unit.
  mutating func isChosen(_ unit: String, as variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == unit && $0.variant == variant }
      || disconnected.variants(of: unit, at: .now).contains(variant)
  }

  /// Whether a client shows what the terminal shows, in this variant.
  func hasFollowers(of variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == nil && $0.page == nil && $0.variant == variant }
  }

  /// The variants of a unit that clients look at, or may come back to.
  mutating func variants(of unit: String, whenShown shown: String?) -> [Variant] {
    clients.values.filter { $0.unit(following: shown) == unit }.map(\.variant)
      + disconnected.variants(of: unit, at: .now)
  }

  /// All that clients look at, or may come back to.
  mutating func stages(whenShown shown: String?) -> Set<StageTable.Key> {
    Set(
      clients.values.compactMap { client in
        client.unit(following: shown).map { StageTable.Key(unit: $0, variant: client.variant) }
      } + disconnected.expected(at: .now).map { StageTable.Key(unit: $0.unit, variant: $0.variant) })
  }

  // MARK: What is sent

  /// Those who can take a message of so many bytes now; the others fall behind.
  func lines(admitting count: Int, where condition: (Client) -> Bool = { _ in true }) -> [any ClientLine] {
    clients.values.filter { condition($0) && $0.window.admits(count) }.map(\.window.line)
  }

  /// Notes that an update of so many bytes goes to all whose page does not run; returns those who can take it
  /// now.
  /// - Parameter brought: The variants for which it has whole trees of the unit that the terminal shows.
  mutating func receive(
    _ update: ServerMessage.Update, byteCount: Int, bringing brought: [VariantName]
  ) -> [any ClientLine] {
    // In place: a copy of everybody for each update would cost more than the sending.
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

  /// Sends a client what brings it up to date; false when it does not take all of it.
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

  // MARK: How quick saves were

  /// Notes a save whose first event was read at `seen`.
  mutating func saved(_ revision: Int, seen: ContinuousClock.Instant) { latencies.save(revision, seen: seen) }

  /// Notes that a client shows a revision.
  mutating func painted(_ revision: Int, by id: UInt64, at instant: ContinuousClock.Instant) {
    guard clients[id]?.awaits(revision) == true, clients[id]?.acknowledge(revision) == true,
      let time = latencies.paint(revision, at: instant)
    else { return }
    clients[id]?.addPaint(time)
  }

  var figures: PaintFigures { latencies.figures }
}
