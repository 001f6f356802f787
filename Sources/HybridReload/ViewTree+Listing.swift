import HybridSource

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
  /// Quotes and backslashes as JSON writes them, and whatever would end the line, reorder it or drive a terminal as its
  /// number: a node stays on its line.
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
