import HybridGeometry

extension PicturePainter {
  /// The four borders. CSS Backgrounds 3 §3.2.
  func paintBorders(of box: DisplayList.Box, _ frame: Rect, _ outer: RoundedCorners, _ widths: Edges<Double>)
  {
    let all = [box.borders.top, box.borders.right, box.borders.bottom, box.borders.left]
    guard all.contains(where: \.isVisible), !frame.isEmpty else { return }
    if all.contains(where: { $0.style == .groove || $0.style == .ridge }) {
      // A three-dimensional line is two lines of half its width, which are lit from opposite sides.
      let half = Edges(
        top: widths.top / 2, right: widths.right / 2, bottom: widths.bottom / 2, left: widths.left / 2)
      paintRing(all.map { $0.carved(isInner: false) }, frame, outer, half)
      paintRing(all.map { $0.carved(isInner: true) }, frame.inset(by: half), outer.inset(by: half), half)
    } else {
      paintRing(all, frame, outer, widths)
    }
  }

  private func paintRing(
    _ borders: [DisplayList.Border], _ frame: Rect, _ outer: RoundedCorners, _ widths: Edges<Double>
  ) {
    let each = [widths.top, widths.right, widths.bottom, widths.left]
    let lines = borders.enumerated().map { side, border -> Line? in
      guard border.isVisible, each[side] > 0 else { return nil }
      return border.style == .inset || border.style == .outset
        ? Line(style: .solid, color: border.lit(side: side)) : Line(style: border.style, color: border.color)
    }
    let ring = Ring(frame: frame, outer: outer, widths: widths)
    let present = each.indices.filter { each[$0] > 0 }
    if let first = lines[present[0]], present.allSatisfy({ lines[$0] == first }) {
      return paint(first, ring, sides: present)
    }
    let distinct: Set<Line> = Set(lines.compactMap { $0 })
    for line in distinct.sorted(by: { $0.order < $1.order }) {
      let sides = lines.indices.filter { lines[$0] == line }
      canvas.save()
      canvas.clip(to: sides.reduce(into: Path()) { $0.append(ring.part(of: $1)) })
      paint(line, ring, sides: sides)
      canvas.restore()
    }
  }

  /// Lines of one style on some sides, 0 to 3 from the top clockwise.
  private func paint(_ line: Line, _ ring: Ring, sides: [Int]) {
    switch line.style {
    case .dashed, .dotted: paintDashes(line, ring, sides)
    case .double where ring.isWide(space.pixelsPerPoint):
      canvas.fill(ring.part(from: 0, to: 1.0 / 3), line.color, evenOdd: true)
      canvas.fill(ring.part(from: 2.0 / 3, to: 1), line.color, evenOdd: true)
    default: canvas.fill(ring.part(from: 0, to: 1), line.color, evenOdd: true)
    }
  }

  private func paintDashes(_ line: Line, _ ring: Ring, _ sides: [Int]) {
    let each = [ring.widths.top, ring.widths.right, ring.widths.bottom, ring.widths.left]
    let isDotted = line.style == .dotted
    if !ring.outer.areSharp {
      // Round corners: one line around the middle of the border, with a whole number of dashes.
      let width = sides.map { each[$0] }.max() ?? 0
      let (path, length) = ring.middle
      let dashes = Dashes(
        isDotted: isDotted, width: width, length: length, isClosed: true, space.pixelsPerPoint)
      canvas.stroke(path, width: width, dashes: dashes.pattern, isRound: dashes.areRound, line.color)
      return
    }
    for side in sides {
      let (start, end) = ring.middle(of: side)
      let width = each[side]
      let length = abs(end.x - start.x) + abs(end.y - start.y)
      let dashes = Dashes(
        isDotted: isDotted, width: width, length: length, isClosed: false, space.pixelsPerPoint)
      // Round dots are centred on their positions.
      let share = dashes.areRound && length > 0 ? width / 2 / length : 0
      func along(_ share: Double) -> Point {
        Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      }
      var path = Path()
      path.steps = [.move(along(share)), .line(along(1 - share))]
      canvas.stroke(path, width: width, dashes: dashes.pattern, isRound: dashes.areRound, line.color)
    }
  }
}

/// One side's line, with the three-dimensional styles resolved to plain colours.
private struct Line: Hashable {
  var style: LineStyle
  var color: RGBA

  /// An arbitrary but fixed order, so that a picture is drawn the same way each time.
  var order: (String, UInt8, UInt8, UInt8, UInt8) {
    (style.rawValue, color.red, color.green, color.blue, color.alpha)
  }
}

/// The dashes of a line: as many as fit, with one at the start and one at the end.
private struct Dashes {
  var pattern: [Double] = []
  var areRound = false

  init(isDotted: Bool, width: Double, length: Double, isClosed: Bool, _ pixelsPerPoint: Double) {
    guard width > 0, length > 0, length / width < 100_000 else { return }
    areRound = isDotted && width * pixelsPerPoint >= 3
    // Dots are as long as wide; dashes twice as long, and three times where they are thin, as in browsers.
    let isThin = width * pixelsPerPoint < 3
    let dash = isDotted ? width : isThin ? 3 * width : 2 * width
    let gap = isDotted || !isThin ? width : 2 * width
    let count = isClosed ? (length / (dash + gap)).rounded() : ((length + gap) / (dash + gap)).rounded()
    guard count >= 2 else { return }
    let period = isClosed ? length / count : (length - dash) / (count - 1)
    pattern = areRound ? [0, period] : [dash, max(period - dash, 0)]
  }
}

extension DisplayList.Border {
  /// The outer or the inner half of a groove or a ridge; any other line is returned unchanged.
  fileprivate func carved(isInner: Bool) -> DisplayList.Border {
    var half = self
    switch style {
    case .groove: half.style = isInner ? .outset : .inset
    case .ridge: half.style = isInner ? .inset : .outset
    default: break
    }
    return half
  }

  /// The colour of a side of an inset or outset line: light comes from the upper left. As in Chromium, which
  /// brightens lines that are nearly black, since they cannot be darkened.
  fileprivate func lit(side: Int) -> RGBA {
    let isUpper = side == 0 || side == 3
    let isNearlyBlack = color.luminance < RGBA(32, 32, 32).luminance
    let base = isNearlyBlack ? color.brighter(by: 0.33) : color
    let isShaded = (style == .inset) == isUpper
    if isShaded { return isNearlyBlack ? base : base.brighter(by: -0.33) }
    return base.brightness < 0.93 ? base.brighter(by: 0.33) : base
  }
}

extension RGBA {
  /// The largest of its parts, from 0 to 1.
  fileprivate var brightness: Double { Double(max(red, green, blue)) / 255 }

  /// A colour of the same hue, with the largest part changed by `change`.
  fileprivate func brighter(by change: Double) -> RGBA {
    let most = brightness
    let wanted = min(max(most + change, 0), 1)
    guard most > 0 else {
      let grey = UInt8(wanted * 255)
      return RGBA(grey, grey, grey, alpha)
    }
    func part(_ part: UInt8) -> UInt8 { UInt8(min(Double(part) / 255 * wanted / most * 256, 255)) }
    return RGBA(part(red), part(green), part(blue), alpha)
  }
}
