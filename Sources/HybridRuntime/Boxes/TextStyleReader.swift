import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry

/// Reads the styles of texts in the lines of a box.
struct TextStyleReader {
  /// The element whose lines these are.
  let container: NodeID
  let document: Document
  let styles: StyledDocument

  /// The style of text directly in `element`, including the decorations of the inline elements around it.
  func style(of element: NodeID) -> TextStyle {
    let style = styles[element]
    var text = TextStyle(own: style)
    let placement = InlinePlacement(document: document, styles: styles, container: container)
    (text.rise, text.group) = placement.place(of: element)
    if element != container {
      let own = InlineStrut(font: text.font, lineHeight: text.lineHeight, rise: text.rise, group: text.group)
      text.struts = placement.struts(of: document[element].parent, except: own)
      if style.wrap != styles[container].wrap { text.wrap = style.wrap }
    }
    let collapse = style.text.whiteSpaceCollapse
    text.preservesSpaces = collapse == .preserve || collapse == .breakSpaces
    // Decorations are drawn across everything inside the element that declares them (CSS Text Decoration 3
    // §2).
    var ancestor: NodeID? = element
    var isInline = true
    var rules: [TextRule] = []
    var isPlain = true
    while let current = ancestor, isInline || current == container {
      let lines = styles[current].visual.textDecorationLine
      if !lines.isEmpty {
        text.isUnderlined = text.isUnderlined || lines.contains(.underline)
        text.isStruckThrough = text.isStruckThrough || lines.contains(.lineThrough)
        let own = styles[current].rules(lines)
        isPlain = isPlain && styles[current].decoratesPlainly(text) && !lines.contains(.overline)
        rules = own + rules
      }
      if document[current].elementName == .a {
        text.link = text.link ?? document[current].element?["href"]
      }
      if styles[current].box.display == .inline, current != container {
        let ground = styles[current].visual.backgroundColor.resolved(current: style.text.color)
        if text.background.isTransparent { text.background = RGBA(ground) }
      }
      isInline = current != container
      ancestor = isInline ? document[current].parent : nil
    }
    // Clients draw plain lines by themselves.
    if !isPlain { text.rules = rules }
    return text
  }
}

extension TextStyle {
  /// What text takes from its element alone.
  fileprivate init(own style: ComputedStyle) {
    self.init(font: style.font, color: RGBA(style.text.color))
    if style.hasSparseValues(isInherited: true) {
      color = RGBA(style.color(style[\.webkitTextFillColor]))
      if style[\.webkitTextStrokeWidth] > 0 {
        stroke = TextStroke(
          width: style[\.webkitTextStrokeWidth], color: RGBA(style.color(style[\.webkitTextStrokeColor])))
      }
    }
    letterSpacing = style.text.letterSpacing
    wordSpacing = style.text.wordSpacing
    lineHeight = style.usedLineHeight
    if !style[\.textShadow].isEmpty { shadows = style.textShadows }
  }

  /// The style of text directly in a `::first-line`, with its own decoration only.
  init(onFirstLine style: ComputedStyle) {
    self.init(own: style)
    let lines = style.visual.textDecorationLine
    isUnderlined = lines.contains(.underline)
    isStruckThrough = lines.contains(.lineThrough)
    if !style.decoratesPlainly(self) || lines.contains(.overline) { rules = style.rules(lines) }
  }
}

extension ComputedStyle {
  /// The font for text metrics.
  var font: Font {
    let font = Font(
      families: text.fontFamily, size: text.fontSize, weight: Int(text.fontWeight.rounded()),
      isItalic: text.fontStyle != .normal)
    let settings = fontSettings
    guard settings != nil || !text.fonts.isEmpty else { return font }
    return font.with(
      FontExtras(
        faces: text.fonts, stretch: settings?.stretch ?? 100, features: settings?.features ?? [],
        variations: settings?.variations ?? []))
  }

  /// The line height in points; nil uses that of the font.
  var usedLineHeight: Double? {
    switch text.lineHeight {
    case .normal: nil
    case .number(let factor): factor * text.fontSize
    case .points(let points): points
    }
  }

  /// Which break opportunities lines take.
  var wrapStyle: RichText.WrapStyle {
    switch self[\.textWrapStyle] {
    case .auto, .stable: .greedy
    case .balance: .balanced
    case .pretty: .pretty
    }
  }

  /// Where lines may break.
  var wrap: RichText.Wrap {
    if text.textWrapMode == .nowrap { return .never }
    if text.wordBreak == .breakAll { return .breakAll }
    if text.wordBreak == .breakWord || text.overflowWrap == .anywhere { return .anywhere }
    return text.overflowWrap == .breakWord ? .breakWord : .normal
  }
}

extension ComputedStyle {
  /// The decoration lines that an element with this style draws along its text: CSS Text Decoration 4 §2.
  fileprivate func rules(_ lines: TextDecorationLine) -> [TextRule] {
    let size = text.fontSize
    let thickness = self[\.textDecorationThickness].map { max($0.resolved(against: size), 0) }
    let used = thickness ?? TextRule.thickness(fontSize: size)
    let ink = RGBA(color(self[\.textDecorationColor]))
    let style = TextRule.Style(rawValue: self[\.textDecorationStyle].rawValue) ?? .solid
    let extents = TextMetrics.extents(of: font)
    var rules: [TextRule] = []
    if lines.contains(.underline) {
      let offset =
        self[\.textUnderlineOffset].map { $0.resolved(against: size) }
        ?? TextRule.underlineOffset(thickness: used)
      rules.append(TextRule(.under, style: style, color: ink, thickness: used, offset: offset))
    }
    if lines.contains(.overline) {
      rules.append(TextRule(.over, style: style, color: ink, thickness: used, offset: -extents.ascent))
    }
    if lines.contains(.lineThrough) {
      rules.append(
        TextRule(
          .through, style: style, color: ink, thickness: used, offset: -extents.ascent / 3 - used / 2))
    }
    return rules
  }

  /// Whether the lines are those that clients draw for plain text in this style.
  fileprivate func decoratesPlainly(_ text: TextStyle) -> Bool {
    self[\.textDecorationStyle] == .solid && self[\.textDecorationThickness] == nil
      && self[\.textUnderlineOffset] == nil && RGBA(color(self[\.textDecorationColor])) == text.color
      && self.text.fontSize == text.font.size
  }

  /// The shadows of the text, with colors.
  fileprivate var textShadows: [Shadow] {
    self[\.textShadow].filter { [$0.x, $0.y, $0.blur].allSatisfy { abs($0) < 1e6 } }.map { shadow in
      Shadow(offset: Point(x: shadow.x, y: shadow.y), blur: shadow.blur, color: RGBA(color(shadow.color)))
    }
  }
}

extension RGBA {
  /// The colour with eight bits per component.
  init(_ color: SRGBColor) {
    let bytes = color.bytes
    self.init(bytes.red, bytes.green, bytes.blue, bytes.alpha)
  }
}

extension String {
  /// CSS Text 3 §2.1, *Case Transforms*.
  func transformed(_ transform: TextTransform) -> String {
    switch transform {
    case .none, .fullWidth: return self
    case .uppercase: return uppercased()
    case .lowercase: return lowercased()
    case .capitalize:
      var result = ""
      var atStart = true
      for character in self {
        result += atStart && character.isLetter ? character.uppercased() : String(character)
        atStart = !(character.isLetter || character.isNumber || character == "'" || character == "’")
      }
      return result
    }
  }
}
