package import HybridSource

/// A script without comments and unnecessary white space; every token stays byte for byte.
///
/// Nothing is renamed or evaluated. A line end is kept where a semicolon may have been omitted, or where it
/// has a meaning (`return`, `x\n++y`): it is removed only after a token that ends no statement, and before
/// one that begins none (ECMA-262 §12.10, *Automatic Semicolon Insertion*). Comments that begin with `/*!`
/// are kept, since licences require it. The result is tokenised again and compared with the source.
///
///     minifiedScript(Array("let a = 1 // one\nlet b = a / 2".utf8))  // let a=1⏎let b=a/2
///
/// - Returns: The result, with the position of each token; nil when the script stays unchanged: it cannot be
///   made smaller, or it contains something that only its grammar could decide (``ScriptTokenizer``). It need
///   not be a valid script.
/// - Complexity: O(*n*).
package func minifiedScript(_ bytes: [UInt8]) -> MinifiedText? {
  guard let text = try? ScriptMinifier.run(bytes), text.bytes.count < bytes.count,
    (try? isSameScript(bytes, text.bytes)) == true
  else { return nil }
  return text
}

private struct ScriptMinifier {
  private let bytes: [UInt8]
  private var result = MinifiedText()
  private var last: ScriptToken?

  static func run(_ bytes: [UInt8]) throws(UncertainScript) -> MinifiedText {
    var minifier = ScriptMinifier(bytes: bytes)
    minifier.result.reserve(bytes.count)
    var tokens = ScriptTokenizer(bytes)
    while true {
      let token = try tokens.next()
      minifier.separate(token)
      if token.kind == .end { return minifier.result }
      minifier.result.take(token.range, of: bytes)
      minifier.last = token
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the separator required between two tokens.
  private mutating func separate(_ token: ScriptToken) {
    if !token.notices.isEmpty {
      if token.isOnNewLine, last != nil { result.insert("\n") }
      for notice in token.notices { result.take(notice, of: bytes) }
      if token.isOnNewLine, token.kind != .end { result.insert("\n") }
      return
    }
    guard let last, token.kind != .end else { return }
    if token.isOnNewLine, isLineNeeded(bytes, last, token) {
      result.insert("\n")
    } else if token.hasGap, wouldJoin(last, token) {
      result.insert(" ")
    }
  }

  /// Whether two adjacent tokens could be read differently without a separator.
  private func wouldJoin(_ one: ScriptToken, _ other: ScriptToken) -> Bool {
    let (end, first) = (bytes[one.range.upperBound - 1], bytes[other.range.lowerBound])
    let isWord = first.isScriptWordPart || first == UInt8(ascii: "#")
    switch one.kind {
    case .word: return isWord
    case .regularExpression: return isWord || first == UInt8(ascii: "/")
    case .number: return isWord || first == UInt8(ascii: ".")
    case .punctuator: break
    case .string, .template, .end: return false
    }
    guard other.kind != .word, other.kind != .string else { return false }
    // Prevents `</script` and `<!--`, which have a meaning in HTML.
    if end == UInt8(ascii: "<"), [UInt8(ascii: "/"), UInt8(ascii: "!")].contains(first) { return true }
    if end == UInt8(ascii: "!"), first == UInt8(ascii: "-") { return true }
    if end == UInt8(ascii: "/"), [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(first) { return true }
    let pair = Array(bytes[one.range]) + bytes[other.range].prefix(4)
    return pair.span.endOfScriptPunctuator(at: 0) != one.range.count
  }
}

/// Whether a line end between two tokens may act as a semicolon or as a required separator.
private func isLineNeeded(_ bytes: [UInt8], _ one: ScriptToken, _ other: ScriptToken) -> Bool {
  func text(_ token: ScriptToken) -> ArraySlice<UInt8> { bytes[token.range] }
  switch one.kind {
  case .template(_, closes: false): return false
  case .punctuator where ![")", "]", "}", "++", "--"].contains(where: { text(one).elementsEqual($0.utf8) }):
    // After an operator, an opening bracket, a comma or a semicolon, a line end inserts no semicolon.
    return false
  default: break
  }
  switch other.kind {
  case .template(opens: false, _): return false
  case .punctuator:
    // Tokens that can begin a statement or a class member; and `=>`, which must be on the same line as its
    // parameters.
    return ["(", "[", "{", "+", "-", "++", "--", "!", "~", "*", "/", "/=", "=>", "...", "<"].contains {
      text(other).elementsEqual($0.utf8)
    }
  default: return true
  }
}

/// Whether two scripts have the same tokens, with a line end wherever one is needed, and no additional ones.
private func isSameScript(_ one: [UInt8], _ other: [UInt8]) throws(UncertainScript) -> Bool {
  var (left, right) = (ScriptTokenizer(one), ScriptTokenizer(other))
  var last: ScriptToken?
  while true {
    let (a, b) = (try left.next(), try right.next())
    guard a.kind == b.kind, one[a.range].elementsEqual(other[b.range]),
      a.notices.count == b.notices.count
    else { return false }
    for (notice, kept) in zip(a.notices, b.notices) where !one[notice].elementsEqual(other[kept]) {
      return false
    }
    if a.kind == .end { return true }
    if let last {
      if b.isOnNewLine, !a.isOnNewLine { return false }
      if a.isOnNewLine, !b.isOnNewLine, isLineNeeded(one, last, a) { return false }
    }
    last = a
  }
}
