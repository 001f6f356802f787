package import HybridSource
package import HybridViewTree

/// A client's side of the protocol, as a value: messages in, replies out, and the tree to show.
///
/// It always keeps its tree. After a failed build, a lost connection or a server restart it keeps showing the
/// tree; after reconnecting, missed changes arrive as patches or as one snapshot.
package struct ReloadClient: Sendable {
  /// The visible effect of a message.
  package enum Change: Hashable, Sendable {
    /// No visible change.
    case nothing
    /// The tree changed.
    case tree
    /// The list of units changed.
    case units
    /// A build failed: see ``ReloadClient/diagnostics``.
    case failed
    /// The last build's errors are fixed.
    case fixed
    /// The faults of the page's scripts changed, possibly to none: ``ReloadClient/faults``.
    case faults
    /// A log line of the server.
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
  /// The shown tree.
  package private(set) var tree: ViewTree?
  /// The server's name of the device.
  package private(set) var deviceName: String?
  /// The data set requested for ``tree``; nil for the unit's own data.
  package private(set) var dataName: String?
  /// The devices that the server knows by name.
  package private(set) var devices: [DeviceRequest] = []
  /// All units of the project.
  package private(set) var units: [String] = []
  /// The project's title.
  package private(set) var title = ""
  /// The diagnostics of the last build.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The faults of the running page that it shows.
  package private(set) var faults: [Diagnostic] = []
  /// The revision that ``tree`` belongs to: that of the last applied snapshot or update.
  package private(set) var revision: Int?
  /// Identifies the running page behind ``tree``; nil if none runs.
  package private(set) var page: String?
  /// After a whole tree: maps the numbers of nodes in the previous tree to the new ones, to carry over state
  /// by number (focus, scroll offset, text). Empty for another page; nil if numbers are unchanged.
  package private(set) var renumbered: [Int: Int]?
  private var session: String?
  /// Whether the server owes an answer that brings this client up to date.
  private var isAsking = false
  /// The nodes with user input, the latest last.
  private var touched: [Int] = []

  /// A client that shows nothing yet.
  package init(name: String, device: DeviceRequest? = nil, unit: String? = nil, data: String? = nil) {
    self.name = name
    self.device = device
    self.data = data
    wantedUnit = unit
  }

  /// The first message on every connection: the server then sends the missed updates, or one snapshot.
  package var hello: ClientMessage {
    var hello = ClientMessage.Hello(
      client: name, device: device, data: data, session: session, unit: wantedUnit, binary: false)
    if let tree, let unit, let deviceName {
      if wantedUnit == nil || wantedUnit == unit { (hello.revision, hello.page) = (revision, page) }
      hello.shows = ClientMessage.Hello.ShownTree(
        unit: unit, device: deviceName, data: dataName, tree: TreeHash(tree), states: tree.states(of: touched)
      )
    }
    return .hello(hello)
  }

  /// A connection opened; returns the messages to send.
  package mutating func connect() -> ClientMessage {
    isAsking = true
    return hello
  }

  /// Handles a user event; returns the message to send. The resulting state is offered to a restarted server.
  package mutating func tell(_ event: ClientEvent) -> ClientMessage {
    if let handle = event.handle {
      touched.removeAll { $0 == handle }
      touched = touched.suffix(NodeState.Limits.count - 1) + [handle]
    }
    return .event(event)
  }

  /// Handles a message and returns the replies to send.
  package mutating func receive(_ message: ServerMessage) -> (change: Change, replies: [ClientMessage]) {
    renumbered = nil
    switch message {
    case .welcome(let welcome):
      if session != welcome.session {
        // Another process: its revisions restarted. The tree stays until the server has answered.
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
      // A server repeats this to clients that reconnect.
      defer { diagnostics = [] }
      return (diagnostics.isEmpty ? .nothing : .fixed, [])
    case .faults(let unit, let diagnostics):
      guard unit == self.unit || unit == wantedUnit, diagnostics != faults else { return (.nothing, []) }
      faults = diagnostics
      return (.faults, [])
    // The requester handles the answers.
    case .inspected, .edited: return (.nothing, [])
    case .log(let level, let text):
      // The log line of a fault that was received already.
      if level == .error, faults.contains(where: { $0.line == text }) { return (.nothing, []) }
      return (.log(level, text), [])
    }
  }

  private mutating func take(
    _ snapshot: ServerMessage.Snapshot
  ) -> (change: Change, replies: [ClientMessage]) {
    // Navigation by the page counts as the user's choice, unless the user chose another unit meanwhile.
    if snapshot.navigation != nil, !isAsking { wantedUnit = snapshot.unit }
    // A snapshot of a unit that is no longer wanted arrived late.
    guard wantedUnit == nil || wantedUnit == snapshot.unit else { return (.nothing, []) }
    let isSamePlace =
      unit == snapshot.unit && deviceName == snapshot.device && dataName == snapshot.data
      && snapshot.navigation == nil
    let isSamePage = snapshot.page != nil && snapshot.page == page
    if page != snapshot.page || unit != snapshot.unit { faults = [] }
    replace(with: snapshot.tree, isSamePlace: isSamePlace, isSamePage: isSamePage)
    (unit, deviceName, dataName) = (snapshot.unit, snapshot.device, snapshot.data)
    (revision, page, isAsking) = (snapshot.revision, snapshot.page, false)
    return (.tree, [.ack(revision: snapshot.revision, painted: nil)])
  }

  /// Replaces the tree; user input of nodes in both trees is carried over.
  private mutating func replace(with next: ViewTree, isSamePlace: Bool, isSamePage: Bool = false) {
    if isSamePlace, isSamePage {
      // A continuing page never reuses a node number.
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
      // A shown unit that reappears comes with its tree, not as added.
      case _ where !units.contains(change.unit):
        units = (units + [change.unit]).sorted()
        result = .units
      default: break
      }
    }
    if let wantedUnit, update.changes.contains(where: { $0.unit == wantedUnit && $0.kind == .added }) {
      // It was missing, so earlier requests for it have no answer.
      isAsking = true
      return (result, [.show(unit: wantedUnit, device: device, data: data)])
    }
    guard tree != nil else { return (result, []) }
    // Without its own choice, the client follows the server's terminal.
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

  /// Applies a turn of the running page. A turn of a page that is not shown, or after a turn that did not
  /// apply, is ignored.
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

  /// Requests a catch-up, once until it is answered.
  private mutating func ask(_ question: ClientMessage? = nil) -> [ClientMessage] {
    defer { isAsking = true }
    return isAsking ? [] : [question ?? hello]
  }
}
