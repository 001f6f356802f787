/// One token of a script, as a range of its bytes (ECMA-262 §12, *ECMAScript Language: Lexical Grammar*).
struct Token: Hashable {
  var kind: TokenKind
  /// The first byte.
  var start: Int
  /// The offset behind the last byte.
  var end: Int
  /// Whether a line end precedes it, where a semicolon may have been omitted.
  var isOnNewLine: Bool
  /// Whether a name or a string contains an escape.
  var hasEscape = false
}

/// The kind of a token: each punctuator and each reserved word is one.
enum TokenKind: UInt8, Hashable {
  case end, name, privateName, number, string, template, regularExpression
  // Punctuators (§12.8).
  case openCurly, closeCurly, openRound, closeRound, openSquare, closeSquare
  case dot, ellipsis, semicolon, comma, question, optionalChain, colon, arrow
  case assign, operatorAssign, logicalAssign
  /// A binary operator without a token of its own.
  case binary
  case plus, minus, star, power, slash, slashAssign, coalesce, logicalAndOr, not, complement, increment
  case at, hash
  // Reserved words (§12.7.2).
  case `break`, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete, `do`, `else`,
    enumWord, export, extends, `false`, finally, `for`, function, `if`, `import`, `in`, instanceof, new,
    null, `return`, `super`, `switch`, this, `throw`, `true`, `try`, typeof, `var`, void, `while`, with

  /// Whether it is a reserved word, which may still name a property.
  var isReserved: Bool { rawValue >= TokenKind.break.rawValue }

  /// The reserved words by their text.
  static let reserved: [String: TokenKind] = [
    "break": .break, "case": .case, "catch": .catch, "class": .class, "const": .const,
    "continue": .continue, "debugger": .debugger, "default": .default, "delete": .delete, "do": .do,
    "else": .else, "enum": .enumWord, "export": .export, "extends": .extends, "false": .false,
    "finally": .finally, "for": .for, "function": .function, "if": .if, "import": .import, "in": .in,
    "instanceof": .instanceof, "new": .new, "null": .null, "return": .return, "super": .super,
    "switch": .switch, "this": .this, "throw": .throw, "true": .true, "try": .try, "typeof": .typeof,
    "var": .var, "void": .void, "while": .while, "with": .with,
  ]
}
