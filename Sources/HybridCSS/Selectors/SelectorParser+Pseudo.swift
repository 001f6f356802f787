import HybridEncoding

extension SelectorParser {
  /// A pseudo-class or pseudo-element; the reader is at the first colon. Selectors 4 §3.5 and §3.6.
  mutating func parsePseudo() throws(SelectorError) -> SimpleSelector {
    let start = reader.peek?.range ?? place
    reader.next()
    let isElement = reader.take(.colon)
    guard let value = reader.next() else {
      throw SelectorError(reason: .expectedCompound(after: isElement ? "'::'" : "':'"), range: start)
    }
    let range = start.lowerBound..<value.range.upperBound
    switch value.content {
    case .token(.ident(let written)):
      let name = written.asciiLowercased
      // CSS 2 writes these four with one colon.
      if isElement || ["before", "after", "first-line", "first-letter"].contains(name) {
        return try parsePseudoElement(name, nil, range)
      }
      guard let pseudo = Self.simplePseudoClasses[name] else {
        if Self.functions.contains(name) { throw SelectorError(reason: .needsArgument(name), range: range) }
        throw SelectorError(reason: .unknownPseudoClass(name), range: range)
      }
      guard pseudoElement.map({ Self.canFollow($0, pseudoClass: name) }) ?? true else {
        throw SelectorError(reason: .afterPseudoElement, range: range)
      }
      noteIdle(name, pseudo, range)
      return .pseudoClass(pseudo)
    case .function(let written, let values):
      let name = written.asciiLowercased
      if isElement { return try parsePseudoElement(name, values, range) }
      let pseudo = try parseFunctionalPseudoClass(name, values, range)
      if name != "dir" { noteIdle(name, pseudo, range) }
      return .pseudoClass(pseudo)
    default:
      throw SelectorError(reason: .unexpected(String(value.description.prefix(24))), range: range)
    }
  }

  private mutating func parseFunctionalPseudoClass(
    _ name: String, _ values: [ComponentValue], _ range: Range<Int>
  ) throws(SelectorError) -> PseudoClass {
    if values.allSatisfy(\.isWhitespace), name != "is", name != "where", Self.functions.contains(name) {
      throw SelectorError(reason: .emptyArgument(name), range: range)
    }
    let outer = pseudoElement
    if let outer, !Self.canFollow(outer, pseudoClass: name) {
      throw SelectorError(reason: .afterPseudoElement, range: range)
    }
    let words = values.filter { !$0.isWhitespace }
    switch name {
    case "is":
      return .matches(
        try inner(values, range: range) { (p) throws(SelectorError) in
          p.outerPseudoElement = outer
          return try p.parseForgivingList()
        })
    case "where":
      return .where(
        try inner(values, range: range) { (p) throws(SelectorError) in
          p.outerPseudoElement = outer
          return try p.parseForgivingList()
        })
    case "not":
      return .not(
        try inner(values, range: range) { (p) throws(SelectorError) in
          p.outerPseudoElement = outer
          return try p.parseList(.none)
        })
    case "has":
      guard !isInsideHas else { throw SelectorError(reason: .nestedHas, range: range) }
      return .has(
        try inner(values, range: range) { (p) throws(SelectorError) in
          p.isInsideHas = true
          return try p.parseList(.has)
        })
    case "-webkit-any", "host", "host-context":
      let list = try inner(values, range: range) { (p) throws(SelectorError) in
        p.isInsideHas = true
        return try p.parseCompounds()
      }
      guard name != "-webkit-any" else { return .matches(list) }
      guard list.count == 1 else { throw SelectorError(reason: .combinator, range: range) }
      return name == "host" ? .host(list) : .hostContext(list)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      return try inner(values, range: range) { (p) throws(SelectorError) in
        p.allowsPseudoElements = true
        return try p.parseNth(name, range)
      }
    case "lang":
      var languages: [String] = []
      for part in values.splitAtCommas {
        switch part.trimmed.count == 1 ? part.trimmed.first?.token : nil {
        case .ident(let language), .string(let language): languages.append(language)
        default: throw SelectorError(reason: .emptyArgument(name), range: range)
        }
      }
      return .lang(languages)
    case "dir":
      guard words.count == 1, let direction = words[0].ident else {
        throw SelectorError(reason: .emptyArgument(name), range: range)
      }
      return direction.isASCIIEqual(to: "rtl") || direction.isASCIIEqual(to: "ltr")
        ? .direction(isRightToLeft: direction.isASCIIEqual(to: "rtl")) : .never
    case "state":
      guard words.count == 1, let state = words[0].ident else {
        throw SelectorError(reason: .emptyArgument(name), range: range)
      }
      return .customState(state)
    case "active-view-transition-type"
    where values.splitAtCommas.allSatisfy({ $0.trimmed.count == 1 && $0.trimmed.first?.ident != nil }):
      return .never
    default:
      if Self.functions.contains(name) { throw SelectorError(reason: .emptyArgument(name), range: range) }
      if Self.simplePseudoClasses[name] != nil {
        throw SelectorError(reason: .takesNoArgument(name), range: range)
      }
      throw SelectorError(reason: .unknownPseudoClass(name), range: range)
    }
  }

  /// `an+b`, and `of` with a list where the name allows it. Selectors 4 §13.3.
  private mutating func parseNth(_ name: String, _ range: Range<Int>) throws(SelectorError) -> PseudoClass {
    let isOfType = name.hasSuffix("of-type")
    let isFromEnd = name.contains("last")
    guard let formula = AnPlusB(&reader) else { throw SelectorError(reason: .anPlusB(name), range: range) }
    let hadSpace = reader.skipWhitespace()
    if reader.isAtEnd { return .nth(formula, fromEnd: isFromEnd, ofType: isOfType, of: nil) }
    guard !isOfType, hadSpace, reader.takeIdent("of") else {
      throw SelectorError(reason: .anPlusB(name), range: reader.peek?.range ?? range)
    }
    return .nth(formula, fromEnd: isFromEnd, ofType: false, of: try parseList(.none))
  }
}
