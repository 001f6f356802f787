import HybridEncoding
import HybridSource

/// An attribute that counts as declarations: an attribute of TokenHybrid's native elements, or a
/// presentational hint of HTML.
///
/// The tables are ``native`` and ``hints``; documentation and completions can be generated from them.
package struct PresentationalAttribute: Sendable {
  /// How the attribute's value becomes declarations.
  package enum Conversion: Sendable {
    /// The value is a value of this property.
    case property(String)
    /// The value is a value of this property, in which a number is so many pixels (SVG 2 §8.9).
    case userUnits(String)
    /// Each word stands for these declarations, also in upper case if that is not a word of its own; any
    /// other word declares nothing.
    case words([String: String])
    /// A flag, as ``PresentationalAttribute/flag(_:)`` reads it, with the declarations for true and for
    /// false.
    case flag(on: String, off: String)
    /// A number of pixels, or a percentage, is the value of these properties. HTML Standard §2.4.4.4,
    /// *dimension values*.
    case dimension([String])
    /// Like ``dimension(_:)``, but zero declares nothing (§2.4.4.5, *nonzero dimension values*).
    case nonzeroDimension([String])
    /// Like ``dimension(_:)``, for the cells of a table.
    case cellDimension([String])
    /// A number of pixels is the width of a solid border.
    case border
    /// A number of pixels, or else 1, is the width of the border of a table.
    case tableBorder
    /// The maximum number of text lines; 0 is no limit.
    case lines
  }

  /// The elements that have the attribute, in lower case; empty for all elements.
  package let elements: [String]
  /// The name as the documentation spells it; pages may write it in any case.
  package let name: String
  /// How the value becomes declarations.
  package let conversion: Conversion
  /// The attribute counts only while the element is in one of these states; nil: always.
  package let state: ElementState?
  /// A one-line description for authors.
  package let summary: String
  /// Whether all elements of SVG have it, beside ``elements``.
  var isOfGraphics = false

  init(
    _ elements: String, _ name: String, _ conversion: Conversion, while state: ElementState? = nil,
    _ summary: String
  ) {
    self.elements = elements.split(separator: " ").map(String.init)
    self.name = name
    self.conversion = conversion
    self.state = state
    self.summary = summary
  }

  /// The attributes of a dialect, weaker ones first: where two set one property, the later one wins.
  package static func all(in dialect: Dialect) -> [PresentationalAttribute] {
    dialect == .native ? native : hints
  }

  /// Whether the attribute belongs to `element`, a name in lower case.
  package func belongs(to element: String) -> Bool {
    elements.isEmpty || elements.contains(element) || isOfGraphics && Self.graphicsElements.contains(element)
  }

  /// Whether the attribute applies to an element, given by its name in lower case, in a state.
  func applies(to element: String, _ states: ElementState) -> Bool {
    if case .cellDimension = conversion { return false }
    return belongs(to: element) && (state.map { !states.isDisjoint(with: $0) } ?? true)
  }

  /// Whether the attribute of a table applies to its cells.
  var isForCells: Bool { if case .cellDimension = conversion { true } else { false } }

  /// A flag of TokenHybrid: `true`, `1` and, as in HTML, a name without a value are true; anything else is
  /// false.
  package static func flag(_ value: String) -> Bool {
    value.isEmpty || value == "1" || value.isASCIIEqual(to: "true")
  }

  /// The declarations for a value; empty when the attribute does not take the value.
  ///
  /// The range of each declaration is the whole value.
  package func declarations(for value: String, dialect: Dialect) -> [PropertyDeclaration] {
    let whole = 0..<value.utf8.count
    switch conversion {
    case .property(let property):
      return Self.read(property, value, dialect, whole)
    case .userUnits(let property):
      let text = String(value.trimmingASCIIWhitespace)
      return Self.read(property, Double(text) == nil ? text : text + "px", dialect, whole)
    case .words(let words):
      let word = String(value.trimmingASCIIWhitespace)
      return (words[word] ?? words[word.asciiLowercased]).map { Self.read($0, dialect, whole) } ?? []
    case .flag(let on, let off):
      return Self.read(Self.flag(value) ? on : off, dialect, whole)
    case .dimension(let properties), .cellDimension(let properties):
      guard let text = Self.dimension(value) else { return [] }
      return properties.flatMap { Self.read($0, text, dialect, whole) }
    case .nonzeroDimension(let properties):
      guard let text = Self.dimension(value), text.contains(where: { ("1"..."9").contains($0) }) else {
        return []
      }
      return properties.flatMap { Self.read($0, text, dialect, whole) }
    case .tableBorder:
      let text = Self.dimension(value).flatMap { $0.hasSuffix("%") ? nil : $0 }
      return Self.read("border-width", text ?? "1px", dialect, whole)
        + Self.read("border-style", "outset", dialect, whole)
    case .border:
      guard let text = Self.dimension(value), !text.hasSuffix("%") else { return [] }
      return Self.read("border-width", text, dialect, whole)
        + Self.read("border-style", "solid", dialect, whole)
    case .lines:
      let count = Int32(value.trimmingASCIIWhitespace)
      guard let count, count >= 0 else { return [] }
      return Self.read("-webkit-line-clamp", count == 0 ? "none" : "\(count)", dialect, whole)
    }
  }

  /// A dimension as CSS writes it; nil if the value does not begin with a number.
  private static func dimension(_ value: String) -> String? {
    let text = String(value.trimmingASCIIWhitespace)
    var digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    if digits.last == "." { digits = digits.dropLast() }
    guard digits.first != ".", let number = Double(digits), number.isFinite else { return nil }
    return "\(digits)" + (text.dropFirst(digits.count).first == "%" ? "%" : "px")
  }

  /// One declaration; a value that contains `;` or `!important` is invalid as a whole.
  private static func read(
    _ property: String, _ value: String, _ dialect: Dialect, _ range: Range<Int>
  ) -> [PropertyDeclaration] {
    let values = parseComponentValues(Source(path: "", text: value))
    guard
      let declaration = Declaration(
        name: property, nameRange: range, rawValue: values, end: range.upperBound),
      !declaration.isImportant, case .success(let found) = readDeclaration(declaration, dialect: dialect)
    else { return [] }
    return found
  }

  /// Declarations from the table itself.
  private static func read(
    _ text: String, _ dialect: Dialect, _ range: Range<Int>
  ) -> [PropertyDeclaration] {
    var ignored: [Diagnostic] = []
    let found = parseDeclarationList(
      Source(path: "", text: text), dialect: dialect, diagnostics: &ignored)
    return found.map { PropertyDeclaration($0.property, $0.value, range: range) }
  }
}
