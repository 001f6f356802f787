import HybridCSS
import HybridDOM
package import HybridJSON
package import HybridScript
import HybridSource

/// Shadow trees and style sheets, as scripts read and change them.
extension LivePage {
  // MARK: Shadow trees

  package func attachShadow(to host: Int, traits: Int) throws -> Int {
    guard let host = self.node(host), document[host].element != nil else {
      throw ScriptThrow("NotSupportedError", "only elements have shadow trees")
    }
    return try dom.attachShadow(to: host, ShadowTraits(rawValue: UInt8(truncatingIfNeeded: traits))).index
  }

  package func attachDeclaredShadowTrees(below node: Int) {
    if let node = self.node(node) { dom.attachDeclaredShadowTrees(below: node) }
  }

  package func markup(ofInside node: Int, serializable: Bool, roots: [Int]) -> String {
    guard let node = self.node(node) else { return "" }
    return document.markup(
      inside: node,
      withShadowTrees: { root, traits in
        serializable && traits.contains(.serializable) || roots.contains(root.index)
      })
  }

  package var shadowTrees: [PageShadowTree] {
    document.hosts.compactMap { host in
      document.shadowRoots[host].map { root in
        PageShadowTree(
          host: host.index, root: root.index, traits: Int(document.shadowTraits[root]?.rawValue ?? 0))
      }
    }
  }

  package func assign(_ nodes: [Int], to slot: Int) {
    if let slot = self.node(slot) { dom.assign(nodes.compactMap { self.node($0) }, to: slot) }
  }

  package func defineElement(_ name: String) { dom.defineElement(name) }

  package func setCustomStates(_ states: [String], of node: Int) {
    if let node = self.node(node) { dom.setCustomStates(Set(states), of: node) }
  }

  // MARK: Style sheets

  package func rules(of sheet: String) -> JSONValue {
    .array(ruleOutlines(of: Source(path: "", text: sheet), dialect: unit.dialect.css).map(\.json))
  }

  package func sheetText(of node: Int) -> String? {
    guard let node = self.node(node), let element = document[node].element else { return nil }
    if let text = dom.sheetEdits.texts[node] { return text }
    if element.elementName?.isStyle == true {
      return LiveDocument.isCSS(element["type"]) ? dom.textContent(of: node) : nil
    }
    guard let origin = dom.origin(of: node),
      let source = unit.sheets.first(where: { $0.node == origin })?.source
    else { return nil }
    let bytes = source.source.bytes
    return String(
      decoding: bytes[(source.range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  package func sheetVersion(of node: Int) -> Int {
    self.node(node).flatMap { dom.sheetEdits.versions[$0] } ?? 0
  }

  package func setSheetText(_ text: String, of node: Int) {
    if let node = self.node(node) { dom.editSheets { $0.setText(text, of: node) } }
  }

  package func loadSheet(_ text: String, of node: Int) {
    guard let node = self.node(node) else { return }
    dom.editSheets {
      $0.touch(node)
      $0.setText(text, of: node)
    }
  }

  package func setSheetDisabled(_ isDisabled: Bool, of node: Int) {
    if let node = self.node(node) { dom.editSheets { $0.setDisabled(isDisabled, node) } }
  }

  package func setConstructedSheet(_ number: Int, _ text: String) {
    dom.editSheets { $0.setConstructed(number, text) }
  }

  package func adoptSheets(_ numbers: [Int], in root: Int) {
    if let root = self.node(root) { dom.editSheets { $0.adopt(numbers, in: root) } }
  }

  package func sheetsChanged() { noteSheets() }

  package func declaration(_ property: String, in text: String) -> String {
    DeclarationText(text, dialect: unit.dialect.css)[property]
  }

  package func setDeclaration(_ property: String, _ value: String, isImportant: Bool, in text: String)
    -> String
  {
    var style = DeclarationText(text, dialect: unit.dialect.css)
    tellLosses(style.set(property, to: value, isImportant: isImportant))
    return style.text
  }
}

extension RuleOutline {
  /// The rule as an array: kind, prelude, declarations, rules.
  fileprivate var json: JSONValue {
    .array([.string(kind), .string(prelude), .string(declarations), .array(rules.map(\.json))])
  }
}
