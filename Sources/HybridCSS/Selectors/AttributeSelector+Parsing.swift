import HybridEncoding

extension AttributeSelector {
  /// Reads the content of the square brackets. Selectors 4 §6.
  init?(_ values: [ComponentValue]) {
    var reader = ComponentValueReader(values)
    reader.skipWhitespace()
    // A namespace prefix: attributes have no namespace here, so `*|name` and `|name` mean `name`.
    if reader.peek?.isDelim("*") == true, reader.peek(1)?.isDelim("|") == true {
      reader.index += 2
    } else if reader.peek?.isDelim("|") == true {
      reader.index += 1
    }
    guard let name = reader.next()?.ident else { return nil }
    self.init(name: name, test: .present, value: "", caseRule: .byAttribute)
    reader.skipWhitespace()
    guard let sign = reader.next() else { return }
    guard case .token(.delim(let scalar)) = sign.content else { return nil }
    switch scalar {
    case "=": test = .equals
    case "~": test = .includesWord
    case "|": test = .dashMatch
    case "^": test = .prefix
    case "$": test = .suffix
    case "*": test = .substring
    default: return nil
    }
    if scalar != "=" {
      guard reader.peek?.isDelim("=") == true else { return nil }
      reader.next()
    }
    reader.skipWhitespace()
    switch reader.next()?.token {
    case .ident(let text), .string(let text): value = text
    default: return nil
    }
    reader.skipWhitespace()
    if let flag = reader.next() {
      switch flag.ident?.asciiLowercased {
      case "i": caseRule = .insensitive
      case "s": caseRule = .sensitive  // Chromium 156 does not support it yet: Selectors 4 §6.3.
      default: return nil
      }
      reader.skipWhitespace()
    }
    guard reader.isAtEnd else { return nil }
  }
}
