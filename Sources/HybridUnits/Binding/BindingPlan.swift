package import HybridDOM

/// All bindings of a template, each parsed once, even if a loop repeats it.
package struct BindingPlan: Sendable {
  /// The bindings of one node.
  package struct Entry: Hashable, Sendable {
    /// Its `t:for`.
    package var loop: ForClause?
    /// Its `t:if`.
    package var condition: Condition?
    /// Its `t:key`: identifies the items of the loop, instead of their number.
    package var key: BindingPath?
    /// Its `@bind`.
    package var component: String?
    /// Its `t:data`: the rows of a `table`.
    package var rows: ForClause?
    /// Whether it has event handler attributes, such as `@click`.
    package var hasEvents = false
    /// The parts of its text.
    package var text: BindingText?
    /// The attributes with a `{{ }}`: the index in the element's list, and the parts.
    package var attributes: [Value] = []

    /// One attribute with a `{{ }}`.
    package struct Value: Hashable, Sendable {
      /// Index in the element's attributes.
      package var index: Int
      /// The parts of the value.
      package var text: BindingText
    }
  }

  /// A binding with a syntax error. It stays as literal text.
  package struct Fault: Hashable, Sendable {
    /// The node.
    package var node: NodeID
    /// The attribute, or nil for the node's text.
    package var attribute: Int?
    /// The error, with its range in the text or the value.
    package var error: BindingSyntaxError
  }

  /// The nodes with bindings, in tree order.
  package private(set) var nodes: [NodeID] = []
  /// The syntax errors, in tree order.
  package private(set) var faults: [Fault] = []
  private var entries: [Entry] = []
  /// For each node of the document, 1 + its index in ``entries``; 0 for none. Empty without bindings.
  private var slots: [Int32] = []

  /// Whether the document has no bindings, so that binding does not change it.
  package var isEmpty: Bool { entries.isEmpty }

  /// The bindings of one node; nil when it has none.
  package subscript(node: NodeID) -> Entry? {
    guard node.index < slots.count, slots[node.index] > 0 else { return nil }
    return entries[Int(slots[node.index]) - 1]
  }

  /// Parses all bindings of `document`.
  ///
  /// The text of `script` and `style` is not bound, nor what is in an element with `t:verbatim`, and neither
  /// is the content of `tableRow` and `tableSection`: those are templates for the rows of a `table`, bound
  /// row by row when a script supplies the data.
  /// - Complexity: O(*n*) in nodes and text.
  package init(_ document: Document) { self.init(document, in: document.root) }

  /// Parses the bindings of `top` and its descendants, even if it is such a template itself.
  init(_ document: Document, in top: NodeID) {
    var raw: NodeID?
    var node: NodeID? = top
    while let current = node {
      if let element = document[current].element {
        if current != top && Self.isRaw(element) || Self.isVerbatim(element) {
          raw = current
        } else {
          add(element, at: current, of: document.nodes.count)
        }
      } else if let text = document[current].text, BindingText.isPresent(in: text) {
        var entry = Entry()
        do {
          entry.text = try BindingText(parsing: text)
          set(entry, at: current, of: document.nodes.count)
        } catch {
          faults.append(Fault(node: current, attribute: nil, error: error))
        }
      }
      node =
        (raw == current ? nil : document[current].firstChild) ?? document.successor(of: current, in: top)
      raw = nil
    }
  }

  /// The attribute that leaves an element and its content to scripts, without bindings.
  static let verbatim = "t:verbatim"

  /// Whether an element and its content are left to scripts.
  package static func isVerbatim(_ element: Element) -> Bool {
    element.attributes.contains { $0.name == verbatim }
  }

  /// Whether bindings below the element are ignored.
  package static func isRaw(_ element: Element) -> Bool {
    if let name = element.elementName { return name.isStyle || name.isScript || name.isNativeRow }
    // Names of XML have their capitals; the length is asked first since most elements are others.
    guard [8, 12].contains(element.name.utf8.count) else { return false }
    return element.nativeName?.isNativeRow == true
  }

  private mutating func add(_ element: Element, at node: NodeID, of count: Int) {
    var entry: Entry?
    for (index, attribute) in element.attributes.enumerated() {
      do throws(BindingSyntaxError) {
        switch attribute.name {
        case ForClause.attribute: entry[default: Entry()].loop = try ForClause(parsing: attribute.value)
        case Condition.attribute: entry[default: Entry()].condition = try Condition(parsing: attribute.value)
        case "t:key": entry[default: Entry()].key = try BindingPath(parsing: attribute.value)
        case "t:data": entry[default: Entry()].rows = try ForClause(parsing: attribute.value)
        case "@bind": entry[default: Entry()].component = attribute.value
        default:
          if attribute.name.utf8.first == UInt8(ascii: "@"), attribute.name != "@class" {
            entry[default: Entry()].hasEvents = true
          }
          guard BindingText.isPresent(in: attribute.value) else { continue }
          let text = try BindingText(parsing: attribute.value)
          entry[default: Entry()].attributes.append(Entry.Value(index: index, text: text))
        }
      } catch {
        faults.append(Fault(node: node, attribute: index, error: error))
      }
    }
    if let entry { set(entry, at: node, of: count) }
  }

  private mutating func set(_ entry: Entry, at node: NodeID, of count: Int) {
    if slots.isEmpty { slots = Array(repeating: 0, count: count) }
    entries.append(entry)
    nodes.append(node)
    slots[node.index] = Int32(entries.count)
  }
}

extension Optional {
  fileprivate subscript(default value: @autoclosure () -> Wrapped) -> Wrapped {
    get { self ?? value() }
    set { self = newValue }
  }
}
