package import HybridJSON
package import HybridReload
package import HybridScript
package import HybridSource
package import HybridUnits
package import HybridViewTree

/// A unit that runs for one client, in real time: its tree, the events of its user, its time, and what it
/// asks of its surroundings.
///
/// It never waits: its owner moves its clock, answers its requests and sends its changes. ``LivePage``
/// conforms.
package protocol LiveUnit: AnyObject {
  // MARK: Life

  /// Lays it out and runs its scripts.
  func open()
  /// Tells it that it is shown, hidden or closed.
  func hook(_ hook: LivePage.Hook)
  /// Releases its scripts. Nothing happens to it after that.
  func close()
  /// Shows it on another device, turned, or with other data.
  func move(to variant: Variant)
  /// Merges data that the unit above it returns.
  func extend(with data: JSONValue)

  // MARK: Tree

  /// The current tree, without node numbers.
  var tree: ViewTree { get }
  /// The tree that clients have, with node numbers: the result of the last ``step()``.
  var shown: ViewTree? { get }
  /// Updates clients from the last step to the current state; nil if nothing changed. The first step has no
  /// patch.
  func step() -> (patch: Patch?, tree: ViewTree, moved: [MovedNode])?
  /// Adopts the node numbers of a client's tree of the unit before its scripts ran. False if the client has a
  /// different tree and needs a whole one.
  func adopt(_ shared: ViewTree) -> Bool

  // MARK: Events

  /// Handles an event of its user.
  func handle(_ event: ClientEvent)
  /// Restores what the user had entered before the unit restarted.
  func restore(_ states: [NodeState])
  /// The complete description of the node with a number; nil if there is none.
  func inspect(_ handle: Int, sources: @escaping (String) -> Source?) -> ElementInspection?
  /// Tries declarations on a node, or removes them; returns why that is impossible.
  func edit(_ request: EditRequest) -> Diagnostic?
  /// The declarations that a client tries.
  var pageEdits: [PageEdit] { get }
  /// The tried declarations, for the unit that replaces this one.
  var carriedEdits: [CarriedEdits] { get }
  /// Applies the declarations of the unit that this one replaces.
  func restore(_ carried: [CarriedEdits])

  // MARK: Time

  /// The time on its clock, in milliseconds.
  var now: Double { get }
  /// When its next turn is due before it rests; nil when it rests now.
  func nextTurn(until rest: PageRest) -> Double?
  /// Moves its clock and runs the turns that are due by then, at most `limit` turns.
  func advance(to time: Double, limit: Int)

  // MARK: Surroundings

  /// The entries of its log since the last call.
  func takeLog() -> [PageLogEntry]
  /// The navigations requested since the last call.
  func takeNavigations() -> [PageNavigation]
  /// Its new requests, and the answer to one.
  func takeRequests() -> [(id: Int, request: PageRequest)]
  func finish(_ id: Int, with response: PageResponse)
  /// Its new commands for connections, an event of one, and the number of bytes that the network has taken of
  /// one.
  func takeConnectionCommands() -> [PageConnectionCommand]
  func tell(_ event: PageConnectionEvent, of id: Int)
  func connection(_ id: Int, hasTaken bytes: Int)

  // MARK: Saves

  /// The effect of a saved version on it.
  func replacement(by unit: Unit) -> LiveUnitReplacement
  /// Shows a saved version with which it continues.
  func replace(with unit: Unit)
}

/// The effect of a save on a running unit.
package enum LiveUnitReplacement: Hashable, Sendable {
  /// The unit continues, with all its state.
  case kept
  /// The unit starts again, for this reason.
  case restarts(String)
}

extension LivePage: LiveUnit {
  package func takeNavigations() -> [PageNavigation] {
    environment.device.takeNavigations().map(\.navigation)
  }

  package func replacement(by unit: Unit) -> LiveUnitReplacement {
    unit.webPage.map { replacement(by: $0) } ?? .restarts("it is a \(unit.kind) now")
  }

  package func replace(with unit: Unit) {
    if let page = unit.webPage { replace(with: page) }
  }
}
