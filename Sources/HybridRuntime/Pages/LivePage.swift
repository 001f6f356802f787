import HybridCSS
import HybridDOM
package import HybridJSON
package import HybridReload
package import HybridScript
package import HybridSource
package import HybridUnits

/// A page that runs: its document as scripts and people have made it, with what they typed, ticked and
/// scrolled.
///
/// Everything that happens to a page is a turn: an event, a timer, an answer. A turn only marks what it
/// changes; styles, layout and the tree are worked out once, when the owner asks for the ``tree`` or a script
/// asks for geometry. The page never waits: its owner moves its clock (``advance(to:limit:)``) and answers
/// the requests of ``takeRequests()``.
///
/// The page runs turns. Its state lies in its parts, each of which keeps its stored properties to itself: an
/// extension of the page uses their methods.
///
/// A page belongs to one executor at a time. It is no actor, so that a render can run it without one.
package final class LivePage {
  // MARK: What is shown, and where

  /// The unit that the page shows: the one that it was opened with, or the last one that replaced it.
  package private(set) var unit: PageUnit
  /// The device that the page is laid out for.
  package private(set) var device: Device
  /// Its address, the data it began with, and what it can reach.
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
  /// Data that scripts and the page before this one gave.
  private var pageData: PageData
  /// What the page waits for.
  private var schedule: PageSchedule
  private var requests = PageRequests()
  private var log = PageLog()
  var animations = PageAnimations()
  var transitions = PageTransitions()
  /// Dialogs and the HUD.
  var overlay = PageOverlay()
  /// What a client tries on elements.
  var edits = PageEdits()
  /// The scripts; nil before the page is opened and after it is closed.
  private(set) var world: PageWorld?

  // MARK: The turn

  private var isClosed = false
  private var isLookingAtLayout = false

  /// A page before its scripts run; ``open()`` runs them.
  package init(_ unit: PageUnit, on device: Device, in environment: PageEnvironment, renderer: Renderer) {
    self.unit = unit
    self.device = device
    self.environment = environment
    self.renderer = renderer
    schedule = PageSchedule(wake: environment.wake)
    pageData = PageData(handedOver: environment.extensionData)
    dom = LiveDocument(
      renderer.bound(unit, on: device, data: environment.data ?? unit.data(of: environment.dataSet)))
    prepareTables()
  }

  // MARK: Life

  /// Lays the page out and runs its scripts.
  package func open() {
    refresh()
    guard unit.isAlive else { return }
    let world: PageWorld
    do throws(ScriptFault) {
      var options = PageWorld.Options(elementClasses: ElementReference.scriptClasses)
      options.legacyLists = environment.usesLegacyLists
      options.isNative = unit.dialect == .native
      options.limits = environment.limits
      options.seed = environment.seed
      world = try PageWorld(
        host: self, modules: environment.device.modules(for: self), options: options,
        deliver: schedule.deliver)
    } catch {
      return record(.error(error))
    }
    self.world = world
    if let data = pageData.handedOver { world.setExtension(data) }
    for script in unit.scripts {
      let node = script.node.flatMap { dom.livingNode(of: $0)?.index }
      run(at: SourceLocation(path: script.path, line: script.line, column: script.column)) {
        world.run(script.text, path: script.path, line: script.line, column: script.column, node: node)
        finishTurn()
      }
    }
    world.hook("DOMContentLoaded")
    world.hook("load")
    finishTurn()
  }

  /// Runs the scripts' handler of a hook.
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

  /// What scripts are told of the page's way through an app: it is shown, hidden, closed or refreshed.
  package enum Hook: String, Hashable, Sendable {
    case show = "pageShow"
    case hide = "pageHide"
    case close = "pageClose"
    case refresh = "pageRefresh"
  }

  /// Releases the scripts. Nothing happens to the page after that.
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

  /// When the page's next turn is due before it is quiet, in milliseconds on its clock; nil when it is quiet
  /// now.
  ///
  /// Whoever lets time go by asks this, and nothing else: a render until ``PageRest/settled``, a dev session
  /// until ``PageRest/idle``.
  package func nextTurn(until rest: PageRest) -> Double? {
    beginTransitions()
    return schedule.nextTurn(until: rest, animations, transitions)
  }

  /// Lays the page out before time goes by if a change can begin a transition: it begins at the time of the
  /// change.
  private func beginTransitions() {
    guard transitions.isPossible, dom.hasChanges, stage != nil, !schedule.isTimerDue else { return }
    refresh()
  }

  /// Moves the page's clock to `time` and runs the turns that are due by then, at most `limit` of them: a
  /// page that always has more to do does not keep its owner.
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

  /// Milliseconds since the page was opened, on the page's clock.
  package var now: Double { schedule.now }

  /// Sets a timer of the page's scripts.
  package func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int) {
    schedule.setTimer(id, after: milliseconds, repeats: repeats, nesting: nesting)
  }

  /// Removes a timer.
  package func clearTimer(_ id: Int) { schedule.clearTimer(id) }

  /// Gives work a turn of its own, behind what waits already.
  func later(_ task: @escaping PageSchedule.Task) { schedule.add(task) }

  /// Sends a request of the page's scripts. With too many open it fails.
  package func send(_ request: PageRequest, id: Int) {
    guard !requests.send(request, id: id) else { return }
    var refused = PageResponse()
    refused.failure = "too many requests at once"
    finish(id, with: refused)
  }

  /// Drops a request and its response.
  package func cancelRequest(_ id: Int) { requests.cancel(id) }

  /// The network requests that the page made since the last call.
  package func takeRequests() -> [(id: Int, request: PageRequest)] { requests.take() }

  /// Gives the page the response to a request, in a turn of its own. The response to a request that was
  /// cancelled or has one already is dropped.
  package func finish(_ id: Int, with response: PageResponse) {
    guard requests.finish(id) else { return }
    later { $0.world?.requestFinished(id, response) }
  }

  /// What is wrong with the template under the data that is bound.
  package var diagnostics: [Diagnostic] { unit.diagnostics(of: dom.bound) }

  /// What the page did and said since the last call.
  package func takeLog() -> [PageLogEntry] { log.take() }

  /// Adds to the log.
  package func record(_ entry: PageLogEntry) { log.record(entry) }

  /// Runs scripts that are written at a place: the log puts errors without a place of their own there.
  func run<Result>(at place: SourceLocation?, _ scripts: () -> Result) -> Result {
    let outer = log.enter(place)
    defer { _ = log.enter(outer) }
    return scripts()
  }

  // MARK: Turns

  /// Ends a turn: binds the template to data that has changed, and lets observers of layout look.
  func finishTurn() {
    dom.endTurn()
    var rounds = 0
    while rounds < 8, pageData.takeChange() {
      rounds += 1
      rebind(isSameTemplate: true)
    }
    lookAtLayout()
  }

  /// Runs the observers of sizes and of what is in view, again after each change of theirs, a few times at
  /// most.
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

  /// Gives bindings other data for a component, or with an empty name for the page, at the end of the turn.
  package func setData(_ data: JSONValue, ofComponent name: String) { pageData.set(data, ofComponent: name) }

  /// Binds the template anew and carries the differences over to the living document.
  func rebind(isSameTemplate: Bool) {
    let next = renderer.bound(unit, on: device, data: bindingData)
    if dom.rebind(to: next, isSameTemplate: isSameTemplate) { prepareTables() }
  }

  // MARK: Replacing

  /// What a save means for a running page.
  package enum Replacement: Hashable, Sendable {
    /// The page goes on, with all its state.
    case kept
    /// The page starts again, for this reason.
    case restarts(String)
  }

  /// Whether this page can go on as a page of `unit`.
  package func replacement(by unit: PageUnit) -> Replacement {
    if unit.scriptHash != self.unit.scriptHash { return .restarts("its scripts changed") }
    if unit.dialect != self.unit.dialect { return .restarts("it is of another dialect now") }
    return .kept
  }

  /// Shows the next form of the unit: markup, styles, data. Elements that are still there keep their state.
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

  /// Shows the page on another device, turned, or with other data.
  package func move(to variant: Variant) {
    let data = sampleData
    environment.dataSet = variant.dataSet
    if sampleData != data {
      rebind(isSameTemplate: true)
      finishTurn()
    }
    move(to: variant.device)
  }

  /// Lays the page out for another device, or a turned one.
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

  /// Takes clients from the last step to the page as it looks now; nil when they see the same. The first step
  /// has no patch.
  package func step() -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])? {
    refresh()
    guard let tree = stage?.tree else { return nil }
    return screen.step(to: withOverlay(tree))
  }

  /// Takes over the numbers of a tree that a client has, of the page before its scripts ran. False when the
  /// client has another tree: it needs a whole one.
  package func adopt(_ shared: ViewTree) -> Bool {
    refresh()
    return screen.adopt(shared)
  }

  /// What a client means by a number of the last step.
  func target(of handle: Int) -> PageTarget? { screen.target(of: handle) }

  /// Restyles and lays out what has changed.
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

  /// Takes the focus from an element without a box.
  private func focusNeedsBox() {
    guard let focused = focusedNode, stage != nil, viewIndex(of: focused) == nil else { return }
    setFocus(nil)
  }
}
