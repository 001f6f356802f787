import HybridReload
import HybridRuntime
import HybridSocket

/// A connected client: its requests, and the messages sent to it.
struct Client {
  /// The tree that this session sent to a client.
  struct Shown {
    var unit: String
    var variant: Variant
    var revision: Int
  }

  let window: ClientWindow
  private(set) var name = "unnamed"
  /// The variant of its unit.
  private(set) var variant: Variant
  /// The device that it requested; nil follows the terminal.
  private(set) var device: DeviceRequest?
  /// The unit that it requested; nil follows the terminal.
  private(set) var wanted: String?
  /// The tree that it was completely sent; nil if unknown, and while its page runs.
  private(set) var has: Shown?
  /// Whether it is sent compiled templates, as binary messages: not before its `hello`, which may say that it
  /// wants none.
  private(set) var takesBinary = false
  /// Whether it plays animations by itself.
  private(set) var playsMotion = false
  /// Its own running page; nil while it shows the shared tree.
  private(set) var page: ClientPage?
  /// The unit and the missing data set that were reported to it.
  private var toldOfMissing: (unit: String, dataSet: String)?
  /// The revision that it acknowledged.
  private var acknowledged = 0
  /// Whether it was announced to the terminal.
  private(set) var isAnnounced = false
  /// Later revisions reached it live, so that their paint times count for latency.
  private var liveSince: Int
  /// From save to screen in milliseconds.
  private var paints = Reservoir(capacity: 32)
  /// The number of its unanswered questions about nodes.
  private var openQuestions = 0

  /// A client that has connected but not introduced itself.
  init(_ window: ClientWindow, as variant: Variant, at revision: Int) {
    self.window = window
    self.variant = variant
    liveSince = revision
  }

  /// The unit that it shows while the terminal shows `shown`.
  func unit(following shown: String?) -> String? { wanted ?? shown }

  /// Its running page, if that is of this unit.
  func page(of unit: String) -> ClientPage? { page?.running.unit == unit ? page : nil }

  /// Its row in the list of clients.
  func summary(following shown: String?) -> ClientSummary {
    ClientSummary(
      id: window.line.id, name: name, address: window.line.remoteAddress,
      device: variant.device.name, data: variant.dataSet,
      unit: page?.running.unit ?? unit(following: shown),
      revision: acknowledged, isBehind: window.isBehind, latency: paints.quantile(0.5))
  }

  // MARK: Its messages

  /// Sets its name, and which messages it accepts.
  mutating func introduce(_ hello: ClientMessage.Hello, at revision: Int) {
    name = String(hello.client.prefix(100))
    takesBinary = hello.binary ?? true
    playsMotion = hello.motion
    liveSince = revision
  }

  /// Sets the unit that it requests; nil follows the terminal.
  mutating func choose(unit: String?) { wanted = unit }

  /// Sets the device that it requests.
  mutating func choose(device: DeviceRequest) { self.device = device }

  /// Sets the data set that it requests; nil is each unit's own data.
  mutating func choose(dataSet: String?) { variant.dataSet = dataSet }

  /// Sets its device; true if it changed.
  @discardableResult
  mutating func move(to device: Device) -> Bool {
    defer { variant.device = device }
    return device != variant.device
  }

  /// Excludes the saves up to `revision` from its latency.
  mutating func ignorePaints(upTo revision: Int) { liveSince = revision }

  /// Records the revision that it shows; true if the time of that save counts.
  mutating func acknowledge(_ revision: Int) -> Bool {
    acknowledged = revision
    return revision > liveSince
  }

  /// Whether it has not yet acknowledged a revision.
  func awaits(_ revision: Int) -> Bool { revision > acknowledged }

  /// Records the time from a save to its screen.
  mutating func addPaint(_ milliseconds: Double) { paints.add(milliseconds) }

  /// Counts a question about a node; false if too many are open.
  mutating func ask(atMost limit: Int) -> Bool {
    guard openQuestions < limit else { return false }
    openQuestions += 1
    return true
  }

  /// Counts an answered question.
  mutating func answer() { openQuestions = max(openQuestions - 1, 0) }

  /// Records its announcement to the terminal; false if it was announced before.
  mutating func announce() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }

  /// Records whether its unit lacks the requested data set; true if the client needs a message about it.
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

  /// Sets its starting page, which replaces the shared tree.
  mutating func open(_ page: ClientPage) {
    self.page = page
    has = nil
  }

  /// Moves it to a running page and its unit.
  mutating func go(to page: ClientPage) {
    self.page = page
    wanted = page.running.unit
  }

  /// Ends its page and the pages below.
  mutating func closePage() {
    page?.stop()
    page = nil
  }

  // MARK: Sending

  /// Records a sent update, which has whole trees for the variants in `brought`.
  mutating func receive(_ update: ServerMessage.Update, bringing brought: [VariantName]) {
    guard has != nil else { return }
    has?.revision = update.revision
    guard wanted == nil, let shown = update.shown, has?.unit != shown, let name = has?.variant.name,
      brought.contains(name)
    else { return }
    has?.unit = shown
  }

  /// Sends it a message with a unit's tree at a revision.
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
