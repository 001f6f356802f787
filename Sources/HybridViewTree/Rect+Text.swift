import HybridGeometry

extension Rect: CustomStringConvertible {
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
