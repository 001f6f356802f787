import HybridEncoding
import HybridSource

extension SheetParser {
  /// At-rules that apply to nothing here and lose nothing: there is one encoding, and pages have no prefixes.
  private static let idle: Set<String> = ["charset", "namespace"]

  private static let conditional: Set<String> = [
    "media", "supports", "layer", "container", "starting-style",
  ]

  private static let named: Set<String> = ["counter-style", "font-face", "keyframes", "property"]

  /// The at-rules that have their effect.
  static let atRules = idle.union(conditional).union(named).union(["import"])

  /// Reads the descriptors of a block; the next token is its `{`.
  mutating func parseDescriptors(_ take: (inout SheetParser, Declaration) -> Void) {
    let open = stream.range
    stream.advance()
    while true {
      switch stream.current {
      case .end: return reports.addNeverEnding("css.unclosed-block", "this '{' is never closed", at: open)
      case .close(.curly): return stream.advance()
      case .token(.ident):
        let mark = stream.mark
        if let declaration = parseDeclaration() {
          take(&self, declaration)
        } else {
          stream.restore(mark)
          _ = stream.consumeComponentValue()
        }
      case .token(.whitespace), .token(.semicolon): stream.advance()
      default: _ = stream.consumeComponentValue()
      }
    }
  }

  /// §5.5.2, *Consume an at-rule*; the next token is the at-keyword.
  mutating func parseAtRule(
    _ written: String, _ context: Context, isNested: Bool, depth: Int, into rules: inout [Rule]
  ) {
    let name = written.asciiLowercased
    let keyword = stream.range
    stream.advance()
    let (prelude, end) = consumePrelude(endsAtSemicolon: true, isNested: isNested)
    let hasBlock = end == .block
    let range = keyword.lowerBound..<max(stream.previousEnd, keyword.upperBound)
    switch name {
    case _ where context == .styleAttribute:
      reports.add("css.rule-in-declarations", "a style attribute holds declarations only", at: range)
      endAtRule(hasBlock)
    case "media" where hasBlock:
      passRule(isNested)
      var found: [Diagnostic] = []
      let queries = MediaQueryList(prelude.trimmed, in: source, diagnostics: &found)
      for diagnostic in found { reports.add { _ in diagnostic } }
      rules.append(.media(queries, parseBlock(context, depth: depth, isIdle: !queries.canMatch)))
    case "container" where hasBlock:
      var problems: [ContainerQueryProblem] = []
      guard let conditions = ContainerConditionList(prelude[...], in: source, problems: &problems) else {
        reports.add(
          "css.invalid-container", "this is not a container query, so the rule is dropped", at: range,
          hint: "write '@container name (width > 400px)'; 'and' and 'or' cannot be mixed")
        endAtRule(hasBlock)
        break
      }
      passRule(isNested)
      reports.add(problems)
      rules.append(.container(conditions, parseBlock(context, depth: depth)))
    case "supports" where hasBlock:
      guard let holds = SupportsCondition.evaluate(prelude[...], dialect: dialect) else {
        reports.add(
          "css.invalid-supports", "this is not a supports condition, so the rule is dropped", at: range)
        endAtRule(hasBlock)
        break
      }
      passRule(isNested)
      rules.append(.supports(holds, parseBlock(context, depth: depth, isIdle: !holds)))
    case "starting-style" where hasBlock && prelude.trimmed.isEmpty:
      passRule(isNested)
      rules.append(.startingStyle(parseBlock(context, depth: depth)))
    case "starting-style" where hasBlock:
      reports.add("css.invalid-at-rule", "'@starting-style' takes nothing before its block", at: range)
      endAtRule(hasBlock)
    case "property" where hasBlock:
      passRule(isNested)
      let rule = parseProperty(prelude, range)
      if let rule { rules.append(.property(rule)) }
    case "counter-style" where hasBlock:
      passRule(isNested)
      let rule = parseCounterStyle(prelude, range)
      if let rule { rules.append(.counterStyle(rule)) }
    case "font-face" where hasBlock:
      passRule(isNested)
      let rule = parseFontFace(prelude, range)
      if let rule { rules.append(.fontFace(rule)) }
    case "keyframes" where hasBlock, "-webkit-keyframes" where hasBlock:
      passRule(isNested)
      let rule = parseKeyframes(prelude, range)
      if let rule { rules.append(.keyframes(rule)) }
    case "layer": parseLayer(prelude, range, hasBlock, context, isNested, depth, into: &rules)
    case "import" where !isNested && !hasBlock: parseImport(prelude, range, into: &rules)
    case "import":
      reports.add(
        "css.misplaced-import",
        hasBlock
          ? "'@import' cannot have a block"
          : "'@import' must come before all other rules, so this one is dropped",
        at: range)
      endAtRule(hasBlock)
    case _ where Self.idle.contains(name) || name.isVendorName:
      if name != "charset" { passRule(isNested) }
      endAtRule(hasBlock)
    case _ where UnsupportedNames.atRules[name] != nil:
      reports.addUnsupported(
        "css.unsupported-at-rule", "'@\(name)'", at: keyword, hint: UnsupportedNames.atRules[name])
      passRule(isNested)
      endAtRule(hasBlock)
    case _ where Self.conditional.contains(name) || Self.named.contains(name):
      reports.add("css.invalid-at-rule", "'@\(name)' needs a block after its condition", at: range)
      endAtRule(hasBlock)
    default:
      let known = Self.atRules.union(UnsupportedNames.atRules.keys).sorted()
      reports.add(
        "css.unknown-at-rule", "there is no at-rule '@\(written)'", at: keyword,
        hint: nearest(to: written, in: known).map { "did you mean '@\($0)'?" })
      endAtRule(hasBlock)
    }
    if !hasBlock, case .token(.semicolon) = stream.current { stream.advance() }
  }

  /// Skips the block that follows, if there is one.
  private mutating func endAtRule(_ hasBlock: Bool) {
    if hasBlock { stream.skipBlock(.curly) }
  }

  private mutating func passRule(_ isNested: Bool) {
    if !isNested { order.pass(.rules) }
  }

  // MARK: @layer

  /// CSS Cascade 5 §6.4.3 and §6.4.4: a block with at most one name, or a statement with at least one.
  private mutating func parseLayer(
    _ prelude: [ComponentValue], _ range: Range<Int>, _ hasBlock: Bool, _ context: Context, _ isNested: Bool,
    _ depth: Int, into rules: inout [Rule]
  ) {
    let isEmpty = prelude.trimmed.isEmpty
    let names = isEmpty ? [] : prelude.splitAtCommas.map { LayerName($0) }
    guard !names.contains(nil), hasBlock ? names.count <= 1 : !names.isEmpty, hasBlock || context == .rules
    else {
      reports.add(
        "css.invalid-layer", "'@layer' takes a name and a block, or names separated by commas", at: range
      )
      return endAtRule(hasBlock)
    }
    if hasBlock {
      passRule(isNested)
      rules.append(.layer(names.first ?? nil, parseBlock(context, depth: depth)))
    } else {
      if !isNested { order.passLayerNames() }
      rules.append(.layerStatement(names.compactMap(\.self)))
    }
  }

  // MARK: @import

  /// CSS Cascade 5 §2: `@import [<url> | <string>] [layer | layer(<layer-name>)]? [supports()]?
  /// <media-query-list>?`.
  private mutating func parseImport(
    _ prelude: [ComponentValue], _ range: Range<Int>, into rules: inout [Rule]
  ) {
    var reader = ComponentValueReader(prelude)
    reader.skipWhitespace()
    let place = reader.peek?.range ?? range
    guard let url = reader.next()?.url else {
      reports.add("css.invalid-import", "'@import' takes a URL or a string", at: range)
      return
    }
    switch order.takeImport() {
    case .taken: break
    case .misplaced:
      return reports.add(
        "css.misplaced-import", "'@import' must come before all other rules, so this one is dropped",
        at: range)
    case .tooMany:
      return reports.add(
        "css.too-many-imports", "a sheet can import \(StyleSheet.importCountLimit) others at most", at: range)
    }
    reader.skipWhitespace()
    var rule = ImportRule(
      url: url, urlRange: place, location: source.location(of: place.lowerBound), layer: .none,
      isSupported: true,
      media: MediaQueryList(queries: []), sheet: nil)
    if reader.takeIdent("layer") {
      rule.layer = .anonymous
    } else if case .function(let name, let values) = reader.peek?.content, name.isASCIIEqual(to: "layer"),
      let layer = LayerName(values[...])
    {
      rule.layer = .named(layer)
      reader.next()
    }
    reader.skipWhitespace()
    if case .function(let name, let values) = reader.peek?.content, name.isASCIIEqual(to: "supports") {
      rule.isSupported = SupportsCondition.evaluateImport(values, dialect: dialect)
      reader.next()
    }
    var found: [Diagnostic] = []
    rule.media = MediaQueryList(reader.rest.trimmed, in: source, diagnostics: &found)
    for diagnostic in found { reports.add { _ in diagnostic } }
    rules.append(.import(rule))
  }
}

extension ComponentValue {
  /// The URL in a string, a `url()` token or a `url("…")` function.
  fileprivate var url: String? {
    switch content {
    case .token(.string(let text)), .token(.url(let text)): return text
    case .function(let name, let values) where name.isASCIIEqual(to: "url") || name.isASCIIEqual(to: "src"):
      guard case .token(.string(let text)) = values.trimmed.first?.content else { return nil }
      return text
    default: return nil
    }
  }
}

extension LayerName {
  /// Identifiers separated by dots without white space; CSS-wide keywords are not allowed. CSS Cascade 5
  /// §6.4.2.
  init?(_ values: ArraySlice<ComponentValue>) {
    var parts: [String] = []
    var expectsName = true
    for value in values.trimmed {
      if expectsName, let name = value.ident, name.isCustomIdent {
        parts.append(name)
      } else if expectsName || !value.isDelim(".") {
        return nil
      }
      expectsName.toggle()
    }
    guard !expectsName else { return nil }
    self.init(parts: parts)
  }
}
