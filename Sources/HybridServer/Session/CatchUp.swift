import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// The least that brings one client's tree up to date.
enum CatchUp {
  /// The updates that it missed since a revision, in order.
  case updates([UpdateRing.Entry], since: Int)
  /// Its tree is current: only the revision is new.
  case same(ServerMessage)
  /// The whole tree, encoded.
  case snapshot([UInt8])

  /// The templates to send after it, to a client that accepts templates.
  func templates(of unit: String) -> [String] {
    switch self {
    case .updates(let missed, _):
      var names: [String] = []
      for name in missed.flatMap(\.templates) where !names.contains(name) { names.append(name) }
      return names
    case .snapshot: return [unit]
    case .same: return []
    }
  }
}

/// The unit that a client shows.
struct ClientView {
  var unit: String
  var variant: Variant
  /// The client's own page of the unit; nil if the client shows the shared tree.
  var page: ClientPage?

  /// The hash of the tree that the client reports as shown; nil if that is a tree of another unit or variant,
  /// which is useless.
  func tree(of shows: ClientMessage.Hello.ShownTree?) -> TreeHash? {
    shows.flatMap { $0.unit == unit && $0.variant == variant.name ? $0.tree : nil }
  }
}

extension SessionState {
  /// The unit that a client shows; nil if there is none, or no such client.
  func view(of id: UInt64) -> ClientView? {
    guard let client = clients[id], let unit = client.unit(following: shown) else { return nil }
    return ClientView(unit: unit, variant: client.variant, page: client.page(of: unit))
  }

  /// Reopens the window of a client that has drained.
  /// - Returns: The messages to send it first, and the revision of its tree; nil without such a client.
  mutating func reopen(_ id: UInt64) -> (messages: [ServerMessage], known: Int?)? {
    guard let client = clients[id] else { return nil }
    client.window.reopen()
    clients[id]?.ignorePaints(upTo: builds.revision)
    return ([welcome, builds.errors.isEmpty ? builds.fixed : builds.failed], client.has?.revision)
  }

  /// Sends a client the minimum for the shared tree of its view: nothing, the missed updates, or the whole
  /// tree; then the templates.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: The tree that it reports as shown.
  mutating func sendTree(
    of view: ClientView, to id: UInt64, since known: Int?, showing shows: ClientMessage.Hello.ShownTree?
  ) {
    guard let client = clients[id],
      let missing = catchUp(
        client, with: view.unit, since: known, showing: shows, offering: view.tree(of: shows))
    else { return }
    let isSent = clients.send(missing, of: view.unit, at: builds.revision, to: id)
    guard isSent, client.takesBinary else { return }
    for name in missing.templates(of: view.unit) {
      if let frame = templateFrame(of: name) { client.window.send(.binary(frame)) }
    }
  }

  /// The warning, once, that a client's unit has no data set of the requested name and shows its own data.
  mutating func warnOfMissingDataSet(_ id: UInt64) -> ServerMessage? {
    guard let view = view(of: id), let name = view.variant.dataSet, let unit = current(view.unit)
    else { return nil }
    let names = unit.dataSets.map(\.name)
    let missing = names.contains(name) ? nil : name
    guard clients[id]?.note(missing: missing, of: view.unit) == true else { return nil }
    let hint =
      nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))")
    return .log(
      .warning, text: "\(view.unit) has no data set '\(name)', so its own data is shown\(hint)")
  }

  /// The messages that bring a client to the present tree of a unit; nil when there is no tree.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: The tree that it reports as shown.
  ///   - offered: The hash of its tree of this unit.
  private mutating func catchUp(
    _ client: Client, with unit: String, since known: Int?, showing shows: ClientMessage.Hello.ShownTree?,
    offering offered: TreeHash?
  ) -> CatchUp? {
    let revision = builds.revision
    guard tree(of: unit, as: client.variant) != nil else { return nil }
    if let known, let missed = missed(by: client, of: unit, since: known, showing: shows) {
      let cost = missed.reduce(0) { $0 + $1.message.bytes.count }
      // Encoding a tree to compare sizes is worthwhile only if much was missed.
      if cost > 4_096, let snapshot = stages.snapshot(of: unit, as: client.variant, revision: revision),
        snapshot.count < cost
      {
        return .snapshot(snapshot)
      }
      return .updates(missed, since: known)
    }
    if let offered, offered == stages.hash(of: unit, as: client.variant) {
      return .same(
        .same(
          ServerMessage.TreeConfirmation(
            revision: revision, unit: unit, device: client.variant.device.name, data: client.variant.dataSet))
      )
    }
    return stages.snapshot(of: unit, as: client.variant, revision: revision).map { .snapshot($0) }
  }

  /// The updates that bring a client's tree up to date; nil when they do not.
  private func missed(
    by client: Client, of unit: String, since known: Int, showing shows: ClientMessage.Hello.ShownTree?
  ) -> [UpdateRing.Entry]? {
    guard known <= builds.revision, let numbered = stages.numberedIn(unit, as: client.variant),
      known >= numbered
    else { return nil }
    let before: String?
    if let shows {
      guard shows.variant == client.variant.name else { return nil }
      before = shows.unit
    } else if let has = client.has {
      guard has.variant == client.variant else { return nil }
      before = has.unit
    } else {
      // A client that does not report what it shows has the unit that it requests, or the one that the
      // terminal showed then.
      before = client.wanted ?? updates.shown(at: known) ?? shown
    }
    guard before == unit else { return nil }
    return updates.missed(
      since: known, unit: unit, variant: client.variant.name, follows: client.wanted == nil)
  }
}
