import HybridCSS
import HybridDOM
import HybridEncoding
import HybridGeometry
import HybridUnits

extension Element {
  /// Whether it is an `svg` of a web page, which is one picture with all that is in it.
  var isDrawing: Bool { elementName == .svg }
}

extension Control {
  /// An `svg` with its natural size. SVG 2 §8.2 and §8.12, *Intrinsic sizing properties*.
  init(drawing node: NodeID, _ element: Element, in document: Document, fontSize: Double) {
    let (width, height) = (
      Self.extent(element["width"], fontSize: fontSize), Self.extent(element["height"], fontSize: fontSize)
    )
    var ratio: Double?
    if let width, let height, width > 0, height > 0 {
      ratio = width / height
    } else if let box = ViewBox(element["viewBox"]), box.width > 0, box.height > 0 {
      ratio = box.width / box.height
    }
    let file = ImageFile(
      source: "", path: "", width: width ?? height.flatMap { height in ratio.map { height * $0 } },
      height: height ?? width.flatMap { width in ratio.map { width / $0 } }, ratio: ratio,
      hash: ContentHash([]),
      kind: .svg)
    // With nothing but a ratio it is as wide as its container and contributes nothing to it.
    let isFilling = width == nil && height == nil && ratio != nil
    let size = isFilling ? (width: 0, height: 0) : file.objectSize
    self.init(
      content: .drawing(label: Self.label(ofDrawing: node, element, in: document), file: file),
      size: .init(width: size.width, height: size.height))
    self.ratio = ratio
  }

  /// A `canvas` with the size of its bitmap. HTML Standard §4.12.5 and §15.4.1.
  init(canvas node: NodeID, _ element: Element, in document: Document) {
    let (width, height) = (
      Self.wholeNumber(element["width"]) ?? 300, Self.wholeNumber(element["height"]) ?? 150
    )
    let ratio = width > 0 && height > 0 ? width / height : nil
    let file = ImageFile(
      source: "", path: "", width: width, height: height, ratio: ratio, hash: ContentHash([]), kind: .png)
    var label = element["aria-label"] ?? ""
    if label.isEmpty {
      label = Self.text(of: node, in: document).collapsingWhitespace
    }
    self.init(content: .canvas(label: label, file: file), size: .init(width: width, height: height))
    self.ratio = ratio
  }

  /// HTML Standard §2.3.4.2, *Non-negative integers*.
  private static func wholeNumber(_ text: String?) -> Double? {
    guard var rest = text?.drop(while: \.isWhitespace) else { return nil }
    if rest.first == "+" { rest = rest.dropFirst() }
    return Double(rest.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 <= 2_147_483_647 ? $0 : nil }
  }

  /// The text alternative of a drawing: `aria-label`, or the text of its first `title`.
  static func label(ofDrawing node: NodeID, _ element: Element, in document: Document) -> String {
    if let label = element["aria-label"], !label.isEmpty { return label }
    for child in document.children(of: node) where document[child].elementName == .svgTitle {
      return text(of: child, in: document).collapsingWhitespace
    }
    return ""
  }

  /// A width or a height of a drawing, in points; nil for anything else.
  private static func extent(_ text: String?, fontSize: Double) -> Double? {
    text.flatMap { graphicsPoints($0, fontSize: fontSize) }.flatMap { 0..<1e6 ~= $0 ? $0 : nil }
  }
}

/// A length in an attribute of SVG, in points: a number of units, or an absolute length, or one of font
/// sizes; nil for anything else. SVG 2 §8.9.
func graphicsPoints(_ text: String, fontSize: Double) -> Double? {
  let words = text.split { $0.isWhitespace }
  guard words.count == 1, let word = words.first else { return nil }
  let name = String(word.reversed().prefix { $0.isLetter }.reversed())
  guard let number = Double(word.dropLast(name.count)), number.isFinite else { return nil }
  if name.isEmpty { return number }
  guard let unit = LengthUnit(name: name), unit == .em || !unit.isRelative else { return nil }
  let lengths = LengthContext(fontSize: fontSize, viewportWidth: 0, viewportHeight: 0)
  return number * lengths.points(per: unit)
}

/// `viewBox`: the rectangle of a drawing's own coordinates that fills it. SVG 2 §8.6.
struct ViewBox: Hashable {
  var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)

  /// Nil for a missing value, and for a wrong one, which counts as missing.
  init?(_ text: String?) {
    guard let text else { return nil }
    let parts = text.split { $0 == "," || $0.isWhitespace }
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard parts.count == 4, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// One that counts from the corner of the drawing.
  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}
