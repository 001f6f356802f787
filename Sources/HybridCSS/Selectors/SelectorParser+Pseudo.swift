extension SelectorParser {
  /// A pseudo-class or pseudo-element; the reader stands at the first colon. Selectors 4 §3.5 and §3.6.
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
      if isElement { return try pseudoElement(name, isFunction: false, range) }
      if let pseudo = Self.simplePseudoClasses[name] { return .pseudoClass(pseudo) }
      // CSS 2 wrote these four with one colon.
      if ["before", "after", "first-line", "first-letter"].contains(name) { return .pseudoElement(name) }
      if Self.functions.contains(name) { throw SelectorError(reason: .needsArgument(name), range: range) }
      throw SelectorError(reason: .unknownPseudoClass(name), range: range)
    case .function(let written, let values):
      let name = written.asciiLowercased
      if isElement { return try pseudoElement(name, isFunction: true, range) }
      return .pseudoClass(try functionalPseudoClass(name, values, range))
    default:
      throw SelectorError(reason: .unexpected(String(value.description.prefix(24))), range: range)
    }
  }

  private mutating func functionalPseudoClass(
    _ name: String, _ values: [ComponentValue], _ range: Range<Int>
  ) throws(SelectorError) -> PseudoClass {
    if values.allSatisfy(\.isWhitespace), name != "is", name != "where", Self.functions.contains(name) {
      throw SelectorError(reason: .emptyArgument(name), range: range)
    }
    switch name {
    case "is", "-webkit-any":
      return .matches(
        try inner(values, range: range) { (p) throws(SelectorError) in try p.parseForgivingList() })
    case "where":
      return .where(try inner(values, range: range) { (p) throws(SelectorError) in try p.parseForgivingList() })
    case "not":
      return .not(try inner(values, range: range) { (p) throws(SelectorError) in try p.parseList(.none) })
    case "has":
      guard !isInsideHas else { throw SelectorError(reason: .nestedHas, range: range) }
      return .has(
        try inner(values, range: range) { (p) throws(SelectorError) in
          p.isInsideHas = true
          let list = try p.parseList(.has)
          guard !list.contains(where: \.hasPseudoElement) else { throw p.error(.afterPseudoElement) }
          return list
        })
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      return try inner(values, range: range) { (p) throws(SelectorError) in try p.parseNth(name, range) }
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
      guard values.trimmed.count == 1, let direction = values.trimmed.first?.ident else {
        throw SelectorError(reason: .emptyArgument(name), range: range)
      }
      return direction.isASCIIEqual(to: "rtl") || direction.isASCIIEqual(to: "ltr")
        ? .direction(isRightToLeft: direction.isASCIIEqual(to: "rtl")) : .never
    case "host", "host-context":
      _ = try inner(values, range: range) { (p) throws(SelectorError) in try p.parseList(.none) }
      return .never
    case "state", "active-view-transition-type": return .never
    default:
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

  private func pseudoElement(
    _ name: String, isFunction: Bool, _ range: Range<Int>
  ) throws(SelectorError) -> SimpleSelector {
    let known = isFunction ? Self.functionalPseudoElements : Self.pseudoElements
    // Browsers take every name with this prefix, for the sake of old sheets. Selectors 4 §3.6, appendix B.
    guard known.contains(name) || !isFunction && name.hasPrefix("-webkit-") && name.utf8.count > 8 else {
      throw SelectorError(reason: .unknownPseudoElement(name), range: range)
    }
    return .pseudoElement(name)
  }

  static let functions: Set<String> = [
    "is", "where", "not", "has", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "lang", "dir",
    "host-context", "state", "-webkit-any", "active-view-transition-type",
  ]

  /// Pseudo-classes without brackets that Chromium 156 knows.
  static let simplePseudoClasses: [String: PseudoClass] = {
    var names: [String: PseudoClass] = [
      "root": .root, "scope": .scope, "empty": .empty, "first-child": .firstChild, "last-child": .lastChild,
      "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType,
      "only-of-type": .onlyOfType, "link": .link, "any-link": .link, "-webkit-any-link": .link, "checked": .checked,
      "disabled": .disabled, "enabled": .enabled, "required": .required, "optional": .optional,
      "read-only": .readOnly, "read-write": .readWrite, "placeholder-shown": .placeholderShown, "open": .open,
      "defined": .defined, "hover": .state(.hover), "active": .state(.active), "focus": .state(.focus),
      "focus-visible": .state(.focusVisible), "focus-within": .state(.focusWithin), "visited": .state(.visited),
      "target": .state(.target),
    ]
    for name in [
      "active-view-transition", "autofill", "-webkit-autofill", "buffering", "default", "fullscreen",
      "-webkit-full-screen", "-webkit-full-screen-ancestor", "-webkit-full-page-media", "-webkit-drag", "future",
      "has-slotted", "host", "in-range", "indeterminate", "invalid", "modal", "muted", "out-of-range", "past",
      "paused", "picture-in-picture", "playing", "popover-open", "seeking", "stalled", "target-current",
      "user-invalid", "user-valid", "valid", "volume-locked", "xr-overlay", "horizontal", "vertical", "decrement",
      "increment", "start", "end", "double-button", "single-button", "no-button", "corner-present",
      "window-inactive",
    ] {
      names[name] = .never
    }
    return names
  }()

  static let pseudoElements: Set<String> = [
    "after", "backdrop", "before", "checkmark", "column", "cue", "details-content", "file-selector-button",
    "first-letter", "first-line", "grammar-error", "marker", "picker-icon", "placeholder", "scroll-marker",
    "scroll-marker-group", "search-text", "selection", "spelling-error", "target-text", "view-transition",
  ]

  static let functionalPseudoElements: Set<String> = [
    "cue", "highlight", "part", "picker", "scroll-button", "slotted", "view-transition-group",
    "view-transition-image-pair", "view-transition-new", "view-transition-old",
  ]
}
