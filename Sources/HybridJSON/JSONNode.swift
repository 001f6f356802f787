/// A JSON value together with the bytes it was read from, so that a report can point at it.
///
///     let reading = readJSON(source)
///     if let width = reading.root?["device"]?["width"], width.value.int == nil {
///       report("width is a number", at: width.range)
///     }
package struct JSONNode: Hashable, Sendable {
  /// What was read.
  package var value: JSONValue
  /// The bytes of the value: quotes, brackets and braces included.
  package var range: Range<Int>
  /// The bytes of its key, quotes included, when it is a member of an object.
  package var keyRange: Range<Int>?
  /// One for each element of an array, or each member of an object, in order.
  package var children: [JSONNode] = []

  /// The member `key`, when this is an object that has it.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let object) = value, let position = object.position(of: key) else { return nil }
    return children[position]
  }

  /// The element at `index`, when this is an array that has it.
  package subscript(index: Int) -> JSONNode? {
    guard case .array = value, children.indices.contains(index) else { return nil }
    return children[index]
  }

  /// The node a path leads to, or nil.
  package subscript(path: JSONPath) -> JSONNode? {
    let (node, found) = deepest(along: path)
    return found == path.components.count ? node : nil
  }

  /// The last node on the way along `path` that exists, and how many components of the path led there.
  ///
  /// A report about what is missing points at that node and names ``JSONPath/prefix(_:)`` of one component
  /// more.
  package func deepest(along path: JSONPath) -> (node: JSONNode, found: Int) {
    var node = self
    for (found, component) in path.components.enumerated() {
      let next =
        switch component {
        case .key(let key): node[key]
        case .index(let index): node[index]
        }
      guard let next else { return (node, found) }
      node = next
    }
    return (node, path.components.count)
  }
}
