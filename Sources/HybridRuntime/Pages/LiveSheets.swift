import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource

/// The style sheets in `style` elements that scripts made, after all sheets of the unit (HTML Standard
/// §4.2.6, *update a style block*).
struct ScriptSheets {
  private(set) var ruleSets: [RuleSet] = []
  private var last: [ScriptSheet] = []
  /// The last rules by their sheets: libraries append one rule after another to an element.
  private var known: [ScriptSheet: RuleSet] = [:]

  /// Reads the sheets, in tree order. Nil when they are those of the last call; otherwise what their texts do
  /// not do, in words.
  mutating func update(_ next: [ScriptSheet], dialect: Dialect) -> [String]? {
    guard next != last else { return nil }
    var words: [String] = []
    var now: [ScriptSheet: RuleSet] = [:]
    ruleSets = next.map { own in
      let ruleSet: RuleSet
      if let last = now[own] ?? known[own] {
        ruleSet = last
      } else {
        let sheet = StyleSheet.parse(Source(path: "", text: own.text), dialect: dialect)
        words += sheet.diagnostics.map { "<style> of a script: \($0.message)" }
        words += sheet.imports.map { _ in "<style> of a script: '@import' has no effect: link the sheet" }
        ruleSet = RuleSet(sheet, scope: own.scope)
      }
      now[own] = ruleSet
      return ruleSet
    }
    (last, known) = (next, now)
    return words
  }
}

/// A style sheet that a script made.
struct ScriptSheet: Hashable {
  var text: String
  /// The scope of the shadow tree that it is in; nil in the document.
  var scope: String?
}

extension LiveDocument {
  /// The sheets of the `style` elements in the document that are not of the template, in tree order; then
  /// those of its shadow trees.
  var scriptSheets: [ScriptSheet] {
    let own = styleElements.filter { isAttached($0) && !isInert($0) }
    guard !own.isEmpty || !document.shadowRoots.isEmpty else { return [] }
    var result = sheets(below: document.root, own.filter { origin(of: $0) == nil }, scope: nil)
    for host in document.hosts {
      guard let root = document.shadowRoots[host], isAttached(root) else { continue }
      let scope = StyleTree.scope(ofShadow: root)
      result += sheets(below: root, own, scope: scope)
      result += (adoptedSheets[root] ?? []).map { ScriptSheet(text: $0, scope: scope) }
    }
    return result + (adoptedSheets[document.root] ?? []).map { ScriptSheet(text: $0) }
  }

  private func sheets(below top: NodeID, _ own: Set<NodeID>, scope: String?) -> [ScriptSheet] {
    guard !own.isEmpty else { return [] }
    return document.nodes(in: top).lazy.filter { own.contains($0) }.map { node in
      let text = textContent(of: node)
      let media = document[node].element?.attribute("media")?.value ?? ""
      return ScriptSheet(text: media.isEmpty ? text : "@media \(media) {\n\(text)\n}", scope: scope)
    }
  }

  /// Whether a node is in a template, whose content is not of the document.
  private func isInert(_ node: NodeID) -> Bool {
    ancestors(of: node).dropFirst().contains { document[$0].element?.name == "template" }
  }
}
