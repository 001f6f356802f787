import HybridReload
import HybridRuntime
import HybridSocket

/// A connected client: what it asked for, and what it was sent.
struct Client {
  /// What a client has on its screen, as far as it was sent by this session.
  struct Shown {
    var unit: String
    var variant: Variant
    var revision: Int
  }

  let window: ClientWindow
  private(set) var name = "unnamed"
  /// What it looks at its unit as.
  private(set) var variant: Variant
  /// The device it asked for; nil follows the terminal.
  private(set) var device: DeviceRequest?
  /// The unit it asked for; nil follows the terminal.
  private(set) var wanted: String?
  /// What it was sent, and nothing is missing; nil while that is not known, and while its page runs.
  private(set) var has: Shown?
  /// Whether it is sent compiled templates, as binary messages: not before its `hello`, which may say that it
  /// wants none.
  private(set) var takesBinary = false
  /// Its own running page; nil while it shows what everybody sees.
  private(set) var page: ClientPage?
  /// The unit and the data set of which it was told that the one has no other.
  private var toldOfMissing: (unit: String, dataSet: String)?
  /// The revision that it says it shows.
  private var acknowledged = 0
  /// Whether the terminal was told that it is there.
  private(set) var isAnnounced = false
  /// What is later reached it as it happened, so that it tells something of how quick saves are.
  private var liveSince: Int
  /// From save to screen in milliseconds.
  private var paints = Reservoir(capacity: 32)
  /// How many of its questions about nodes have no answer yet.
  private var openQuestions = 0

  /// A client that has connected and said nothing.
  init(_ window: ClientWindow, as variant: Variant, at revision: Int) {
    self.window = window
    self.variant = variant
    liveSince = revision
  }

  /// The unit that it shows while the terminal shows `shown`.
  func unit(following shown: String?) -> String? { wanted ?? shown }

  /// Its running page, if that is of this unit.
  func page(of unit: String) -> ClientPage? { page?.running.unit == unit ? page : nil }

  /// It as a row of the list of clients.
  func summary(following shown: String?) -> ClientSummary {
    ClientSummary(
      id: window.line.id, name: name, address: window.line.remoteAddress,
      device: variant.device.name, data: variant.dataSet,
      unit: page?.running.unit ?? unit(following: shown),
      revision: acknowledged, isBehind: window.isBehind, latency: paints.quantile(0.5))
  }

  // MARK: What it says

  /// Takes its name, and which messages it wants.
  mutating func introduce(_ hello: ClientMessage.Hello, at revision: Int) {
    name = String(hello.client.prefix(100))
    takesBinary = hello.binary ?? true
    liveSince = revision
  }

  /// Takes the unit that it wants; nil follows the terminal.
  mutating func choose(unit: String?) { wanted = unit }

  /// Takes the device that it asks for.
  mutating func choose(device: DeviceRequest) { self.device = device }

  /// Takes the data set that it asks for; nil is each unit's own data.
  mutating func choose(dataSet: String?) { variant.dataSet = dataSet }

  /// Puts it on a device; true when that is another one than before.
  @discardableResult
  mutating func move(to device: Device) -> Bool {
    defer { variant.device = device }
    return device != variant.device
  }

  /// Notes that the saves up to `revision` tell nothing of how quick saves reach it.
  mutating func ignorePaints(upTo revision: Int) { liveSince = revision }

  /// Notes the revision that it shows; true when the time of that save counts.
  mutating func acknowledge(_ revision: Int) -> Bool {
    acknowledged = revision
    return revision > liveSince
  }

  /// Whether it has not yet said that it shows a revision.
  func awaits(_ revision: Int) -> Bool { revision > acknowledged }

  /// Notes how long a save took to its screen.
  mutating func addPaint(_ milliseconds: Double) { paints.add(milliseconds) }

  /// Notes that it asks about a node; false when too many of its questions wait.
  mutating func ask(atMost limit: Int) -> Bool {
    guard openQuestions < limit else { return false }
    openQuestions += 1
    return true
  }

  /// Notes that a question of it is answered.
  mutating func answer() { openQuestions = max(openQuestions - 1, 0) }

  /// Notes that the terminal is told of it; false when it was told before.
  mutating func announce() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }

  /// Notes whether its unit lacks the data set it asked for; true when it is to be told of that.
  mutating func note(missing dataSet: String?, of unit: String) -> Bool {
    guard let dataSet else {
      toldOfMissing = nil
      return false
    }
    guard toldOfMissing ?? ("", "") != (unit, dataSet) else { return false }
    toldOfMissing = (unit, dataSet)
    return true
  }

  // MARK: Its page

  /// Gives it a page that begins to run, in place of the tree that everybody sees.
  mutating func open(_ page: ClientPage) {
    self.page = page
    has = nil
  }

  /// Takes it to a page that runs, and to that page's unit.
  mutating func go(to page: ClientPage) {
    self.page = page
    wanted = page.running.unit
  }

  /// Ends its page and those below.
  mutating func closePage() {
    page?.stop()
    page = nil
  }

  // MARK: What it is sent

  /// Notes that an update is on its way, which has whole trees for the variants in `brought`.
  mutating func receive(_ update: ServerMessage.Update, bringing brought: [VariantName]) {
    guard has != nil else { return }
    has?.revision = update.revision
    guard wanted == nil, let shown = update.shown, has?.unit != shown, let name = has?.variant.name,
      brought.contains(name)
    else { return }
    has?.unit = shown
  }

  /// Sends what makes it have a unit's tree of a revision.
  mutating func send(_ message: WebSocketMessage, with unit: String, at revision: Int) {
    let isSent = window.send(message)
    has = isSent ? Shown(unit: unit, variant: variant, revision: revision) : nil
  }

  /// Sends the updates of a unit that it missed since `known`; false when it falls behind.
  mutating func send(_ missed: [UpdateRing.Entry], of unit: String, since known: Int, at revision: Int)
    -> Bool
  {
    has = Shown(unit: unit, variant: variant, revision: known)
    for entry in missed {
      guard window.send(entry.message) else { return false }
      has?.revision = entry.revision
    }
    has?.revision = revision
    return true
  }
}
