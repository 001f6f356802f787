import HybridEncoding

/// Whether a value contains functions that are replaced at computed-value time.
enum Substitutions {
  case none
  case some
  /// One of them has invalid syntax, at this range.
  case malformed(Range<Int>)
}

extension [ComponentValue] {
  /// Looks for `var()` and `env()` at all depths and checks their syntax. CSS Variables 1 §3.
  var substitutions: Substitutions {
    var found = false
    for value in self {
      switch value.content {
      case .token: continue
      case .function(let name, let arguments):
        if let kind = SubstitutionFunction(name: name) {
          guard VarReference(kind, arguments) != nil else { return .malformed(value.range) }
          found = true
        }
        switch arguments.substitutions {
        case .none: break
        case .some: found = true
        case .malformed(let range): return .malformed(range)
        }
      case .block(_, let values):
        switch values.substitutions {
        case .none: break
        case .some: found = true
        case .malformed(let range): return .malformed(range)
        }
      }
    }
    return found ? .some : .none
  }
}

/// The functions that are replaced. CSS Variables 1 §3, CSS Environment 1 §3.
enum SubstitutionFunction {
  case `var`, env

  init?(name: String) {
    if name.isASCIIEqual(to: "var") {
      self = .var
    } else if name.isASCIIEqual(to: "env") {
      self = .env
    } else {
      return nil
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
    if reader.isAtEnd {
      fallback = nil
    } else {
      guard reader.take(.comma) else { return nil }
      let rest = reader.rest
      guard Array(rest).syntaxFault == nil else { return nil }
      fallback = rest.trimmed
    }
  }
}
