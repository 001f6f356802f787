package import HybridSource

/// A client's side of the protocol, as a value: messages in, replies out, and the tree to show.
///
/// It never gives its tree up. A failed build, a lost connection or a restarted server leaves what is shown; what a
/// client missed comes as patches or as one snapshot once it is back.
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
    /// The server has something to say.
    case log(LogLevel, String)
  }

  /// The client's name and version.
  package let name: String
  /// The device it shows units on.
  package var device: DeviceRequest?
  /// The unit it wants to show; nil follows the server's choice.
  package var wantedUnit: String?
  /// The unit it shows.
  package private(set) var unit: String?
  /// What it shows.
  package private(set) var tree: ViewTree?
  /// The name that the server has for the device.
  package private(set) var deviceName: String?
  /// All units of the project.
  package private(set) var units: [String] = []
  /// The project's title.
  package private(set) var title = ""
  /// The faults of the last build.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The revision that ``tree`` belongs to.
  package private(set) var revision: Int?
  /// Names the running page behind ``tree``; nil where nothing runs.
  package private(set) var page: String?
  private var session: String?

  /// A client that shows nothing yet.
  package init(name: String, device: DeviceRequest? = nil, unit: String? = nil) {
    self.name = name
    self.device = device
    self.wantedUnit = unit
  }

  /// What to say first on every connection: the server then sends what was missed, or one snapshot.
  package var hello: ClientMessage {
    .hello(
      ClientMessage.Hello(
        client: name, device: device, revision: tree == nil ? nil : revision, session: session,
        unit: wantedUnit ?? unit, binary: false, page: page))
  }

  /// Takes a message in and gives the replies to send.
  package mutating func receive(_ message: ServerMessage) -> (change: Change, replies: [ClientMessage]) {
    switch message {
    case .welcome(let welcome):
      if session != welcome.session {
        // Another process: its revisions and numbers of nodes count anew, so the tree is replaced, not patched.
        (session, revision, page) = (welcome.session, nil, nil)
      }
      title = welcome.title
      let changed = units != welcome.units
      units = welcome.units
      return (changed ? .units : .nothing, [])
    case .snapshot(let snapshot):
      // A snapshot of a unit that it no longer wants is late news.
      if snapshot.isNavigation, wantedUnit != nil { wantedUnit = snapshot.unit }
      guard wantedUnit == nil || wantedUnit == snapshot.unit else { return (.nothing, []) }
      (unit, deviceName, tree, revision) = (snapshot.unit, snapshot.device, snapshot.tree, snapshot.revision)
      page = snapshot.page
      return (.tree, [.ack(revision: snapshot.revision, painted: nil)])
    case .update(let update): return take(update)
    case .page(let turn): return take(turn)
    case .failed(_, let diagnostics):
      self.diagnostics = diagnostics
      return (.failed, [])
    case .fixed:
      diagnostics = []
      return (.fixed, [])
    case .log(let level, let text): return (.log(level, text), [])
    }
  }

  private mutating func take(_ update: ServerMessage.Update) -> (change: Change, replies: [ClientMessage]) {
    var result = Change.nothing
    for change in update.changes {
      switch change.kind {
      case .added where !units.contains(change.unit):
        units = (units + [change.unit]).sorted()
        result = .units
      case .removed:
        units.removeAll { $0 == change.unit }
        if result == .nothing { result = .units }
      default: break
      }
    }
    // Who chose no unit goes where the server's terminal goes.
    if wantedUnit == nil, let shown = update.shown, shown != unit, unit != nil {
      return follow(to: shown, update)
    }
    let mine = update.changes.filter { $0.unit == unit }
    guard let revision, update.from == revision || update.from < revision else {
      // Something was missed in between.
      return tree == nil ? (result, []) : (result, [hello])
    }
    guard update.revision > revision else { return (result, []) }
    for change in mine {
      switch change.kind {
      case .patch(let device, let patch) where device == deviceName:
        do throws(PatchError) {
          try tree?.apply(patch)
          result = .tree
        } catch {
          self.revision = nil
          return (result, [hello])
        }
      case .reload(let device, let tree) where device == deviceName:
        self.tree = tree
        result = .tree
      case .changed: return (result, [.show(unit: unit, device: device)])
      default: break
      }
    }
    self.revision = update.revision
    return (result, [.ack(revision: update.revision, painted: nil)])
  }

  /// Takes in what the running page did. A turn of a page that it does not show, or one that came behind a turn it could
  /// not follow, is late news.
  private mutating func take(_ turn: ServerMessage.PagePatch) -> (change: Change, replies: [ClientMessage]) {
    guard turn.unit == unit, turn.device == deviceName, revision != nil else { return (.nothing, []) }
    do throws(PatchError) {
      try tree?.apply(turn.patch)
      return (.tree, [])
    } catch {
      revision = nil
      return (.nothing, [hello])
    }
  }

  /// Shows another unit: its tree comes with the update, or is asked for.
  private mutating func follow(
    to shown: String, _ update: ServerMessage.Update
  ) -> (change: Change, replies: [ClientMessage]) {
    for change in update.changes where change.unit == shown {
      if case .reload(let device, let tree) = change.kind, device == deviceName {
        (unit, self.tree, revision) = (shown, tree, update.revision)
        return (.tree, [.ack(revision: update.revision, painted: nil)])
      }
    }
    return (.nothing, [.show(unit: shown, device: device)])
  }
}
