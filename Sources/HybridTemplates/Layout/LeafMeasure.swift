import HybridDrawing
import HybridGeometry
import HybridUnits

// Components without children: pictures, lines, shapes, and custom components as a labelled box.

extension AndroidLayout {
  /// The size of a component that draws itself (`Documentation/template-components.md`, *Units and sizes*).
  func drawnSize(_ node: Int, _ specs: MeasureSpecs, content: PixelSize?) -> PixelSize {
    func side(
      _ rule: SizeRule<Int>, _ spec: MeasureSpec, content: Int?, padding: Int, least: Int
    ) -> Int {
      switch rule {
      case .wrapContent: content.map { $0 + padding } ?? least
      case .matchParent: spec.isExact ? spec.size : 0
      case .length(let length): spec.isExact ? spec.size : length
      }
    }
    let box = boxes[node]
    return PixelSize(
      width: side(
        box.width, specs.width, content: content?.width, padding: box.paddingWidth, least: box.minWidth),
      height: side(
        box.height, specs.height, content: content?.height, padding: box.paddingHeight, least: box.minHeight))
  }

  /// No picture is loaded here, so `wrap_content` is the padding alone, as on a phone before loading.
  func measureNativeImage(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let box = boxes[node]
    return PixelSize(
      width: specs.width.resolve(box.paddingWidth), height: specs.height.resolve(box.paddingHeight))
  }

  /// As thick as its stroke, and as long as the available space.
  func measureNativeLine(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let stroke = strokeWidth(of: components[node], units: units)
    return boxes[node].isHorizontal ?? true
      ? PixelSize(width: specs.width.size, height: specs.height.resolve(stroke))
      : PixelSize(width: specs.width.resolve(stroke), height: specs.height.size)
  }

  /// The diameters are the content.
  func measureGraph(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let diameters = graphDiameters(of: components[node], units: units)
    let content = diameters.width > 0 && diameters.height > 0 ? diameters : nil
    return drawnSize(
      node, specs,
      content: content.map {
        PixelSize(width: units.pixels(points: $0.width), height: units.pixels(points: $0.height))
      })
  }

  func measureCustom(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    if specs.width.isExact, specs.height.isExact {
      return PixelSize(width: specs.width.size, height: specs.height.size)
    }
    let size = (components[node].standIn ?? .standard).contentSize(
      width: specs.width.isExact ? units.points(pixels: specs.width.size) : nil,
      most: specs.width.mode == .unspecified
        ? units.screenWidth : units.points(pixels: specs.width.size))
    return PixelSize(
      width: specs.width.resolve(pixels(covering: size.width)),
      height: specs.height.resolve(pixels(covering: size.height)))
  }

  /// The smallest number of whole pixels that covers a length.
  func pixels(covering points: Double) -> Int {
    // Sums of measurements may exceed a whole pixel slightly.
    Int((min(max(points, 0), TemplateUnits.limit) * units.scale - 0.001).rounded(.up))
  }
}

/// The thickness of a line in pixels: 1 by default, and at least 1.
func strokeWidth(of component: Component, units: TemplateUnits) -> Int {
  max(component.attributes[AttributeKey.paintWidth].map { units.pixels($0) } ?? 1, 1)
}

/// The diameters of a VGraph, in points; a circle has one. Values in rp are not supported.
func graphDiameters(of component: Component, units: TemplateUnits) -> Size<Double> {
  func length(_ key: StringID) -> Double {
    guard let value = component.attributes[key], !value.isRP else { return 0 }
    return units.points(pixels: max(units.pixels(value), 0))
  }
  let width = length(AttributeKey.diameterX)
  let isCircle = (component.choice(AttributeKey.type) ?? 1) == 1
  return Size(width: width, height: isCircle ? width : length(AttributeKey.diameterY))
}

extension IOSLayout {
  /// 0 where it wraps, unless `ratio` gives one side from the other.
  func imageSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    var size = room.size
    guard let ratio = components[node].factor(AttributeKey.ratio), ratio > 0,
      room.wrapsWidth != room.wrapsHeight
    else { return size }
    if room.wrapsHeight, size.width > 0 {
      size.height = min(
        (size.width - room.padding.width) / ratio + room.padding.height, room.available.height)
    } else if room.wrapsWidth, size.height > 0 {
      size.width = min(
        (size.height - room.padding.height) * ratio + room.padding.width, room.available.width)
    }
    return size
  }

  func customSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    guard room.wraps else { return room.size }
    let size = (components[node].standIn ?? .standard).contentSize(
      width: room.wrapsWidth ? nil : room.size.width, most: room.available.width)
    return Size(
      width: room.wrapsWidth ? min(size.width, room.available.width) : room.size.width,
      height: room.wrapsHeight ? min(size.height, room.available.height) : room.size.height)
  }
}
