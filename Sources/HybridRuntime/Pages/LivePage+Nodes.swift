import HybridCSS
import HybridDOM
import HybridSource

/// Short names for what is often asked of the page's document and input.
extension LivePage {
  /// The nodes, as scripts and people have made them.
  var document: Document { _read { yield dom.document } }

  /// What controls hold and how far elements are scrolled.
  var controls: ControlStates { _read { yield input.controls } }

  /// The states that selectors see.
  var states: [NodeID: ElementState] { _read { yield input.states } }

  /// The element that keys go to.
  var focusedNode: NodeID? { input.focused }

  /// A node by the number that scripts have for it.
  func node(_ number: Int) -> NodeID? { dom.node(number) }

  /// Whether a node is in the document.
  func isAttached(_ node: NodeID) -> Bool { dom.isAttached(node) }

  /// `node` and its ancestors, the innermost first.
  func ancestors(of node: NodeID) -> [NodeID] { dom.ancestors(of: node) }

  /// Whether a node is in a row that a table made.
  func isGenerated(_ node: NodeID) -> Bool { dom.isGenerated(node) }

  /// The element with an `id`; the first one where there are several.
  func element(withID id: String) -> NodeID? {
    id.isEmpty ? nil : dom.element(withID: id, in: document.root)
  }

  /// An element's name in lower case, as elements of HTML and of TokenHybrid are told apart.
  func tag(of node: NodeID) -> String { document[node].element?.name.lowercased() ?? "" }

  /// Names a node as long as the page lives. A name never goes from one element to another.
  func key(of node: NodeID) -> String {
    guard let element = document[node].element else { return "" }
    return "\(element.id.map { "#" + $0 } ?? element.name)~\(node.index)"
  }

  /// Where an element is written; nil for what scripts made. The place of a table's row is its template's.
  func place(of node: NodeID) -> SourceLocation? { dom.origin(of: node).flatMap { unit.place(of: $0) } }

  /// Sets, or with nil removes, an attribute by its name in any spelling.
  func set(_ name: String, to value: String?, of node: NodeID) { dom.set(name, to: value, of: node) }
}

extension String {
  var asciiLowercase: String {
    utf8.contains { (65...90).contains($0) }
      ? String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self) : self
  }
}
