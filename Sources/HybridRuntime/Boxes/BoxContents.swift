import HybridDOM
import HybridLayout

/// The content of each element's box, with the element around each box and the anonymous boxes.
struct BoxContents {
  private var byElement: [NodeID: BoxContent] = [:]
  /// The element whose box or lines contain an element's box.
  private(set) var holders: [NodeID: NodeID] = [:]
  /// The anonymous tables and cells, and the boxes around the items of field sets.
  private(set) var wrappers: Set<LayoutNodeID> = []

  /// The number of elements whose boxes were filled.
  var count: Int { byElement.count }

  /// The content of an element's box; nil if it was not filled.
  subscript(element: NodeID) -> BoxContent? { byElement[element] }

  /// The leaves of all runs, ordered by the creation of their containers.
  var leaves: [LayoutNodeID] { byElement.sorted { $0.key < $1.key }.flatMap(\.value.leaves) }

  /// Puts the box of an element into that of another one or its lines; false if it is there already.
  ///
  /// - Parameter holder: Nil for the root element.
  @discardableResult
  mutating func hold(_ element: NodeID, in holder: NodeID?) -> Bool {
    guard holders[element] != holder else { return false }
    holders[element] = holder
    return true
  }

  /// Replaces the content of an element's box, with its anonymous boxes.
  ///
  /// - Returns: The elements of the old content that have not moved to another box.
  mutating func replace(_ content: BoxContent, of element: NodeID) -> [NodeID] {
    let old = byElement.updateValue(content, forKey: element) ?? BoxContent()
    if old.wrappers != content.wrappers {
      wrappers.subtract(old.wrappers)
      wrappers.formUnion(content.wrappers)
    }
    guard old.boxes != content.boxes || old.objects != content.objects else { return [] }
    let before = old.boxes + old.objects
    if before.isEmpty { return [] }
    let kept = Set(content.boxes + content.objects)
    return before.filter { !kept.contains($0) && holders[$0] == element }
  }

  /// Removes an element's box from the content around it.
  mutating func release(_ element: NodeID) { holders[element] = nil }

  /// Removes the content of an element's box, with its anonymous boxes; the boxes of elements in it stay.
  mutating func remove(_ element: NodeID) -> BoxContent? {
    guard let content = byElement.removeValue(forKey: element) else { return nil }
    for wrapper in content.wrappers { wrappers.remove(wrapper) }
    return content
  }
}

/// The content of one element's box.
struct BoxContent: Hashable {
  /// The elements whose boxes are its children, in order.
  var boxes: [NodeID] = []
  /// The elements with atomic inline boxes in its lines, in order.
  var objects: [NodeID] = []
  /// The leaves of its runs, in order: its own box alone, or anonymous boxes.
  var leaves: [LayoutNodeID] = []
  /// The anonymous tables and cells in it.
  var wrappers: [LayoutNodeID] = []
  /// The anonymous tables in its lines, by their first parts, and all of their parts.
  var tables: [NodeID: LayoutNodeID] = [:]
  var tableParts: Set<NodeID> = []
}
