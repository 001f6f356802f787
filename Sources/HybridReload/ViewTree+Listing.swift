extension ViewTree {
  /// One line a node, two blanks deeper at each level: tag, `#id`, `.class`, `x,y w×h`, and the text in quotes.
  ///
  ///     button#buy.primary 12,40 80×24 "Buy"
  package var listing: String {
    var depths: [Int] = []
    var text = ""
    for node in nodes {
      let depth = node.parent.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      text += String(repeating: "  ", count: depth) + node.tag
      if let id = node.id { text += "#" + id }
      for name in node.classes?.split(separator: " ") ?? [] { text += "." + name }
      text += " " + node.frame.description
      if let shown = node.text { text += " \"" + shown.escapedForListing + "\"" }
      text += "\n"
    }
    return text
  }
}

extension ViewFrame: CustomStringConvertible {
  /// `12,40 80×24`, with at most two decimals.
  package var description: String {
    "\(shortNumber(x)),\(shortNumber(y)) \(shortNumber(width))×\(shortNumber(height))"
  }
}

extension MovedNode: CustomStringConvertible {
  /// `button#buy 12,40 80×24 → 12,48 80×24`.
  package var description: String { "\(label) \(before) → \(after)" }
}

/// A number with at most two decimals, without trailing zeros.
package func shortNumber(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  var text = (hundredths < 0 ? "-" : "") + String(whole)
  if rest > 0 {
    text += "." + (rest < 10 ? "0" : "") + String(rest)
    if text.hasSuffix("0") { text.removeLast() }
  }
  return text
}

extension String {
  /// Quotes, backslashes and line feeds as JSON writes them, so that a node stays on its line.
  fileprivate var escapedForListing: String {
    var result = ""
    for character in self {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }
}
