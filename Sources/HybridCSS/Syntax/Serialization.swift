extension ComponentValue: CustomStringConvertible {
  /// CSS text that parses to the same value. CSS Syntax 3 §9, *Serialization*.
  public var description: String { [self].cssText }
}

extension Sequence<ComponentValue> {
  /// CSS text that parses to the same values; a comment separates tokens that would otherwise join.
  ///
  /// CSS Syntax 3 §9, *Serialization*, with its table of pairs.
  package var cssText: String {
    var text = ""
    write(to: &text)
    return text
  }

  fileprivate func write(to text: inout String) {
    var previous: ComponentValue?
    for value in self {
      if let previous, previous.joins(with: value) { text += "/**/" }
      value.write(to: &text)
      previous = value
    }
  }
}

extension ComponentValue {
  fileprivate func write(to text: inout String) {
    switch content {
    case .token(let token): text += token.cssText
    case .function(let name, let values):
      text += serializedIdent(name) + "("
      values.write(to: &text)
      text += ")"
    case .block(let bracket, let values):
      text += bracket.opening
      values.write(to: &text)
      text += bracket.closing
    }
  }

  /// The table of §9: whether the two would form other tokens with nothing between them.
  fileprivate func joins(with next: ComponentValue) -> Bool {
    guard case .token(let token) = content else { return false }
    switch token {
    case .ident:
      if case .block(.round, _) = next.content { return true }
      return next.startsName || next.startsNumber || next.isDelim("-") || next.isCDC
    case .atKeyword, .hash, .dimension:
      return next.startsName || next.startsNumber || next.isDelim("-") || next.isCDC
    case .delim("#"), .delim("-"): return next.startsName || next.startsNumber || next.isDelim("-")
    case .number: return next.startsName || next.startsNumber || next.isDelim("%") || next.isCDC
    case .delim("@"): return next.startsName || next.isDelim("-")
    case .delim("."), .delim("+"): return next.startsNumber
    case .delim("/"): return next.isDelim("*")
    case .delim("<"): return next.isDelim("!")
    default: return false
    }
  }

  private var startsName: Bool {
    switch content {
    case .function, .token(.ident), .token(.url), .token(.badURL): true
    default: false
    }
  }

  private var startsNumber: Bool {
    switch content {
    case .token(.number), .token(.percentage), .token(.dimension): true
    default: false
    }
  }

  private var isCDC: Bool { if case .token(.cdc) = content { true } else { false } }
}

extension Token {
  /// As CSS. CSS Syntax 3 §9.
  package var cssText: String {
    switch self {
    case .ident(let name): serializedIdent(name)
    case .atKeyword(let name): "@" + serializedIdent(name)
    case .hash(let name, let isID): "#" + (isID ? serializedIdent(name) : serializedName(name))
    case .string(let value): serializedString(value)
    case .badString: "\"\n"
    case .url(let value): "url(" + serializedURL(value) + ")"
    case .badURL: "url(()"
    case .delim("\\"): "\\\n"
    case .delim(let scalar): String(Character(scalar))
    case .number(let number): number.text
    case .percentage(let number): number.text + "%"
    // `1e3` as a dimension would parse as a number.
    case .dimension(let number, let unit): number.text + serializedUnit(unit)
    case .whitespace: " "
    case .cdo: "<!--"
    case .cdc: "-->"
    case .colon: ":"
    case .semicolon: ";"
    case .comma: ","
    case .unmatched(let bracket): bracket.closing
    }
  }

  private func serializedUnit(_ unit: String) -> String {
    let text = serializedIdent(unit)
    let rest = text.utf8.dropFirst()
    let looksLikeExponent =
      text.utf8.first.map { $0 | 0x20 == 0x65 } == true
      && (rest.first.map { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D } == true)
    return looksLikeExponent ? "\\65 " + text.dropFirst() : text
  }
}

extension Bracket {
  /// `{`, `[` or `(`.
  package var opening: String {
    switch self {
    case .curly: "{"
    case .square: "["
    case .round: "("
    }
  }

  /// `}`, `]` or `)`.
  package var closing: String {
    switch self {
    case .curly: "}"
    case .square: "]"
    case .round: ")"
    }
  }
}

/// CSSOM 1 §2.1, *serialize an identifier*.
package func serializedIdent(_ name: String) -> String {
  let scalars = Array(name.unicodeScalars)
  guard let first = scalars.first else { return "" }
  if scalars == ["-"] { return "\\-" }
  let isDigitAt = { (index: Int) in index < scalars.count && ("0"..."9").contains(scalars[index]) }
  if isDigitAt(0) { return escaped(first) + serializedName(scalars.dropFirst()) }
  if first == "-", isDigitAt(1) { return "-" + escaped(scalars[1]) + serializedName(scalars.dropFirst(2)) }
  return serializedName(scalars)
}

private func serializedName(_ name: String) -> String { serializedName(name.unicodeScalars) }

private func serializedName(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var text = ""
  for scalar in scalars {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "\u{A0}"...: text.unicodeScalars.append(scalar)
    case "\0": text += "\u{FFFD}"
    case "\u{1}"..."\u{1F}", "\u{7F}"..."\u{9F}": text += escaped(scalar)
    default: text += "\\" + String(Character(scalar))
    }
  }
  return text
}

private func escaped(_ scalar: Unicode.Scalar) -> String { "\\" + String(scalar.value, radix: 16) + " " }

/// A URL in unquoted form; in quotes it would parse as a function.
private func serializedURL(_ value: String) -> String {
  var text = ""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "\0": text += "\u{FFFD}"
    case "\u{1}"..."\u{20}", "\u{7F}": text += escaped(scalar)
    case "\"", "'", "(", ")", "\\": text += "\\" + String(Character(scalar))
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text
}

/// CSSOM 1 §2.1, *serialize a string*.
package func serializedString(_ value: String) -> String {
  var text = "\""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "\0": text += "\u{FFFD}"
    case "\u{1}"..."\u{1F}", "\u{7F}": text += escaped(scalar)
    case "\"", "\\": text += "\\" + String(Character(scalar))
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}
