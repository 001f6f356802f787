import HybridDrawing
import HybridGeometry
import HybridUnits
import HybridViewTree

/// Paints one placed component (`Documentation/template-components.md`).
struct ComponentPainter {
  let component: Component
  let tag: String
  let units: TemplateUnits
  let isRightToLeft: Bool

  init(_ component: Component, tag: String, screen: TemplateScreen) {
    self.component = component
    self.tag = tag
    units = TemplateUnits(screen)
    isRightToLeft = screen.isRightToLeft && screen.platform == .android
  }

  var isIOS: Bool { units.platform == .ios }
  private var width: Double { component.frame.width }
  private var height: Double { component.frame.height }
  /// Whether it draws the content of its kind; on iOS, an unsupported kind is a plain box.
  private var isKnown: Bool { !isIOS || component.kind.isKnownToIOS }

  /// The text that it shows.
  var text: String? {
    guard component.kind == .nText || component.kind == .vText else { return nil }
    let text = component.words(AttributeKey.text)
    return text.isEmpty ? nil : text
  }

  /// The paint of the component's own node.
  func paint() -> ViewPaint {
    var paint = ViewPaint()
    paint.background = component.color(AttributeKey.background)
    paintBorder(&paint)
    switch component.kind {
    case .nText, .vText: paintText(&paint)
    case .nImage, .vImage, .tmNImage, .tmVirtualImage: paintImage(&paint)
    case .custom: paintCustom(&paint)
    case .scroller, .slider, .page: paint.clips = isKnown
    default: break
    }
    let picture = component.words(AttributeKey.backgroundImage)
    if !isIOS, paint.background == nil, paint.image == nil, !picture.isEmpty {
      paint.image = ViewImage(
        source: picture, label: "", frame: Rect(x: 0, y: 0, width: width, height: height))
    }
    return paint
  }

  /// The nodes for the shapes inside its box: a line, a shape, a bar.
  func shapes(parent: Int) -> [ViewNode] {
    guard isKnown else { return [] }
    let shape: ViewNode? =
      switch component.kind {
      case .nLine, .vLine: line(parent: parent)
      case .vGraph: graph(parent: parent)
      case .progress: bar(parent: parent)
      default: nil
      }
    return shape.map { [$0] } ?? []
  }

  // MARK: Lengths

  /// A length as its platform draws it, in points.
  func length(_ key: StringID) -> Double {
    guard let value = component.attributes[key] else { return 0 }
    return isIOS ? units.points(value) : units.points(pixels: units.pixels(value))
  }

  var padding: Edges<Double> {
    if isIOS { return ComponentBox<Double>(pointsOf: component, units: units).padding }
    let pixels = ComponentBox<Int>(pixelsOf: component, units: units, isRightToLeft: isRightToLeft).padding
    return Edges(
      top: units.points(pixels: pixels.top), right: units.points(pixels: pixels.right),
      bottom: units.points(pixels: pixels.bottom), left: units.points(pixels: pixels.left))
  }

  /// The position of the content; left and right are physical, also in right-to-left languages.
  var gravity: Gravity {
    var gravity = component.choice(AttributeKey.gravity).map(Gravity.init) ?? .initial
    guard isRightToLeft else { return gravity }
    let (wasLeft, wasRight) = (gravity.contains(.left), gravity.contains(.right))
    gravity.subtract([.left, .right])
    if wasLeft { gravity.insert(.right) }
    if wasRight { gravity.insert(.left) }
    return gravity
  }

  // MARK: Box

  private func paintBorder(_ paint: inout ViewPaint) {
    let stroke = length(AttributeKey.borderWidth)
    // Android draws borders of layouts and texts only, black by default; iOS draws all borders, clear by
    // default.
    let hasBorder = isIOS || component.kind.isLayout || component.kind == .nText || component.kind == .vText
    let color =
      component.attributes[AttributeKey.borderColor] == nil
      ? (isIOS ? nil : RGBA.black) : component.color(AttributeKey.borderColor)
    if hasBorder, stroke > 0, let color {
      paint.borders = Array(
        repeating: ViewBorder(width: stroke, style: .solid, color: color), count: 4)
    }
    let radii = radii(border: max(stroke, 0))
    if radii.contains(where: { $0 > 0 }) {
      paint.radii = radii
      // A native view with a radius clips its content.
      if isIOS, component.kind.isNativeLayout { paint.clips = true }
    }
  }

  /// Top left, top right, bottom right, bottom left.
  private func radii(border: Double) -> [Double] {
    let all = length(AttributeKey.borderRadius)
    let isVirtual = component.kind.isLayout && !component.kind.isNativeLayout
    let keys = [
      AttributeKey.borderTopLeftRadius, AttributeKey.borderTopRightRadius,
      AttributeKey.borderBottomRightRadius, AttributeKey.borderBottomLeftRadius,
    ]
    let most = max(min(width, height) / 2 - (isIOS ? border / 2 : 0), 0)
    return keys.map { key in
      // Native views of iOS have one radius.
      let own = isIOS && !isVirtual ? 0 : length(key)
      return min(max(own > 0 ? own : all, 0), most)
    }
  }

  // MARK: Pictures

  private func paintImage(_ paint: inout ViewPaint) {
    let source = component.words(AttributeKey.src)
    guard !source.isEmpty else { return }
    let scale = component.choice(AttributeKey.scaleType) ?? 1
    // A drawn picture on Android supports three scale types; the others draw nothing.
    let isDrawn = component.kind == .vImage || component.kind == .tmVirtualImage
    if !isIOS, isDrawn, !(0...2).contains(scale) { return }
    let padding = padding
    paint.image = ViewImage(
      source: source, label: "",
      frame: Rect(
        x: padding.left, y: padding.top, width: max(width - padding.width, 0),
        height: max(height - padding.height, 0)))
  }

  // MARK: Custom components

  /// A dashed box with a label, since the app's drawing is unknown here. An HTML component draws itself.
  private func paintCustom(_ paint: inout ViewPaint) {
    guard case .box(let label, _, _) = component.standIn ?? .standard else {
      paint.clips = true
      return
    }
    if paint.borders == nil {
      paint.borders = Array(
        repeating: ViewBorder(width: 1, style: .dashed, color: RGBA(packed: 0x8888_88FF)), count: 4)
    }
    let style = TextStyle(font: Font(families: ["sans-serif"], size: 12), color: RGBA(packed: 0x6666_66FF))
    var text = RichText(label ?? tag, style: style, alignment: .center)
    text.maximumLines = 1
    text.ellipsizes = true
    text.wrap = .never
    paint.lines = lines(of: text, in: Rect(x: 4, y: 0, width: max(width - 8, 0), height: height)) {
      ($0 - $1) / 2
    }
  }

  // MARK: Lines, shapes and bars

  private func line(parent: Int) -> ViewNode? {
    guard
      let color = component.attributes[AttributeKey.color] == nil
        ? RGBA.black : component.color(AttributeKey.color)
    else { return nil }
    let stroke =
      isIOS
      ? component.attributes[AttributeKey.paintWidth].map { max(units.points($0), 0) } ?? 1
      : units.points(pixels: strokeWidth(of: component, units: units))
    let isHorizontal = component.isHorizontal ?? true
    let padding = padding
    let gravity = gravity
    var frame = Rect(x: padding.left, y: padding.top, width: stroke, height: stroke)
    if isHorizontal {
      frame.width = max(width - padding.width, 0)
      if gravity.contains(.verticalCenter) {
        frame.y = (height - stroke) / 2
      } else if gravity.contains(.bottom) {
        frame.y = height - padding.bottom - stroke
      }
    } else {
      frame.height = max(height - padding.height, 0)
      if gravity.contains(.horizontalCenter) {
        frame.x = (width - stroke) / 2
      } else if gravity.contains(.right) {
        frame.x = width - padding.right - stroke
      }
    }
    // A view clips its drawing: on iOS nothing remains of a line that wraps. Drawing without a view of its
    // own is not clipped on Android.
    if isIOS || component.kind == .nLine { frame = frame.clipped(width: width, height: height) }
    guard frame.width > 0, frame.height > 0 else { return nil }
    // iOS accepts `style` but draws a solid line.
    let isDashed = !isIOS && component.choice(AttributeKey.style) == 2
    var node = ViewNode(key: "line", parent: parent, tag: "line", frame: frame)
    if isDashed {
      let none = ViewBorder(width: 0, style: .none, color: .transparent)
      let side = ViewBorder(width: stroke, style: .dashed, color: color)
      node.paint.borders = isHorizontal ? [side, none, none, none] : [none, none, none, side]
    } else {
      node.paint.background = color
    }
    return node
  }

  private func graph(parent: Int) -> ViewNode? {
    guard let color = component.color(AttributeKey.color) else { return nil }
    let padding = padding
    let room = Size(width: max(width - padding.width, 0), height: max(height - padding.height, 0))
    var size = graphDiameters(of: component, units: units)
    let type = component.choice(AttributeKey.type) ?? 1
    if size.width <= 0 || size.height <= 0 {
      size = room
      if type == 1 {
        size = Size(width: min(room.width, room.height), height: min(room.width, room.height))
      }
    }
    let gravity = gravity
    var frame = Rect(x: padding.left, y: padding.top, width: size.width, height: size.height)
    if gravity.contains(.horizontalCenter) {
      frame.x = (width - size.width) / 2
    } else if gravity.contains(.right) {
      frame.x = width - padding.right - size.width
    }
    if gravity.contains(.verticalCenter) {
      frame.y = (height - size.height) / 2
    } else if gravity.contains(.bottom) {
      frame.y = height - padding.bottom - size.height
    }
    guard frame.width > 0, frame.height > 0 else { return nil }
    var node = ViewNode(key: "shape", parent: parent, tag: "shape", frame: frame)
    if type != 2 { node.paint.radii = Array(repeating: min(size.width, size.height) / 2, count: 4) }
    if component.choice(AttributeKey.paintStyle) == 2 {
      node.paint.background = color
    } else {
      let stroke = units.points(pixels: strokeWidth(of: component, units: units))
      node.paint.borders = Array(
        repeating: ViewBorder(width: stroke, style: .solid, color: color), count: 4)
    }
    return node
  }

  private func bar(parent: Int) -> ViewNode? {
    guard
      let color = component.attributes[AttributeKey.color] == nil
        ? RGBA.black : component.color(AttributeKey.color)
    else { return nil }
    let padding = padding
    let room = max(width - padding.width, 0)
    let fixed = min(max(length(AttributeKey.initValue), 0), room)
    var part = 0.0
    if let progress = component.progress, progress.total > 0 {
      part = min(max(TemplateUnits.bounded(progress.current / progress.total), 0), 1)
    }
    let frame = Rect(
      x: padding.left, y: padding.top, width: fixed + (room - fixed) * part,
      height: max(height - padding.height, 0))
    guard frame.width > 0, frame.height > 0 else { return nil }
    var node = ViewNode(key: "bar", parent: parent, tag: "bar", frame: frame)
    node.paint.background = color
    return node
  }
}

extension Rect {
  /// The part inside a box of that size.
  fileprivate func clipped(width: Double, height: Double) -> Rect {
    let (left, top) = (max(x, 0), max(y, 0))
    return Rect(
      x: left, y: top, width: max(min(x + self.width, width) - left, 0),
      height: max(min(y + self.height, height) - top, 0))
  }
}
