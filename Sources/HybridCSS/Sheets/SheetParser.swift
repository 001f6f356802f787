import HybridSource

/// Reads rules. CSS Syntax 3 §5.5, *Parser algorithms*, and the prelude grammar of each at-rule's own
/// specification.
struct SheetParser {
  /// The kinds of content of a block.
  enum Context {
    /// A conditional or layer block outside of style rules: rules only.
    case rules
    /// A style rule, or such a block inside one: declarations and nested rules.
    case styleRule
    /// Declarations only.
    case styleAttribute
  }

  let source: Source
  let dialect: Dialect
  var stream: TokenStream
  var reports: SheetReports
  var order = RuleOrder()
  /// The pictures that declarations name.
  private(set) var images: SheetImages

  /// - Parameters:
  ///   - base: The base of relative URLs; nil leaves them unchanged.
  ///   - limit: The number of reports at which the others are only counted.
  init(
    _ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard, base: URLBase? = nil,
    limit: Int = SheetReports.limit
  ) {
    self.source = source
    self.dialect = dialect
    images = SheetImages(base: base)
    reports = SheetReports(source, dialect, limit: limit)
    var range = (range ?? 0..<source.bytes.count).clamped(to: 0..<source.bytes.count)
    if range.lowerBound == 0, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      range = min(3, range.upperBound)..<range.upperBound
    }
    stream = TokenStream(source.bytes, range: range, dialect: dialect)
  }

  /// All reports of a sheet that was read to its end.
  mutating func finishedDiagnostics() -> [Diagnostic] { reports.finished(tooDeep: stream.tooDeep) }

  /// Reports what is open at the end of the sheet.
  mutating func reportUnclosed() {
    if let range = stream.unclosed {
      reports.addNeverEnding("css.unclosed", "this comment, string or URL is never closed", at: range)
    }
    // A dropped rule may also never end; then the rest of the sheet is dropped with it.
    if let range = stream.unclosedBracket {
      reports.addNeverEnding(
        "css.unclosed-block", "this '\(source.text(in: range))' is never closed", at: range)
    }
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

  /// §5.5.4, *Consume a block's contents*, up to the `}` that ends it, which is not consumed.
  mutating func parseBlockContents(_ context: Context, depth: Int) -> [Rule] {
    var rules: [Rule] = []
    var declarations: [PropertyDeclaration] = []
    func flush() {
      if !declarations.isEmpty { rules.append(.declarations(declarations)) }
      declarations = []
    }
    var variables: [PropertyDeclaration] = []
    var fallbacks = PropertySet()
    defer { reports.checkVariables(variables) }
    while true {
      switch stream.current {
      case .token(.whitespace), .token(.semicolon): stream.advance()
      case .end, .close(.curly):
        // A style attribute has no enclosing block, so this bracket is ignored.
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
          add(declaration, to: &declarations, &fallbacks, context)
          if declaration.name.hasPrefix("--"), let last = declarations.last { variables.append(last) }
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

  /// The `{ … }` block that follows, with its contents read as rules.
  ///
  /// - Parameter isIdle: Whether the block applies to nothing here.
  mutating func parseBlock(_ context: Context, depth: Int, isIdle: Bool = false) -> [Rule] {
    let open = stream.range
    if isIdle { reports.enterIdleBlock() }
    defer { if isIdle { reports.leaveIdleBlock() } }
    guard depth < TokenStream.depthLimit else {
      reports.add(
        "css.too-deep",
        "rules are nested deeper than \(TokenStream.depthLimit) here, so this block is dropped", at: open)
      stream.skipBlock(.curly)
      return []
    }
    stream.advance()
    let rules = parseBlockContents(context, depth: depth + 1)
    if case .end = stream.current {
      reports.addNeverEnding("css.unclosed-block", "this '{' is never closed", at: open)
    } else {
      stream.advance()
    }
    return rules
  }

  /// The token after the prelude of a rule.
  enum PreludeEnd { case block, semicolon, closingBracket, end }

  /// The component values before a block, a step that §5.5.2 and §5.5.3 share.
  mutating func consumePrelude(endsAtSemicolon: Bool, isNested: Bool) -> (
    values: [ComponentValue], end: PreludeEnd
  ) {
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

  /// §5.5.3, *Consume a qualified rule*; false when there was none, or an invalid one.
  @discardableResult
  private mutating func parseQualifiedRule(
    _ context: Context, isNested: Bool, depth: Int, into rules: inout [Rule]
  ) -> Bool {
    let start = stream.mark
    let (prelude, end) = consumePrelude(endsAtSemicolon: isNested, isNested: isNested)
    guard end == .block else {
      reports.addNotARule(start, prelude, context)
      return false
    }
    return parseStyleRule(start, prelude, context, depth: depth, into: &rules)
  }

  /// A style rule; the next token is its `{`.
  private mutating func parseStyleRule(
    _ start: Int, _ prelude: [ComponentValue], _ context: Context, depth: Int, into rules: inout [Rule]
  ) -> Bool {
    let isNested = context != .rules
    let head = prelude.trimmed
    if head.count > 1, head.first?.ident?.hasPrefix("--") == true,
      head.dropFirst().trimmed.first?.token == .colon
    {
      // §5.5.3: `--name: { … }` is a declaration out of place, never a rule.
      reports.addNotARule(start, prelude, context)
      if isNested { skipBadDeclaration() } else { stream.skipBlock(.curly) }
      return false
    }
    guard context != .styleAttribute else {
      reports.add(
        "css.rule-in-declarations", "a style attribute holds declarations only",
        at: start..<stream.previousEnd)
      stream.skipBlock(.curly)
      return false
    }
    let range = head.isEmpty ? stream.range : head.range
    var parser = SelectorParser(prelude, place: range)
    let selectors: [ComplexSelector]
    do throws(SelectorError) {
      selectors = try parser.parseList(isNested ? .nested : .none)
    } catch {
      if !error.isMeantForOthers { reports.add { error.diagnostic(in: $0) } }
      stream.skipBlock(.curly)
      return false
    }
    if !isNested { order.pass(.rules) }
    reports.checkPseudoClasses(parser)
    var inner = parseBlock(.styleRule, depth: depth, isIdle: selectors.allSatisfy(\.isNeverShown))
    var declarations: [PropertyDeclaration] = []
    if case .declarations(let first) = inner.first {
      declarations = first
      inner.removeFirst()
    }
    reports.checkPseudoElements(selectors, at: range)
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

  /// §5.5.6, *Consume a declaration*; nil when there is none, and then the caller goes back to its mark.
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
        // A block beside other values makes the declaration invalid; deciding that before reading the block
        // keeps nesting linear.
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

  /// - Parameter fallbacks: The properties that earlier declarations of the block set.
  private mutating func add(
    _ declaration: Declaration, to list: inout [PropertyDeclaration], _ fallbacks: inout PropertySet,
    _ context: Context
  ) {
    guard context != .rules else {
      reports.add(
        "css.declaration-outside-rule", "a declaration must be in a style rule", at: declaration.range)
      return
    }
    var declaration = declaration
    images.note(&declaration)
    let fault: DeclarationFault
    switch readDeclaration(declaration, dialect: dialect) {
    case .success(let read):
      for case .longhand(let property) in read.lazy.map(\.property) { fallbacks.insert(property) }
      list += read
      reports.checkLosses(of: declaration, read)
      return
    case .failure(let found): fault = found
    }
    guard !declaration.isMeantForOthers, !fault.hasFallback(in: fallbacks, declaration, dialect) else {
      return
    }
    switch fault.reason {
    case .unsupportedProperty(let name):
      return reports.addUnsupported(
        "css.unsupported-property", "'\(name)'", at: fault.range,
        hint: UnsupportedProperties.advice(for: name))
    case .unsupported(let part, let advice):
      return reports.addUnsupported("css.unsupported-value", "'\(part)'", at: fault.range, hint: advice)
    default: break
    }
    // Finding the nearest name and the line is expensive, so faults beyond the limit are only counted.
    reports.add { source in
      var diagnostic = fault.diagnostic(in: source)
      if let name = declaration.swallowedDeclaration(in: source) {
        diagnostic?.hint = "is a ';' missing before '\(name)'?"
      }
      return diagnostic
    }
  }
}
