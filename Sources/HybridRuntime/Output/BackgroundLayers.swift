import HybridCSS
import HybridGeometry
import HybridUnits
import HybridViewTree

extension ComputedStyle {
  /// Puts the layers of a background into a paint: gradients, and pictures between them. CSS Backgrounds 3
  /// §2.
  ///
  /// - Parameters:
  ///   - frame: The border box.
  ///   - content: The content box, relative to the corner of the border box.
  ///   - file: Finds the image file of an address.
  func paintBackground(
    _ paint: inout ViewPaint, _ frame: Rect, content: Rect, file: (String) -> ImageFile?
  ) {
    var gradients: [Gradient] = []
    var pictures: [ViewPicture] = []
    let lists = BackgroundLayer.Lists(background: self)
    for index in visual.backgroundImage.indices {
      let layer = BackgroundLayer(style: self, index: index, frame: frame, content: content, lists: lists)
      switch visual.backgroundImage[index] {
      case .gradient(let gradient): if let made = layer.gradient(gradient) { gradients.append(made) }
      case .url(let url):
        if let file = file(url), var made = layer.picture(url, file) {
          made.depth = gradients.count
          pictures.append(made)
        }
      default: break
      }
    }
    paint.gradients = gradients.isEmpty ? nil : gradients
    paint.pictures = pictures.isEmpty ? nil : pictures
  }

  /// The gradients of `mask-image`. CSS Masking 1 §4.1; a picture masks nothing here.
  func masks(_ frame: Rect, content: Rect) -> [Gradient] {
    let images = self[\.maskImage]
    guard images != [.none] else { return [] }
    let lists = BackgroundLayer.Lists(mask: self)
    return images.indices.compactMap { index in
      guard case .gradient(let gradient) = images[index] else { return nil }
      return BackgroundLayer(style: self, index: index, frame: frame, content: content, lists: lists)
        .gradient(gradient)
    }
  }

  /// The padding box, from the corner of the border box.
  func paddingArea(_ frame: Rect) -> Rect {
    Rect(x: 0, y: 0, width: frame.width, height: frame.height).inset(by: border.widths)
  }

  /// Whether the background covers the letters only: `background-clip: text` of the last layer, on which the
  /// color depends. CSS Backgrounds 4 §2.4.
  var backgroundCoversText: Bool {
    let clips = visual.backgroundClip
    let index = visual.backgroundImage.count - 1
    return !clips.isEmpty && index >= 0 && clips[index % clips.count] == .text
  }

  /// The area that the color of the background covers, from the corner of the border box: `background-clip`
  /// of the last layer (CSS Backgrounds 3 §2.7); nil for the border box.
  func colorArea(_ frame: Rect, content: @autoclosure () -> Rect) -> Rect? {
    let clips = visual.backgroundClip
    let index = visual.backgroundImage.count - 1
    guard !clips.isEmpty, index >= 0 else { return nil }
    let box = clips[index % clips.count]
    guard box == .paddingBox || box == .contentBox else { return nil }
    return box == .contentBox ? content() : paddingArea(frame)
  }
}

/// One layer of a background.
struct BackgroundLayer {
  let style: ComputedStyle
  let index: Int
  let frame: Rect
  let content: Rect
  /// The lists of the layers: those of the background, or of the mask.
  let lists: Lists

  /// The values of layers.
  struct Lists {
    var origin: [BackgroundBox]
    var clip: [BackgroundBox]
    var size: [BackgroundSize<LengthPercentage>]
    var positionX: [LengthPercentage]
    var positionY: [LengthPercentage]
    var repetition: [BackgroundRepeat]

    /// The layers of the background.
    init(background style: ComputedStyle) {
      let visual = style.visual
      (origin, clip) = (visual.backgroundOrigin, visual.backgroundClip)
      (size, repetition) = (visual.backgroundSize, visual.backgroundRepeat)
      (positionX, positionY) = (visual.backgroundPositionX, visual.backgroundPositionY)
    }

    /// Those of the mask, which covers the border box.
    init(mask style: ComputedStyle) {
      (origin, clip) = ([.borderBox], [.borderBox])
      (size, repetition) = (style[\.maskSize], style[\.maskRepeat])
      positionX = style[\.maskPosition].map(\.x)
      positionY = style[\.maskPosition].map(\.y)
    }
  }

  /// The layer's value from a list; lists repeat to the number of images (§2.1).
  private func own<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[index % values.count]
  }

  /// The repetition on both axes. Each layer has two keywords.
  private var repetition: (x: BackgroundRepeat, y: BackgroundRepeat) {
    let all = lists.repetition
    guard all.count >= 2 else { return (.repeat, .repeat) }
    return (all[index * 2 % all.count], all[(index * 2 + 1) % all.count])
  }

  /// A box of the element, relative to the corner of its border box.
  func area(_ box: BackgroundBox) -> Rect {
    switch box {
    case .borderBox: return Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    case .contentBox: return content
    default: return style.paddingArea(frame)
    }
  }

  private func isDrawable(_ area: Rect) -> Bool {
    area.width > 0 && area.height > 0 && area.width < 1e7 && area.height < 1e7 && abs(area.x) < 1e7
      && abs(area.y) < 1e7
  }

  /// A gradient, which has no natural size.
  func gradient(_ gradient: GradientValue<LengthPercentage>) -> Gradient? {
    let origin = area(own(lists.origin) ?? .paddingBox)
    var tile = origin
    var size = (width: origin.width, height: origin.height)
    if case .size(let width, let height)? = own(lists.size) {
      size.width = width?.resolved(against: origin.width) ?? origin.width
      size.height = height?.resolved(against: origin.height) ?? origin.height
    }
    guard size.width > 0, size.height > 0 else { return nil }
    let repetition = repetition
    if repetition.x == .round, origin.width > 0 {
      size.width = origin.width / max((origin.width / size.width).rounded(), 1)
    }
    if repetition.y == .round, origin.height > 0 {
      size.height = origin.height / max((origin.height / size.height).rounded(), 1)
    }
    place(&tile, width: size.width, height: size.height)
    var step: (x: Double?, y: Double?) = (nil, nil)
    (tile.x, step.x) = tiling(repetition.x, tile.x, size.width, origin.x, origin.width)
    (tile.y, step.y) = tiling(repetition.y, tile.y, size.height, origin.y, origin.height)
    guard isDrawable(tile) else { return nil }
    let coversBox =
      tile.x <= 0 && tile.y <= 0 && tile.x + tile.width >= frame.width && tile.y + tile.height >= frame.height
    var resolved = GradientResolver(width: tile.width, height: tile.height, style: style).resolve(gradient)
    resolved?.frame = tile
    resolved?.tiles = !coversBox && (step.x != nil || step.y != nil)
    if resolved?.tiles == true, step.x != size.width || step.y != size.height {
      resolved?.steps = Size(width: step.x ?? 0, height: step.y ?? 0)
    }
    return resolved
  }

  /// A picture. A missing file, or one on another host, draws nothing, as if a browser could not load it.
  func picture(_ url: String, _ file: ImageFile) -> ViewPicture? {
    let origin = area(own(lists.origin) ?? .paddingBox)
    var size = size(of: file, in: origin)
    var tile = origin
    guard size.width > 0, size.height > 0 else { return nil }
    // §2.4: rounded to a whole number of tiles; if only one axis is `round` and the other side is `auto`, the
    // tile keeps its ratio.
    let repetition = repetition
    let isAuto = isAutomatic
    if repetition.x == .round, origin.width > 0 {
      let width = origin.width / max((origin.width / size.width).rounded(), 1)
      if isAuto.height, repetition.y != .round { size.height *= width / size.width }
      size.width = width
    }
    if repetition.y == .round, origin.height > 0 {
      let height = origin.height / max((origin.height / size.height).rounded(), 1)
      if isAuto.width, repetition.x != .round { size.width *= height / size.height }
      size.height = height
    }
    place(&tile, width: size.width, height: size.height)
    var step: (x: Double?, y: Double?) = (nil, nil)
    (tile.x, step.x) = tiling(repetition.x, tile.x, size.width, origin.x, origin.width)
    (tile.y, step.y) = tiling(repetition.y, tile.y, size.height, origin.y, origin.height)
    let clip = area(own(lists.clip) ?? .borderBox)
    guard isDrawable(tile), isDrawable(clip) else { return nil }
    return ViewPicture(
      source: url, path: file.shownPath, hash: file.shownHash, frame: tile, area: clip, step: step)
  }

  /// The position of the first tile, and the distance to the next (§2.4).
  private func tiling(
    _ mode: BackgroundRepeat, _ start: Double, _ extent: Double, _ origin: Double, _ room: Double
  ) -> (Double, Double?) {
    switch mode {
    case .noRepeat: return (start, nil)
    case .repeat, .round: return (start, extent)
    case .space:
      // As many tiles as fit, the first and the last at the edges; a single tile keeps its position.
      let count = (room / extent).rounded(.down)
      return count < 2 ? (start, nil) : (origin, extent + (room - count * extent) / (count - 1))
    }
  }

  /// Moves a sized tile to its `background-position` (§2.6).
  private func place(_ tile: inout Rect, width: Double, height: Double) {
    if let x = own(lists.positionX) { tile.x += x.resolved(against: tile.width - width) }
    if let y = own(lists.positionY) { tile.y += y.resolved(against: tile.height - height) }
    (tile.width, tile.height) = (width, height)
  }

  /// The sides that are `auto` in `background-size`.
  private var isAutomatic: (width: Bool, height: Bool) {
    if case .size(let width, let height)? = own(lists.size) {
      (width == nil, height == nil)
    } else {
      (false, false)
    }
  }

  /// The size of a tile: §2.9 and CSS Images 3 §5.2 to §5.3.
  private func size(of file: ImageFile, in area: Rect) -> (width: Double, height: Double) {
    func fitting(covers: Bool) -> (width: Double, height: Double) {
      guard let ratio = file.ratio, area.height > 0 else { return (area.width, area.height) }
      let isWider = area.width / area.height > ratio
      return isWider == covers ? (area.width, area.width / ratio) : (area.height * ratio, area.height)
    }
    switch own(lists.size) ?? .size(nil, nil) {
    case .cover: return fitting(covers: true)
    case .contain: return fitting(covers: false)
    case .size(let width, let height):
      switch (width?.resolved(against: area.width), height?.resolved(against: area.height)) {
      case (let width?, let height?): return (width, height)
      case (let width?, nil): return (width, file.ratio.map { width / $0 } ?? file.height ?? area.height)
      case (nil, let height?): return (file.ratio.map { height * $0 } ?? file.width ?? area.width, height)
      case (nil, nil):
        guard file.width != nil || file.height != nil else { return fitting(covers: false) }
        return (file.width ?? area.width, file.height ?? area.height)
      }
    }
  }
}
