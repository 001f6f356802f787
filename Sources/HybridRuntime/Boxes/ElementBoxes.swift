import HybridDOM
import HybridLayout

/// The box of each element that has one, and the element of each box that is not anonymous.
struct ElementBoxes {
  private(set) var byElement: [NodeID: LayoutNodeID] = [:]
  private(set) var byBox: [LayoutNodeID: NodeID] = [:]

  /// The box of an element.
  subscript(element: NodeID) -> LayoutNodeID? { byElement[element] }

  /// The element of a box.
  func element(of box: LayoutNodeID) -> NodeID? { byBox[box] }

  /// Gives an element without a box one.
  mutating func add(_ box: LayoutNodeID, of element: NodeID) {
    byElement[element] = box
    byBox[box] = element
  }

  /// Removes an element with its box, which is returned.
  mutating func remove(_ element: NodeID) -> LayoutNodeID? {
    guard let box = byElement.removeValue(forKey: element) else { return nil }
    byBox[box] = nil
    return box
  }
}
