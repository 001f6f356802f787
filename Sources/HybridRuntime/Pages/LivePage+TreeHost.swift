import HybridDOM
import HybridEncoding
package import HybridScript

/// The tree, as scripts read and change it.
extension LivePage: PageHost {
  package func kind(of node: Int) -> PageNodeKind? { self.node(node).map { dom.kind(of: $0) } }

  package func name(of node: Int) -> String {
    self.node(node).flatMap { document[$0].element?.writtenName } ?? ""
  }

  package func relative(_ relation: PageNodeRelation, of node: Int) -> Int? {
    self.node(node).flatMap { dom.relative(relation, of: $0) }?.index
  }

  package func children(of node: Int, onlyElements: Bool) -> [Int] {
    self.node(node).map { dom.children(of: $0, onlyElements: onlyElements).map(\.index) } ?? []
  }

  package func make(_ kind: PageNodeKind, _ text: String) throws -> Int { try dom.make(kind, text).index }

  package func insert(_ node: Int, into parent: Int, before reference: Int?) throws {
    guard let node = self.node(node), let parent = self.node(parent) else {
      throw ScriptThrow("NotFoundError", "there is no such node")
    }
    try dom.insert(node, into: parent, before: reference.flatMap { self.node($0) })
    checkLosses(of: node)
  }

  package func remove(_ node: Int) {
    guard let node = self.node(node), let parent = document[node].parent, node != document.root else {
      return
    }
    dropFocus(in: node)
    leaveTopLayer(in: node)
    dom.remove(node)
    dom.noteChildren(of: parent)
  }

  package func clone(_ node: Int, deep: Bool) throws -> Int {
    guard let node = self.node(node) else { throw LiveDocument.notClonable }
    return try dom.clone(node, deep: deep).index
  }

  package func data(of node: Int) -> String { self.node(node).map { dom.data(of: $0) } ?? "" }

  package func setData(_ text: String, of node: Int) {
    if let node = self.node(node) { dom.setData(text, of: node) }
  }

  package func textContent(of node: Int) -> String { self.node(node).map { dom.textContent(of: $0) } ?? "" }

  package func setTextContent(_ text: String, of node: Int) throws {
    if let node = self.node(node) { dom.setTextContent(text, of: node) }
  }

  package func markup(of node: Int, isOuter: Bool) -> String {
    self.node(node).map { document.markup(of: $0, isOuter: isOuter) } ?? ""
  }

  package func setMarkup(_ markup: String, of node: Int) throws {
    guard let node = self.node(node), document[node].element != nil else { return }
    if let limit = try dom.setMarkup(markup, of: node, in: unit.dialect) {
      lose("the rest of this markup", "\(limit): insert it in parts")
    }
    for child in document.nodes(in: node) where child != node { checkLosses(of: child, withAttributes: true) }
  }

  package func attribute(_ name: String, of node: Int) -> String? {
    guard let node = self.node(node), let element = document[node].element else { return nil }
    return element[dom.key(of: name, on: element)]
  }

  package func setAttribute(_ name: String, _ value: String?, of node: Int) throws {
    guard let node = self.node(node), let element = document[node].element else { return }
    guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 32 || $0 == 47 || $0 == 61 || $0 == 62 }) else {
      throw ScriptThrow("InvalidCharacterError", "'\(name)' is not a valid attribute name")
    }
    if let value { checkLosses(of: name, value, element) }
    set(name, to: value, of: node)
  }

  package func attributes(of node: Int) -> [(name: String, value: String)] {
    guard let node = self.node(node), let element = document[node].element else { return [] }
    return element.attributes.map { ($0.writtenName, $0.value) }
  }

  // MARK: Looking up

  package func nodes(matching selector: String, in node: Int, onlyFirst: Bool) throws -> [Int] {
    updateFormStates(for: selector)
    return try dom.elements(
      matching: selector, in: self.node(node), states, limit: onlyFirst ? 1 : .max
    ).map(\.index)
  }

  package func matches(_ node: Int, _ selector: String) throws -> Bool {
    updateFormStates(for: selector)
    return try dom.matches(self.node(node), selector, states)
  }

  package func elements(_ lookup: PageLookup, _ name: String, in node: Int) -> [Int] {
    guard let top = self.node(node), !name.isEmpty else { return [] }
    switch lookup {
    case .id: return dom.element(withID: name, in: top).map { [$0.index] } ?? []
    case .tag:
      let key = name.asciiLowercased
      return dom.elements(in: top) { name == "*" || $0.name.asciiLowercased == key }.map(\.index)
    case .className:
      let names = name.split { $0 == " " || $0 == "\n" || $0 == "\t" }
      guard !names.isEmpty else { return [] }
      return dom.elements(in: top) { element in
        let classes = element.classes
        return !classes.isEmpty && names.allSatisfy(classes.contains)
      }.map(\.index)
    }
  }
}
