import HybridEncoding

/// An `@keyframes` rule. CSS Animations 1 §3.
package struct KeyframesRule: Hashable, Sendable {
  /// The declarations for some offsets.
  package struct Frame: Hashable, Sendable {
    /// Parts of the duration from 0 to 1; at least one.
    package var offsets: [Double]
    package var declarations: [PropertyDeclaration]
  }

  package let name: String
  /// In the order written.
  package private(set) var frames: [Frame] = []

  /// A rule without keyframes.
  init(name: String) { self.name = name }

  mutating func add(_ frame: Frame) { frames.append(frame) }

  /// The declarations for each offset, by offset; those of one offset are in the order written, so that the
  /// last one counts.
  package var declarations: [(offset: Double, declarations: [PropertyDeclaration])] {
    var byOffset: [Double: [PropertyDeclaration]] = [:]
    for frame in frames {
      for offset in frame.offsets { byOffset[offset, default: []] += frame.declarations }
    }
    return byOffset.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The properties that keyframes cannot set. §3: those of animations, except the timing function.
  fileprivate static func takes(_ property: PropertyID) -> Bool {
    !excluded.contains(property)
  }

  private static let excluded: Set<PropertyID> = [
    .animationName, .animationDuration, .animationDelay, .animationIterationCount, .animationDirection,
    .animationFillMode, .animationPlayState,
  ]
}

extension StyleSheet {
  /// Whether the sheet, or one that it imports, has `@keyframes` rules.
  package var hasKeyframes: Bool {
    contains { if case .keyframes = $0 { true } else { false } }
  }

  /// Whether a rule of the sheet, or of one that it imports, names an animation for a selector that
  /// `mayMatch`.
  package func namesAnimations(for mayMatch: (ComplexSelector) -> Bool) -> Bool {
    contains { rule in
      guard case .style(let rule) = rule, rule.selectors.contains(where: mayMatch) else { return false }
      return rule.declarations.contains { $0.namesAnimation }
    }
  }

  /// Whether one of the rules, at any depth, fulfils a condition.
  private func contains(_ isWanted: (Rule) -> Bool) -> Bool {
    var open = rules
    while let rule = open.popLast() {
      if isWanted(rule) { return true }
      switch rule {
      case .media(_, let rules), .container(_, let rules), .layer(_, let rules), .supports(true, let rules),
        .startingStyle(let rules):
        open += rules
      case .style(let rule): open += rule.rules
      case .import(let rule): open += rule.sheet?.rules ?? []
      case .supports(false, _), .declarations, .layerStatement, .counterStyle, .fontFace, .keyframes,
        .property:
        break
      }
    }
    return false
  }
}

extension PropertyDeclaration {
  fileprivate var namesAnimation: Bool {
    guard property == .longhand(.animationName) else { return false }
    switch value {
    case .list(let names): return !names.isEmpty
    case .pending: return true
    default: return false
    }
  }
}

extension SheetParser {
  /// The contents of an `@keyframes` rule; the next token is its `{`. Nil for a rule without a name.
  mutating func parseKeyframes(_ prelude: [ComponentValue], _ range: Range<Int>) -> KeyframesRule? {
    let head = prelude.trimmed
    let name = head.count == 1 ? head.first?.keyframesName : nil
    if name == nil { reports.add("css.invalid-keyframes", "'@keyframes' takes one name", at: range) }
    var rule = KeyframesRule(name: name ?? "")
    let open = stream.range
    stream.advance()
    while true {
      switch stream.current {
      case .token(.whitespace), .token(.semicolon): stream.advance()
      case .end:
        reports.addNeverEnding("css.unclosed-block", "this '{' is never closed", at: open)
        return nil
      case .close(.curly):
        stream.advance()
        return name == nil ? nil : rule
      default: parseKeyframe(into: &rule)
      }
    }
  }

  /// §3: keyframes whose selector cannot be read are dropped.
  private mutating func parseKeyframe(into rule: inout KeyframesRule) {
    let start = stream.mark
    let (prelude, end) = consumePrelude(endsAtSemicolon: false, isNested: true)
    guard end == .block else { return reports.addNotARule(start, prelude, .rules) }
    let offsets = prelude.splitAtCommas.map { $0.trimmed.count == 1 ? $0.trimmed.first?.offset : nil }
    guard !offsets.contains(nil) else {
      reports.add(
        "css.invalid-keyframe", "a keyframe begins with 'from', 'to' or percentages from 0% to 100%",
        at: prelude.trimmed.isEmpty ? stream.range : prelude.trimmed.range)
      return stream.skipBlock(.curly)
    }
    var frame = KeyframesRule.Frame(offsets: offsets.compactMap(\.self), declarations: [])
    for inner in parseBlock(.styleRule, depth: 1) {
      guard case .declarations(let declarations) = inner else {
        reports.add(
          "css.invalid-keyframe", "a keyframe holds declarations only", at: prelude.trimmed.range)
        continue
      }
      frame.declarations += declarations.filter { isKept($0) }
    }
    rule.add(frame)
  }

  /// §3: important declarations and most properties of animations are ignored.
  private mutating func isKept(_ declaration: PropertyDeclaration) -> Bool {
    if declaration.isImportant {
      reports.add(
        "css.invalid-keyframe", "an '!important' declaration in a keyframe is ignored",
        at: declaration.range)
      return false
    }
    guard case .longhand(let property) = declaration.property, !KeyframesRule.takes(property) else {
      return true
    }
    reports.add(
      "css.invalid-keyframe", "'\(property.name)' in a keyframe is ignored", at: declaration.range)
    return false
  }
}

extension ComponentValue {
  /// The name of an `@keyframes` rule: a string, or an identifier other than `none` and the keywords of all
  /// properties.
  fileprivate var keyframesName: String? {
    if case .token(.string(let text)) = content { return text }
    guard let name = ident else { return nil }
    let keyword = name.asciiLowercased
    return keyword == "none" || WideKeyword(rawValue: keyword) != nil || keyword == "default" ? nil : name
  }

  /// The offset that a keyframe selector stands for.
  fileprivate var offset: Double? {
    switch content {
    case .token(.percentage(let value)): (0...100).contains(value.value) ? value.value / 100 : nil
    default:
      switch ident?.asciiLowercased {
      case "from": 0
      case "to": 1
      default: nil
      }
    }
  }
}
