import HybridDrawing
import HybridGeometry
import HybridUnits

/// The text of an NText or a VText, ready for line breaking; measuring and drawing share it.
struct ComponentText: Sendable {
  var text: RichText
  /// The height of one additional line, in points.
  var lineHeight: Double
  /// `lines`; nil if the text decides.
  var lineCount: Int?
  /// `maxLines`, if it limits the height.
  var maximumLines: Int?
  /// The space below each line except the last, in points.
  var lineSpace = 0.0

  /// `Documentation/template-components.md`, *Texts: NText, VText*.
  ///
  /// Differs from the runtimes, which measure text in dp and in fixed points: text sizes and line heights
  /// grow with the user's font scale, as sp does on Android and Dynamic Type on iOS, so that a preview shows
  /// the effect of large text.
  init(_ component: Component, units: TemplateUnits) {
    let isIOS = units.platform == .ios
    let isDrawn = !isIOS && component.kind == .vText
    let style = Self.style(of: component, units: units, isDrawn: isDrawn)
    let ownHeight = TextMetrics.layout(RichText("x", style: style), width: nil).size.height
    lineHeight = ownHeight
    let string = component.words(AttributeKey.text)
    let isMarkup = !isIOS && !isDrawn && component.choice(AttributeKey.supportHTMLStyle) == 1
    let lines = component.choice(AttributeKey.lines)
    let most = component.choice(AttributeKey.maxLines).flatMap { $0 > 0 ? min($0, 10_000) : nil }
    var block = style
    if isIOS {
      if let asked = component.attributes[AttributeKey.lineHeight].map({ units.points($0) }) {
        lineHeight = max(ownHeight, asked * units.fontScale)
      }
      lineSpace = max(component.factor(AttributeKey.lineSpaceExtra) ?? 0, 0)
      lineHeight += lineSpace
      let count = max(lines ?? 1, 0)
      lineCount = most != nil || count == 0 ? nil : min(count, 10_000)
      maximumLines = most
    } else if !isDrawn {
      if let asked = component.attributes[AttributeKey.lineHeight].map({ units.pixels($0) }), asked > 0 {
        lineHeight = units.points(pixels: asked) * units.fontScale
      } else {
        // The extra is in pixels on every screen.
        let extra = (component.factor(AttributeKey.lineSpaceExtra) ?? 0) / units.scale
        lineHeight = ownHeight * (component.factor(AttributeKey.lineSpaceMultiplier) ?? 1) + extra
      }
      if let lines, lines > 0 { lineCount = min(lines, 10_000) }
      maximumLines = most
    }
    lineHeight = min(max(lineHeight, 0), TemplateUnits.limit)
    if lineHeight != ownHeight { block.lineHeight = lineHeight }
    text = isMarkup ? RichText(markup: string, style: block) : RichText(string, style: block)
    text.style = block
    breakLines(component, isIOS: isIOS, isDrawn: isDrawn)
  }

  private mutating func breakLines(_ component: Component, isIOS: Bool, isDrawn: Bool) {
    text.alignment = .left
    text.maximumLines = lineCount ?? maximumLines
    if isDrawn {
      text.wrap = .never
      text.maximumLines = 1
      return
    }
    let ellipsize = component.choice(AttributeKey.ellipsize) ?? (isIOS ? 2 : -1)
    text.ellipsizes = text.maximumLines != nil && (0...2).contains(ellipsize)
    // A single line is cut at its end, not at the last word.
    text.wrap = text.maximumLines == 1 && (isIOS || text.ellipsizes) ? .never : .breakWord
  }

  private static func style(of component: Component, units: TemplateUnits, isDrawn: Bool) -> TextStyle {
    let isIOS = units.platform == .ios
    var size = isIOS ? 17.0 : 20
    if let asked = component.attributes[AttributeKey.textSize], asked.number != nil {
      let points = isIOS ? units.points(asked) : units.points(pixels: units.wholePixels(asked))
      size = isIOS && points <= 0 ? size : min(max(points, 0), 2000)
    }
    let bits = component.choice(AttributeKey.textStyle) ?? 0
    let (isBold, isItalic, isUnderlined, isStruck) = (
      bits & 1 != 0, bits & 2 != 0, bits & 4 != 0, bits & 8 != 0
    )
    var font = Font(families: ["sans-serif"], size: min(size * units.fontScale, 2000))
    // Native text on Android supports italics only together with bold; on iOS bold wins.
    font.weight = isBold || (isItalic && !isIOS && !isDrawn) ? 700 : 400
    font.isItalic = isItalic && !(isIOS && isBold)
    var style = TextStyle(font: font)
    style.color = component.attributes[AttributeKey.textColor].flatMap(Self.color) ?? .black
    style.isUnderlined = isUnderlined && !isDrawn
    style.isStruckThrough = isStruck && !(isIOS && isUnderlined)
    return style
  }

  private static func color(_ value: AttributeValue) -> RGBA? {
    guard case .int(let bits) = value else { return nil }
    return bits.visibleColor ?? .transparent
  }

  /// The lines within `width` points; without a width, each paragraph is one line.
  func layout(width: Double?) -> TextLayout {
    // Slightly more than was measured, since adding and subtracting paddings rounds.
    TextMetrics.layout(text, width: width.map { max($0, 0) + 0.01 })
  }

  /// The height of `count` lines.
  func height(lines count: Int) -> Double { max(Double(count) * lineHeight - lineSpace, 0) }
}

extension AndroidLayout {
  /// Measures like the platform's text view: the width of the longest line, the height of all lines.
  mutating func measureNativeText(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    if specs.width.isExact, specs.height.isExact {
      return PixelSize(width: specs.width.size, height: specs.height.size)
    }
    let text = ComponentText(components[node], units: units)
    let padding = boxes[node].padding
    let room = specs.width.mode == .unspecified ? nil : specs.width.size - padding.width
    let layout = text.layout(width: room.map { units.points(pixels: $0) })
    let width = specs.width.resolve(pixels(covering: layout.size.width) + padding.width)
    let count =
      text.lineCount ?? min(max(layout.lines.count, 1), text.maximumLines ?? .max)
    let height =
      text.lineCount == nil && !layout.lines.isEmpty && layout.lines.count == count
      ? layout.size.height : text.height(lines: count)
    return PixelSize(width: width, height: specs.height.resolve(pixels(covering: height) + padding.height))
  }

  /// One line, with its natural width and the height of its font.
  mutating func measureDrawnText(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let text = ComponentText(components[node], units: units)
    let size = text.layout(width: nil).size
    let content = PixelSize(width: Int(size.width * units.scale), height: pixels(covering: text.lineHeight))
    return drawnSize(node, specs, content: text.text.runs.isEmpty ? nil : content)
  }
}

extension IOSLayout {
  /// The height is that of `lines` if set, else of the text; rounded up to whole points.
  mutating func textSize(_ node: Int, _ room: SizingRoom) -> Size<Double> {
    guard room.wraps else { return room.size }
    let text = ComponentText(components[node], units: units)
    let layout = text.layout(width: room.content.width)
    var content = Size(
      width: min(layout.size.width, room.content.width), height: max(layout.size.height - text.lineSpace, 0))
    if let count = text.lineCount {
      content.height = text.height(lines: count)
    } else {
      content.height = min(content.height, room.content.height)
      if let most = text.maximumLines { content.height = min(content.height, text.height(lines: most)) }
    }
    let size = room.wrapping(content)
    return Size(
      width: room.wrapsWidth ? (size.width - 0.001).rounded(.up) : size.width,
      height: room.wrapsHeight ? (size.height - 0.001).rounded(.up) : size.height)
  }
}
