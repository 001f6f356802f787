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
      if let shown = node.text { text += " \"" + shown.escapedForListing + "\"" }
      text += "\n"
    }
    return text
  }
}

extension String {
  /// The text with quotes and backslashes escaped as in JSON, and all characters that end or reorder a line
  /// or control a terminal escaped as numbers, so that a node stays on its line.
  var escapedForListing: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        result.append("\\")
        result.append(scalar)
      case 0x0A: result.append(contentsOf: "\\n".unicodeScalars)
      case 0x0D: result.append(contentsOf: "\\r".unicodeScalars)
      case 0x09: result.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.drivesTerminal:
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
