/// A JSON value with its byte range, so that a report can point at it.
///
///     let reading = readJSON(source)
///     if let width = reading.root?["device"]?["width"], width.value.int == nil {
///       report("width is a number", at: width.range)
///     }
package struct JSONNode: Hashable, Sendable {
  /// The value.
  package var value: JSONValue
  /// The bytes of the value: quotes, brackets and braces included.
  package var range: Range<Int>
  /// The bytes of its key, quotes included, if it is a member of an object.
  package var keyRange: Range<Int>?
  /// The elements of an array, or the members of an object, in order.
  package var children: [JSONNode] = []

  /// The member `key`, if this is an object with that member.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let object) = value, let position = object.position(of: key) else { return nil }
    return children[position]
  }

  /// The element at `index`, if this is an array with that element.
  package subscript(index: Int) -> JSONNode? {
    guard case .array = value, children.indices.contains(index) else { return nil }
    return children[index]
  }

  /// The node at a path, or nil.
  package subscript(path: JSONPath) -> JSONNode? {
    let (node, found) = deepest(along: path)
    return found == path.components.count ? node : nil
  }

  /// The last existing node along `path`, and the number of path components that lead to it.
  ///
  /// A report about a missing value points at that node and names ``JSONPath/prefix(_:)`` with one more
  /// component.
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
