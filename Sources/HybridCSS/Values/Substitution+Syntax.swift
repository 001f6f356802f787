import HybridEncoding

/// Whether a value contains functions that are replaced at computed-value time.
enum Substitutions {
  case none
  case some
  /// One of them has invalid syntax, at this range.
  case malformed(SubstitutionFunction, Range<Int>)
}

extension [ComponentValue] {
  /// Looks for functions that are replaced at all depths and checks their syntax. CSS Values 5 §7, *Arbitrary
  /// Substitution*.
  var substitutions: Substitutions {
    var found = false
    for value in self {
      switch value.content {
      case .token: continue
      case .function(let name, let arguments):
        if let kind = SubstitutionFunction(name: name) {
          guard kind.takes(arguments) else { return .malformed(kind, value.range) }
          found = true
        }
        switch arguments.substitutions {
        case .none: break
        case .some: found = true
        case .malformed(let kind, let range): return .malformed(kind, range)
        }
      case .block(_, let values):
        switch values.substitutions {
        case .none: break
        case .some: found = true
        case .malformed(let kind, let range): return .malformed(kind, range)
        }
      }
    }
    return found ? .some : .none
  }

  /// Whether one of some functions that are replaced is in the values, at any depth.
  func uses(_ functions: Set<SubstitutionFunction>) -> Bool {
    contains { value in
      switch value.content {
      case .token: false
      case .function(let name, let arguments):
        SubstitutionFunction(name: name).map(functions.contains) == true || arguments.uses(functions)
      case .block(_, let values): values.uses(functions)
      }
    }
  }
}

/// The functions that are replaced. CSS Variables 1 §3, CSS Environment 1 §3, CSS Values 5 §7 and §9.
///
/// Differs from CSS Values 5 §9.1: `sibling-index()` and `sibling-count()` are replaced in custom properties
/// too, by the numbers of the element that sets the property.
enum SubstitutionFunction: String, CaseIterable {
  case `var`, env, attr, `if`
  case siblingIndex = "sibling-index"
  case siblingCount = "sibling-count"

  init?(name: String) {
    // Most functions of values are none of these.
    guard name.utf8.count <= 4 || name.utf8.count == 13,
      let found = Self.allCases.first(where: { name.isASCIIEqual(to: $0.rawValue) })
    else { return nil }
    self = found
  }

  /// The functions whose result depends on the attributes or the place of the element.
  static let ofElement: Set<SubstitutionFunction> = [.attr, .siblingIndex, .siblingCount]
  /// The functions whose result is not known before an element is styled, whatever sheets say.
  static let ofStyling: Set<SubstitutionFunction> = [.attr, .if, .siblingIndex, .siblingCount]

  /// Whether the arguments are valid.
  func takes(_ arguments: [ComponentValue]) -> Bool {
    switch self {
    case .var, .env: VarReference(self, arguments) != nil
    case .attr: AttributeReference(arguments) != nil
    case .if: ConditionalValue(arguments) != nil
    case .siblingIndex, .siblingCount: arguments.allSatisfy(\.isWhitespace)
    }
  }

  /// The valid forms, with examples, as a hint to the author.
  var form: String {
    switch self {
    case .var: "write var(--name) or var(--name, fallback)"
    case .env: "write env(name) or env(name, fallback)"
    case .attr: "write attr(name), attr(name px, fallback) or attr(name type(<length>), fallback)"
    case .if: "write if(style(--name: value): this; else: that)"
    case .siblingIndex, .siblingCount: "write \(rawValue)()"
    }
  }
}

/// The arguments of `var()` or `env()`.
struct VarReference {
  /// The name of the custom property, `--` included, or of the environment variable.
  let name: String
  /// The values after the comma, possibly none; nil without a comma.
  let fallback: ArraySlice<ComponentValue>?

  /// Nil when the syntax is invalid.
  init?(_ kind: SubstitutionFunction, _ arguments: [ComponentValue]) {
    var reader = ComponentValueReader(arguments)
    reader.skipWhitespace()
    guard let name = reader.next()?.ident else { return nil }
    if kind == .var { guard name.hasPrefix("--"), name.utf8.count > 2 else { return nil } }
    reader.skipWhitespace()
    if kind == .env {
      while case .number(let number)? = reader.peekToken, number.isInteger {
        reader.next()
        reader.skipWhitespace()
      }
    }
    self.name = name
    guard let fallback = SubstitutionFallback(&reader) else { return nil }
    self.fallback = fallback.values
  }
}

/// The last argument of `var()`, `env()` and `attr()`.
struct SubstitutionFallback {
  /// The values after the comma, possibly none; nil without a comma.
  let values: ArraySlice<ComponentValue>?

  /// Reads what is left of the arguments; nil when its syntax is invalid.
  init?(_ reader: inout ComponentValueReader) {
    guard !reader.isAtEnd else {
      values = nil
      return
    }
    guard reader.take(.comma), Array(reader.rest).syntaxFault == nil else { return nil }
    values = reader.rest.trimmed
  }
}
