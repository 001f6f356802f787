/// A preserved token, a function or a simple block: CSS with its blocks and functions nested.
///
/// CSS Syntax 3 §5.2, *Definitions*.
public struct ComponentValue: Hashable, Sendable {
  /// The alternatives.
  public enum Content: Hashable, Sendable {
    /// A token that opens nothing.
    case token(Token)
    /// A function with its arguments; the name as written, without the bracket.
    case function(name: String, [ComponentValue])
    /// A simple block, without its brackets.
    case block(Bracket, [ComponentValue])
  }

  /// The value itself.
  public var content: Content
  /// UTF-8 bytes in the sheet (or the attribute) it was read from, brackets included.
  public var range: Range<Int>

  /// A value with its range.
  public init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }
}

/// The three pairs of brackets. CSS Syntax 3 §5.2, *simple block*.
public enum Bracket: Hashable, Sendable {
  /// `{ }`
  case curly
  /// `[ ]`
  case square
  /// `( )`
  case round
}

/// A preserved token. CSS Syntax 3 §4, *Tokenizing*; escapes are resolved.
public enum Token: Hashable, Sendable {
  case ident(String)
  case atKeyword(String)
  /// `isID`: the value would be a valid identifier.
  case hash(String, isID: Bool)
  case string(String)
  case badString
  case url(String)
  case badURL
  case delim(Unicode.Scalar)
  case number(Numeric)
  case percentage(Numeric)
  case dimension(Numeric, unit: String)
  case whitespace
  case cdo
  case cdc
  case colon
  case semicolon
  case comma
  /// An unmatched closing bracket, which the parser passes through.
  case unmatched(Bracket)

  /// The number in a number, percentage or dimension token.
  public struct Numeric: Hashable, Sendable {
    /// The value.
    public var value: Double
    /// Whether it was written without a fraction or exponent (type flag "integer").
    public var isInteger: Bool
    /// Whether it was written with `+` or `-`.
    public var hasSign: Bool
    /// The number as written, without a unit; serialization and an+b need it.
    public var text: String

    /// A number from its parts.
    public init(value: Double, isInteger: Bool, hasSign: Bool, text: String) {
      self.value = value
      self.isInteger = isInteger
      self.hasSign = hasSign
      self.text = text
    }
  }
}

/// One declaration from the parser, with its value unparsed. CSS Syntax 3 §5.2, *declaration*.
public struct Declaration: Hashable, Sendable {
  /// The name as written; custom property names are case-sensitive, all others are not.
  public var name: String
  /// The bytes of the name.
  public var nameRange: Range<Int>
  /// The value without white space at either end and without `!important`.
  public var value: [ComponentValue]
  /// From the name to the end of the value.
  public var range: Range<Int>
  /// Whether the declaration ended in `!important`.
  public var isImportant: Bool

  /// A declaration from its parts.
  public init(
    name: String, nameRange: Range<Int>, value: [ComponentValue], range: Range<Int>, isImportant: Bool
  ) {
    self.name = name
    self.nameRange = nameRange
    self.value = value
    self.range = range
    self.isImportant = isImportant
  }
}
