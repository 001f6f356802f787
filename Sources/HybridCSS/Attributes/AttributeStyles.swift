import HybridEncoding
import HybridSource

/// The declarations of one element's attributes.
struct AttributeBlock {
  let block: DeclarationBlock
  /// The number of this block, unique in the document.
  let number: Int32
  /// The attribute that holds the declarations; nil when several presentational attributes hold them.
  let name: String?
}

/// The declarations of `style` and of presentational attributes, read once for each distinct text.
struct AttributeStyles {
  let dialect: Dialect
  private var styles: [String: AttributeBlock] = [:]
  private var presentational: [String: AttributeBlock] = [:]
  private var count: Int32 = 0

  init(dialect: Dialect) { self.dialect = dialect }

  /// The declarations of a `style` attribute.
  mutating func style(_ text: String) -> AttributeBlock {
    if let known = styles[text] { return known }
    let block = AttributeBlock(styleText: text, dialect: dialect, number: next())
    styles[text] = block
    return block
  }

  /// Like ``style(_:)``, for a text that is neither shared nor long-lived: the result is not cached.
  mutating func unshared(_ text: String) -> AttributeBlock {
    AttributeBlock(styleText: text, dialect: dialect, number: next())
  }

  /// A block of declarations that are read already.
  mutating func unshared(_ declarations: [PropertyDeclaration]) -> AttributeBlock {
    AttributeBlock(block: DeclarationBlock(declarations), number: next(), name: nil)
  }

  /// The declarations of all presentational attributes of one element; nil for none.
  ///
  /// - Parameter found: Indices into the table of the dialect, with values.
  mutating func presentational(_ found: [(entry: Int, value: String)]) -> AttributeBlock? {
    let found = found.sorted { $0.entry < $1.entry }
    // The length prefix separates the values, whatever characters they contain.
    let key = found.map { "\($0.entry) \($0.value.utf8.count) \($0.value)" }.joined()
    if let known = presentational[key] { return known.block.isEmpty ? nil : known }
    let table = PresentationalAttribute.all(in: dialect)
    let declarations = found.flatMap { table[$0.entry].declarations(for: $0.value, dialect: dialect) }
    let block = AttributeBlock(block: DeclarationBlock(declarations), number: next(), name: nil)
    presentational[key] = block
    return block.block.isEmpty ? nil : block
  }

  private mutating func next() -> Int32 {
    count += 1
    return count - 1
  }
}

extension AttributeBlock {
  init(styleText text: String, dialect: Dialect, number: Int32) {
    var ignored: [Diagnostic] = []
    let declarations = parseDeclarationList(
      Source(path: "", text: text), dialect: dialect, diagnostics: &ignored)
    self.init(block: DeclarationBlock(declarations), number: number, name: "style")
  }
}

extension PresentationalAttribute {
  /// Indices into the table of a dialect by the attribute's name in lower case.
  static func entries(named name: String, in dialect: Dialect) -> [Int] {
    (dialect == .native ? nativeNames : hintNames)[name.asciiLowercased] ?? []
  }

  private static let nativeNames = index(native)
  private static let hintNames = index(hints)

  private static func index(_ table: [PresentationalAttribute]) -> [String: [Int]] {
    Dictionary(grouping: table.indices) { table[$0].name.asciiLowercased }
  }
}
