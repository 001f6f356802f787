import HybridCSS
import HybridGeometry
import HybridUnits
import HybridViewTree

extension ComputedStyle {
  /// Whether ``groupEffects(_:content:)`` may return anything: for most elements it returns nothing.
  var hasGroupEffects: Bool {
    hasSparseValues(isInherited: false)
      && (!self[\.filter].isEmpty || !self[\.backdropFilter].isEmpty || self[\.clipPath] != .none
        || self[\.maskImage] != [.none] || self[\.mixBlendMode] != .normal)
  }

  /// Whether an inline element is a stacking context, which paints its texts itself.
  var isInlineGroup: Bool {
    visual.opacity < 1 || hasGroupEffects || box.zIndex != nil && box.position == .relative
  }

  var hasOutline: Bool { border.outlineWidth > 0 && !border.outlineStyle.isAbsent }

  /// The content box of an inline element, from the corner of its border box.
  func inlineContent(of frame: Rect) -> Rect {
    let (widths, padding) = (border.widths, box.padding)
    return Rect(x: 0, y: 0, width: frame.width, height: frame.height).inset(
      by: Edges(
        top: widths.top + padding.top.resolved(against: 0),
        right: widths.right + padding.right.resolved(against: 0),
        bottom: widths.bottom + padding.bottom.resolved(against: 0),
        left: widths.left + padding.left.resolved(against: 0)))
  }

  /// Filters, clip, masks and blending of an element with its content.
  ///
  /// - Parameters:
  ///   - frame: The border box.
  ///   - content: The content box, from the corner of the border box.
  func groupEffects(_ frame: Rect, content: Rect) -> ViewEffects {
    var effects = ViewEffects()
    effects.filters = filters
    effects.backdrop = self[\.backdropFilter].map(filter)
    if case .shape(let shape, let box) = self[\.clipPath] {
      let area =
        switch box {
        case .paddingBox: paddingArea(frame)
        case .contentBox, .fillBox: content
        default: Rect(x: 0, y: 0, width: frame.width, height: frame.height)
        }
      (effects.clip, effects.clipIsEvenOdd) = shape.path(in: area)
    }
    effects.masks = masks(frame, content: content)
    if self[\.mixBlendMode] != .normal { effects.blend = self[\.mixBlendMode].rawValue }
    return effects
  }

  /// The functions of `filter`.
  var filters: [Filter] { self[\.filter].map(filter) }

  private func filter(_ value: FilterValue) -> Filter {
    switch value {
    case .function(let filter): filter
    case .shadow(let shadow):
      .shadow(
        Shadow(offset: Point(x: shadow.x, y: shadow.y), blur: shadow.blur, color: RGBA(color(shadow.color))))
    }
  }

  /// The outline, which takes no room. CSS UI 4 §2.
  var outline: ViewOutline {
    ViewOutline(
      width: border.outlineWidth, style: border.outlineStyle,
      color: RGBA(color(border.outlineColor)),
      offset: border.outlineOffset)
  }

  /// The image in place of the borders; nil for none. CSS Backgrounds 3 §5.
  func borderImage(_ frame: Rect, file: (String) -> ImageFile?) -> ViewFrame? {
    let source = self[\.borderImageSource]
    guard source != .none else { return nil }
    let widths = [border.widths.top, border.widths.right, border.widths.bottom, border.widths.left]
    let outsets = zip(self[\.borderImageOutset].sides, widths).map { side, width in
      switch side {
      case .auto: 0.0
      case .factor(let factor): factor * width
      case .length(let length): length.resolved(against: 0)
      }
    }
    let area = Rect(
      x: -outsets[3], y: -outsets[0], width: frame.width + outsets[1] + outsets[3],
      height: frame.height + outsets[0] + outsets[2])
    guard area.width > 0, area.height > 0 else { return nil }
    var size = Size(width: area.width, height: area.height)
    var gradient: Gradient?
    var picture: (url: String, file: ImageFile)?
    switch source {
    case .gradient(let value):
      gradient = GradientResolver(width: area.width, height: area.height, style: self).resolve(value)
      guard gradient != nil else { return nil }
    case .url(let url):
      guard let found = file(url) else { return nil }
      picture = (url, found)
      size = Size(width: found.width ?? area.width, height: found.height ?? area.height)
    default: return nil
    }
    let slice = self[\.borderImageSlice]
    let slices = slice.sides.enumerated().map { index, side in
      min(
        side.isShare ? side.value * (index % 2 == 0 ? size.height : size.width) : side.value,
        index % 2 == 0 ? size.height : size.width)
    }
    let used = self[\.borderImageWidth].sides.enumerated().map { index, side in
      switch side {
      case .auto: slices[index]
      case .factor(let factor): factor * widths[index]
      case .length(let length): max(length.resolved(against: index % 2 == 0 ? area.height : area.width), 0)
      }
    }
    let repetition = self[\.borderImageRepeat]
    return ViewFrame(
      gradient: gradient, source: picture?.url ?? "", path: picture?.file.shownPath,
      hash: picture?.file.shownHash, size: size, area: area, slices: slices, widths: used,
      repetition: [repetition.x.rawValue, repetition.y.rawValue], fills: slice.fills)
  }
}

extension ClipPath.Shape {
  /// The line along the shape as path data: `path()` is about the element itself, other shapes are in a box
  /// around it. Circles and ellipses begin at the right (CSS Shapes 2 §2.1, *equivalent path*).
  func offsetPath(in box: Rect) -> String {
    guard case .ellipse(let center, let x, let y, let isCircle) = self else { return path(in: box).0 }
    let measured = radii(center, x, y, isCircle: isCircle, in: box)
    let (cx, cy) = (measured.center.x, measured.center.y)
    let (rx, ry) = (measured.radii.width, measured.radii.height)
    let arc = "A\(rx.short) \(ry.short) 0 0 1 "
    return "M\((cx + rx).short) \(cy.short)\(arc)\((cx - rx).short) \(cy.short)"
      + "\(arc)\((cx + rx).short) \(cy.short)Z"
  }

  private func radii(
    _ center: PositionValue<LengthPercentage>, _ first: ClipPath.ShapeRadius, _ second: ClipPath.ShapeRadius,
    isCircle: Bool, in box: Rect
  ) -> (center: Point, radii: Size<Double>) {
    let cx = box.x + center.x.resolved(against: box.width)
    let cy = box.y + center.y.resolved(against: box.height)
    let across = (abs(cx - box.x), abs(box.x + box.width - cx))
    let down = (abs(cy - box.y), abs(box.y + box.height - cy))
    func radius(_ radius: ClipPath.ShapeRadius, _ sides: [Double], _ basis: Double) -> Double {
      switch radius {
      case .closestSide: sides.min() ?? 0
      case .farthestSide: sides.max() ?? 0
      case .length(let length): max(length.resolved(against: basis), 0)
      }
    }
    let size: Size<Double>
    if isCircle {
      let basis = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
      let found = radius(first, [across.0, across.1, down.0, down.1], basis)
      size = Size(width: found, height: found)
    } else {
      size = Size(
        width: radius(first, [across.0, across.1], box.width),
        height: radius(second, [down.0, down.1], box.height))
    }
    return (Point(x: cx, y: cy), size)
  }

  /// The shape in a box as path data of SVG, and whether overlaps are holes. CSS Shapes 1 §3.1.
  fileprivate func path(in box: Rect) -> (String, Bool) {
    func x(_ length: LengthPercentage) -> Double { box.x + length.resolved(against: box.width) }
    func y(_ length: LengthPercentage) -> Double { box.y + length.resolved(against: box.height) }
    switch self {
    case .box: return (.rectangle(box), false)
    case .inset(let edges, let corners):
      let (left, top) = (x(edges.left), y(edges.top))
      let right = box.x + box.width - edges.right.resolved(against: box.width)
      let bottom = box.y + box.height - edges.bottom.resolved(against: box.height)
      let inner = Rect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
      let radii = corners.map {
        Size(
          width: $0.horizontal.resolved(against: box.width), height: $0.vertical.resolved(against: box.height)
        )
      }
      return (.rectangle(inner, radii), false)
    case .ellipse(let center, let first, let second, let isCircle):
      let measured = radii(center, first, second, isCircle: isCircle, in: box)
      let (cx, cy) = (measured.center.x, measured.center.y)
      let (rx, ry) = (measured.radii.width, measured.radii.height)
      let arc = "A\(rx.short) \(ry.short) 0 0 1 "
      return (
        "M\((cx - rx).short) \(cy.short)\(arc)\((cx + rx).short) \(cy.short)"
          + "\(arc)\((cx - rx).short) \(cy.short)Z", false
      )
    case .polygon(let corners, let evenOdd):
      let spots = corners.enumerated().map { ($0 == 0 ? "M" : "L") + "\(x($1.x).short) \(y($1.y).short)" }
      return (spots.joined() + "Z", evenOdd)
    case .path(let data, let evenOdd): return (data, evenOdd)
    }
  }
}
