import HybridCSS
import HybridDOM
package import HybridJSON
package import HybridReload
package import HybridScript
package import HybridSource
package import HybridUnits

/// A page that runs: its document as scripts and people have made it, with what they typed, ticked and scrolled.
///
/// Everything that happens to it is a turn: an event, a timer, an answer. Turns only mark what they change; styles, frames and
/// the tree are worked out once when somebody looks (``tree``), or a script asks for geometry. The page never waits: time is
/// moved by whoever owns it (``advance(to:)``), and what it asks of the network is fetched from ``takeRequests()``.
///
/// A page belongs to one executor at a time. It is no actor, so that a render can run it without one.
package final class LivePage {
  // MARK: What is shown, and where

  /// The unit that the page shows: the one that it was opened with, or the last one that replaced it.
  package private(set) var unit: PageUnit
  package private(set) var device: Device
  package private(set) var environment: PageEnvironment
  private let renderer: Renderer
  /// The title that scripts gave the page.
  private var scriptTitle: String?

  // MARK: The parts of the page

  /// The document, and what has changed in it since the last layout.
  let dom: LiveDocument
  /// The last layout, and the tree that clients have.
  let screen = PageScreen()
  /// What people have done to elements.
  var input = PageInput()
  var scrolling = PageScrolling()
  var tables = PageTables()
  var pageData: PageData
  /// What the page waits for.
  var schedule: PageSchedule
  var requests = PageRequests()
  var animations = PageAnimations()
  var transitions = PageTransitions()
  /// Dialogs and the HUD.
  var overlay = PageOverlay()
  /// What a client tries on elements.
  var edits = PageEdits()
  var log = PageLog()
  /// The scripts; nil before the page is opened and after it is closed.
  private(set) var world: PageWorld?
  /// Takes answers of native modules from any thread.
  private let mailbox: PageMailbox

  // MARK: The turn

  private var isClosed = false
  private var isLookingAtLayout = false

  /// A page as it stands before its scripts ran; ``open()`` begins it.
  package init(_ unit: PageUnit, on device: Device, in environment: PageEnvironment, renderer: Renderer) {
    self.unit = unit
    self.device = device
    self.environment = environment
    self.renderer = renderer
    mailbox = PageMailbox(wake: environment.wake)
    schedule = PageSchedule(mailbox: mailbox)
    pageData = PageData(handedOver: environment.extensionData)
    dom = LiveDocument(
      renderer.bound(unit, on: device, data: environment.data ?? unit.data(of: environment.dataSet)))
    prepareTables()
  }

  // MARK: Life

  /// Runs the page's scripts, once styles and layout are there, and lets it appear.
  package func open() {
    refresh()
    guard unit.isAlive else { return }
    let world: PageWorld
    do throws(ScriptFault) {
      var options = PageWorld.Options()
      options.legacyLists = environment.usesLegacyLists
      options.isNative = unit.dialect == .native
      options.limits = environment.limits
      options.seed = environment.seed
      world = try PageWorld(
        host: self, modules: environment.device.modules(for: self), options: options,
        deliver: { [mailbox] in mailbox.put($0) })
    } catch {
      return record(.error(error))
    }
    self.world = world
    if let data = pageData.handedOver { world.setExtension(data) }
    for script in unit.scripts {
      let node = script.node.flatMap { dom.livingNode(of: $0)?.index }
      let outer = log.enter(SourceLocation(path: script.path, line: script.line, column: script.column))
      defer { _ = log.enter(outer) }
      world.run(script.text, path: script.path, line: script.line, column: script.column, node: node)
      finishTurn()
    }
    world.hook("DOMContentLoaded")
    world.hook("load")
    finishTurn()
  }

  /// Tells the page that it is shown, hidden, or gone for ever.
  package func hook(_ hook: Hook) {
    world?.hook(hook.rawValue)
    finishTurn()
  }

  /// Merges data that the page over it handed back into `window.extension`.
  package func extend(with data: JSONValue) {
    let merged = pageData.extend(with: data)
    world?.setExtension(merged)
    finishTurn()
  }

  /// What becomes of a page on its way through an app.
  package enum Hook: String, Hashable, Sendable {
    case show = "pageShow"
    case hide = "pageHide"
    case close = "pageClose"
    case refresh = "pageRefresh"
  }

  /// Lets go of the scripts. Nothing happens to the page any more.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    schedule.clear()
    transitions = PageTransitions()
    overlay = PageOverlay()
    world?.release()
    world = nil
  }

  // MARK: Time and answers

  /// When the page's next turn is due before it is quiet, in milliseconds on its clock; nil when it is quiet now.
  ///
  /// Whoever lets time go by asks this, and nothing else: a render until ``PageRest/settled``, a dev session until
  /// ``PageRest/idle``.
  package func nextTurn(until rest: PageRest) -> Double? {
    beginTransitions()
    return schedule.nextTurn(until: rest, animations, transitions)
  }

  /// Moves the page's clock to `time` and runs the turns that are due by then, at most `limit` of them: a page that always
  /// has more to do does not keep its owner.
  package func advance(to time: Double, limit: Int = 10_000) {
    var turns = 0
    while turns < limit, !isClosed {
      if !schedule.hasTasks { beginTransitions() }
      guard let turn = schedule.takeTurn(by: time, transitions) else { break }
      switch turn {
      case .task(let task): task(self)
      case .transitions: runTransitions()
      case .timer(let timer): world?.timerFired(timer)
      }
      turns += 1
      finishTurn()
    }
    schedule.move(to: time)
    runAnimations()
    runTransitions()
  }

  /// Gives work a turn of its own, behind what waits already.
  func later(_ task: @escaping PageSchedule.Task) { schedule.add(task) }

  /// The network requests that the page made since the last call.
  package func takeRequests() -> [(id: Int, request: PageRequest)] { requests.take() }

  /// Gives the page the response to a request, in a turn of its own. The response to a request that was cancelled or has
  /// one already is dropped.
  package func finish(_ id: Int, with response: PageResponse) {
    guard requests.finish(id) else { return }
    later { $0.world?.requestFinished(id, response) }
  }

  /// What is wrong with the template under the data that is bound.
  package var diagnostics: [Diagnostic] { unit.diagnostics(of: dom.bound) }

  /// What the page did and said since the last call.
  package func takeLog() -> [PageLogEntry] { log.take() }

  // MARK: Turns

  /// What every turn ends with: data that changed is put into the document.
  func finishTurn() {
    dom.endTurn()
    var rounds = 0
    while rounds < 8, pageData.takeChange() {
      rounds += 1
      rebind(isSameTemplate: true)
    }
    lookAtLayout()
  }

  /// Lets the observers of sizes and of what is in view look; what they do to the page they see again.
  private func lookAtLayout() {
    guard !isLookingAtLayout, let world, world.watchesLayout else { return }
    isLookingAtLayout = true
    defer { isLookingAtLayout = false }
    for _ in 0..<4 {
      refresh()
      let before = dom.version
      world.layoutChanged()
      guard dom.version != before else { break }
    }
  }

  /// The page's sample data, which scripts ask for and bindings begin with.
  var sampleData: JSONValue { environment.data ?? unit.data(of: environment.dataSet) }

  /// The data that bindings see.
  var bindingData: JSONValue { pageData.bindings(over: sampleData) }

  /// Binds the template anew and carries the differences over to the living document.
  func rebind(isSameTemplate: Bool) {
    let next = renderer.bound(unit, on: device, data: bindingData)
    if dom.rebind(to: next, isSameTemplate: isSameTemplate) { prepareTables() }
  }

  // MARK: Replacing

  /// What became of a page whose sources were saved.
  package enum Replacement: Hashable, Sendable {
    /// It goes on, with all its state.
    case kept
    /// Its scripts are others now: it begins anew, for this reason.
    case restarts(String)
  }

  /// Whether a page of `unit` could go on from this one.
  package func replacement(by unit: PageUnit) -> Replacement {
    if unit.scriptHash != self.unit.scriptHash { return .restarts("its scripts changed") }
    if unit.dialect != self.unit.dialect { return .restarts("it is of another dialect now") }
    return .kept
  }

  /// Takes the next form of the unit: markup, styles, data. State stays where elements are the same.
  package func replace(with unit: PageUnit) {
    let isSameDocument = unit.document == self.unit.document
    let data = sampleData
    self.unit = unit
    let isSameData = sampleData == data
    dom.noteEverything()
    if !isSameDocument || !isSameData { rebind(isSameTemplate: isSameDocument) }
    input.keepControls { isAttached($0) }
    if let focused = focusedNode, !isAttached(focused) { input.focus(nil) }
    finishTurn()
  }

  /// Shows the page otherwise: on a device that was turned, on another one, or with other data.
  package func move(to variant: Variant) {
    let data = sampleData
    environment.dataSet = variant.dataSet
    if sampleData != data {
      rebind(isSameTemplate: true)
      finishTurn()
    }
    move(to: variant.device)
  }

  /// Lays the page out for another device: turned, or another one.
  package func move(to device: Device) {
    guard device != self.device else { return }
    let isSameDirection = device.isRightToLeft == self.device.isRightToLeft
    self.device = device
    if !isSameDirection { rebind(isSameTemplate: true) }
    dom.noteEverything()
    world?.hook("resize")
    finishTurn()
  }

  /// The title: what scripts gave, or what the document says.
  package var title: String {
    get { scriptTitle ?? dom.bound.title ?? unit.title }
    set { scriptTitle = newValue }
  }

  // MARK: The tree

  /// The page as it was laid out last; nil before the first layout.
  var stage: PageStage? { _read { yield screen.stage } }

  /// The style sheets of the unit as they apply on the device.
  var stylist: Stylist { renderer.stylist(for: unit, on: device) }

  /// How often the page was laid out.
  package var layoutCount: Int { screen.layoutCount }

  /// The index of an element in the last tree; nil when it makes no node.
  func viewIndex(of element: NodeID) -> Int? { screen.index(of: element) }

  /// The page as it looks now, laid out when something changed; nodes have no numbers.
  package var tree: ViewTree {
    refresh()
    return stage?.tree ?? ViewTree(nodes: [], viewport: device.viewport)
  }

  /// The same with the dialogs that are open over it.
  package var picture: ViewTree { withOverlay(tree) }

  /// The tree that clients have, with the numbers of its nodes: what the last ``step()`` came to.
  package var shown: ViewTree? { screen.shown }

  /// Takes clients from the last step to the page as it looks now; nil when they see the same. The first step has no patch.
  package func step() -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])? {
    refresh()
    guard let tree = stage?.tree else { return nil }
    return screen.step(to: withOverlay(tree))
  }

  /// Takes over the numbers of a tree that a client has, of the page before its scripts ran. False when the client has
  /// another tree: it needs a whole one.
  package func adopt(_ shared: ViewTree) -> Bool {
    refresh()
    return screen.adopt(shared)
  }

  /// What a client means by a number of the last step.
  func target(of handle: Int) -> PageTarget? { screen.target(of: handle) }

  /// Restyles and lays out what changed; nothing when nothing did.
  func refresh() {
    guard dom.hasChanges || stage == nil else { return }
    updateTables()
    layOut()
    if measureTables() {
      updateTables()
      layOut()
    }
    focusNeedsBox()
  }

  private func layOut() {
    let pending = dom.takeChanges()
    if !pending.everything, var next = screen.takeStage() {
      next.update(self, pending)
      screen.show(next)
    } else {
      screen.show(PageStage(self))
    }
  }

  /// What has no box any more cannot have the focus.
  private func focusNeedsBox() {
    guard let focused = focusedNode, stage != nil, viewIndex(of: focused) == nil else { return }
    setFocus(nil)
  }
}

/// What surrounds a page: where it is, what it starts with and what it can reach.
package struct PageEnvironment {
  /// The page's address.
  package var address: String
  /// Takes the place of the unit's own sample data.
  package var data: JSONValue?
  /// Which of the unit's data sets is bound; nil for its own data.
  package var dataSet: String?
  /// Data that the page before it handed over: `window.extension`.
  package var extensionData: JSONValue?
  /// TokenHybrid's reversed lists.
  package var usesLegacyLists = false
  package var limits = ScriptLimits()
  /// Makes `Math.random` the same in each run; nil leaves it to chance.
  package var seed: UInt32?
  /// Milliseconds since 1970 at which the page is opened.
  package var opened = 0.0
  /// Called from any thread when something waits for the page that its owner did not bring.
  package var wake: @Sendable () -> Void = {}
  /// The device it runs on, with its dialogs and stores.
  package var device: SimulatedDevice

  package init(address: String, device: SimulatedDevice) {
    self.address = address
    self.device = device
  }
}
