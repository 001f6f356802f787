import HybridDOM

/// The elements whose boxes one build or update has to fill or to make again.
struct BoxWork {
  private var unfilled: [NodeID] = []
  /// Elements whose boxes were made in this build or update, so that they hold nothing outdated.
  private var fresh: Set<NodeID> = []
  private var outdated: Set<NodeID> = []

  /// Plans to fill the boxes of elements again, that of the last element first.
  mutating func begin(with elements: [NodeID]) { unfilled = elements }

  /// The next element whose box is to be filled; nil when all are.
  mutating func next() -> NodeID? { unfilled.popLast() }

  /// Plans to make the box of an element again, even if it stays in place.
  mutating func remake(_ element: NodeID) { outdated.insert(element) }

  /// Whether the existing box of an element may stay.
  func canKeep(_ element: NodeID) -> Bool { !outdated.contains(element) || fresh.contains(element) }

  /// Notes a new box. It is filled later, unless its element shows no children.
  mutating func made(_ element: NodeID, isFilled: Bool) {
    fresh.insert(element)
    if !isFilled { unfilled.append(element) }
  }

  mutating func destroyed(_ element: NodeID) { fresh.remove(element) }
}
