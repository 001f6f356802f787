import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridViewTree

/// `a11y.contrast`: text has a contrast of at least 4.5 to its background, large text of at least 3 (WCAG 2.2
/// §1.4.3, *Contrast (Minimum)*, level AA).
///
/// The background is everything painted below the text, with gradients at their worst point. Text over a
/// picture is not checked, since its contrast is unknown; nor are disabled controls and pieces without
/// letters or digits (the exceptions there).
enum ContrastRule {
  static func findings(in page: RulePage) -> [Finding] {
    var grounds: TextBackgrounds?
    var findings: [Finding] = []
    for (index, node) in page.tree.nodes.enumerated() {
      guard let lines = node.paint.lines, !page.isTurned[index], !page.isInvisible[index],
        node.control?.isDisabled != true, !isDisabled(index, in: page), !showsPlaceholder(node)
      else { continue }
      var worst: (ratio: Double, text: RGBA, ground: RGBA, least: Double)?
      var known: [Look: Bool] = [:]
      for line in lines {
        for piece in line.pieces
        where !piece.color.isTransparent && piece.text.contains(where: { $0.isLetter || $0.isNumber }) {
          let look = Look(color: piece.color, size: piece.size, weight: piece.weight)
          // A text of many lines usually has one background; gradients are checked line by line.
          if known[look] == false { continue }
          if grounds == nil { grounds = TextBackgrounds(page) }
          let place = page.places[index].frame
          let area = Rect(
            x: place.x + piece.x, y: place.y + line.frame.y + line.baseline - piece.size * 0.72,
            width: piece.width,
            height: piece.size * 0.86)
          guard let found = grounds?.worst(for: piece.color, in: area, of: index) else { continue }
          known[look] = found.isUneven
          // 18 points in print are 24 CSS points, 14 bold ones 18.66.
          let least = piece.size >= 24 || (piece.size >= 18.66 && piece.weight >= 700) ? 3 : 4.5
          if found.ratio < least - 0.005, found.ratio / least < (worst.map { $0.ratio / $0.least } ?? 2) {
            worst = (found.ratio, found.text, found.ground, least)
          }
        }
      }
      guard let worst else { continue }
      findings.append(
        Finding(
          .contrast,
          """
          \(page.words(for: index)) has a contrast of \
          \(shortNumber((worst.ratio * 100).rounded(.down) / 100)) and needs \(shortNumber(worst.least)): \
          \(worst.text.hex) on \(worst.ground.hex)
          """, index, in: page))
    }
    return findings
  }

  /// Whether a field is empty: clients set the colour of its placeholder, and no style can change it.
  private static func showsPlaceholder(_ node: ViewNode) -> Bool {
    node.control?.placeholder != nil && node.control?.value?.isEmpty ?? true
  }

  private struct Look: Hashable {
    var color: RGBA
    var size: Double
    var weight: Int
  }

  /// Whether a control around a text is disabled.
  private static func isDisabled(_ index: Int, in page: RulePage) -> Bool {
    var current: Int? = index
    while let node = current {
      if page.tree.nodes[node].accessibility?[.disabled] == "true" { return true }
      if page.tree.nodes[node].control?.isDisabled == true { return true }
      current = page.tree.nodes[node].parent
    }
    return false
  }
}

extension RGBA {
  /// `#rrggbb`.
  fileprivate var hex: String { "#" + [red, green, blue].lowerHex }
}
