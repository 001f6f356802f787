import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridViewTree

/// `a11y.tap-target`: tap targets are at least 44 by 44 points (WCAG 2.2 §2.5.5, *Target Size (Enhanced)*,
/// and what phones ask for), and do not overlap.
///
/// Links in a text are as high as its lines (the *Inline* exception there). A control that a label names is
/// as large as both.
enum TapTargetRule {
  private static let least = 44.0
  /// The tolerance for rounding, and for borders half a point wide.
  private static let tolerance = 0.6

  static func findings(in page: RulePage) -> [Finding] {
    var areas: [(index: Int, frame: Rect)] = []
    var findings: [Finding] = []
    for index in page.tree.nodes.indices where isTarget(index, in: page) {
      let frame = area(of: index, in: page)
      guard frame.width > 0, frame.height > 0 else { continue }
      areas.append((index, frame))
      guard frame.width < least - tolerance || frame.height < least - tolerance, !isInText(index, in: page)
      else { continue }
      findings.append(
        Finding(
          .tapTarget,
          "it is \(shortNumber(frame.width))×\(shortNumber(frame.height)) points; a touch target needs 44×44",
          index, in: page, hint: "give it padding, or 'min-width' and 'min-height'"))
    }
    return findings + overlaps(areas, in: page)
  }

  /// Whether a node is a tap target: a control, or an element with a tap handler. Labels are part of their
  /// control's area.
  private static func isTarget(_ index: Int, in page: RulePage) -> Bool {
    let node = page.tree.nodes[index]
    guard node.taps || node.control?.kind.isEdited == true, node.control?.isDisabled != true,
      !page.isTurned[index],
      !page.isHiddenFromReaders[index], page.style(index).text.visibility == .visible,
      node.tag.lowercased() != "label",
      !isInDisabled(index, page), !isPlatforms(index, page)
    else { return false }
    // A handler on the whole page is not a target.
    return index != 0 && !node.isBody
  }

  /// Whether the platform draws the control in its own size, and makes it easy to hit (§2.5.5, *User Agent
  /// Control*).
  private static func isPlatforms(_ index: Int, _ page: RulePage) -> Bool {
    page.boxes.dialect == .native
      && [.switch, .segment, .dots].contains(page.tree.nodes[index].control?.kind)
  }

  private static func isInDisabled(_ index: Int, _ page: RulePage) -> Bool {
    page.tree.nodes[index].accessibility?[.disabled] == "true"
  }

  private static func area(of index: Int, in page: RulePage) -> Rect {
    var area = page.places[index].frame
    // Boxes and pictures in an inline link are tapped too.
    if page.boxes.elements[page.elements[index]] == nil {
      for child in (index + 1)..<max(page.ends[index], index + 1) {
        area = area.union(page.places[child].frame)
      }
    }
    if let clip = page.places[index].clip, page.tree.nodes[index].paint.clips == false {
      area = area.intersection(clip)
    }
    for label in page.references.targets[page.elements[index]]?.labels ?? [] {
      guard let place = page.indices[label] else { continue }
      area = area.union(page.places[place].frame)
    }
    return area
  }

  /// Whether a link is in a line with other text.
  private static func isInText(_ index: Int, in page: RulePage) -> Bool {
    let node = page.tree.nodes[index]
    guard node.control?.kind == .link || node.control == nil, page.boxes.elements[page.elements[index]] == nil
    else {
      return false
    }
    var ancestor = node.parent
    while let current = ancestor {
      if page.boxes.elements[page.elements[current]] != nil {
        let text = page.tree.nodes[current].text?.collapsingWhitespace ?? ""
        let own = node.text?.collapsingWhitespace ?? ""
        return text.count > own.count
      }
      ancestor = page.tree.nodes[current].parent
    }
    return false
  }

  private static func overlaps(_ areas: [(index: Int, frame: Rect)], in page: RulePage) -> [Finding] {
    var findings: [Finding] = []
    let flow = areas.filter { !isOutOfFlow($0.index, in: page) }.sorted {
      ($0.frame.y, $0.index) < ($1.frame.y, $1.index)
    }
    var open: [(index: Int, frame: Rect)] = []
    for area in flow {
      open.removeAll { $0.frame.maxY <= area.frame.y + 1 }
      for other in open {
        guard !page.isInside(area.index, other.index), !page.isInside(other.index, area.index) else {
          continue
        }
        let both = area.frame.intersection(other.frame)
        guard both.width > 1, both.height > 1 else { continue }
        let (below, above) = (min(other.index, area.index), max(other.index, area.index))
        findings.append(
          Finding(.tapTarget, "it overlaps \(page.words(for: below)), which also takes taps", above, in: page)
        )
      }
      open.append(area)
      if open.count > 500 { return findings }
    }
    return findings
  }

  /// Whether a target overlaps others on purpose, or moves over them.
  private static func isOutOfFlow(_ index: Int, in page: RulePage) -> Bool {
    var current: Int? = index
    while let node = current, node != 0 {
      let position = page.style(node).box.position
      if position != .static && position != .relative { return true }
      current = page.tree.nodes[node].parent
    }
    return false
  }
}

extension ViewControl.Kind {
  /// Whether a tap starts editing or opens choices.
  fileprivate var isEdited: Bool {
    switch self {
    case .table, .row: false
    default: true
    }
  }
}
