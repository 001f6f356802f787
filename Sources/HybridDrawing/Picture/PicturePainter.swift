import HybridGeometry

/// Paints a display list onto a canvas, item by item.
struct PicturePainter: ~Copyable {
  /// What is drawn on; while a group is filtered, pixels of its own.
  var canvas: Canvas
  /// The matrix from points to the canvas' pixels, without the list's own transforms.
  let base: Transform
  /// Whether the drawing will be scaled later, so that nothing is aligned to pixels.
  var isVector: Bool
  /// The visible area, in the canvas' pixels.
  var extent: Rect
  let images: any ImageSource

  /// The matrix from points to the canvas' pixels.
  var transform: Transform
  /// The glyphs of all texts.
  var glyphs: [GlyphKey: [Glyph]] = [:]
  var glyphBook = GlyphBook()
  var shadowMasks = ShadowMasks()
  private var open: [Frame] = []

  /// An item that a pop ends.
  private enum Frame {
    case clip
    case group(Double, blend: String?)
    case transform(Transform)
  }

  /// Whether what is drawn goes to a group of the canvas, whose pixels cannot be read.
  var isInGroup: Bool { open.contains { if case .group = $0 { true } else { false } } }

  init(canvas: consuming Canvas, base: Transform, isVector: Bool, extent: Rect, images: any ImageSource) {
    self.canvas = canvas
    self.base = base
    self.isVector = isVector
    self.extent = extent
    self.images = images
    transform = base
  }

  /// Paints everything.
  mutating func paint(_ list: DisplayList) throws(DrawingError) {
    glyphs = try TextMetrics.glyphs(list.glyphKeys)
    canvas.setTransform(base)
    let sheet = Path(Rect(x: 0, y: 0, width: list.size.width + 1, height: list.size.height + 1))
    canvas.fill(sheet, list.background.over(.white))
    let groups = list.groups
    var index = 0
    while index < list.items.count {
      index = paint(list, at: index, groups)
    }
    while !open.isEmpty { pop() }
    try canvas.check()
  }

  /// Paints one item; returns the index of the next one.
  private mutating func paint(_ list: DisplayList, at index: Int, _ groups: [Int: DisplayList.Group]) -> Int {
    switch list.items[index].content {
    case .box(let box): paint(box)
    case .text(let text): paint(text)
    case .image(let image): paint(image)
    case .pushClip(let bounds, let radii):
      canvas.save()
      let inner = snapped(bounds)
      canvas.clip(to: Path(inner, RoundedCorners(radii, in: inner)))
      open.append(.clip)
    case .pushOpacity(let opacity):
      let group = groups[index]
      guard opacity > 0 else { return group?.end ?? index + 1 }
      canvas.save()
      // A group allocates as many pixels as it can cover.
      if let area = group?.area { canvas.clip(to: Path(area.grown(by: 2))) }
      canvas.pushGroup()
      open.append(.group(min(opacity, 1), blend: nil))
    case .pushTransform(let own):
      let whole = transform.after(own)
      // A degenerate transform shows nothing.
      guard whole.isDrawable else { return groups[index]?.end ?? index + 1 }
      canvas.save()
      open.append(.transform(transform))
      transform = whole
      canvas.setTransform(transform)
    case .pushEffect(let effect):
      if !effect.filters.isEmpty || !effect.masks.isEmpty,
        let next = paintPixels(of: list, at: index, effect, groups)
      {
        return next
      }
      canvas.save()
      clip(to: effect)
      if let blend = effect.blend {
        canvas.pushGroup()
        open.append(.group(1, blend: blend))
      } else {
        open.append(.clip)
      }
    case .shape(let shape): paint(shape)
    case .frame(let frame): paint(frame)
    case .backdrop(let bounds, let radii, let filters): paintBackdrop(bounds, radii, filters)
    case .popClip, .popOpacity, .popTransform, .popEffect: pop()
    }
    return index + 1
  }

  /// Paints the items of a group on other pixels.
  ///
  /// - Parameter matrix: From points to those pixels.
  mutating func paint(
    _ list: DisplayList, from first: Int, to end: Int, _ groups: [Int: DisplayList.Group],
    on pixels: inout Canvas, _ size: Size<Double>, _ matrix: Transform
  ) {
    let (outerOpen, outerTransform, outerExtent, wasVector) = (open, transform, extent, isVector)
    swap(&canvas, &pixels)
    (open, transform, isVector) = ([], matrix, false)
    extent = Rect(x: 0, y: 0, width: size.width, height: size.height)
    canvas.setTransform(transform)
    var index = first
    while index < end { index = paint(list, at: index, groups) }
    while !open.isEmpty { pop() }
    swap(&canvas, &pixels)
    (open, transform, extent, isVector) = (outerOpen, outerTransform, outerExtent, wasVector)
  }

  /// Clips to the path of an effect.
  func clip(to effect: DisplayList.Effect) {
    guard let clip = effect.clip else { return }
    let path = Path(data: clip, at: effect.origin)
    // A path without an area shows nothing.
    canvas.clip(
      to: path.isEmpty ? Path(Rect(x: -1e6, y: -1e6, width: 0, height: 0)) : path,
      evenOdd: effect.clipIsEvenOdd)
  }

  private mutating func pop() {
    switch open.popLast() {
    case .clip: canvas.restore()
    case .group(let opacity, let blend):
      canvas.popGroup(opacity: opacity, blend: blend)
      canvas.restore()
    case .transform(let before):
      canvas.restore()
      transform = before
    case nil: break
    }
  }

  // MARK: Pixels

  /// Pixels for each point, as closely as one number can tell.
  var pixelsPerPoint: Double {
    let area = abs(transform.a * transform.d - transform.b * transform.c)
    return max(area.squareRoot(), 1e-3)
  }

  /// A rectangle with its edges on whole pixels, for sharpness; a non-empty one stays at least a pixel wide.
  func snapped(_ bounds: Rect) -> Rect {
    guard !isVector, transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0 else {
      return bounds
    }
    func edges(_ start: Double, _ length: Double, _ scale: Double, _ shift: Double) -> (Double, Double) {
      let first = (start * scale + shift).rounded()
      var last = ((start + length) * scale + shift).rounded()
      if last <= first, length > 0 { last = first + 1 }
      return ((first - shift) / scale, (last - shift) / scale)
    }
    let (left, right) = edges(bounds.x, bounds.width, transform.a, transform.tx)
    let (top, bottom) = edges(bounds.y, bounds.height, transform.d, transform.ty)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The width of a line in whole pixels, at least one: CSS Backgrounds 3 §3.3, as browsers do it.
  func snappedWidth(_ width: Double) -> Double {
    guard width > 0, !isVector else { return max(width, 0) }
    let pixel = 1 / pixelsPerPoint
    return max((width / pixel + 1e-6).rounded(.down), 1) * pixel
  }

  /// The visible area, in the current space; nil when it cannot be computed.
  var visible: Rect? {
    guard let inverse = transform.inverse else { return nil }
    return extent.through(inverse)
  }
}

extension Rect {
  /// The smallest upright rectangle around the transformed rectangle.
  func through(_ transform: Transform) -> Rect {
    let corners = [(x, y), (maxX, y), (maxX, maxY), (x, maxY)].map {
      transform.apply(to: Point(x: $0.0, y: $0.1))
    }
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    return Rect(
      x: left, y: top, width: (corners.map(\.x).max() ?? 0) - left,
      height: (corners.map(\.y).max() ?? 0) - top)
  }
}
