import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource

/// Shortcuts to the page's document and input.
extension LivePage {
  /// The nodes, including changes by scripts and users.
  var document: Document { _read { yield dom.document } }

  /// The states of controls and scroll offsets.
  var controls: ControlStates { _read { yield input.controls } }

  /// The states that selectors match.
  var states: [NodeID: ElementState] { _read { yield input.states } }

  /// The focused element.
  var focusedNode: NodeID? { input.focused }

  /// A node by its number in scripts.
  func node(_ number: Int) -> NodeID? { dom.node(number) }

  /// Whether a node is in the document.
  func isAttached(_ node: NodeID) -> Bool { dom.isAttached(node) }

  /// `node` and its ancestors, the innermost first.
  func ancestors(of node: NodeID) -> [NodeID] { dom.ancestors(of: node) }

  /// Whether a node is in a row that a table made.
  func isGenerated(_ node: NodeID) -> Bool { dom.isGenerated(node) }

  /// The element with an `id`; the first one if there are several.
  func element(withID id: String) -> NodeID? {
    id.isEmpty ? nil : dom.element(withID: id, in: document.root)
  }

  /// The name of an element of a native page, also of one that a script named in capitals.
  func nativeName(of node: NodeID) -> ElementName? {
    document[node].element?.nativeName
  }

  /// A key that identifies a node for the life of the page. Keys are never reused for another element.
  func key(of node: NodeID) -> String {
    guard let element = document[node].element else { return "" }
    // A generated node is told from its siblings by its name, and is made again when its element is styled
    // anew.
    if element.isPseudoElement { return element.name }
    return "\(element.id.map { "#" + $0 } ?? element.name)~\(node.index)"
  }

  /// The source place of an element; nil for elements made by scripts. A table row has the place of its
  /// template.
  func place(of node: NodeID) -> SourceLocation? { dom.origin(of: node).flatMap { unit.place(of: $0) } }

  /// Sets, or with nil removes, an attribute by its name in any spelling.
  func set(_ name: String, to value: String?, of node: NodeID) {
    let isOpening = name.isASCIIEqual(to: "open")
    let wasOpen = isOpening && document[node].element?.attribute("open") != nil
    dom.set(name, to: value, of: node)
    if isOpening, wasOpen != (value != nil) { openChanged(node, isOpen: value != nil) }
  }
}
