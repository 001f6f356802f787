import HybridEncoding
package import HybridSource

/// A rule as CSSOM shows it: texts that scripts read and put together again (CSSOM 1 §6.4, *CSS rules*).
package struct RuleOutline: Hashable, Sendable {
  /// `style`, `keyframe`, `declarations`, or the name of an at-rule in lower case, without the `@`.
  package var kind: String
  /// The prelude of the block, as CSSOM writes it: selectors, media queries, a name.
  package var prelude: String
  /// The declarations of the block; empty without any.
  package var declarations: String
  /// The rules in the block.
  package var rules: [RuleOutline]
}

/// Reads a sheet for CSSOM. Rules and declarations that browsers drop are left out; those that have no effect
/// here only are kept.
///
/// - Complexity: O(*n*) in the length of the text.
package func ruleOutlines(of source: Source, dialect: Dialect = .standard) -> [RuleOutline] {
  OutlineReader(dialect: dialect).rules(parseComponentValues(source)[...], isNested: false)
}

private struct OutlineReader {
  let dialect: Dialect

  /// At-rules whose block holds rules, and those whose block holds declarations.
  private static let groups: Set = [
    "media", "supports", "layer", "container", "scope", "starting-style", "document",
  ]
  private static let descriptors: Set = [
    "font-face", "page", "property", "counter-style", "position-try", "view-transition",
    "font-palette-values", "font-feature-values",
  ]

  /// The rules in a list of values. In a style rule declarations stand among them.
  func rules(_ values: ArraySlice<ComponentValue>, isNested: Bool) -> [RuleOutline] {
    var result: [RuleOutline] = []
    var declarations: [ArraySlice<ComponentValue>] = []
    func flush() {
      let text = text(of: declarations)
      declarations = []
      if !text.isEmpty {
        result.append(RuleOutline(kind: "declarations", prelude: "", declarations: text, rules: []))
      }
    }
    var start = values.startIndex
    while start < values.endIndex {
      let value = values[start]
      switch value.token {
      case .whitespace, .cdo, .cdc, .semicolon:
        start += 1
        continue
      case .atKeyword(let name):
        let end = end(of: values, from: start + 1, atSemicolon: true)
        flush()
        if let rule = atRule(name.asciiLowercased, values[(start + 1)..<end.prelude], end.block, isNested) {
          result.append(rule)
        }
        start = end.next
      default:
        let end = end(of: values, from: start, atSemicolon: isNested)
        let prelude = values[start..<end.prelude]
        start = end.next
        if isNested, end.block == nil || Self.isCustomProperty(prelude) {
          declarations.append(
            values[prelude.startIndex..<(start > prelude.endIndex ? start : prelude.endIndex)])
        } else if let block = end.block {
          guard isValid(prelude, isNested) else { continue }
          flush()
          let text = isNested ? SelectorText.nestedText(of: prelude) : SelectorText.text(of: prelude)
          result.append(styleRule(text, block))
        }
      }
    }
    flush()
    return result
  }

  private static func isCustomProperty(_ prelude: ArraySlice<ComponentValue>) -> Bool {
    let head = prelude.trimmed
    return head.first?.ident?.hasPrefix("--") == true && head.dropFirst().trimmed.first?.token == .colon
  }

  private func isValid(_ prelude: ArraySlice<ComponentValue>, _ isNested: Bool) -> Bool {
    var parser = SelectorParser(Array(prelude), place: 0..<0)
    do throws(SelectorError) {
      _ = try parser.parseList(isNested ? .nested : .none)
      return true
    } catch {
      return error.isMeantForOthers
    }
  }

  private func styleRule(_ prelude: String, _ block: [ComponentValue]) -> RuleOutline {
    var inner = rules(block[...], isNested: true)
    var declarations = ""
    if let first = inner.first, first.kind == "declarations" {
      declarations = first.declarations
      inner.removeFirst()
    }
    return RuleOutline(kind: "style", prelude: prelude, declarations: declarations, rules: inner)
  }

  /// Where the prelude of a rule ends, its block, and where the next rule begins.
  private func end(
    of values: ArraySlice<ComponentValue>, from start: Int, atSemicolon: Bool
  ) -> (prelude: Int, block: [ComponentValue]?, next: Int) {
    var index = start
    while index < values.endIndex {
      if atSemicolon, values[index].token == .semicolon { return (index, nil, index + 1) }
      if case .block(.curly, let block) = values[index].content { return (index, block, index + 1) }
      index += 1
    }
    return (index, nil, index)
  }

  private func atRule(
    _ name: String, _ prelude: ArraySlice<ComponentValue>, _ block: [ComponentValue]?, _ isNested: Bool
  ) -> RuleOutline? {
    let head = prelude.trimmed
    var rule = RuleOutline(
      kind: name, prelude: SelectorText.conditionText(of: head), declarations: "", rules: [])
    guard let block else {
      if name == "import" { rule.prelude = SelectorText.importText(of: head) }
      if name == "layer" { rule.kind = "layer-statement" }
      return ["import", "namespace", "layer"].contains(name) && !isNested ? rule : nil
    }
    if name == "supports" || name == "container" || name == "scope" { rule.prelude = head.cssText }
    let plain = name.hasPrefix("-webkit-") ? String(name.dropFirst("-webkit-".count)) : name
    if plain == "keyframes" {
      rule.kind = plain
      guard let word = head.first, head.count == 1 else { return nil }
      if case .token(.string(let text)) = word.content {
        rule.prelude = text
      } else {
        rule.prelude = word.ident ?? ""
      }
      rule.rules = keyframes(block[...])
    } else if Self.groups.contains(name) {
      rule.rules = rules(block[...], isNested: isNested)
    } else if Self.descriptors.contains(name) {
      rule.declarations = descriptors(block)
    } else {
      return nil
    }
    return rule
  }

  private func keyframes(_ values: ArraySlice<ComponentValue>) -> [RuleOutline] {
    var result: [RuleOutline] = []
    var start = values.startIndex
    while start < values.endIndex {
      let end = end(of: values, from: start, atSemicolon: false)
      let keys = values[start..<end.prelude].trimmed
      start = end.next
      guard let block = end.block, !keys.isEmpty else { continue }
      let parts = Array(keys).splitAtCommas
      guard parts.allSatisfy({ $0.trimmed.isKeyframe }) else { continue }
      let text = parts.map { part in
        switch part.trimmed.cssText.asciiLowercased {
        case "from": "0%"
        case "to": "100%"
        case let other: other
        }
      }.joined(separator: ", ")
      let declarations = self.text(of: block.split { $0.token == .semicolon })
      result.append(RuleOutline(kind: "keyframe", prelude: text, declarations: declarations, rules: []))
    }
    return result
  }

  /// Declarations as text.
  private func text(of declarations: [ArraySlice<ComponentValue>]) -> String {
    var block = DeclarationText(dialect: dialect)
    for values in declarations {
      guard let declaration = Declaration(componentValues: Array(values.filter { $0.token != .semicolon })),
        isKept(declaration)
      else { continue }
      block.add(declaration)
    }
    return block.text
  }

  private func descriptors(_ block: [ComponentValue]) -> String {
    block.split { $0.token == .semicolon }.compactMap { Declaration(componentValues: Array($0)) }
      .map { "\($0.name.asciiLowercased): \($0.value.cssText);" }.joined(separator: " ")
  }

  /// Whether browsers keep a declaration: one that is not supported here is not dropped by them.
  private func isKept(_ declaration: Declaration) -> Bool {
    switch readDeclaration(declaration, dialect: dialect) {
    case .success: return true
    case .failure(let fault):
      switch fault.reason {
      case .unsupportedProperty, .unsupported: return true
      default: return false
      }
    }
  }
}

/// A text whose parts have one blank between them where white space is.
private struct SpacedText {
  private(set) var text = ""
  private var needsBlank = false

  /// White space before the next part.
  mutating func addBlank() { needsBlank = true }

  /// A mark with the blank that it has behind it and none before it.
  mutating func addMark(_ mark: String) {
    text += mark
    needsBlank = false
  }

  mutating func add(_ part: String) {
    if needsBlank, !text.isEmpty, !text.hasSuffix(" ") { text += " " }
    needsBlank = false
    text += part
  }
}

/// Preludes as CSSOM writes them.
private enum SelectorText {
  /// The selectors of a nested rule, each with the `&` that it stands for (CSS Nesting 1 §4).
  static func nestedText(of values: ArraySlice<ComponentValue>) -> String {
    Array(values).splitAtCommas.map { part in
      let text = text(of: part[...])
      return part.containsNesting ? text : "& " + text
    }.joined(separator: ", ")
  }

  /// A selector list (CSSOM 1 §5.2, *Serializing selectors*): one blank around combinators, one after commas.
  static func text(of values: ArraySlice<ComponentValue>) -> String {
    var text = SpacedText()
    for value in values.trimmed {
      switch value.content {
      case .token(.whitespace): text.addBlank()
      case .token(.comma): text.addMark(", ")
      case .token(.delim(">")), .token(.delim("+")), .token(.delim("~")):
        text.addBlank()
        text.add(value.description + " ")
      default: text.add(part(value))
      }
    }
    return text.text
  }

  private static func part(_ value: ComponentValue) -> String {
    switch value.content {
    case .function(let name, let values):
      // An+B has signs of its own.
      let inner =
        name.asciiLowercased.hasPrefix("nth-")
        ? values.filter { !$0.isWhitespace }.map(\.description).joined() : text(of: values[...])
      return values.contains { $0.ident == "of" } ? value.description : "\(name)(\(inner))"
    case .block(.square, let values):
      let words = values.filter { !$0.isWhitespace }
      guard let place = words.firstIndex(where: { $0.isDelim("=") }), place + 1 < words.count,
        let name = words[place + 1].ident
      else { return value.description }
      var quoted = words
      quoted[place + 1] = ComponentValue(.token(.string(name)), range: words[place + 1].range)
      let flag = quoted.count > place + 2 ? " " + quoted[(place + 2)...].cssText : ""
      return "[\(quoted[..<(place + 2)].cssText)\(flag)]"
    default: return value.description
    }
  }

  /// A condition such as a media query list: blanks between words, `(feature: value)`.
  static func conditionText(of values: ArraySlice<ComponentValue>) -> String {
    var text = SpacedText()
    for value in values.trimmed {
      switch value.content {
      case .token(.whitespace): text.addBlank()
      case .token(.comma): text.addMark(", ")
      case .token(.colon): text.addMark(": ")
      case .block(.round, let inner): text.add("(\(conditionText(of: inner[...])))")
      case .token(.ident(let name)): text.add(name.hasPrefix("--") ? name : name.asciiLowercased)
      default: text.add(value.description)
      }
    }
    return text.text
  }

  /// The prelude of `@import`, its address as `url("…")`.
  static func importText(of values: ArraySlice<ComponentValue>) -> String {
    guard let first = values.first, let url = url(of: first) else { return values.cssText }
    let rest = conditionText(of: values.dropFirst())
    let address = ComponentValue(.token(.string(url)), range: first.range).description
    return "url(\(address))" + (rest.isEmpty ? "" : " " + rest)
  }

  private static func url(of value: ComponentValue) -> String? {
    switch value.content {
    case .token(.string(let text)), .token(.url(let text)): return text
    case .function(_, let inner):
      guard case .token(.string(let text)) = inner.trimmed.first?.content else { return nil }
      return text
    default: return nil
    }
  }
}

extension Sequence<ComponentValue> {
  /// Whether the values contain `&`, also in brackets.
  fileprivate var containsNesting: Bool {
    contains { value in
      switch value.content {
      case .token: value.isDelim("&")
      case .function(_, let inner), .block(_, let inner): inner.containsNesting
      }
    }
  }
}

extension ArraySlice<ComponentValue> {
  /// Whether the values are one place in an animation (CSS Animations 1 §3, *keyframe selector*).
  fileprivate var isKeyframe: Bool {
    guard count == 1, let value = first else { return false }
    switch value.token {
    case .percentage(let number): return (0...100).contains(number.value)
    case .ident(let name): return name.isASCIIEqual(to: "from") || name.isASCIIEqual(to: "to")
    default: return false
    }
  }
}
