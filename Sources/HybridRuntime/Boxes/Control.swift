import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridLayout
import HybridUnits

/// An element that shows something of its own instead of its children: a picture or a form control.
struct Control: Hashable {
  /// The content of a control.
  enum Content: Hashable {
    /// A picture with its text alternative, and its file where there is one.
    case image(source: String, label: String, file: ImageFile?)
    /// An `svg`, with its text alternative; the file has its natural size and no bytes.
    case drawing(label: String, file: ImageFile)
    /// A `canvas`, with its text alternative; the file has its size and no bytes.
    case canvas(label: String, file: ImageFile)
    /// One line of text, or several; a placeholder is shown paler.
    case text(String, isPlaceholder: Bool)
    /// A check box or radio button, ticked or not.
    case tick(Bool, isRound: Bool)
    /// A switch, on or off.
    case toggle(Bool)
    /// Titles side by side, one of which may be selected; -1 is none.
    case segments([String], selected: Int)
    /// So many rows of a list, from the first shown one.
    case list([SelectOptions.Row], first: Int, count: Int)
    /// A row of dots, one of which is highlighted.
    case dots(Int, current: Int)
    /// A bar and its filled share, 0 to 1.
    case meter(Double)
  }

  var content: Content
  /// Whether its text wraps.
  var isMultiline = false
  /// Its natural size, used for `auto`; nil uses the size of the text.
  var size: Size<Double?>
  /// The aspect ratio of a picture (width / height), kept if only one side is given; nil for none.
  var ratio: Double?

  /// Whether its smallest width is 0, since its width is a percentage (CSS Sizing 3 §5.2.2, *compressible
  /// replaced elements*).
  var isCompressible = false

  /// Whether its lower border edge is on the line's baseline, as that of a range is.
  var isOnBaseline = false

  /// How far its baseline is above the lower edge of its content box: what is around the colour in a colour
  /// field; nil for the baseline of what it shows.
  var baselineInset: Double?

  /// The file of a picture; nil without one.
  var file: ImageFile? {
    switch content {
    case .image(_, _, let file): file
    case .drawing(_, let file), .canvas(_, let file): file
    default: nil
    }
  }

  /// Whether it is a picture whose file has a ratio.
  var hasNaturalRatio: Bool {
    file?.ratio != nil && ratio != nil
  }

  /// A number at the start of an attribute, optionally followed by `px`.
  static func number(_ text: String?) -> Double? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." }
    return Double(digits).flatMap { $0.isFinite && $0 <= 100_000 ? $0 : nil }
  }

  /// The text it shows, as in the output of `render`.
  var text: String? {
    switch content {
    case .text(let text, _): text.isEmpty ? nil : text
    case .segments(let titles, _): titles.isEmpty ? nil : titles.joined(separator: " ")
    case .list(let rows, _, _):
      rows.contains { $0.isSelected }
        ? rows.filter(\.isSelected).map(\.title.collapsingWhitespace).joined(separator: ", ") : nil
    case .dots(let count, let current):
      count == 0 ? nil : (0..<count).map { $0 == current ? "●" : "○" }.joined(separator: " ")
    case .meter(let share): "\(Int((share * 100).rounded())) %"
    case .image, .drawing, .canvas, .tick, .toggle: nil
    }
  }

  /// The text that determines its natural size.
  private var measuredText: (text: String, isPlaceholder: Bool)? {
    switch content {
    case .text(let text, let isPlaceholder): (text, isPlaceholder)
    case .segments(let titles, _): (titles.joined(separator: " │ "), false)
    case .list(let rows, _, _): (rows.map(\.title).max { $0.count < $1.count } ?? "", false)
    case .dots(let count, _): (String(repeating: "● ", count: count), false)
    case .image, .drawing, .canvas, .tick, .toggle, .meter: nil
    }
  }

  /// The text as it is drawn; a placeholder with its own style, if it has one.
  func richText(
    _ style: TextStyle, placeholder: TextStyle? = nil, alignment: RichText.Alignment
  ) -> RichText? {
    guard let (text, isPlaceholder) = measuredText else { return nil }
    var style = style
    if isPlaceholder {
      style = placeholder ?? style
      if placeholder == nil { style.color = style.color.faded(to: 0.54) }
    }
    var rich = RichText(text, style: style, alignment: alignment)
    rich.style = style
    rich.wrap = isMultiline ? .breakWord : .never
    rich.ellipsizes = !isMultiline
    return rich
  }

  /// The measure function of its leaf: its natural size; a picture keeps its aspect ratio if one side is
  /// definite.
  func measure(_ text: RichText?) -> MeasureFunction {
    let (width, height) = (size.width, size.height)
    let ratio = ratio
    let (isCompressible, isMultiline) = (isCompressible, isMultiline)
    return { input in
      // An empty field or button is as high as one with text.
      let measured = text.map {
        TextMetrics.layout($0.string.isEmpty ? RichText("x", style: $0.style) : $0, width: nil)
      }
      let isEmpty = text?.string.isEmpty ?? true
      let lineHeight = measured?.size.height ?? 0
      var own = Size(width: width ?? (isEmpty ? 0 : measured?.size.width ?? 0), height: height ?? lineHeight)
      if isCompressible, input.available.width == .minContent { own.width = 0 }
      if let ratio {
        if let known = input.known.width, input.known.height == nil { own.height = known / ratio }
        if let known = input.known.height, input.known.width == nil { own.width = known * ratio }
      }
      let size = Size(width: input.known.width ?? own.width, height: input.known.height ?? own.height)
      guard let first = measured?.firstBaseline else { return MeasureOutput(size: size, isReplaced: true) }
      let shift = isMultiline ? 0 : max((size.height - lineHeight) / 2, 0)
      return MeasureOutput(
        size: size, firstBaseline: first + shift, lastBaseline: first + shift, isReplaced: true)
    }
  }

  /// Shows its text with `text-transform`.
  mutating func transform(_ transform: TextTransform) {
    if transform != .none, case .text(let text, let isPlaceholder) = content {
      content = .text(text.transformed(transform), isPlaceholder: isPlaceholder)
    }
  }

  /// The baseline of its text in a box with this content box and height; nil where its lower margin edge is
  /// on the line's baseline.
  func baseline(in contentBox: Rect, height: Double, _ style: ComputedStyle?) -> Double? {
    if isOnBaseline { return height }
    if let baselineInset { return contentBox.y + contentBox.height - baselineInset }
    switch content {
    case .tick: return height
    case .text:
      guard let style, !isMultiline else { return nil }
      let line = TextMetrics.extents(of: style.font).box(lineHeight: style.usedLineHeight)
      return contentBox.y + max((contentBox.height - line.above - line.below) / 2, 0) + line.above
    case .segments, .dots, .image, .drawing, .canvas, .meter, .toggle, .list: return nil
    }
  }

  /// The baseline that a block gives to the box that contains it: a field of several lines scrolls, so it has
  /// its lower edge there; what has no text has none. A flex or grid container takes that of its first item,
  /// whatever it is.
  func lastBaseline(
    in contentBox: Rect, height: Double, _ style: ComputedStyle?, isItem: Bool
  ) -> Double? {
    if isItem, isMultiline, let style {
      return contentBox.y + TextMetrics.extents(of: style.font).box(lineHeight: style.usedLineHeight).above
    }
    if isMultiline { return height }
    if isItem { return baseline(in: contentBox, height: height, style) }
    if isOnBaseline { return nil }
    if case .tick = content { return nil }
    return baseline(in: contentBox, height: height, style)
  }
}
