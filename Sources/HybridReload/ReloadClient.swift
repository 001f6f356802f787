package import HybridSource

/// A client's side of the protocol, as a value: messages in, replies out, and the tree to show.
///
/// It never gives its tree up. A failed build, a lost connection or a restarted server leaves what is shown;
/// what a client missed comes as patches or as one snapshot once it is back.
package struct ReloadClient: Sendable {
  /// What a message changed for the person who looks.
  package enum Change: Hashable, Sendable {
    /// Nothing to see.
    case nothing
    /// The tree is new or other than before.
    case tree
    /// The list of units is other than before.
    case units
    /// A build failed: ``ReloadClient/diagnostics`` says how.
    case failed
    /// The last build's fault is gone.
    case fixed
    /// The scripts of the page have other faults than before, maybe none: ``ReloadClient/faults``.
    case faults
    /// The server has something to say.
    case log(LogLevel, String)
  }

  /// The client's name and version.
  package let name: String
  /// The device it shows units on.
  package var device: DeviceRequest?
  /// The sample data set it shows units with; nil for each unit's own data.
  package var data: String?
  /// The unit it wants to show; nil follows the server's choice.
  package var wantedUnit: String?
  /// The unit it shows.
  package private(set) var unit: String?
  /// What it shows.
  package private(set) var tree: ViewTree?
  /// The name that the server has for the device.
  package private(set) var deviceName: String?
  /// The data set that ``tree`` was asked for with; nil for the unit's own data.
  package private(set) var dataName: String?
  /// The devices that the server knows by name.
  package private(set) var devices: [DeviceRequest] = []
  /// All units of the project.
  package private(set) var units: [String] = []
  /// The project's title.
  package private(set) var title = ""
  /// The faults of the last build.
  package private(set) var diagnostics: [Diagnostic] = []
  /// What is wrong with the running page that it shows.
  package private(set) var faults: [Diagnostic] = []
  /// The revision that ``tree`` belongs to: that of the last snapshot or update taken in, whatever it
  /// changed.
  package private(set) var revision: Int?
  /// Names the running page behind ``tree``; nil where nothing runs.
  package private(set) var page: String?
  /// Where the last message brought a whole tree: for each node of the one before which is in it too, both
  /// numbers. What is kept by number (focus, scroll offset, text) goes on there. Empty for another page; nil
  /// when numbers are as before.
  package private(set) var renumbered: [Int: Int]?
  private var session: String?
  /// Whether the server owes an answer that brings this client up to date.
  private var isAsking = false
  /// The nodes that the person did something to, the last at the end.
  private var touched: [Int] = []

  /// A client that shows nothing yet.
  package init(name: String, device: DeviceRequest? = nil, unit: String? = nil, data: String? = nil) {
    self.name = name
    self.device = device
    self.data = data
    wantedUnit = unit
  }

  /// What to say first on every connection: the server then sends what was missed, or one snapshot.
  package var hello: ClientMessage {
    var hello = ClientMessage.Hello(
      client: name, device: device, data: data, session: session, unit: wantedUnit, binary: false)
    if let tree, let unit, let deviceName {
      if wantedUnit == nil || wantedUnit == unit { (hello.revision, hello.page) = (revision, page) }
      hello.shows = ClientMessage.Hello.Shows(
        unit: unit, device: deviceName, data: dataName, tree: TreeHash(tree), states: tree.states(of: touched)
      )
    }
    return .hello(hello)
  }

  /// A connection is open; what to say on it.
  package mutating func connect() -> ClientMessage {
    isAsking = true
    return hello
  }

  /// Somebody did something; what to tell the server. What they left behind is offered to a server that
  /// forgot it.
  package mutating func tell(_ event: ClientEvent) -> ClientMessage {
    if let handle = event.handle {
      touched.removeAll { $0 == handle }
      touched = touched.suffix(NodeState.Limits.count - 1) + [handle]
    }
    return .event(event)
  }

  /// Takes a message in and gives the replies to send.
  package mutating func receive(_ message: ServerMessage) -> (change: Change, replies: [ClientMessage]) {
    renumbered = nil
    switch message {
    case .welcome(let welcome):
      if session != welcome.session {
        // Another process: its revisions count anew. The tree stays until the server has said what it makes
        // of it.
        (session, revision, page) = (welcome.session, nil, nil)
      }
      title = welcome.title
      let changed = units != welcome.units
      (units, devices) = (welcome.units, welcome.devices)
      return (changed ? .units : .nothing, [])
    case .snapshot(let snapshot): return take(snapshot)
    case .same(let same):
      guard tree != nil, same.unit == unit, same.device == deviceName, same.data == dataName else {
        return (.nothing, ask())
      }
      (revision, page, isAsking) = (same.revision, same.page, false)
      return (.nothing, [.ack(revision: same.revision, painted: nil)])
    case .update(let update): return take(update)
    case .page(let turn): return take(turn)
    case .failed(_, let diagnostics):
      self.diagnostics = diagnostics
      return (.failed, [])
    case .fixed:
      // A server says so again to those who were away.
      defer { diagnostics = [] }
      return (diagnostics.isEmpty ? .nothing : .fixed, [])
    case .faults(let unit, let diagnostics):
      guard unit == self.unit || unit == wantedUnit, diagnostics != faults else { return (.nothing, []) }
      faults = diagnostics
      return (.faults, [])
    // Whoever asked takes the answers.
    case .inspected, .edited: return (.nothing, [])
    case .log(let level, let text):
      // The line of a fault that came with its frame already.
      if level == .error, faults.contains(where: { $0.line == text }) { return (.nothing, []) }
      return (.log(level, text), [])
    }
  }

  private mutating func take(
    _ snapshot: ServerMessage.Snapshot
  ) -> (change: Change, replies: [ClientMessage]) {
    // A link of the page counts as the person's choice, unless they chose something else meanwhile.
    if snapshot.isNavigation, !isAsking { wantedUnit = snapshot.unit }
    // A snapshot of a unit that is no longer wanted arrived late.
    guard wantedUnit == nil || wantedUnit == snapshot.unit else { return (.nothing, []) }
    let isSamePlace =
      unit == snapshot.unit && deviceName == snapshot.device && dataName == snapshot.data
      && !snapshot.isNavigation
    let isSamePage = snapshot.page != nil && snapshot.page == page
    if page != snapshot.page || unit != snapshot.unit { faults = [] }
    replace(with: snapshot.tree, isSamePlace: isSamePlace, isSamePage: isSamePage)
    (unit, deviceName, dataName) = (snapshot.unit, snapshot.device, snapshot.data)
    (revision, page, isAsking) = (snapshot.revision, snapshot.page, false)
    return (.tree, [.ack(revision: snapshot.revision, painted: nil)])
  }

  /// Takes a whole tree in the last one's place; what was done to nodes that are in both counts for the new
  /// ones.
  private mutating func replace(with next: ViewTree, isSamePlace: Bool, isSamePage: Bool = false) {
    if isSamePlace, isSamePage {
      // A page that goes on never gives a number to another node.
      let before = Set(tree?.nodes.map(\.handle) ?? [])
      let kept = next.nodes.map(\.handle).filter { before.contains($0) }
      renumbered = Dictionary(kept.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    } else {
      renumbered = isSamePlace ? tree?.correspondence(with: next) ?? [:] : [:]
    }
    touched = touched.compactMap { renumbered?[$0] }
    tree = next
  }

  private mutating func take(_ update: ServerMessage.Update) -> (change: Change, replies: [ClientMessage]) {
    // Sent again after a break: it is in the tree already.
    if let revision, update.revision <= revision { return (.nothing, []) }
    var result = Change.nothing
    for change in update.changes {
      switch change.kind {
      case .removed:
        units.removeAll { $0 == change.unit }
        if result == .nothing { result = .units }
      // One that somebody looks at comes back with its tree, not as added.
      case _ where !units.contains(change.unit):
        units = (units + [change.unit]).sorted()
        result = .units
      default: break
      }
    }
    if let wantedUnit, update.changes.contains(where: { $0.unit == wantedUnit && $0.kind == .added }) {
      // It was gone, or never there, so whatever was asked of it before has no answer.
      isAsking = true
      return (result, [.show(unit: wantedUnit, device: device, data: data)])
    }
    guard tree != nil else { return (result, []) }
    // Who chose no unit goes where the server's terminal goes.
    if wantedUnit == nil, let shown = update.shown, shown != unit {
      return follow(to: shown, update)
    }
    // Something was missed in between.
    guard let revision, update.from <= revision else { return (result, ask()) }
    var isPatched = false
    for change in update.changes where change.unit == unit {
      switch change.kind {
      case .patch(let device, let data, let patch) where device == deviceName && data == dataName:
        do throws(PatchError) {
          try tree?.apply(patch)
          (result, isPatched) = (.tree, true)
        } catch {
          self.revision = nil
          return (result, ask())
        }
      case .reload(let device, let data, let tree)
      where device == deviceName && data == dataName && !isPatched:
        replace(with: tree, isSamePlace: true)
        result = .tree
      case .changed, .added: return (result, ask(.show(unit: wantedUnit, device: device, data: data)))
      default: break
      }
    }
    self.revision = update.revision
    isAsking = false
    return (result, [.ack(revision: update.revision, painted: nil)])
  }

  /// Takes in what the running page did. A turn of a page that it does not show, or one that came behind a
  /// turn it could not follow, is late news.
  private mutating func take(_ turn: ServerMessage.PagePatch) -> (change: Change, replies: [ClientMessage]) {
    guard turn.unit == unit, turn.device == deviceName, turn.data == dataName, revision != nil else {
      return (.nothing, [])
    }
    if let page = turn.page { self.page = page }
    guard !turn.patch.operations.isEmpty else { return (.nothing, []) }
    do throws(PatchError) {
      try tree?.apply(turn.patch)
      return (.tree, [])
    } catch {
      revision = nil
      return (.nothing, ask())
    }
  }

  /// Shows another unit: its tree comes with the update, or is asked for.
  private mutating func follow(
    to shown: String, _ update: ServerMessage.Update
  ) -> (change: Change, replies: [ClientMessage]) {
    for change in update.changes where change.unit == shown {
      if case .reload(let device, let data, let tree) = change.kind, device == deviceName, data == dataName {
        replace(with: tree, isSamePlace: false)
        (unit, revision, page) = (shown, update.revision, nil)
        return (.tree, [.ack(revision: update.revision, painted: nil)])
      }
    }
    return (.nothing, ask(.show(unit: nil, device: device, data: data)))
  }

  /// Asks to be brought up to date, once until that is answered.
  private mutating func ask(_ question: ClientMessage? = nil) -> [ClientMessage] {
    defer { isAsking = true }
    return isAsking ? [] : [question ?? hello]
  }
}
