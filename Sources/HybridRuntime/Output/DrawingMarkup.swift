import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridUnits

/// Writes an `svg` of a page as a document that draws the same without the page: the values that its elements
/// inherit or have from sheets, and the elements of the page that they refer to, are written into it.
///
/// The result has no document type and no scripts, and refers to nothing outside of itself but pictures in
/// `data:` addresses. Elements that only browsers draw in a picture (`foreignObject`, animations of SVG) are
/// left out, so that every client shows the same.
struct DrawingMarkup {
  /// XML readers refuse documents deeper than 256 elements.
  private static let depthLimit = 200
  /// The maximum number of bytes of what a drawing takes from elsewhere in the page.
  private static let takenLimit = 64 << 10

  private let document: Document
  private let styles: StyledDocument
  private let names: FirstIDs
  private let box: ViewBox

  private var text = ""
  /// The number of bytes at which ``text`` is not wanted any more.
  private var room = Int.max
  private var usesFont = false
  /// The declarations so far: many shapes of a drawing have one style.
  private var known: [DeclarationKey: DrawingStyle] = [:]
  /// The names in the result.
  private var defined: Set<String> = []
  /// The names that elements refer to, in order. Those of effects and paints are not found in what is not
  /// laid out, as in browsers.
  private var wanted: [(name: String, isEffect: Bool)] = []

  /// The address of the picture of an `svg`.
  ///
  /// - Parameters:
  ///   - size: Of its content box.
  ///   - names: The names of the page's elements.
  static func address(
    of node: NodeID, _ size: Size<Double>, in document: Document, _ styles: StyledDocument,
    _ names: FirstIDs
  ) -> String {
    var markup = DrawingMarkup(node, size, in: document, styles, names)
    return "data:image/svg+xml," + markup.write(node, size).escapedForAddress
  }

  private init(
    _ node: NodeID, _ size: Size<Double>, in document: Document, _ styles: StyledDocument,
    _ names: FirstIDs
  ) {
    (self.document, self.styles, self.names) = (document, styles, names)
    box = ViewBox(document[node].element?["viewBox"]) ?? ViewBox(width: size.width, height: size.height)
  }

  private mutating func write(_ root: NodeID, _ size: Size<Double>) -> String {
    guard let element = document[root].element, box.width > 0, box.height > 0 else {
      return "<svg xmlns='http://www.w3.org/2000/svg'/>"
    }
    var child = document[root].firstChild
    while let current = child {
      write(subtree: current)
      child = document[current].nextSibling
    }
    takeWanted(for: root)
    var tag = "<svg xmlns='http://www.w3.org/2000/svg'"
    Self.write("width", numberText(size.width), to: &tag)
    Self.write("height", numberText(size.height), to: &tag)
    let numbers = [box.x, box.y, box.width, box.height].map(numberText)
    Self.write("viewBox", numbers.joined(separator: " "), to: &tag)
    if let fit = element["preserveAspectRatio"] { Self.write("preserveAspectRatio", fit, to: &tag) }
    var declarations = DrawingStyle(box: box)
    declarations.addInherited(styles[root], over: DrawingStyle.initial)
    // The initial font of readers of SVG is not that of CSS.
    declarations.required = usesFont ? ["font-size", "font-family"] : []
    if usesFont { declarations.addFont(styles[root], over: DrawingStyle.initial) }
    Self.write("style", declarations.text, to: &tag)
    return tag + ">" + text + "</svg>"
  }

  /// Writes what elements refer to and is elsewhere in the page, and what that refers to.
  private mutating func takeWanted(for root: NodeID) {
    let own = text
    var taken = ""
    var tried: Set<String> = []
    var next = 0
    while next < wanted.count {
      let (name, isEffect) = wanted[next]
      next += 1
      guard !defined.contains(name), tried.insert(name).inserted,
        let node = names.element(withID: name, in: document), !holds(node, root), !isEffect || isLaidOut(node)
      else { continue }
      let (definedBefore, wantedBefore) = (defined, wanted.count)
      room = Self.takenLimit - taken.utf8.count
      text = ""
      write(subtree: node)
      if text.utf8.count <= room {
        taken += text
      } else {
        defined = definedBefore
        wanted.removeSubrange(wantedBefore...)
      }
    }
    text = taken.isEmpty ? own : own + "<defs>" + taken + "</defs>"
  }

  /// Whether a node is an ancestor of another one, or the same.
  private func holds(_ node: NodeID, _ other: NodeID) -> Bool {
    var current: NodeID? = other
    while let inner = current {
      if inner == node { return true }
      current = document[inner].parent
    }
    return false
  }

  private func isLaidOut(_ node: NodeID) -> Bool {
    var current: NodeID? = node
    while let inner = current, document[inner].isElement {
      if styles[inner].box.display == .none { return false }
      current = document[inner].parent
    }
    return true
  }

  // MARK: Elements

  /// Writes a node with what is in it, without recursion.
  private mutating func write(subtree top: NodeID) {
    var open: [(name: String, node: NodeID)] = []
    var current = top
    while text.utf8.count <= room {
      let isOpen = open.count < Self.depthLimit && begin(current)
      if isOpen, let name = document[current].element?.name {
        if let child = document[current].firstChild {
          text += ">"
          open.append((name, current))
          current = child
          continue
        }
        text += "/>"
      }
      while true {
        if current == top { return }
        if let next = document[current].nextSibling {
          current = next
          break
        }
        guard let parent = open.popLast() else { return }
        text += "</\(parent.name)>"
        current = parent.node
      }
    }
  }

  /// Writes the start of an element without the end of its tag, or a whole text; false for what has no
  /// content.
  private mutating func begin(_ node: NodeID) -> Bool {
    switch document[node].content {
    case .text(let own):
      if let parent = document[node].parent, document[parent].elementName?.showsTextOfDrawing == true {
        text += own.escaped(Self.inText)
      }
      return false
    case .element(let element):
      guard element.namespace == .svg, element.name.isPlainName, !Self.leftOut.contains(element.name) else {
        return false
      }
      if element.elementName?.showsTextOfDrawing == true { usesFont = true }
      text += "<" + element.name
      writeAttributes(of: node, element)
      return true
    case .comment, .document, .documentType: return false
    }
  }

  /// The elements that are not drawn, or are drawn by browsers only.
  private static let leftOut: Set = [
    "script", "style", "title", "desc", "metadata", "foreignObject", "animate", "animateColor",
    "animateMotion", "animateTransform", "set", "mpath", "textPath",
  ]

  // MARK: Attributes

  private mutating func writeAttributes(of node: NodeID, _ element: Element) {
    let style = styles[node]
    var declarations = DrawingStyle(box: box)
    let parent = document[node].parent.map { styles[$0] } ?? DrawingStyle.initial
    var address: String?
    var isShifted = false
    for attribute in element.attributes {
      let name = attribute.name
      if PresentationalAttribute.graphicsNames.contains(name) {
        declarations.required.insert(name)
        continue
      }
      switch name {
      case "href": address = attribute.value
      case "xlink:href": address = address ?? attribute.value
      case "id":
        defined.insert(attribute.value)
        Self.write(name, attribute.value, to: &text)
      case "transform" where style.isTransformed: break
      case "dy" where element.elementName == .svgText || element.elementName == .svgSpan:
        declarations.shift = graphicsPoints(attribute.value, fontSize: style.text.fontSize)
        // A list, or a length of another unit, stays as it is.
        guard declarations.shift == nil else { continue }
        isShifted = true
        Self.write(name, attribute.value, to: &text)
      case "style": writeReferences(inStyle: attribute.value, of: element)
      default:
        guard name.isPlainName || name == "xml:space", !Self.isSilent(name) else { continue }
        noteReferences(in: attribute.value)
        if attribute.value.hasSuffix("em") || attribute.value.hasSuffix("ex") { usesFont = true }
        Self.write(name, attribute.value, to: &text)
      }
    }
    if let address { writeAddress(address, of: element.name) }
    let key = DeclarationKey(
      style: styles.styleNumber(of: node), parent: document[node].parent.map { styles.styleNumber(of: $0) },
      required: declarations.required)
    if let known = known[key] {
      declarations.take(known)
    } else {
      declarations.addInherited(style, over: parent)
      declarations.addFont(style, over: parent)
      declarations.addOwn(style)
      known[key] = declarations
    }
    let isPlaced = element.elementName == .svgText || element.elementName == .svgSpan && element["y"] != nil
    if !isShifted, let shift = declarations.baseline(style, isPlaced: isPlaced) {
      Self.write("dy", numberText(shift), to: &text)
    }
    let area = Rect(x: 0, y: 0, width: box.width, height: box.height)
    if let matrix = style.transform(area, content: area)?.numbers {
      Self.write("transform", "matrix(" + matrix.map(numberText).joined(separator: " ") + ")", to: &text)
    }
    for url in declarations.references { noteReferences(in: "url(" + url) }
    Self.write("style", declarations.text, to: &text)
  }

  private static let silent: Set = [
    "class", "lengthAdjust", "role", "rotate", "slot", "tabindex", "textLength", "vector-effect", "xmlns",
  ]

  /// Attributes that draw nothing, or in browsers only.
  private static func isSilent(_ name: String) -> Bool {
    silent.contains(name) || name.hasPrefix("on") || name.hasPrefix("data-") || name.hasPrefix("aria-")
  }

  /// Writes where an element refers to: to an element of the page, or to a picture that is in the address.
  private mutating func writeAddress(_ address: String, of name: String) {
    if address.hasPrefix("#") {
      wanted.append((String(address.dropFirst()), false))
      Self.write("href", address, to: &text)
    } else if name == "image" || name == "feImage", address.asciiLowercased.hasPrefix("data:image/") {
      Self.write("href", address, to: &text)
    }
  }

  /// Writes the effects of a `style` attribute that name elements, as attributes: the cascade has no such
  /// values.
  private mutating func writeReferences(inStyle style: String, of element: Element) {
    var seen: Set<String> = []
    for declaration in style.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      guard parts.count == 2, parts[1].hasPrefix("url(") else { continue }
      let name = parts[0].asciiLowercased
      // XML has each attribute once.
      guard ["filter", "clip-path"].contains(name), element[name] == nil, seen.insert(name).inserted else {
        continue
      }
      noteReferences(in: parts[1])
      Self.write(name, parts[1], to: &text)
    }
  }

  /// Notes the names of elements in `url(#name)`.
  private mutating func noteReferences(in value: String) {
    var rest = value[...]
    while let start = rest.firstRange(of: "url(") {
      rest = rest[start.upperBound...]
      let name = rest.drop { $0 == "\"" || $0 == "'" || $0 == " " }.prefix {
        $0 != ")" && $0 != "\"" && $0 != "'"
      }
      if name.hasPrefix("#") { wanted.append((String(name.dropFirst()), true)) }
    }
  }

  private static func write(_ name: String, _ value: String, to text: inout String) {
    guard !value.isEmpty else { return }
    text += " \(name)='" + value.escaped(inAttribute) + "'"
  }

  private static let inAttribute = MarkupEscapes(
    ["&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", "\t": "&#9;", "\n": "&#10;"],
    forbidden: "\u{FFFD}")
  /// A colon is escaped, since decoders read the word before it as the start of a picture.
  private static let inText = MarkupEscapes(
    ["&": "&amp;", "<": "&lt;", ">": "&gt;", ":": "&#58;"], forbidden: "\u{FFFD}")
}

/// The data that determines the declarations of an element.
private struct DeclarationKey: Hashable {
  var style: Int
  var parent: Int?
  var required: Set<String>
}

extension String {
  /// Whether it is a name in XML for certain: letters and digits of ASCII, and hyphens.
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, first.isASCIILetter else { return false }
    return utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
  }

  /// As the content of a `data:` address.
  fileprivate var escapedForAddress: String {
    var text = ""
    text.reserveCapacity(utf8.count + utf8.count / 8)
    for scalar in unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "#": text += "%23"
      case "\n": text += "%0A"
      case "\t": text += "%09"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension ElementName {
  /// Whether an element of a drawing shows its text.
  fileprivate var showsTextOfDrawing: Bool { self == .svgText || self == .svgSpan || self == .svgLink }
}
