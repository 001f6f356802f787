import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry

/// The box of an inline element in its lines. Its width is that of what is in it.
struct InlineBox: Hashable {
  /// From its baseline to the upper and the lower edge of its border box (CSS 2.2 §10.6.1).
  var ascent: Double
  var descent: Double
  /// How far its baseline is above that of the line.
  var rise: Double
  /// The edge of the line box that it is aligned to.
  var lineEdge: LineEdge?
  /// Its margins, which the edges of the box in a line include.
  var margins: (left: Double, right: Double) { (marginLeft, marginRight) }
  private var marginLeft: Double
  private var marginRight: Double

  init(
    ascent: Double, descent: Double, rise: Double, lineEdge: LineEdge?, margins: (left: Double, right: Double)
  ) {
    (self.ascent, self.descent) = (ascent, descent)
    (self.rise, self.lineEdge) = (rise, lineEdge)
    (marginLeft, marginRight) = margins
  }
}

/// Where inline-level boxes are in the lines of a container (CSS 2.2 §10.8.1, `vertical-align`).
struct InlinePlacement {
  let document: Document
  let styles: StyledDocument
  /// The element whose lines these are.
  let container: NodeID

  /// How far the baseline of an inline element is above that of the line, or the edge of the line box that
  /// it is aligned to.
  func place(of element: NodeID) -> (rise: Double, edge: LineEdge?) {
    var rise = 0.0
    var current = element
    while current != container, styles[current].box.display == .inline, let parent = document[current].parent
    {
      switch styles[current].box.verticalAlign {
      case .keyword(.baseline): break
      case .keyword(.top): return (rise, .top)
      case .keyword(.bottom): return (rise, .bottom)
      case .keyword(let keyword): rise += self.rise(of: current, in: parent, keyword)
      case .length(let length): rise += self.rise(of: current, length)
      }
      current = parent
    }
    return (rise, nil)
  }

  /// The place of an atomic inline box.
  func place(ofObject element: NodeID) -> InlineObject.Place {
    guard let parent = document[element].parent else { return .baseline(0) }
    let (rise, edge) = place(of: parent)
    if let edge { return .line(edge) }
    func extents() -> FontExtents { TextMetrics.extents(of: styles[parent].font) }
    switch styles[element].box.verticalAlign {
    case .keyword(.baseline): return .baseline(rise)
    case .keyword(.sub), .keyword(.super): return .baseline(rise + raised(element, in: parent))
    case .keyword(.top): return .line(.top)
    case .keyword(.bottom): return .line(.bottom)
    case .keyword(.middle): return .middle(rise + extents().xHeight / 2)
    case .keyword(.textTop): return .upperEdge(rise + extents().ascent)
    case .keyword(.textBottom): return .lowerEdge(rise - extents().descent)
    case .length(let length): return .baseline(rise + self.rise(of: element, length))
    }
  }

  /// The box of an inline element.
  func box(of element: NodeID) -> InlineBox {
    let style = styles[element]
    let extents = TextMetrics.extents(of: style.font)
    let (rise, edge) = place(of: element)
    let (padding, border) = (style.box.padding, style.border.widths)
    return InlineBox(
      ascent: extents.ascent + padding.top.resolved(against: 0) + border.top,
      descent: extents.descent + padding.bottom.resolved(against: 0) + border.bottom, rise: rise,
      lineEdge: edge, margins: (style.box.margin.left.points, style.box.margin.right.points))
  }

  /// How far relative positioning moves an element in the lines, with all inline elements around it (CSS
  /// Positioned Layout 3 §3.3). Percentages count as nothing.
  func offset(of element: NodeID) -> Point {
    var offset = Point.zero
    var current: NodeID? = element
    while let node = current, node != container {
      let box = styles[node].box
      if box.position == .relative {
        offset.x += box.inset.left == .auto ? -box.inset.right.points : box.inset.left.points
        offset.y += box.inset.top == .auto ? -box.inset.bottom.points : box.inset.top.points
      }
      current = document[node].parent
    }
    return offset
  }

  private func rise(of element: NodeID, in parent: NodeID, _ keyword: VerticalAlignKeyword) -> Double {
    let around = TextMetrics.extents(of: styles[parent].font)
    let box = TextMetrics.extents(of: styles[element].font).box(lineHeight: styles[element].usedLineHeight)
    switch keyword {
    case .middle: return around.xHeight / 2 - (box.above - box.below) / 2
    case .textTop: return around.ascent - box.above
    case .textBottom: return box.below - around.descent
    case .sub, .super: return raised(element, in: parent)
    case .baseline, .top, .bottom: return 0
    }
  }

  /// The rise of `sub` and `super`, as browsers have it.
  private func raised(_ element: NodeID, in parent: NodeID) -> Double {
    let size = styles[parent].text.fontSize
    return styles[element].box.verticalAlign == .keyword(.super) ? size / 3 + 1 : -(size / 5 + 1)
  }

  /// The rise by a length or a percentage of the line height.
  private func rise(of element: NodeID, _ length: LengthPercentage) -> Double {
    if case .points(let points) = length { return points }
    let style = styles[element]
    let extents = TextMetrics.extents(of: style.font)
    return length.resolved(
      against: style.usedLineHeight ?? extents.ascent + extents.descent + extents.lineGap)
  }
}
