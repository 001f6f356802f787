import HybridGeometry

extension DisplayList {
  /// The content of an opacity or transform group.
  struct Group {
    /// The index after its last item.
    var end: Int
    /// The area that it paints, in the surrounding space; nil when unknown.
    var area: Rect?
  }

  /// The groups, by the index of their first item.
  var groups: [Int: Group] {
    var result: [Int: Group] = [:]
    var open: [(item: Int, area: Rect?, isKnown: Bool)] = []
    for (index, item) in items.enumerated() {
      switch item.content {
      case .pushOpacity, .pushEffect: open.append((index, nil, true))
      // Transformed content of a group has another position.
      case .pushTransform: open.append((index, nil, false))
      case .popOpacity, .popTransform, .popEffect:
        guard let group = open.popLast() else { continue }
        var area = group.area ?? Rect(x: 0, y: 0, width: 0, height: 0)
        result[group.item] = Group(end: index + 1, area: group.isKnown ? area : nil)
        if case .pushEffect(let effect) = items[group.item].content {
          area = area.grown(by: effect.filters.reach)
        }
        guard let last = open.indices.last else { continue }
        open[last].area = open[last].area?.union(area) ?? area
        open[last].isKnown = open[last].isKnown && group.isKnown
      default:
        guard let last = open.indices.last, let area = item.content.area else { continue }
        open[last].area = open[last].area?.union(area) ?? area
      }
    }
    for group in open { result[group.item] = Group(end: items.count, area: nil) }
    return result
  }
}

extension DisplayList.Content {
  /// The area that an item paints, including its shadows; nil for one that paints nothing.
  fileprivate var area: Rect? {
    switch self {
    case .box(let box):
      box.shadows.reduce(box.frame) { area, shadow in
        guard !shadow.isInset else { return area }
        var own = box.frame.grown(by: max(shadow.spread, 0) + max(shadow.blur, 0) * 2)
        own.x += shadow.offset.x
        own.y += shadow.offset.y
        return area.union(own)
      }
    case .image(let image): image.frame
    case .shape(let shape): shape.frame.grown(by: shape.width)
    case .frame(let frame): frame.area
    case .backdrop(let bounds, _, _): bounds
    case .text(let text):
      text.layout.lines.reduce(text.frame) { area, line in
        line.fragments.reduce(area) { area, fragment in
          guard case .text(_, let style) = text.text.runs[fragment.run] else { return area }
          // Slanted letters extend beyond their line, but not by more than their size.
          let place = Rect(
            x: text.frame.x + fragment.x, y: text.frame.y + line.baseline - fragment.rise,
            width: fragment.width,
            height: 0)
          let letters = place.grown(by: style.font.usedSize * 1.5)
          return style.shadows.reduce(area.union(letters)) {
            $0.union(letters.grown(by: Filter.shadow($1).reach))
          }
        }
      }
    default: nil
    }
  }
}
