import HybridCSS
import HybridDOM
import HybridDrawing
import HybridLayout

/// An element that shows something of its own instead of its children: a picture or a form control.
struct Control {
  /// What it shows.
  enum Content {
    /// A picture with its text alternative.
    case image(source: String, label: String)
    /// One line of text, or several; a placeholder is shown paler.
    case text(String, isPlaceholder: Bool)
    /// A box that is ticked or not.
    case tick(Bool, isRound: Bool)
    /// A switch that is on or off.
    case toggle(Bool)
  }

  var content: Content
  /// Whether its text wraps.
  var isMultiline = false
  /// Its own size where the style says `auto`; nil leaves it to the text.
  var size: HybridLayout.Size<Double?>

  /// The control that `element` is; nil for an element that shows its children.
  init?(_ element: Element, text: String, style: ComputedStyle) {
    let em = style.text.fontSize
    switch element.name {
    case "img", "image", "video", "canvas", "iframe", "webview":
      let source = element["src"] ?? ""
      let name = source.split(separator: "/").last.map(String.init) ?? element.name
      content = .image(source: source, label: element["alt"].flatMap { $0.isEmpty ? nil : $0 } ?? name)
      let (width, height) = (Self.number(element["width"]), Self.number(element["height"]))
      size = Size(width: width ?? height ?? Self.unsizedImage, height: height ?? width ?? Self.unsizedImage)
    case "input":
      switch element["type"]?.lowercased() {
      case "checkbox", "radio":
        content = .tick(element["checked"] != nil, isRound: element["type"]?.lowercased() == "radio")
        size = Size(width: 13, height: 13)
      case "button", "submit", "reset":
        content = .text(element["value"] ?? element["type"]?.capitalizedASCII ?? "", isPlaceholder: false)
        size = Size(width: nil, height: nil)
      case "password":
        let dots = String(repeating: "•", count: element["value"]?.count ?? 0)
        content = .text(dots.isEmpty ? element["placeholder"] ?? "" : dots, isPlaceholder: dots.isEmpty)
        size = Size(width: Self.fieldWidth(element["size"], em: em), height: nil)
      default:
        content = Self.field(element["value"], placeholder: element["placeholder"])
        size = Size(width: Self.fieldWidth(element["size"], em: em), height: nil)
      }
    case "searchbar":
      content = Self.field(element["value"], placeholder: element["placeholder"])
      size = Size(width: nil, height: 36)
    case "textarea":
      isMultiline = true
      let own = text.isEmpty ? element["value"] : text
      content = Self.field(own, placeholder: element["placeholder"])
      let rows = Self.number(element["rows"]) ?? 2
      size = Size(
        width: (Self.number(element["cols"]) ?? 20) * em * 0.6,
        height: rows * (style.usedLineHeight ?? em * 1.2))
    case "select":
      content = .text(text, isPlaceholder: false)
      size = Size(width: nil, height: nil)
    case "switch":
      content = .toggle(["true", "1", ""].contains(element["on"] ?? element["checked"] ?? "false"))
      size = Size(width: 51, height: 31)
    case "segment":
      let titles = (element["titles"] ?? "").split(separator: " ").joined(separator: " │ ")
      content = .text(titles, isPlaceholder: false)
      size = Size(width: nil, height: 32)
    case "dots":
      let count = Int(Self.number(element["number"]) ?? 3)
      content = .text(String(repeating: "● ", count: min(max(count, 0), 50)), isPlaceholder: false)
      size = Size(width: nil, height: nil)
    default: return nil
    }
  }

  /// The side of a picture that no one gave a size, in points.
  private static let unsizedImage = 64.0

  private static func field(_ value: String?, placeholder: String?) -> Content {
    if let value, !value.isEmpty { return .text(value, isPlaceholder: false) }
    return .text(placeholder ?? "", isPlaceholder: true)
  }

  /// Room for so many characters of average width: HTML Standard §15.5.1, the `size` attribute.
  private static func fieldWidth(_ size: String?, em: Double) -> Double {
    min(max(number(size) ?? 20, 1), 1000) * em * 0.55
  }

  /// A number at the start of an attribute, `px` allowed behind it.
  private static func number(_ text: String?) -> Double? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." }
    return Double(digits).flatMap { $0.isFinite && $0 <= 100_000 ? $0 : nil }
  }

  /// The text it shows, as `render` tells it.
  var text: String? { if case .text(let text, _) = content { text.isEmpty ? nil : text } else { nil } }

  /// The text as it is drawn.
  func richText(_ style: TextStyle, alignment: RichText.Alignment) -> RichText? {
    guard case .text(let text, let isPlaceholder) = content else { return nil }
    var style = style
    if isPlaceholder { style.color = style.color.faded(to: 0.54) }
    var rich = RichText(text, style: style, alignment: alignment)
    rich.style = style
    rich.wrap = isMultiline ? .breakWord : .never
    rich.ellipsizes = !isMultiline
    return rich
  }

  /// The answer of its leaf: its own size, kept in proportion when one side is settled and it is a picture.
  func measure(_ text: RichText?) -> MeasureFunction {
    let (width, height) = (size.width, size.height)
    let keepsRatio = if case .image = content { true } else { false }
    return { input in
      let measured = text.map { TextMetrics.layout($0, width: nil) }
      let lineHeight = measured?.size.height ?? 0
      var own = Size(width: width ?? measured?.size.width ?? 0, height: height ?? lineHeight)
      if keepsRatio, own.width > 0, own.height > 0 {
        if let known = input.known.width, input.known.height == nil {
          own.height = known * own.height / own.width
        }
        if let known = input.known.height, input.known.width == nil {
          own.width = known * own.width / own.height
        }
      }
      let size = Size(width: input.known.width ?? own.width, height: input.known.height ?? own.height)
      guard let first = measured?.firstBaseline else { return MeasureOutput(size: size, isReplaced: true) }
      let shift = max((size.height - lineHeight) / 2, 0)
      return MeasureOutput(
        size: size, firstBaseline: first + shift, lastBaseline: first + shift, isReplaced: true)
    }
  }
}

extension String {
  /// `submit` → `Submit`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
