import HybridGeometry

// Lines of text, with every piece at its laid-out position.
extension PicturePainter {
  /// The size in pixels above which letters are drawn as outlines, not from masks.
  private static let largestMask = 200.0

  mutating func paint(_ text: DisplayList.Text) {
    for line in text.layout.lines {
      for fragment in line.fragments {
        guard case .text(_, let style) = text.text.runs[fragment.run] else { continue }
        let origin = Point(x: text.frame.x + fragment.x, y: text.frame.y + line.baseline - fragment.rise)
        guard origin.x.isFinite, origin.y.isFinite, isNearSheet(origin, fragment, style) else { continue }
        if !style.background.isTransparent {
          let ground = Rect(
            x: origin.x, y: text.frame.y + line.baseline - fragment.ascent, width: fragment.width,
            height: fragment.ascent + fragment.descent)
          canvas.fill(Path(space.snapped(ground)), style.background)
        }
        paintShadows(fragment, style, at: origin)
        let rules = style.rules.isEmpty ? style.plainRules : style.rules
        for rule in rules where rule.place != .through { paint(rule, fragment.width, origin) }
        paint(fragment, style, at: origin)
        if let stroke = style.stroke { paint(stroke, fragment, style, at: origin) }
        for rule in rules where rule.place == .through { paint(rule, fragment.width, origin) }
      }
    }
  }

  /// The line along the outlines of a piece.
  private mutating func paint(
    _ stroke: TextStroke, _ fragment: TextLayout.Fragment, _ style: TextStyle, at origin: Point
  ) {
    guard stroke.width > 0, !stroke.color.isTransparent, let key = GlyphKey(fragment, style),
      let shaped = glyphBook.glyphs(of: key)
    else { return }
    let path = outline(PlacedGlyphs(shaped, fragment, style), style, at: origin)
    if !path.isEmpty { canvas.stroke(path, width: stroke.width, stroke.color) }
  }

  /// Whether a piece may be visible: pages are longer than the visible part.
  private func isNearSheet(_ origin: Point, _ fragment: TextLayout.Fragment, _ style: TextStyle) -> Bool {
    guard let visible = space.visible else { return false }
    let place = Rect(x: origin.x, y: origin.y, width: max(fragment.width, 0), height: 0)
      .grown(by: style.font.usedSize * 2)
    return !place.intersection(visible).isEmpty
  }

  /// A line along a piece. CSS Text Decoration 4 §2.
  private func paint(_ rule: TextRule, _ width: Double, _ origin: Point) {
    let pixel = space.isVector ? 0.5 : 1 / space.pixelsPerPoint
    let height =
      space.isVector ? max(rule.thickness, 0.5) : max((rule.thickness / pixel).rounded(), 1) * pixel
    let place = space.snapped(Rect(x: origin.x, y: origin.y + rule.offset, width: width, height: height))
    let (y, left, right) = (place.y + height / 2, place.x, place.maxX)
    func line(_ top: Double) -> Path { Path(Rect(x: left, y: top, width: right - left, height: height)) }
    switch rule.style {
    case .solid: canvas.fill(line(place.y), rule.color)
    case .double:
      let second = rule.place == .under ? place.y + 2 * height : place.y - 2 * height
      canvas.fill(line(place.y) + line(second), rule.color)
    case .dotted, .dashed:
      var path = Path()
      path.steps = [.move(Point(x: left, y: y)), .line(Point(x: right, y: y))]
      let isRound = rule.style == .dotted && height * space.pixelsPerPoint >= 3
      let dash = rule.style == .dotted ? height : height * (height * space.pixelsPerPoint < 3 ? 3 : 2)
      let gap = rule.style == .dotted ? height : height * (height * space.pixelsPerPoint < 3 ? 2 : 1)
      canvas.stroke(
        path, width: height, dashes: isRound ? [0, dash + gap] : [dash, gap], isRound: isRound, rule.color)
    case .wavy:
      // A wave as browsers draw it: as high as three lines, twice as long.
      let (step, reach) = (1.5 * height + 1, height + 0.5)
      var path = Path()
      path.steps = [.move(Point(x: left, y: y))]
      var x = left
      var isUp = true
      while x < right, path.steps.count < 10_000 {
        let peak = isUp ? y - 2 * reach : y + 2 * reach
        path.steps.append(
          .curve(
            Point(x: x + step, y: peak), Point(x: x + step, y: peak), Point(x: x + 2 * step, y: y)))
        x += 2 * step
        isUp.toggle()
      }
      canvas.save()
      canvas.clip(to: Path(Rect(x: left, y: y - 4 * reach, width: right - left, height: 8 * reach)))
      canvas.stroke(path, width: height, rule.color)
      canvas.restore()
    }
  }

  /// The shadows of a piece. CSS Text Decoration 3 §4: the first is on top.
  private mutating func paintShadows(
    _ fragment: TextLayout.Fragment, _ style: TextStyle, at origin: Point
  ) {
    guard !style.shadows.isEmpty, let key = GlyphKey(fragment, style), let shaped = glyphBook.glyphs(of: key)
    else {
      return
    }
    let placed = PlacedGlyphs(shaped, fragment, style)
    let path = outline(placed, style, at: origin)
    guard !path.isEmpty else { return }
    for shadow in style.shadows.reversed() where !shadow.color.isTransparent {
      let moved = path.through(
        Transform(a: 1, b: 0, c: 0, d: 1, tx: shadow.offset.x, ty: shadow.offset.y))
      if !paintBlurred(moved, shadow) { canvas.fill(moved, shadow.color) }
    }
  }

  /// Paints a blurred path; false if it need not or cannot be blurred.
  private func paintBlurred(_ path: Path, _ shadow: Shadow) -> Bool {
    let device = space.isVector ? Transform.scale(2).after(space.transform) : space.transform
    let scale = abs(device.a * device.d - device.b * device.c).squareRoot()
    let window = ShadowMask.window(deviation: shadow.blur / 2 * scale)
    guard window > 1 else { return false }
    let pixels = path.through(device)
    let reach = Double(window * 3 / 2 + 2)
    guard let area = pixels.bounds.flatMap({ PixelArea($0.grown(by: reach)) }) else { return false }
    let (x, y) = (Double(area.left), Double(area.top))
    var mask = Coverage.mask(
      of: pixels.through(Transform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y)), width: area.width,
      height: area.height)
    mask.blur(window: window)
    canvas.setTransform(.scale(space.isVector ? 0.5 : 1))
    if space.isVector {
      let picture = Raster(width: area.width, height: area.height) { column, row in
        shadow.color.faded(to: Double(mask.bytes[row * mask.stride + column]) / 255)
      }
      let place = Rect(x: x, y: y, width: area.size.width, height: area.size.height)
      canvas.fill(Path(place), picture, Transform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y))
    } else {
      canvas.paint(shadow.color, through: mask, x: x, y: y)
    }
    canvas.setTransform(space.transform)
    return true
  }

  /// The outlines of all letters of some texts.
  mutating func outline(of texts: [DisplayList.Text]) -> Path {
    var path = Path()
    for text in texts {
      for line in text.layout.lines {
        for fragment in line.fragments {
          guard case .text(_, let style) = text.text.runs[fragment.run], let key = GlyphKey(fragment, style),
            let shaped = glyphBook.glyphs(of: key)
          else { continue }
          let origin = Point(x: text.frame.x + fragment.x, y: text.frame.y + line.baseline - fragment.rise)
          guard origin.x.isFinite, origin.y.isFinite else { continue }
          let placed = PlacedGlyphs(shaped, fragment, style)
          path.append(outline(placed, style, at: origin))
        }
      }
    }
    return path
  }

  /// The outlines of the glyphs of a piece; pictures are left out.
  private mutating func outline(_ placed: PlacedGlyphs, _ style: TextStyle, at origin: Point) -> Path {
    let size = style.font.usedSize
    var path = Path()
    for (glyph, x) in placed.glyphs {
      guard case .outline(let outline) = glyphBook.shape(GlyphBook.Name(font: glyph.font, id: glyph.id))
      else { continue }
      let pen = Point(x: origin.x + x + glyph.x * size, y: origin.y + glyph.y * size)
      path.append(
        GlyphBook.outline(
          outline, size: size, leans: style.font.isItalic && !glyph.isSlanted,
          boldness: GlyphBook.boldness(of: glyph, size: size), at: pen))
    }
    return path
  }

  private mutating func paint(
    _ fragment: TextLayout.Fragment, _ style: TextStyle, at origin: Point
  ) {
    guard !style.color.isTransparent, let key = GlyphKey(fragment, style),
      let shaped = glyphBook.glyphs(of: key)
    else {
      return
    }
    let placed = PlacedGlyphs(shaped, fragment, style)
    let size = style.font.usedSize
    if !space.isVector, space.transform.isUpright, size * space.transform.a <= Self.largestMask {
      paintMasks(placed, style, at: origin)
    } else {
      paintOutlines(placed, style, at: origin)
    }
  }

  /// Glyphs as areas of the canvas, at any size and under any transform.
  private mutating func paintOutlines(_ placed: PlacedGlyphs, _ style: TextStyle, at origin: Point) {
    let size = style.font.usedSize
    var path = Path()
    for (glyph, x) in placed.glyphs {
      let pen = Point(x: origin.x + x + glyph.x * size, y: origin.y + glyph.y * size)
      let name = GlyphBook.Name(font: glyph.font, id: glyph.id)
      switch glyphBook.shape(name) {
      case .outline(let outline):
        let leans = style.font.isItalic && !glyph.isSlanted
        path.append(
          GlyphBook.outline(
            outline, size: size, leans: leans, boldness: GlyphBook.boldness(of: glyph, size: size), at: pen))
      case .picture(let bitmap, let bounds): paint(name, bitmap, bounds, size: size, at: pen, style)
      }
    }
    if !path.isEmpty { canvas.fill(path, style.color) }
  }

  /// Glyphs by their masks, all of a piece joined into one: at whole pixels vertically and quarter pixels
  /// horizontally.
  private mutating func paintMasks(_ placed: PlacedGlyphs, _ style: TextStyle, at origin: Point) {
    let size = style.font.usedSize * space.transform.a
    var parts: [(mask: GlyphBook.Mask, x: Int, y: Int)] = []
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for (glyph, x) in placed.glyphs {
      let pen = Point(
        x: origin.x + x + glyph.x * style.font.usedSize, y: origin.y + glyph.y * style.font.usedSize)
      let name = GlyphBook.Name(font: glyph.font, id: glyph.id)
      switch glyphBook.shape(name) {
      case .picture(let bitmap, let bounds):
        paint(name, bitmap, bounds, size: style.font.usedSize, at: pen, style)
      case .outline(let outline):
        let place = space.transform.apply(to: pen)
        guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { continue }
        let quarters = Int((place.x * 4).rounded())
        let (column, row) = (quarters >> 2, Int(place.y.rounded()))
        guard
          let mask = glyphBook.mask(
            name, outline, size: size, quarter: UInt8(quarters & 3),
            leans: style.font.isItalic && !glyph.isSlanted,
            boldness: GlyphBook.boldness(of: glyph, size: style.font.usedSize))
        else { continue }
        parts.append((mask, column + mask.left, row + mask.top))
        (left, top) = (min(left, column + mask.left), min(top, row + mask.top))
        right = max(right, column + mask.left + mask.raster.width)
        bottom = max(bottom, row + mask.top + mask.raster.height)
      }
    }
    // A line may be longer than the canvas.
    left = max(left, Int(space.extent.x) - 1)
    right = min(right, Int(space.extent.maxX) + 1)
    top = max(top, Int(space.extent.y) - 1)
    bottom = min(bottom, Int(space.extent.maxY) + 1)
    guard !parts.isEmpty, left < right, top < bottom else { return }
    var joined = Raster(mask: right - left, bottom - top)
    for part in parts { joined.add(part.mask.raster, x: part.x - left, y: part.y - top) }
    canvas.setTransform(.identity)
    canvas.paint(style.color, through: joined, x: Double(left), y: Double(top))
    canvas.setTransform(space.transform)
  }

  /// A colour glyph, with the opacity of the text's colour.
  private mutating func paint(
    _ name: GlyphBook.Name, _ bitmap: Bitmap, _ bounds: Rect, size: Double, at pen: Point, _ style: TextStyle
  ) {
    let place = Rect(
      x: pen.x + bounds.x * size, y: pen.y + bounds.y * size, width: bounds.width * size,
      height: bounds.height * size)
    guard !place.isEmpty, bitmap.width > 0, bitmap.height > 0 else { return }
    let raster = glyphBook.picture(name, bitmap)
    let isFaded = style.color.alpha < 255
    if isFaded {
      canvas.save()
      canvas.clip(to: Path(place))
      canvas.pushGroup()
    }
    draw(raster, in: place)
    if isFaded {
      canvas.popGroup(opacity: style.color.parts.alpha)
      canvas.restore()
    }
  }
}

extension TextStyle {
  /// The lines of a text with plain decorations, in its color.
  fileprivate var plainRules: [TextRule] {
    guard isUnderlined || isStruckThrough else { return [] }
    let size = font.usedSize
    let thickness = TextRule.thickness(fontSize: size)
    var rules: [TextRule] = []
    if isUnderlined {
      rules.append(
        TextRule(
          .under, color: color, thickness: thickness, offset: TextRule.underlineOffset(thickness: thickness)))
    }
    if isStruckThrough {
      rules.append(TextRule(.through, color: color, thickness: thickness, offset: -0.3 * size))
    }
    return rules
  }
}

extension Raster {
  /// Adds a mask to this one; parts outside are left out.
  mutating func add(_ other: Raster, x: Int, y: Int) {
    let (left, right) = (max(0, -x), min(other.width, width - x))
    let (top, bottom) = (max(0, -y), min(other.height, height - y))
    guard left < right, top < bottom else { return }
    let (own, width) = (stride, other.stride)
    bytes.withUnsafeMutableBufferPointer { output in
      other.bytes.withUnsafeBufferPointer { input in
        for row in top..<bottom {
          let (to, from) = ((row + y) * own + x, row * width)
          for column in left..<right {
            let sum = UInt16(output[to + column]) + UInt16(input[from + column])
            output[to + column] = UInt8(min(sum, 255))
          }
        }
      }
    }
  }
}
