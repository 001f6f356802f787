package import HybridSource

/// Reads selectors from component values. Selectors 4 §18, *Grammar*, and §3.9, *Invalid selectors and error
/// handling*.
///
/// It accepts and rejects the same selectors as Chromium, because a list with one invalid selector drops the
/// whole rule.
struct SelectorParser {
  /// The contexts in which selectors may start with a combinator.
  enum Relative {
    case none
    /// In a nested rule: a missing `&` is added in front. CSS Nesting 1 §2.1.
    case nested
    /// In `:has()`: the default combinator is the descendant combinator.
    case has
  }

  static let listLimit = 4096

  var reader: ComponentValueReader
  /// The range of an error that has no value to point at.
  let place: Range<Int>
  var isInsideHas = false
  /// Whether lists in `:is()` are forgiving; false in a supports condition (CSS Conditional 4 §2).
  var isForgiving = true
  /// Whether a pseudo-element is allowed: in a rule's own selectors, but rarely in brackets.
  var allowsPseudoElements = true
  /// The pseudo-element that the brackets around this list follow, as in `::part(x):not(…)`.
  var outerPseudoElement: String?
  /// The pseudo-element in the compound that is being read.
  private(set) var pseudoElement: String?
  /// Whether `&` was read, here or in brackets.
  private var sawNesting = false
  /// The pseudo-classes that no element here matches, with their places; those in `:not()` lose nothing.
  private(set) var idlePseudoClasses: [(name: String, range: Range<Int>)] = []
  /// The errors of the selectors that forgiving lists dropped.
  private(set) var forgiven: [SelectorError] = []

  init(_ values: [ComponentValue], place: Range<Int>) {
    self.reader = ComponentValueReader(values)
    self.place = place
  }

  /// A list up to the end of the input; all its selectors must be valid.
  mutating func parseList(_ relative: Relative) throws(SelectorError) -> [ComplexSelector] {
    var selectors: [ComplexSelector] = []
    repeat {
      selectors.append(try parseComplex(relative))
      guard selectors.count <= Self.listLimit else { throw SelectorError(reason: .tooMany, range: place) }
    } while reader.take(.comma)
    return selectors
  }

  /// A list up to the end of the input; invalid selectors are left out. Selectors 4 §3.9, *forgiving selector
  /// parsing*.
  mutating func parseForgivingList() throws(SelectorError) -> [ComplexSelector] {
    guard isForgiving else { return try parseList(.none) }
    var selectors: [ComplexSelector] = []
    repeat {
      do throws(SelectorError) {
        selectors.append(try parseComplex(.none))
      } catch {
        forgiven.append(error)
        while let token = reader.peek, token.token != .comma { reader.next() }
      }
      guard selectors.count <= Self.listLimit else { throw SelectorError(reason: .tooMany, range: place) }
    } while reader.take(.comma)
    return selectors
  }

  /// One complex selector up to a comma or the end.
  mutating func parseComplex(_ relative: Relative) throws(SelectorError) -> ComplexSelector {
    let outer = sawNesting
    sawNesting = false
    defer { sawNesting = sawNesting || outer }

    reader.skipWhitespace()
    var selector = ComplexSelector(compounds: [], combinators: [], leading: nil)
    if relative != .none, let combinator = takeCombinator() {
      selector.leading = combinator
      reader.skipWhitespace()
    }
    var before = selector.leading == nil ? "" : "the combinator"
    while true {
      guard let compound = try parseCompound() else { throw missingCompound(after: before) }
      selector.compounds.append(compound)
      let hadSpace = reader.skipWhitespace()
      if reader.isAtEnd || reader.peekToken == .comma { break }
      if let combinator = takeCombinator() {
        selector.combinators.append(combinator)
        reader.skipWhitespace()
        before = "the combinator"
      } else if hadSpace {
        selector.combinators.append(.descendant)
        before = ""
      } else {
        throw unexpected()
      }
      if selector.isAtPseudoElement { throw error(.afterPseudoElement) }
    }

    switch relative {
    case .none: break
    case .has: selector.leading = selector.leading ?? .descendant
    case .nested:
      guard selector.leading != nil || !sawNesting else { break }
      selector.compounds.insert(CompoundSelector(simples: [.nesting]), at: 0)
      selector.combinators.insert(selector.leading ?? .descendant, at: 0)
      selector.leading = nil
    }
    return selector
  }

  private mutating func takeCombinator() -> Combinator? {
    let combinator: Combinator
    switch reader.peekToken {
    case .delim(">"): combinator = .child
    case .delim("+"): combinator = .nextSibling
    case .delim("~"): combinator = .subsequentSibling
    default: return nil
    }
    reader.next()
    return combinator
  }

  /// Compound selectors up to the end of the input, without combinators.
  mutating func parseCompounds() throws(SelectorError) -> [ComplexSelector] {
    let list = try parseList(.none)
    guard list.allSatisfy({ $0.combinators.isEmpty }) else {
      throw SelectorError(reason: .combinator, range: place)
    }
    return list
  }

  /// One compound selector; nil when the next value does not start one.
  private mutating func parseCompound() throws(SelectorError) -> CompoundSelector? {
    pseudoElement = outerPseudoElement
    var simples: [SimpleSelector] = []
    if pseudoElement == nil, let type = try parseType() { simples.append(type) }
    while let value = reader.peek {
      if pseudoElement != nil {
        // Selectors 4 §3.6.3: only a few pseudo-classes may follow a pseudo-element.
        guard value.token == .colon, outerPseudoElement == nil || simples.allSatisfy(\.isPseudo) else {
          if !simples.isEmpty, value.isWhitespace || value.token == .comma { break }
          throw error(.afterPseudoElement)
        }
        simples.append(try parsePseudo())
        if let name = simples.last?.pseudoElementName { pseudoElement = name }
        continue
      }
      switch value.content {
      case .token(.hash(let name, let isID)):
        guard isID else { throw SelectorError(reason: .invalidName("#" + name), range: value.range) }
        reader.next()
        simples.append(.id(name))
      case .token(.delim(".")):
        guard let name = reader.peek(1)?.ident else {
          let end = reader.peek(1)?.range.upperBound ?? value.range.upperBound
          let text = "." + (reader.peek(1).map { String($0.description.prefix(24)) } ?? "")
          throw SelectorError(reason: .invalidName(text), range: value.range.lowerBound..<end)
        }
        reader.index += 2
        simples.append(.class(name))
      case .block(.square, let values):
        guard let attribute = AttributeSelector(values) else {
          throw SelectorError(reason: .attribute, range: value.range)
        }
        reader.next()
        simples.append(.attribute(attribute))
      case .token(.delim("&")):
        reader.next()
        sawNesting = true
        simples.append(.nesting)
      case .token(.colon):
        let pseudo = try parsePseudo()
        if let name = pseudo.pseudoElementName { pseudoElement = name }
        simples.append(pseudo)
      default: return simples.isEmpty ? nil : CompoundSelector(simples: simples)
      }
    }
    return simples.isEmpty ? nil : CompoundSelector(simples: simples)
  }

  /// A type or universal selector, with a namespace prefix or without. Selectors 4 §5.
  private mutating func parseType() throws(SelectorError) -> SimpleSelector? {
    let first = reader.peek
    let second = reader.peek(1)
    let third = reader.peek(2)
    let isName = { (value: ComponentValue?) in value?.ident != nil || value?.isDelim("*") == true }
    if first?.isDelim("|") == true {
      guard isName(second) else { return nil }
      reader.index += 2
      return .typeWithoutNamespace(second?.ident)
    }
    guard isName(first) else { return nil }
    if second?.isDelim("|") == true, isName(third) {
      if let prefix = first?.ident { throw error(.undeclaredNamespace(prefix)) }
      reader.index += 3
      return third?.ident.map { .type($0) } ?? .universal
    }
    reader.next()
    return first?.ident.map { .type($0) } ?? .universal
  }

  /// Reads the content of brackets as a list.
  mutating func inner<Result>(
    _ values: [ComponentValue], range: Range<Int>,
    _ body: (inout SelectorParser) throws(SelectorError) -> Result
  ) throws(SelectorError) -> Result {
    var parser = SelectorParser(values, place: range)
    parser.isInsideHas = isInsideHas
    parser.isForgiving = isForgiving
    parser.allowsPseudoElements = false
    let result = try body(&parser)
    sawNesting = sawNesting || parser.sawNesting
    idlePseudoClasses += parser.idlePseudoClasses
    forgiven += parser.forgiven
    return result
  }

  /// Records a pseudo-class that no element here matches.
  mutating func noteIdle(_ name: String, _ pseudo: PseudoClass, _ range: Range<Int>) {
    switch pseudo {
    case .never, .state(.hover), .state(.visited): idlePseudoClasses.append((name, range))
    case .not: idlePseudoClasses.removeAll { range.contains($0.range.lowerBound) }
    default: break
    }
  }

  // MARK: Errors

  func error(_ reason: SelectorError.Reason) -> SelectorError {
    SelectorError(reason: reason, range: reader.peek?.range ?? lastRange)
  }

  private var lastRange: Range<Int> {
    guard let last = reader.values.last(where: { !$0.isWhitespace }) else { return place }
    return last.range
  }

  private func unexpected() -> SelectorError {
    guard let value = reader.peek else { return error(.empty) }
    return error(.unexpected(String(value.description.prefix(24))))
  }

  private func missingCompound(after: String) -> SelectorError {
    guard let value = reader.peek, value.token != .comma else {
      return error(after.isEmpty ? .empty : .expectedCompound(after: after))
    }
    return unexpected()
  }
}

/// Reads a standalone selector list, such as that of `--do "tap SELECTOR"`.
///
/// - Throws: ``SelectorError`` at the first invalid selector.
package func parseSelectorList(_ source: Source) throws(SelectorError) -> [ComplexSelector] {
  var parser = SelectorParser(parseComponentValues(source), place: 0..<source.bytes.count)
  return try parser.parseList(.none)
}
