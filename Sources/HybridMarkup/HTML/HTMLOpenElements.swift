import HybridDOM

/// An element whose end was not read yet.
struct HTMLOpenElement {
  var node: NodeID
  var tag: HTMLTag
  var namespace: Namespace
  /// Whether HTML may stand in it although it is of another namespace (HTML Standard §13.2.4.2).
  var integration = Integration.none

  enum Integration {
    case none
    case mathMLText
    case html
  }

  var isHTML: Bool { namespace == .html }

  func isHTML(_ tag: HTMLTag) -> Bool { self.tag == tag && namespace == .html }

  func isHTML(oneOf tags: [HTMLTag]) -> Bool { namespace == .html && tags.contains(tag) }

  /// HTML Standard §13.2.4.2, *special*.
  var isSpecial: Bool {
    switch namespace {
    case .html: tag.isOne(of: .special)
    case .mathML: integration == .mathMLText || tag == .annotationXML
    case .svg: tag == .foreignObject || tag == .desc || tag == .title
    }
  }

  /// Whether it ends every kind of scope but a table's and a select's.
  var endsScope: Bool { isHTML ? tag.isOne(of: .scope) : isSpecial }
}

/// The stack of open elements (HTML Standard §13.2.4.2); the current node is its last.
struct HTMLOpenElements {
  private(set) var elements: [HTMLOpenElement] = []

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }
  var current: HTMLOpenElement? { elements.last }
  var indices: Range<Int> { elements.indices }

  subscript(index: Int) -> HTMLOpenElement {
    get { elements[index] }
    set { elements[index] = newValue }
  }

  mutating func push(_ element: HTMLOpenElement) { elements.append(element) }
  mutating func pop() -> HTMLOpenElement? { elements.popLast() }
  mutating func insert(_ element: HTMLOpenElement, at index: Int) { elements.insert(element, at: index) }
  mutating func remove(at index: Int) { elements.remove(at: index) }

  func index(of node: NodeID) -> Int? { elements.lastIndex { $0.node == node } }
  func lastIndex(of tag: HTMLTag) -> Int? { elements.lastIndex { $0.isHTML(tag) } }
  func contains(_ tag: HTMLTag) -> Bool { lastIndex(of: tag) != nil }

  // MARK: Scopes

  enum Scope {
    case usual
    case listItem
    case button
    case table
  }

  /// Whether one of `tags` is open in a scope (§13.2.4.2, *has an element in the specific scope*).
  func has(_ tags: HTMLTag..., in scope: Scope = .usual) -> Bool {
    has(in: scope) { $0.isHTML(oneOf: tags) }
  }

  func has(_ node: NodeID) -> Bool { has(in: .usual) { $0.node == node } }

  func hasHeading() -> Bool { has(in: .usual) { $0.isHTML && $0.tag.isOne(of: .heading) } }

  private func has(in scope: Scope, _ isWanted: (HTMLOpenElement) -> Bool) -> Bool {
    for element in elements.reversed() {
      if isWanted(element) { return true }
      switch scope {
      case .table: if element.isHTML(oneOf: [.html, .table, .template]) { return false }
      case .usual: if element.endsScope { return false }
      case .listItem: if element.endsScope || element.isHTML(oneOf: [.ol, .ul]) { return false }
      case .button: if element.endsScope || element.isHTML(.button) { return false }
      }
    }
    return false
  }
}

/// The list of active formatting elements (HTML Standard §13.2.4.3).
struct HTMLFormattingList {
  enum Entry {
    case marker
    case element(HTMLOpenElement)
  }

  private(set) var entries: [Entry] = []

  var indices: Range<Int> { entries.indices }
  subscript(index: Int) -> HTMLOpenElement? {
    if case .element(let element) = entries[index] { element } else { nil }
  }

  mutating func pushMarker() { entries.append(.marker) }

  /// Adds an element; of three alike since the last marker the first goes (*Noah's Ark clause*).
  mutating func push(_ element: HTMLOpenElement, _ document: Document) {
    var alike: [Int] = []
    for index in entries.indices.reversed() {
      guard let other = self[index] else { break }
      if other.tag == element.tag, Self.areAlike(other.node, element.node, document) { alike.append(index) }
    }
    if alike.count >= 3, let first = alike.last { entries.remove(at: first) }
    entries.append(.element(element))
  }

  private static func areAlike(_ first: NodeID, _ second: NodeID, _ document: Document) -> Bool {
    guard let a = document[first].element, let b = document[second].element,
      a.attributes.count == b.attributes.count
    else { return false }
    if zip(a.attributes, b.attributes).allSatisfy({ $0.name == $1.name && $0.value == $1.value }) {
      return true
    }
    let values = Dictionary(a.attributes.map { ($0.name, $0.value) }) { first, _ in first }
    return b.attributes.allSatisfy { values[$0.name] == $0.value }
  }

  /// Takes out everything up to the last marker.
  mutating func clearToMarker() {
    while let last = entries.popLast() { if case .marker = last { return } }
  }

  /// The last element of a tag since the last marker.
  func last(_ tag: HTMLTag) -> Int? {
    for index in entries.indices.reversed() {
      guard let element = self[index] else { return nil }
      if element.tag == tag { return index }
    }
    return nil
  }

  func index(of node: NodeID) -> Int? {
    entries.lastIndex { if case .element(let e) = $0 { e.node == node } else { false } }
  }
  mutating func remove(at index: Int) { entries.remove(at: index) }
  mutating func replace(at index: Int, with element: HTMLOpenElement) { entries[index] = .element(element) }
  mutating func insert(_ element: HTMLOpenElement, at index: Int) {
    entries.insert(.element(element), at: index)
  }
}
