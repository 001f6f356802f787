import HybridCSS
import HybridDOM
package import HybridJSON
package import HybridScript
package import HybridSource
package import HybridUnits

/// A running page: its document, including changes by scripts and users, and the states of its controls.
///
/// Everything that happens to a page is a turn: an event, a timer, an answer. A turn only marks changes;
/// styles, layout and the tree are computed once, when the owner reads the ``tree`` or a script reads
/// geometry. The page never waits: its owner moves its clock (``advance(to:limit:)``) and answers the
/// requests of ``takeRequests()``.
///
/// The page runs turns; its parts hold the state. A part that extensions of the page change is an object,
/// which they can change through its methods only. Any other part is private, or a value that extensions can
/// only read. No stored property of a part can be set from outside.
///
/// A page belongs to one executor at a time. It is not an actor, so that a render can run it synchronously.
package final class LivePage {
  /// Milliseconds between two frames.
  package static let frame = PageAnimation.step

  // MARK: The unit and its surroundings

  /// The unit that the page shows: the one that it was opened with, or the last one that replaced it.
  package private(set) var unit: PageUnit
  /// The device that the page is laid out for.
  package private(set) var device: Device
  /// Its address, its initial data, and its access to the outside.
  package private(set) var environment: PageEnvironment
  private let renderer: Renderer
  /// The title that scripts gave the page.
  private var scriptTitle: String?

  // MARK: The parts of the page

  /// The document, and what has changed in it since the last layout.
  let dom: LiveDocument
  /// The last layout, and the tree that clients have.
  let screen = PageScreen()
  /// The user input.
  let input = PageInput()
  let scrolling = PagePins()
  let tables = PageTables()
  /// Data from scripts and from the previous page.
  private var pageData: PageData
  /// Tasks, answers and timers that the page waits for.
  private var schedule: PageSchedule
  private var requests = PageRequests()
  private var connections = PageConnections()
  private var log = PageLog()
  /// The reports about members without an effect.
  let losses = PageLosses()
  let animations = PageAnimations()
  let effects = PageEffects()
  let customMotion = CustomMotion()
  /// The custom properties that scripts registered.
  private(set) var registered: [RegisteredProperty] = []
  private(set) var transitions = PageTransitions()
  private(set) var keyframes = PageKeyframes()
  /// The animations that the client plays by itself.
  let played = PlayedMotions()
  /// Dialogs and the HUD.
  private(set) var overlay = PageOverlay()
  /// The declarations that a client tries on elements.
  let edits = PageEdits()
  /// The changes of scripts and the user to forms.
  let forms = PageForms()
  let inlineStyles = InlineStyles()
  /// The open modal dialogs and popovers.
  let layers = PageTopLayer()
  /// The bitmaps of canvases; nil before a script asks for one.
  private var bitmaps: PageCanvases?
  /// Whether the sheets look at the states of forms.
  private var stylesForms = false
  private var sheets = LiveSheets()
  private var sheetPlaces: SheetPlaces
  /// Whether scripts changed rules since the last layout.
  private var hasOpenSheets = false
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
    sheetPlaces = SheetPlaces(unit.sheets.lazy.map { ($0.node, $0.scope == RuleSet.shadowScope) })
    dom = LiveDocument(
      renderer.bound(unit, on: device, data: environment.data ?? unit.data(of: environment.dataSet)))
    prepareTables()
  }

  // MARK: Life

  /// A new page of the same unit in the same environment, at this page's time.
  package func reopened() -> LivePage {
    var environment = environment
    environment.opened += now
    return LivePage(unit, on: device, in: environment, renderer: renderer)
  }

  /// Lays the page out and runs its scripts.
  package func open() {
    refresh()
    showFragment()
    guard unit.isScripted, let world = makeWorld() else { return focusMarked() }
    if let data = pageData.handedOver { world.setExtension(data) }
    if !document.shadowRoots.isEmpty { world.shadowTreesChanged() }
    prepareModules(in: world)
    for script in unit.scripts {
      let node = script.node.flatMap { dom.livingNode(of: $0)?.index }
      run(at: SourceLocation(path: script.path, line: script.line, column: script.column)) {
        world.run(script.text, path: script.path, line: script.line, column: script.column, node: node)
        if let element = script.node.flatMap({ dom.livingNode(of: $0) }), hearsLoading(of: element) {
          world.dispatch("load", on: element.index, bubbles: false, cancelable: false)
        }
        finishTurn()
      }
    }
    runModules(in: world)
    world.hook("DOMContentLoaded")
    tellLinks(in: world)
    focusMarked()
    world.hook("load")
    tellOfKeyframes()
    finishTurn()
  }

  /// The world that submits a form: that of the scripts; for a page without scripts one that is made now.
  func worldForSubmission() -> PageWorld? { isClosed ? nil : world ?? makeWorld() }

  private func makeWorld() -> PageWorld? {
    do throws(ScriptFault) {
      var options = PageWorld.Options(
        elementClasses: ElementReference.scriptClasses, voidElements: ElementReference.void,
        shadowHosts: Document.shadowHostNames)
      options.legacyLists = environment.usesLegacyLists
      options.isNative = unit.dialect == .native
      options.limits = environment.limits
      options.seed = environment.seed
      world = try PageWorld(
        host: self, modules: environment.device.modules(for: self), options: options,
        deliver: schedule.deliver)
    } catch {
      record(.error(error))
    }
    return world
  }

  /// Runs the scripts' handler of a hook.
  package func hook(_ hook: Hook) {
    world?.hook(hook.rawValue)
    finishTurn()
  }

  /// Merges data returned by the page above into `window.extension`.
  package func extend(with data: JSONValue) {
    let merged = pageData.extend(with: data)
    world?.setExtension(merged)
    finishTurn()
  }

  /// The life cycle events for scripts: the page is shown, hidden, closed or refreshed.
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
    (transitions, keyframes) = (PageTransitions(), PageKeyframes())
    overlay = PageOverlay()
    forms.setHint(nil)
    bitmaps = nil
    world?.release()
    world = nil
    environment.device.databases.release(page: ObjectIdentifier(self))
  }

  // MARK: Time and answers

  /// When the page's next turn is due before it is quiet, in milliseconds on its clock; nil when it is quiet
  /// now.
  ///
  /// Owners advance the time by this value only: a render until ``PageRest/settled``, a dev session until
  /// ``PageRest/idle``, or for the terminal until ``PageRest/still``.
  package func nextTurn(until rest: PageRest) -> Double? {
    beginTransitions()
    return schedule.nextTurn(until: rest, animations, transitions, keyframes, played)
  }

  /// Lays the page out before the time advances if a change can start a transition or an animation, so that
  /// it starts at the time of the change.
  private func beginTransitions() {
    guard transitions.isPossible || keyframes.isPossible, dom.hasChanges, stage != nil, !schedule.isTimerDue
    else { return }
    refresh()
  }

  /// Moves the page's clock to `time` and runs the turns that are due by then, at most `limit` of them, so
  /// that a busy page does not block its owner.
  package func advance(to time: Double, limit: Int = 10_000) {
    var turns = 0
    while turns < limit, !isClosed {
      if !schedule.hasTasks { beginTransitions() }
      guard let turn = schedule.takeTurn(by: time, transitions, keyframes) else { break }
      switch turn {
      case .task(let task): task(self)
      case .motion:
        runTransitions()
        runKeyframes()
      case .timer(let timer): world?.timerFired(timer)
      }
      turns += 1
      finishTurn()
    }
    schedule.move(to: time)
    runAnimations()
    runTransitions()
    runKeyframes()
  }

  /// Milliseconds since the page was opened, on the page's clock.
  package var now: Double { schedule.now }

  /// Sets a timer of the page's scripts.
  package func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int) {
    schedule.setTimer(id, after: milliseconds, repeats: repeats, nesting: nesting)
  }

  /// Removes a timer.
  package func clearTimer(_ id: Int) { schedule.clearTimer(id) }

  /// Schedules work as a turn of its own, after the waiting ones.
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

  /// Opens a connection of the page's scripts. With too many open it fails.
  package func connect(_ connection: PageConnection, id: Int) {
    guard !connections.connect(connection, id: id) else { return }
    let refused = PageConnectionEvent.failed("too many connections at once", isTemporary: false)
    later { $0.world?.connectionChanged(id, refused) }
  }

  /// Sends a message of a script. A connection on which too much waits is closed.
  package func transmit(_ message: PageMessage, on id: Int) {
    guard !connections.transmit(message, on: id) else { return }
    let limit = PageConnections.messageLimit >> 20
    let refused = PageConnectionEvent.failed(
      "more than \(limit) MB wait to be sent, so the connection is closed", isTemporary: false)
    later { $0.world?.connectionChanged(id, refused) }
  }

  /// Begins the end of a connection.
  package func disconnect(_ id: Int, code: Int?, reason: String) {
    connections.disconnect(id, code: code, reason: reason)
  }

  /// Bytes of messages that the network has not taken yet.
  package func bufferedBytes(of id: Int) -> Int { connections.bufferedBytes(of: id) }

  /// Notes how many bytes the network has taken of a connection since it was opened.
  package func connection(_ id: Int, hasTaken bytes: Int) { connections.take(bytes, of: id) }

  /// The commands for the owner of connections since the last call.
  package func takeConnectionCommands() -> [PageConnectionCommand] { connections.takeCommands() }

  /// Tells the page about a connection, in a turn of its own. Reports after its end are dropped.
  package func tell(_ event: PageConnectionEvent, of id: Int) {
    guard connections.note(event, of: id) else { return }
    later { $0.world?.connectionChanged(id, event) }
  }

  /// The diagnostics of the template with the bound data.
  package var diagnostics: [Diagnostic] { unit.diagnostics(of: dom.bound) }

  /// The log entries since the last call.
  package func takeLog() -> [PageLogEntry] { log.take() }

  /// Adds to the log.
  package func record(_ entry: PageLogEntry) { log.record(entry) }

  /// Runs scripts from a place; the log assigns that place to errors without their own.
  func run<Result>(at place: SourceLocation?, _ scripts: () -> Result) -> Result {
    let outer = log.enter(place)
    defer { _ = log.enter(outer) }
    return scripts()
  }

  // MARK: Turns

  /// Ends a turn: binds the template to data that has changed, and runs observers of layout.
  func finishTurn() {
    dom.endTurn()
    for node in bitmaps?.endTurn() ?? [] { dom.noteControl(of: node) }
    tellListeners()
    var rounds = 0
    while rounds < 8, pageData.takeChange() {
      rounds += 1
      rebind(isSameTemplate: true)
    }
    lookAtLayout()
  }

  /// Runs the observers of sizes and visibility, and again after each change they make, a few times at most.
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

  /// The page's sample data, which scripts can read and bindings start with.
  var sampleData: JSONValue { environment.data ?? unit.data(of: environment.dataSet) }

  /// The data that bindings see.
  var bindingData: JSONValue { pageData.bindings(over: sampleData) }

  /// Sets the binding data of a component, or with an empty name of the page; it takes effect at the end of
  /// the turn.
  package func setData(_ data: JSONValue, ofComponent name: String) { pageData.set(data, ofComponent: name) }

  /// Binds the template again and applies the differences to the living document.
  func rebind(isSameTemplate: Bool) {
    let next = renderer.bound(unit, on: device, data: bindingData)
    if dom.rebind(to: next, isSameTemplate: isSameTemplate) { prepareTables() }
    if !document.shadowRoots.isEmpty { world?.shadowTreesChanged() }
  }

  // MARK: Replacing

  /// Whether this page can continue as a page of `unit`.
  package func replacement(by unit: PageUnit) -> LiveUnitReplacement {
    if unit.scriptHash != self.unit.scriptHash { return .restarts("its scripts changed") }
    if unit.dialect != self.unit.dialect { return .restarts("its dialect changed") }
    return .kept
  }

  /// Shows the next version of the unit: markup, styles, data. Remaining elements keep their state.
  package func replace(with unit: PageUnit) {
    let isSameDocument = unit.document == self.unit.document
    let data = sampleData
    self.unit = unit
    sheets.forget()
    sheetPlaces = SheetPlaces(unit.sheets.lazy.map { ($0.node, $0.scope == RuleSet.shadowScope) })
    if !isSameDocument { dom.editSheets { $0.forgetTouched() } }
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

  /// The title set by scripts, or else from the document.
  package var title: String {
    get { scriptTitle ?? dom.bound.title ?? unit.title }
    set { scriptTitle = newValue }
  }

  // MARK: Styles and layout

  /// The style sheets of the unit as they apply on the device, and those of scripts.
  var stylist: Stylist {
    guard let own = sheets.document else {
      return renderer.stylist(for: unit, on: device, registered: registered)
    }
    let environment = device.mediaEnvironment
    return renderer.stylist(
      author: own.filter { $0.media.matches(environment) }.map(\.ruleSet), shadow: sheets.shadow,
      unit, environment, registered: registered)
  }

  /// Registers a custom property; false if its name is registered already.
  func register(_ property: RegisteredProperty) -> Bool {
    guard !registered.contains(where: { $0.name == property.name }) else { return false }
    registered.append(property)
    dom.noteEverything()
    return true
  }

  /// Scripts have changed rules: they are asked for them before the next layout.
  func noteSheets() {
    hasOpenSheets = true
    dom.noteEverything()
  }

  /// Restyles and lays out what has changed.
  func refresh() {
    guard dom.hasChanges || stage == nil else { return }
    readScriptSheets()
    showCanvases()
    if stage == nil || dom.changesEverything { stylesForms = stylist.depends(on: .forms) }
    if stylesForms { updateFormStates() }
    updateTables()
    layOut()
    if measureTables() {
      updateTables()
      layOut()
    }
    focusNeedsBox()
  }

  /// The host of canvases, which paints them.
  package var canvases: (any PageCanvasHost)? {
    if bitmaps == nil, !isClosed { bitmaps = PageCanvases(self) }
    return bitmaps
  }

  /// Whether scripts that paint canvases wait for an animation frame.
  var awaitsCanvasFrame: Bool { bitmaps?.awaitsFrame ?? false }

  /// Gives the elements of canvases that were painted on their pictures.
  private func showCanvases() {
    guard let bitmaps else { return }
    for (node, address) in bitmaps.takePictures(where: { isAttached($0) }) {
      if case .nothing = input.change(node, { $0.picture = address }) { continue }
      dom.noteControl(of: node)
    }
  }

  /// Reads the style sheets as scripts left them, and reports the parts of their text without effect.
  func readScriptSheets() {
    if hasOpenSheets {
      hasOpenSheets = false
      world?.flushSheets()
    }
    guard let words = sheets.update(dom.sheetList(of: sheetPlaces), of: unit, by: renderer) else { return }
    // A sheet is read again after each change of its rules, and what a script inserted into it was reported
    // with the place of the script.
    for text in words where losses.isNew(text) {
      log.record(.console(level: "warn", text: "<style> of a script: \(text)"))
    }
    dom.noteEverything()
  }

  private func layOut() {
    let pending = dom.takeChanges()
    if !pending.everything, var next = screen.takeStage() {
      next.update(self, pending)
      screen.show(next)
    } else {
      screen.show(PageStage(self))
    }
    followScrolling()
  }

  /// Removes the focus from an element without a box.
  private func focusNeedsBox() {
    guard let focused = focusedNode, stage != nil, viewIndex(of: focused) == nil else { return }
    setFocus(nil)
  }
}
