import HybridSource

/// An attribute that counts as declarations: TokenHybrid's attributes of native elements, presentational
/// hints of HTML.
///
/// The tables are ``native`` and ``hints``; documentation and completions can be made from them.
package struct PresentationalAttribute: Sendable {
  /// How the attribute's value becomes declarations.
  package enum Conversion: Sendable {
    /// The value is a value of this property.
    case property(String)
    /// Each word, in lower case, stands for these declarations; other words for none.
    case words([String: String])
    /// A flag, as ``PresentationalAttribute/flag(_:)`` reads it, and the declarations of either answer.
    case flag(on: String, off: String)
    /// The most lines of a text; 0 is no limit.
    case lines
  }

  /// The elements that have it, in lower case; empty for all.
  package let elements: [String]
  /// As the documentation spells it; pages may write it in any case.
  package let name: String
  /// What it declares.
  package let conversion: Conversion
  /// Counts only while the element is in one of these states; always when nil.
  package let state: ElementState?
  /// One line for an author.
  package let summary: String

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

  /// Whether the elements that have it include `element`, a name in lower case.
  package func belongs(to element: String) -> Bool { elements.isEmpty || elements.contains(element) }

  /// Whether it counts for an element, by its name in lower case, in a state.
  func applies(to element: String, _ states: ElementState) -> Bool {
    belongs(to: element) && (state.map { !states.isDisjoint(with: $0) } ?? true)
  }

  /// A flag of TokenHybrid: `true` and `1`, and a name without value as in HTML; anything else is false.
  package static func flag(_ value: String) -> Bool {
    value.isEmpty || value == "1" || value.isASCIIEqual(to: "true")
  }

  /// What a value declares; nothing when the value is not one of the attribute's.
  ///
  /// The range of each declaration is the whole value.
  package func declarations(for value: String, dialect: Dialect) -> [PropertyDeclaration] {
    let whole = 0..<value.utf8.count
    switch conversion {
    case .property(let property):
      return Self.read(property, value, dialect, whole)
    case .words(let words):
      return words[value.trimmedASCII.asciiLowercased].map { Self.read($0, dialect, whole) } ?? []
    case .flag(let on, let off):
      return Self.read(Self.flag(value) ? on : off, dialect, whole)
    case .lines:
      let count = Int32(value.trimmedASCII)
      guard let count, count >= 0 else { return [] }
      return Self.read("-webkit-line-clamp", count == 0 ? "none" : "\(count)", dialect, whole)
    }
  }

  /// One declaration; a value that goes on with `;`, or claims importance, is invalid as a whole.
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

  /// Declarations of the table itself.
  private static func read(
    _ text: String, _ dialect: Dialect, _ range: Range<Int>
  ) -> [PropertyDeclaration] {
    var ignored: [Diagnostic] = []
    let found = parseDeclarationList(
      Source(path: "", text: text), dialect: dialect, diagnostics: &ignored)
    return found.map { PropertyDeclaration($0.property, $0.value, range: range) }
  }
}

extension String {
  /// Without ASCII white space at either end.
  fileprivate var trimmedASCII: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    let bytes = utf8.drop(while: isSpace)
    return String(bytes.prefix(bytes.count - bytes.reversed().prefix(while: isSpace).count)) ?? self
  }
}
