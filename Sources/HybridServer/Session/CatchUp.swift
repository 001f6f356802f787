import HybridReload
import HybridRuntime
import HybridSocket
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

extension SessionState {
  /// What a client needs to have the tree of a unit; nil when there is no tree.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: The tree that it reports as shown.
  ///   - offered: The hash of its tree of this unit.
  mutating func catchUp(
    _ client: Client, with unit: String, since known: Int?, showing shows: ClientMessage.Hello.Shows?,
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
          ServerMessage.Same(
            revision: revision, unit: unit, device: client.variant.device.name, data: client.variant.dataSet))
      )
    }
    return stages.snapshot(of: unit, as: client.variant, revision: revision).map { .snapshot($0) }
  }

  /// The updates that bring a client's tree up to date; nil when they do not.
  private func missed(
    by client: Client, of unit: String, since known: Int, showing shows: ClientMessage.Hello.Shows?
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
