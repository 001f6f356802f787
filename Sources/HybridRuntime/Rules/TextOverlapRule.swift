import HybridDrawing
import HybridGeometry
import HybridViewTree

/// `layout.text-overlap`: two texts overlap, so that neither can be read.
///
/// Texts separated by a background do not overlap but are covered: a bar over a list, a badge on a picture.
enum TextOverlapRule {
  /// A line with its node and when it is painted.
  private struct Line {
    var node: Int
    var ink: Rect
  }

  /// The maximum number of pairs compared on a page.
  private static let limit = 200_000

  static func findings(in page: RulePage) -> [Finding] {
    var lines: [Line] = []
    for index in page.tree.nodes.indices
    where page.tree.nodes[index].paint.lines != nil && !page.isTurned[index] && !page.isInvisible[index] {
      let clip = page.places[index].clip
      for ink in page.ink(of: index) {
        let seen = clip.map { ink.intersection($0) } ?? ink
        if !seen.isEmpty { lines.append(Line(node: index, ink: seen)) }
      }
    }
    lines.sort { ($0.ink.y, $0.node) < ($1.ink.y, $1.node) }
    var findings: [Finding] = []
    var said: Set<Int> = []
    var open: [Line] = []
    var steps = 0
    for line in lines {
      open.removeAll { $0.ink.maxY <= line.ink.y }
      for other in open {
        steps += 1
        guard steps < limit else { return findings }
        guard other.node != line.node, overlaps(line.ink, other.ink) else { continue }
        let (below, above) = (min(other.node, line.node), max(other.node, line.node))
        guard !said.contains(above), !isParted(below, above, in: page) else { continue }
        said.insert(above)
        findings.append(
          Finding(
            .textOverlap, "\(page.words(for: above)) overlaps \(page.words(for: below))", above, in: page,
            hint: "let the boxes grow with their text"))
      }
      open.append(line)
    }
    return findings
  }

  /// Whether two lines overlap so much that letters touch.
  private static func overlaps(_ one: Rect, _ other: Rect) -> Bool {
    let both = one.intersection(other)
    return both.width > 2 && both.height > min(one.height, other.height) * 0.25
  }

  /// Whether one of two texts is covered by a background of the other, or is on a layer that moves over it.
  private static func isParted(_ below: Int, _ above: Int, in page: RulePage) -> Bool {
    hasGround(above, without: below, in: page) || hasGround(below, without: above, in: page)
      || moves(above, without: below, in: page) || moves(below, without: above, in: page)
  }

  private static func hasGround(_ index: Int, without other: Int, in page: RulePage) -> Bool {
    var current: Int? = index
    while let node = current, !page.isInside(other, node) {
      let paint = page.tree.nodes[node].paint
      if paint.background?.alpha ?? 0 > 0x80 || paint.gradients?.isEmpty == false || paint.image != nil {
        return true
      }
      current = page.tree.nodes[node].parent
    }
    return false
  }

  /// Whether a node stays while the other one scrolls: they overlap at some offset anyway.
  private static func moves(_ index: Int, without other: Int, in page: RulePage) -> Bool {
    var current: Int? = index
    while let node = current, !page.isInside(other, node) {
      let position = page.style(node).box.position
      if position == .fixed || position == .sticky { return true }
      current = page.tree.nodes[node].parent
    }
    return false
  }
}
