import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridViewTree

/// `layout.text-cut`: a text is only partly visible, and its author did not ask for that.
///
/// An ellipsis or a maximum number of lines counts as asked for. Text that is entirely invisible is hidden,
/// not cut.
enum TextCutRule {
  static func findings(in page: RulePage) -> [Finding] {
    page.tree.nodes.indices.compactMap { index in
      let node = page.tree.nodes[index]
      guard node.paint.lines != nil, !page.isTurned[index], !page.isInvisible[index] else { return nil }
      if let control = node.control { return finding(ofControl: control, index, in: page) }
      guard let clip = page.places[index].clip, let clipper = page.places[index].clipper else { return nil }
      guard !isAskedFor(index, clipper, in: page), clip.width > 2, clip.height > 2 else { return nil }
      let ink = page.ink(of: index)
      let seen = ink.filter { sees($0, in: clip) }
      guard seen.count < ink.count, ink.contains(where: { !$0.intersection(clip).isEmpty }) else {
        return nil
      }
      let isWide = ink.contains { $0.maxX > clip.maxX + 1 || $0.x < clip.x - 1 }
      return Finding(
        .textCut,
        "\(page.words(for: index)) is cut off \(isWide ? "at the side" : "below")\(by(clipper, index, page))",
        index, in: page,
        hint: isWide
          ? "let it wrap, or set 'text-overflow: ellipsis'"
          : "let the box grow: use 'min-height' instead of 'height'")
    }
  }

  /// A control draws its title in one line, with an ellipsis where it is too long. Typed text can be
  /// scrolled.
  private static func finding(ofControl control: ViewControl, _ index: Int, in page: RulePage) -> Finding? {
    let pieces = page.tree.nodes[index].paint.lines?.flatMap(\.pieces) ?? []
    let shown = pieces.map(\.text).joined()
    guard shown.contains("…"), page.tree.nodes[index].text?.contains("…") != true else { return nil }
    switch control.kind {
    case .text, .search, .password:
      guard control.value?.isEmpty ?? true, let placeholder = control.placeholder, !placeholder.contains("…")
      else {
        return nil
      }
      return Finding(
        .textCut, "its placeholder '\(placeholder.collapsingWhitespace)' does not fit", index, in: page,
        hint: "use a shorter placeholder, with the rest in a label")
    case .select where control.value?.contains("…") == true: return nil
    case .button, .select, .segment:
      return Finding(.textCut, "its title does not fit: '\(shown)'", index, in: page)
    default: return nil
    }
  }

  private static func by(_ clipper: Int, _ index: Int, _ page: RulePage) -> String {
    clipper == index ? "" : " by <\(page.tree.nodes[clipper].label)>"
  }

  /// Whether an author wanted the end of a text to be left out.
  private static func isAskedFor(_ index: Int, _ clipper: Int, in page: RulePage) -> Bool {
    var current: Int? = index
    while let node = current {
      let text = page.style(node).visual
      if text.lineClamp != nil || text.textOverflow == .ellipsis { return true }
      if node == clipper { return false }
      current = page.tree.nodes[node].parent
    }
    return false
  }

  /// Whether a line is visible, within the tolerance.
  private static func sees(_ ink: Rect, in clip: Rect) -> Bool {
    let seen = ink.intersection(clip)
    return seen.width >= ink.width - 1 && seen.height >= ink.height * 0.75
  }
}
