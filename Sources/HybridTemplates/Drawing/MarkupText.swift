import HybridDrawing
import HybridEncoding
import HybridGeometry

// `supportHTMLStyle` (`Documentation/template-components.md`, *Texts: NText, VText*): the elements that
// Android's text views support.

extension RichText {
  /// Text with HTML in it. Unknown elements are dropped without an error.
  init(markup: String, style: TextStyle) {
    var reader = MarkupReader(style: style)
    reader.read(markup)
    self.init(runs: reader.runs, style: style)
  }
}

/// Reads markup in one pass. Text keeps its scalars; only tags and references are parsed.
private struct MarkupReader {
  var runs: [RichText.Run] = []
  /// The open elements, with the style inside each.
  private var open: [(name: String, style: TextStyle)] = []
  private let style: TextStyle
  private var text = ""
  private var needsBreak = 0

  init(style: TextStyle) { self.style = style }

  private var current: TextStyle { open.last?.style ?? style }

  mutating func read(_ markup: String) {
    let scalars = Array(markup.unicodeScalars)
    var index = 0
    // A `<` with no `>` after it is literal text. The last `>` is searched once, not for each `<`.
    let lastTagEnd = scalars.lastIndex(of: ">") ?? -1
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "<", index < lastTagEnd, let end = scalars[index...].firstIndex(of: ">") {
        tag(String(String.UnicodeScalarView(scalars[index + 1..<end])))
        index = end + 1
      } else if scalar == "&", let end = scalars[index...].prefix(10).firstIndex(of: ";"),
        let character = reference(String(String.UnicodeScalarView(scalars[index + 1..<end])))
      {
        append(character)
        index = end + 1
      } else {
        append(scalar)
        index += 1
      }
    }
    flush()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let isSpace = scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
    if isSpace {
      let last = text.unicodeScalars.last
      let isStart = text.isEmpty && runs.isEmpty || needsBreak > 0
      if isStart || last == " " || last == "\n" { return }
      text.unicodeScalars.append(" ")
      return
    }
    if needsBreak > 0 {
      if !(text.isEmpty && runs.isEmpty) { text += String(repeating: "\n", count: needsBreak) }
      needsBreak = 0
    }
    text.unicodeScalars.append(scalar)
  }

  private mutating func flush() {
    if !text.isEmpty { runs.append(.text(text, current)) }
    text = ""
  }

  private mutating func tag(_ content: String) {
    let isEnd = content.hasPrefix("/")
    let words = content.dropFirst(isEnd ? 1 : 0).split(maxSplits: 1) { $0 == " " || $0 == "/" || $0 == "\n" }
    guard let name = words.first?.lowercased() else { return }
    let isBlock = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "li", "blockquote"].contains(name)
    if name == "br" {
      flush()
      text += "\n"
      flush()
      return
    }
    flush()
    if isBlock { needsBreak = 1 }
    if isEnd {
      if let position = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(position...) }
    } else if open.count < 64 {
      open.append((name, inside(name, attributes: words.count > 1 ? String(words[1]) : "")))
    }
  }

  private func inside(_ name: String, attributes: String) -> TextStyle {
    var style = current
    switch name {
    case "b", "strong": style.font.weight = 700
    case "i", "em", "cite", "dfn": style.font.isItalic = true
    case "u", "a": style.isUnderlined = true
    case "s", "strike", "del": style.isStruckThrough = true
    case "big": style.font.size *= 1.25
    case "small": style.font.size *= 0.8
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let sizes = ["h1": 1.5, "h2": 1.4, "h3": 1.3, "h4": 1.2, "h5": 1.1, "h6": 1]
      style.font.size = self.style.font.size * (sizes[name] ?? 1)
      style.font.weight = 700
    case "font": if let color = color(in: attributes) { style.color = color }
    default: break
    }
    style.font.size = min(style.font.size, 2000)
    return style
  }

  /// `color="#rrggbb"`.
  private func color(in attributes: String) -> RGBA? {
    guard let start = attributes.firstIndex(of: "#") else { return nil }
    let digits = attributes[attributes.index(after: start)...].prefix { $0.isHexDigit }
    guard digits.utf8.count == 6, let value = UInt32(hexDigits: digits) else { return nil }
    return RGBA(packed: value << 8 | 0xFF)
  }

  private func reference(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value =
        digits.lowercased().hasPrefix("x")
        ? UInt32(hexDigits: digits.dropFirst())
        : digits.utf8.allSatisfy(\.isASCIIDigit) ? UInt32(digits, radix: 10) : nil
      return value.flatMap(Unicode.Scalar.init)
    }
  }
}
