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
  /// The unit that it was opened from, or was last brought up to.
  package internal(set) var unit: PageUnit
  package internal(set) var device: Device
  package internal(set) var environment: PageEnvironment
  let renderer: Renderer

  // MARK: The document

  var document: Document
  /// The last binding of the template, and for each of its nodes the living one.
  var bound: BoundDocument
  var live: [NodeID]
  /// For each living node the node of the template that it comes from; −1 for what scripts made.
  var origins: [Int32] = []
  /// Data that scripts gave for components, or with an empty name for the page.
  var componentData: [String: JSONValue] = [:]
  var needsBinding = false
  /// What `window.extension` is.
  private var extensionData: JSONValue?
  var changes = DocumentChanges()
  /// Counts up at each change of the tree or an attribute: what was looked up is good for one number.
  var version = 0
  var lookups = PageLookups()

  // MARK: What people did

  var controls: ControlStates = [:]
  var states: [NodeID: ElementState] = [:]
  var focusedNode: NodeID?
  /// What the focused field held when it got the focus.
  var typedSinceFocus: String?
  /// The elements under the finger.
  var pressed: [NodeID] = []
  var clickDepth = 0
  var nodesMadeThisTurn = 0
  /// Where that is written which runs now: a script, or the element whose handler it is.
  var runningPlace: SourceLocation?
  /// Types of events that scripts listen for, by node.
  var listened: [NodeID: Set<String>] = [:]
  var pins: [NodeID: PagePin] = [:]
  /// What the client tries on elements.
  var edits = PageEdits()
  var tables: [NodeID: PageTable] = [:]
  /// The rows that tables made: they are laid out and can be tapped, and scripts do not see them.
  var generated: Set<NodeID> = []
  var rowSlots: [NodeID: PageRow] = [:]
  /// Templates of rows with their bindings parsed, as of a version of the document.
  var rowTemplates: [NodeID: (version: Int, template: RowTemplate)] = [:]
  var refreshing: [NodeID: Set<PageRefreshEdge>] = [:]
  var hiddenRefresh: [NodeID: Set<PageRefreshEdge>] = [:]

  // MARK: Around it

  var clock = PageClock()
  var world: PageWorld?
  var pageTitle: String?
  var requests: [(id: Int, request: PageRequest)] = []
  var openRequests: Set<Int> = []
  /// Answers of native modules, which may come from any thread.
  let mailbox: PageMailbox
  /// What waits for a turn of its own, in order.
  var tasks: [(LivePage) -> Void] = []
  var animations: [PageAnimation] = []
  var transitions = PageTransitions()
  /// What animations have come to, by element and property.
  var animated: [NodeID: [String: Double]] = [:]
  /// The nodes of the last binding by the living ones; empty until somebody asks.
  var boundNodes: [NodeID: NodeID] = [:]
  var overlay = PageOverlay()
  var entries: [PageLogEntry] = []
  /// How often the page was laid out.
  package internal(set) var layoutCount = 0
  var stage: PageStage?
  private var session = ViewTreeSession()
  /// What each number of the last step stands for; nil until somebody asks.
  private var nodesByHandle: [Int: PageTarget]?
  /// Whether something lay over the page at the last step.
  private var wasCovered = false
  private var isClosed = false
  private var isLookingAtLayout = false
  /// Elements that an attribute pins, or did.
  var declaredPins: Set<NodeID> = []

  /// A page as it stands before its scripts ran; ``open()`` begins it.
  package init(_ unit: PageUnit, on device: Device, in environment: PageEnvironment, renderer: Renderer) {
    self.unit = unit
    self.device = device
    self.environment = environment
    self.renderer = renderer
    mailbox = PageMailbox(wake: environment.wake)
    extensionData = environment.extensionData
    bound = renderer.bound(
      unit, on: device, data: environment.data ?? unit.data(of: environment.dataSet))
    document = bound.document
    live = bound.document.nodes.indices.map { NodeID($0) }
    origins = bound.origins.map { Int32($0.index) }
    changes.everything = true
    for node in live { noteID(of: node) }
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
    if let extensionData { world.setExtension(extensionData) }
    for script in unit.scripts {
      let node = script.node.flatMap { livingNode(of: $0)?.index }
      runningPlace = SourceLocation(path: script.path, line: script.line, column: script.column)
      defer { runningPlace = nil }
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
    extensionData = extensionData.map { $0.merging(data) } ?? data
    if let extensionData { world?.setExtension(extensionData) }
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
    clock.clearAll()
    tasks = []
    transitions = PageTransitions()
    overlay = PageOverlay()
    world?.release()
    world = nil
  }

  // MARK: Time and answers

  /// When the page wants to be moved on to, in milliseconds on its clock; nil when nothing waits.
  package var nextDue: Double? {
    beginTransitions()
    if !tasks.isEmpty || !mailbox.isEmpty { return clock.now }
    return [
      clock.nextDue, animations.isEmpty ? nil : clock.now + PageAnimation.step,
      transitions.nextStep(after: clock.now),
    ].compactMap(\.self).min()
  }

  /// The next time until nothing goes on but what repeats for ever; nil when that is so now.
  package var nextSettling: Double? {
    beginTransitions()
    if !tasks.isEmpty || !mailbox.isEmpty { return clock.now }
    return [clock.nextSettling, animations.map(\.end).max(), transitions.nextSettling]
      .compactMap(\.self).min()
  }

  /// Moves the page's clock, fires what is due and does what waits. At most `limit` turns, so that a page which always has
  /// more to do does not keep its owner.
  package func advance(to time: Double, limit: Int = 10_000) {
    var turns = 0
    while turns < limit, !isClosed {
      if tasks.isEmpty { beginTransitions() }
      for answer in mailbox.take() { tasks.append { $0.world?.accept(answer) } }
      if !tasks.isEmpty {
        let task = tasks.removeFirst()
        task(self)
      } else if let due = transitions.nextEvent, due <= time, due <= clock.nextDue ?? .infinity {
        clock.move(to: due)
        runTransitions()
      } else if let due = clock.nextDue, due <= time {
        clock.move(to: due)
        guard let timer = clock.takeDue() else { break }
        world?.timerFired(timer)
      } else {
        break
      }
      turns += 1
      finishTurn()
    }
    clock.move(to: time)
    runAnimations()
    runTransitions()
  }

  /// What the page wants from the network, once.
  package func takeRequests() -> [(id: Int, request: PageRequest)] {
    defer { requests = [] }
    return requests
  }

  /// Gives the answer to a request; it has a turn of its own. One that was cancelled, or answered before, is dropped.
  package func finish(_ id: Int, with response: PageResponse) {
    guard openRequests.remove(id) != nil else { return }
    tasks.append { $0.world?.requestFinished(id, response) }
  }

  /// What the data did to the template.
  package var diagnostics: [Diagnostic] { unit.diagnostics(of: bound) }

  /// Whether answers are still to come.
  package var waitsForAnswers: Bool { !openRequests.isEmpty }

  /// What the page did and said since the last call.
  package func takeLog() -> [PageLogEntry] {
    defer { entries = [] }
    return entries
  }

  // MARK: Turns

  /// What every turn ends with: data that changed is put into the document.
  func finishTurn() {
    nodesMadeThisTurn = 0
    var rounds = 0
    while needsBinding, rounds < 8 {
      needsBinding = false
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
      let before = version
      world.layoutChanged()
      guard version != before else { break }
    }
  }

  /// The data that bindings see.
  var bindingData: JSONValue {
    var data = sampleData
    guard !componentData.isEmpty else { return data }
    if let page = componentData[""] { data = data.merging(page) }
    var object = data.object ?? JSONObject()
    for (name, value) in componentData where !name.isEmpty { object[name] = value }
    return .object(object)
  }

  /// Binds the template anew and carries the differences over to the living document.
  func rebind(isSameTemplate: Bool) {
    let next = renderer.bound(unit, on: device, data: bindingData)
    let current = document
    document = Document(files: [], isHTML: true)
    var reconciler = Reconciler(current, from: bound, live: live, to: next, isSameTemplate: isSameTemplate)
    reconciler.run()
    (document, live, bound) = (reconciler.document, reconciler.live, next)
    boundNodes = [:]
    growOrigins()
    for (index, node) in live.enumerated() where index > 0 {
      origins[node.index] = Int32(next.origins[index].index)
    }
    for node in reconciler.added { noteID(of: node) }
    merge(reconciler.changes)
    if !reconciler.added.isEmpty { prepareTables() }
  }

  func growOrigins() {
    if origins.count < document.nodes.count {
      origins.append(contentsOf: repeatElement(-1, count: document.nodes.count - origins.count))
    }
  }

  private func merge(_ other: DocumentChanges) {
    guard !other.isEmpty else { return }
    version += 1
    for (node, names) in other.attributes { changes.attributes[node, default: []].formUnion(names) }
    changes.children.formUnion(other.children)
    changes.texts.formUnion(other.texts)
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
    changes.everything = true
    if !isSameDocument || !isSameData { rebind(isSameTemplate: isSameDocument) }
    for node in controls.keys where !isAttached(node) { controls[node] = nil }
    if let focused = focusedNode, !isAttached(focused) { focusedNode = nil }
    finishTurn()
  }

  // MARK: The tree

  /// Where an element was in the last tree; nil when it made no node.
  func viewIndex(of element: NodeID) -> Int? { stage?.index(of: element) }

  /// How far pinned elements are moved now.
  var translations: [NodeID: ControlState.Offset] {
    var result: [NodeID: ControlState.Offset] = [:]
    for (scroller, pin) in livePins {
      let offset = controls[scroller]?.scroll.y ?? 0
      result[pin.target] = ControlState.Offset(x: 0, y: pin.translation(at: offset))
    }
    return result
  }

  /// The page as it looks now, laid out when something changed; nodes have no numbers.
  package var tree: ViewTree {
    refresh()
    return stage?.tree ?? ViewTree(nodes: [], viewport: device.viewport)
  }

  /// The same with the dialogs that are open over it.
  package var picture: ViewTree { withOverlay(tree) }

  /// The tree as clients have it, with its numbers: what the last ``step()`` came to.
  package var shown: ViewTree? { session.tree }

  /// What clients are to be told since the last step; nil when they see the same. The first step has no patch.
  package func step() -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])? {
    refresh()
    guard let page = stage?.tree else { return nil }
    let isFirst = session.tree == nil
    let next = withOverlay(page)
    let isCovered = next.nodes.count != page.nodes.count
    // What lies over the page is compared as a whole.
    let changes = stage?.takeChanges()
    let (patch, moved) = session.advance(to: next, changes: isCovered || wasCovered ? nil : changes)
    wasCovered = isCovered
    guard let tree = session.tree else { return nil }
    if patch?.keepsNodes != true { nodesByHandle = nil }
    if !isFirst, let patch, patch.operations.isEmpty { return nil }
    return (patch, tree, moved)
  }

  /// Goes on from a tree that a client has of the page as it is before its scripts ran: its numbers stay. False when that
  /// is another tree; then the client needs a whole one.
  package func adopt(_ shared: ViewTree) -> Bool {
    refresh()
    guard var tree = stage?.tree, tree.viewport == shared.viewport,
      tree.nodes.map(\.tag) == shared.nodes.map(\.tag)
    else { return false }
    for index in tree.nodes.indices { tree.nodes[index].handle = shared.nodes[index].handle }
    session = ViewTreeSession(continuing: tree)
    _ = stage?.takeChanges()
    wasCovered = false
    nodesByHandle = nil
    return true
  }

  /// What a client means by a number of the last step.
  func target(of handle: Int) -> PageTarget? {
    if nodesByHandle == nil, let tree = session.tree {
      var targets: [Int: PageTarget] = [:]
      let count = stage?.elements.count ?? 0
      for (index, node) in tree.nodes.enumerated() {
        targets[node.handle] =
          index < count ? stage.map { .element($0.elements[index]) } : .overlay(index - count)
      }
      nodesByHandle = targets
    }
    return nodesByHandle?[handle]
  }

  /// Restyles and lays out what changed; nothing when nothing did.
  func refresh() {
    guard !changes.isEmpty || stage == nil else { return }
    updateTables()
    layOut()
    if measureTables() {
      updateTables()
      layOut()
    }
    focusNeedsBox()
  }

  private func layOut() {
    let pending = changes
    changes = DocumentChanges()
    layoutCount += 1
    // Taken out while it changes, so that nothing of it is copied.
    if pending.everything || stage == nil {
      stage = PageStage(self)
    } else if var next = stage.take() {
      next.update(self, pending)
      stage = next
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

extension JSONValue {
  /// This object with the members of another; a value that is no object gives way to it.
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    guard var object, let members = other.object else { return other }
    for (key, value) in zip(members.keys, members.values) { object[key] = value }
    return .object(object)
  }
}
