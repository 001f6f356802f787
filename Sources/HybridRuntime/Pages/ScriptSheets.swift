import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource

/// The style sheets in `style` elements that scripts made, after all sheets of the unit (HTML Standard
/// §4.2.6, *update a style block*).
struct ScriptSheets {
  private(set) var ruleSets: [RuleSet] = []
  private var texts: [String] = []
  /// The last sheets by their text: libraries append one rule after another to an element.
  private var known: [String: RuleSet] = [:]

  /// Reads the texts of the elements, in tree order. Nil when they are those of the last call; otherwise what
  /// their texts do not do, in words.
  mutating func update(_ next: [String], dialect: Dialect) -> [String]? {
    guard next != texts else { return nil }
    var words: [String] = []
    var now: [String: RuleSet] = [:]
    ruleSets = next.map { text in
      let ruleSet: RuleSet
      if let last = now[text] ?? known[text] {
        ruleSet = last
      } else {
        let sheet = StyleSheet.parse(Source(path: "", text: text), dialect: dialect)
        words += sheet.diagnostics.map { "<style> of a script: \($0.message)" }
        words += sheet.imports.map { _ in "<style> of a script: '@import' has no effect: link the sheet" }
        ruleSet = RuleSet(sheet)
      }
      now[text] = ruleSet
      return ruleSet
    }
    (texts, known) = (next, now)
    return words
  }
}

extension LiveDocument {
  /// The sheets of the `style` elements in the document that are not of the template, in tree order.
  var scriptSheets: [String] {
    let own = styleElements.filter { origin(of: $0) == nil && isAttached($0) && !isInert($0) }
    guard !own.isEmpty else { return [] }
    return document.nodes(in: document.root).lazy.filter { own.contains($0) }.map { node in
      let text = textContent(of: node)
      let media = document[node].element?.attribute("media")?.value ?? ""
      return media.isEmpty ? text : "@media \(media) {\n\(text)\n}"
    }
  }

  /// Whether a node is in a template, whose content is not of the document.
  private func isInert(_ node: NodeID) -> Bool {
    ancestors(of: node).dropFirst().contains { document[$0].element?.name == "template" }
  }
}
