import HybridSource
package import HybridViewTree

extension ViewTree {
  /// One line per node, indented by two blanks per level: tag, `#id`, `.class`, `x,y w×h`, and the text in
  /// quotes.
  ///
  ///     button#buy.primary 12,40 80×24 "Buy"
  package var listing: String {
    var depths: [Int] = []
    var text = ""
    for node in nodes {
      let depth = node.parent.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      text += String(repeating: "  ", count: depth) + node.tag.withoutControls
      if let id = node.id { text += "#" + id.withoutControls }
      for name in node.classes?.split(separator: " ") ?? [] { text += "." + String(name).withoutControls }
      text += " " + node.frame.description
      if let shown = node.text { text += " \"" + shown.escapedForQuotes + "\"" }
      text += "\n"
    }
    return text
  }
}
