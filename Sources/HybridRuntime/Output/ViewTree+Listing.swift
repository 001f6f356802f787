package import HybridReload
import HybridSource

extension ViewTree {
  /// One line a node, two blanks deeper at each level: tag, `#id`, `.class`, `x,y w×h`, and the text in
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
  /// Quotes and backslashes as JSON writes them, and whatever would end the line, reorder it or drive a
  /// terminal as its number: a node stays on its line.
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
