import HybridGeometry

/// Paints a display list onto a canvas, item by item.
struct PicturePainter: ~Copyable {
  /// The target of drawing; while a group is filtered, a canvas with pixels of its own.
  private(set) var canvas: Canvas
  /// The pixels of the canvas, and where the list's items are on them.
  private(set) var space: PixelSpace
  let images: any ImageSource
  /// The glyphs of all texts, and their shapes.
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
    space = PixelSpace(transform: base, isVector: isVector, extent: extent)
    self.images = images
  }

  /// Paints everything.
  mutating func paint(_ list: DisplayList) throws(DrawingError) {
    try glyphBook.shapeTexts(list.glyphKeys)
    canvas.setTransform(space.transform)
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
      let inner = space.snapped(bounds)
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
      let whole = space.transform.after(own)
      // A degenerate transform shows nothing.
      guard whole.isDrawable else { return groups[index]?.end ?? index + 1 }
      canvas.save()
      open.append(.transform(space.transform))
      space.transform = whole
      canvas.setTransform(whole)
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
    let (outerOpen, outerSpace) = (open, space)
    swap(&canvas, &pixels)
    open = []
    space = PixelSpace(
      transform: matrix, isVector: false, extent: Rect(x: 0, y: 0, width: size.width, height: size.height))
    canvas.setTransform(matrix)
    var index = first
    while index < end { index = paint(list, at: index, groups) }
    while !open.isEmpty { pop() }
    swap(&canvas, &pixels)
    (open, space) = (outerOpen, outerSpace)
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
      space.transform = before
    case nil: break
    }
  }
}
