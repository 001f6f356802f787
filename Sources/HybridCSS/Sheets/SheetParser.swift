package import HybridSource

extension StyleSheet {
  /// Reads a sheet, or the part of a file that is one, such as what a `style` element holds.
  ///
  /// CSS Syntax 3 §5.4.3, *Parse a stylesheet*. What is malformed is dropped as the specification says, and reported.
  /// - Parameters:
  ///   - source: A sheet, or a file that holds one.
  ///   - range: The bytes of the sheet; the whole source when nil.
  ///   - dialect: Which properties and units are known.
  /// - Complexity: O(*n*) in the length of the source, up to the nesting limit.
  package static func parse(
    _ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard
  ) -> StyleSheet {
    var parser = SheetParser(source, range: range, dialect: dialect)
    let rules = parser.parseStyleSheet()
    parser.reportUnclosed()
    return StyleSheet(path: source.path, rules: rules, diagnostics: parser.finishedDiagnostics())
  }
}

/// Reads a declaration list, such as a `style` attribute; rules in it are dropped.
///
/// CSS Style Attributes §3, by CSS Syntax 3 §5.4.5, *Parse a block's contents*.
/// - Parameters:
///   - source: The file, or a text that stands alone.
///   - range: The bytes of the list; the whole source when nil.
package func parseDeclarationList(
  _ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard, diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  var parser = SheetParser(source, range: range, dialect: dialect)
  let rules = parser.parseBlockContents(.styleAttribute, depth: 0)
  diagnostics += parser.finishedDiagnostics()
  return rules.flatMap { rule -> [PropertyDeclaration] in
    if case .declarations(let declarations) = rule { declarations } else { [] }
  }
}

/// Reads the value of a `style` attribute whose text may have held character references.
///
/// - Parameters:
///   - text: The attribute's value, references resolved.
///   - source: The file that it is in.
///   - range: The bytes of the value as written.
package func parseStyleAttribute(
  _ text: String, in source: Source, range: Range<Int>, dialect: Dialect = .standard, diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  let written = range.clamped(to: 0..<source.bytes.count)
  if text.utf8.elementsEqual(source.bytes[written]) {
    return parseDeclarationList(source, range: written, dialect: dialect, diagnostics: &diagnostics)
  }
  // With references the offsets are those of another text, so every report points at the start of the value.
  var found: [Diagnostic] = []
  let declarations = parseDeclarationList(
    Source(path: source.path, text: text), dialect: dialect, diagnostics: &found)
  guard !found.isEmpty else { return declarations }
  let location = source.location(of: range.lowerBound)
  for var diagnostic in found {
    diagnostic.location = location
    diagnostics.append(diagnostic)
  }
  return declarations
}

/// Reads rules. CSS Syntax 3 §5.5, *Parser algorithms*, and what each at-rule's own specification says of its prelude.
struct SheetParser {
  /// What a block may hold.
  enum Context {
    /// A conditional or layer block outside of style rules: rules only.
    case rules
    /// A style rule, or such a block inside one: declarations and nested rules.
    case styleRule
    /// Declarations only.
    case styleAttribute
  }

  /// What may still come in the sheet. CSS Cascade 5 §2, *Importing style sheets*: `@import` goes first.
  enum Phase: Comparable { case layers, imports, rules }

  /// More reports than this help nobody; the rest is counted.
  static let diagnosticLimit = 200

  let source: Source
  let dialect: Dialect
  var stream: TokenStream
  var diagnostics: [Diagnostic] = []
  private var dropped = 0
  var phase = Phase.layers
  var importCount = 0

  init(_ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard) {
    self.source = source
    self.dialect = dialect
    var range = (range ?? 0..<source.bytes.count).clamped(to: 0..<source.bytes.count)
    if range.lowerBound == 0, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      range = min(3, range.upperBound)..<range.upperBound
    }
    stream = TokenStream(source.bytes, range: range)
  }

  // MARK: Rules

  /// §5.5.1, *Consume a stylesheet's contents*.
  mutating func parseStyleSheet() -> [Rule] {
    var rules: [Rule] = []
    while true {
      switch stream.current {
      case .end: return rules
      case .token(.whitespace), .token(.cdo), .token(.cdc): stream.advance()
      case .token(.atKeyword(let name)): parseAtRule(name, .rules, isNested: false, depth: 0, into: &rules)
      default: parseQualifiedRule(.rules, isNested: false, depth: 0, into: &rules)
      }
    }
  }

  /// §5.5.4, *Consume a block's contents*, up to the `}` that ends it, which is left.
  mutating func parseBlockContents(_ context: Context, depth: Int) -> [Rule] {
    var rules: [Rule] = []
    var declarations: [PropertyDeclaration] = []
    func flush() {
      if !declarations.isEmpty { rules.append(.declarations(declarations)) }
      declarations = []
    }
    while true {
      switch stream.current {
      case .token(.whitespace), .token(.semicolon): stream.advance()
      case .end, .close(.curly):
        // A style attribute has no bracket around it, so this one is only in the way.
        if case .close = stream.current, context == .styleAttribute {
          stream.advance()
          continue
        }
        flush()
        return rules
      case .token(.atKeyword(let name)):
        flush()
        parseAtRule(name, context, isNested: true, depth: depth, into: &rules)
      case .token(.ident):
        let mark = stream.mark
        if let declaration = parseDeclaration() {
          add(declaration, to: &declarations, context)
          continue
        }
        stream.restore(mark)
        fallthrough
      default:
        var added: [Rule] = []
        if parseQualifiedRule(context, isNested: true, depth: depth, into: &added) {
          flush()
          rules += added
        }
      }
    }
  }

  /// The `{ … }` that is next, its contents read as rules.
  mutating func parseBlock(_ context: Context, depth: Int) -> [Rule] {
    let open = stream.range
    guard depth < TokenStream.depthLimit else {
      report(
        "css.too-deep", "rules are nested deeper than \(TokenStream.depthLimit) here, so this block is dropped", at: open)
      stream.skipBlock(.curly)
      return []
    }
    stream.advance()
    let rules = parseBlockContents(context, depth: depth + 1)
    if case .end = stream.current {
      reportOnce("css.unclosed-block", "this '{' is never closed", at: open)
    } else {
      stream.advance()
    }
    return rules
  }

  /// What comes behind the prelude of a rule.
  enum PreludeEnd { case block, semicolon, closingBracket, end }

  /// The component values before a block, which §5.5.2 and §5.5.3 have in common.
  mutating func consumePrelude(endsAtSemicolon: Bool, isNested: Bool) -> (values: [ComponentValue], end: PreludeEnd) {
    var values: [ComponentValue] = []
    while true {
      switch stream.current {
      case .end: return (values, .end)
      case .token(.semicolon) where endsAtSemicolon: return (values, .semicolon)
      case .close(.curly) where isNested: return (values, .closingBracket)
      case .open(.curly): return (values, .block)
      default: values.append(stream.consumeComponentValue())
      }
    }
  }

  /// §5.5.3, *Consume a qualified rule*; false when there was none, or one that does not count.
  @discardableResult
  private mutating func parseQualifiedRule(
    _ context: Context, isNested: Bool, depth: Int, into rules: inout [Rule]
  ) -> Bool {
    let start = stream.mark
    let (prelude, end) = consumePrelude(endsAtSemicolon: isNested, isNested: isNested)
    guard end == .block else {
      reportNotARule(start, prelude, context)
      return false
    }
    return parseStyleRule(start, prelude, context, depth: depth, into: &rules)
  }

  /// A style rule whose `{` is next.
  private mutating func parseStyleRule(
    _ start: Int, _ prelude: [ComponentValue], _ context: Context, depth: Int, into rules: inout [Rule]
  ) -> Bool {
    let isNested = context != .rules
    let head = prelude.trimmed
    if head.count > 1, head.first?.ident?.hasPrefix("--") == true, head.dropFirst().trimmed.first?.token == .colon {
      // §5.5.3: `--name: { … }` is a declaration out of place, never a rule.
      reportNotARule(start, prelude, context)
      if isNested { skipBadDeclaration() } else { stream.skipBlock(.curly) }
      return false
    }
    guard context != .styleAttribute else {
      report("css.rule-in-declarations", "a style attribute holds declarations only", at: start..<stream.previousEnd)
      stream.skipBlock(.curly)
      return false
    }
    let range = head.isEmpty ? stream.range : head.range
    var parser = SelectorParser(prelude, place: range)
    let selectors: [ComplexSelector]
    do throws(SelectorError) {
      selectors = try parser.parseList(isNested ? .nested : .none)
    } catch {
      report { error.diagnostic(in: $0) }
      stream.skipBlock(.curly)
      return false
    }
    if !isNested { phase = .rules }
    var inner = parseBlock(.styleRule, depth: depth)
    var declarations: [PropertyDeclaration] = []
    if case .declarations(let first) = inner.first {
      declarations = first
      inner.removeFirst()
    }
    rules.append(
      .style(StyleRule(selectors: selectors, declarations: declarations, rules: inner, range: range)))
    return true
  }

  /// §5.5.5, *Consume the remnants of a bad declaration*, up to the `;` or `}` that ends it.
  private mutating func skipBadDeclaration() {
    while true {
      switch stream.current {
      case .end, .token(.semicolon), .close(.curly): return
      default: _ = stream.consumeComponentValue()
      }
    }
  }

  // MARK: Declarations

  /// §5.5.6, *Consume a declaration*; nil when there is none, and then the caller goes back.
  mutating func parseDeclaration() -> Declaration? {
    guard case .token(.ident(let name)) = stream.current else { return nil }
    let nameRange = stream.range
    stream.advance()
    stream.skipWhitespace()
    guard case .token(.colon) = stream.current else { return nil }
    let colon = stream.range
    stream.advance()
    stream.skipWhitespace()
    let isCustom = name.hasPrefix("--")
    var value: [ComponentValue] = []
    var block: Int?
    while true {
      switch stream.current {
      case .end, .token(.semicolon), .close(.curly):
        let end = value.trimmed.last?.range.upperBound ?? colon.upperBound
        return Declaration(name: name, nameRange: nameRange, rawValue: value, end: end)
      case .open(.curly) where !isCustom:
        // A block beside anything else makes it no declaration; knowing that before reading it keeps nesting linear.
        guard value.isEmpty else { return nil }
        block = value.count
        value.append(stream.consumeComponentValue())
      default:
        let next = stream.consumeComponentValue()
        if block != nil, !next.isWhitespace { return nil }
        value.append(next)
      }
    }
  }

  private mutating func add(_ declaration: Declaration, to list: inout [PropertyDeclaration], _ context: Context) {
    guard context != .rules else {
      report(
        "css.declaration-outside-rule", "a declaration has to stand in a style rule", at: declaration.range)
      return
    }
    var found: [Diagnostic] = []
    guard diagnostics.count < Self.diagnosticLimit else {
      // To find the nearest name and the line costs more than all the rest, so nothing is put into words now.
      if case .success(let read) = readDeclaration(declaration, dialect: dialect) {
        list += read
      } else {
        dropped += 1
      }
      return
    }
    list += propertyDeclarations(from: declaration, in: source, dialect: dialect, diagnostics: &found)
    guard !found.isEmpty else { return }
    if let name = declaration.swallowedDeclaration(in: source) {
      found[found.count - 1].hint = "is a ';' missing before '\(name)'?"
    }
    for diagnostic in found { report { _ in diagnostic } }
  }

  // MARK: Reports

  mutating func report(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    report { .error(code, message, at: range, in: $0, hint: hint) }
  }

  /// Makes a diagnostic only while there is room: to work out a line number costs as much as to read up to it.
  mutating func report(_ diagnostic: (Source) -> Diagnostic) {
    guard diagnostics.count < Self.diagnosticLimit else {
      dropped += 1
      return
    }
    diagnostics.append(diagnostic(source))
  }

  private mutating func reportOnce(_ code: String, _ message: String, at range: Range<Int>) {
    guard !diagnostics.contains(where: { $0.code == code }) else { return }
    report(code, message, at: range)
  }

  private mutating func reportNotARule(_ start: Int, _ prelude: [ComponentValue], _ context: Context) {
    let head = prelude.trimmed
    guard let first = head.first else { return }
    let range = start..<max(start + 1, head.range.upperBound)
    if let name = first.ident, context != .rules {
      if head.dropFirst().trimmed.first?.token == .colon {
        report("css.invalid-declaration", "this is not a declaration", at: range)
      } else {
        report(
          "css.invalid-declaration", "a declaration needs a ':' between its name and its value", at: range,
          hint: head.count > 1 ? "write '\(name): \(head.dropFirst().trimmed.cssText.prefix(40))'" : nil)
      }
    } else if context == .rules {
      report("css.invalid-rule", "this is not a rule: no '{' follows it", at: range)
    } else {
      report("css.invalid-declaration", "this is neither a declaration nor a rule", at: range)
    }
  }

  mutating func reportUnclosed() {
    if let range = stream.unclosed {
      report("css.unclosed", "this comment, string or URL is never closed", at: range)
    }
  }

  mutating func finishedDiagnostics() -> [Diagnostic] {
    if let range = stream.tooDeep {
      report(
        "css.too-deep", "brackets are nested deeper than \(TokenStream.depthLimit) here, so what holds them is dropped",
        at: range)
    }
    if dropped > 0 {
      diagnostics.append(
        Diagnostic(.note, "css.more", "\(dropped) more problems in \(source.path) are not shown"))
    }
    return diagnostics
  }
}

extension Declaration {
  /// The name of a declaration that a missing semicolon made part of the value: `name:` at the start of a later line.
  fileprivate func swallowedDeclaration(in source: Source) -> String? {
    for index in value.indices.dropFirst() {
      guard let name = value[index].ident, value[index - 1].isWhitespace,
        value[(index + 1)...].trimmed.first?.token == .colon
      else { continue }
      let space = value[index - 1].range.clamped(to: 0..<source.bytes.count)
      if source.bytes[space].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return name }
    }
    return nil
  }
}
