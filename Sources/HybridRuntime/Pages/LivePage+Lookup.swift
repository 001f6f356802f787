import HybridCSS
import HybridDOM
package import HybridScript
import HybridSource

/// What was looked up in one version of the document.
struct PageLookups {
  var version = -1
  var tree: StyleTree?
  /// Every element that ever had an `id`, by it. Whether it still has, and is in the document, is seen when it is asked for.
  var byID: [String: [NodeID]] = [:]
  /// Selectors as they were read, whatever the version.
  var selectors: [String: [ComplexSelector]] = [:]
}

extension LivePage {
  package func nodes(matching selector: String, in node: Int, onlyFirst: Bool) throws -> [Int] {
    let list = try parsed(selector)
    guard let node = self.node(node) else { return [] }
    let found = elements(matching: list, in: node)
    return found.prefix(onlyFirst ? 1 : found.count).map(\.index)
  }

  package func matches(_ node: Int, _ selector: String) throws -> Bool {
    let list = try parsed(selector)
    guard let node = self.node(node), document[node].element != nil else { return false }
    var top = node
    while let parent = document[top].parent { top = parent }
    if top != document.root { return elements(matching: list, in: top, withTop: true).contains(node) }
    return styleTree().matches(node, list)
  }

  package func elements(_ lookup: PageLookup, _ name: String, in node: Int) -> [Int] {
    guard let top = self.node(node), !name.isEmpty else { return [] }
    switch lookup {
    case .id:
      return element(withID: name, in: top).map { [$0.index] } ?? []
    case .tag:
      let key = name.asciiLowercase
      return allElements(in: top) { name == "*" || $0.name.asciiLowercase == key }
    case .className:
      let names = name.split { $0 == " " || $0 == "\n" || $0 == "\t" }
      guard !names.isEmpty else { return [] }
      return allElements(in: top) { element in
        let classes = element.classes
        return !classes.isEmpty && names.allSatisfy(classes.contains)
      }
    }
  }

  /// The elements of the page that a selector of a person means, in tree order, rows of tables among them.
  func elements(matching list: [ComplexSelector]) -> [NodeID] {
    styleTree().elements(matching: list)
  }

  private func parsed(_ selector: String) throws -> [ComplexSelector] {
    if let known = lookups.selectors[selector] { return known }
    do throws(SelectorError) {
      let list = try parseSelectorList(Source(path: "", text: selector))
      if lookups.selectors.count > 1000 { lookups.selectors = [:] }
      lookups.selectors[selector] = list
      return list
    } catch {
      throw ScriptThrow("SyntaxError", "'\(selector)' is not a valid selector")
    }
  }

  private func elements(matching list: [ComplexSelector], in top: NodeID, withTop: Bool = false) -> [NodeID] {
    if isAttached(top) {
      let tree = styleTree()
      let found =
        top == document.root ? tree.elements(matching: list) : tree.elements(matching: list, below: top)
      return found.filter { !isGenerated($0) }
    }
    // A subtree outside of the document is looked through as if it were one.
    var copy = Document(files: [], isHTML: document.isHTML)
    var originals: [NodeID: NodeID] = [copy.root: top]
    var copies: [NodeID: NodeID] = [:]
    for node in document.nodes(in: top) {
      let made = copy.makeNode(
        document[node].content == .document ? .comment("") : document[node].content, range: SourceRange(0..<0)
      )
      copies[node] = made
      originals[made] = node
      let above = node == top ? copy.root : document[node].parent.flatMap { copies[$0] } ?? copy.root
      copy.append(made, to: above)
    }
    let tree = StyleTree(copy)
    return tree.elements(matching: list).compactMap { originals[$0] }.filter { withTop || $0 != top }
  }

  private func renew() {
    guard lookups.version != version else { return }
    lookups.version = version
    lookups.tree = nil
  }

  private func styleTree() -> StyleTree {
    renew()
    if let tree = lookups.tree { return tree }
    let tree = StyleTree(document, states: states)
    lookups.tree = tree
    return tree
  }

  /// Notes an element that may be asked for by its `id`, or that hangs on the scrolling of another.
  func noteID(of node: NodeID) {
    if document[node].element?.pinnedTo != nil { declaredPins.insert(node) }
    guard let id = document[node].element?.id else { return }
    lookups.byID[id, default: []].append(node)
  }

  /// The first element in tree order with that `id` in `top` (`top` itself is not asked).
  private func element(withID id: String, in top: NodeID) -> NodeID? {
    guard let known = lookups.byID[id] else { return nil }
    var found: [NodeID] = []
    var kept: [NodeID] = []
    for node in known where document[node].element?.id == id && !kept.contains(node) {
      kept.append(node)
      let above = ancestors(of: node)
      if above.dropFirst().contains(top), generated.isDisjoint(with: above) { found.append(node) }
    }
    lookups.byID[id] = kept
    guard found.count > 1 else { return found.first }
    return allElements(in: top) { $0.id == id }.first.map { NodeID($0) }
  }

  private func allElements(in top: NodeID, where test: (Element) -> Bool) -> [Int] {
    var found: [Int] = []
    for node in document.nodes(in: top) where node != top {
      if let element = document[node].element, test(element), !isGenerated(node) { found.append(node.index) }
    }
    return found
  }

  /// Whether a node is in a row that a table made.
  func isGenerated(_ node: NodeID) -> Bool {
    guard !generated.isEmpty else { return false }
    var current: NodeID? = node
    while let above = current {
      if generated.contains(above) { return true }
      current = document[above].parent
    }
    return false
  }
}
