import HybridEncoding

/// The pseudo-classes and pseudo-elements of Chromium 156, determined by tests in the browser, and which of
/// them may follow which pseudo-element.
extension SelectorParser {
  /// Pseudo-classes with brackets.
  static let functions: Set<String> = [
    "is", "where", "not", "has", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "lang",
    "dir",
    "host-context", "state", "-webkit-any", "active-view-transition-type",
  ]

  /// Pseudo-classes without brackets.
  static let simplePseudoClasses: [String: PseudoClass] = {
    var names: [String: PseudoClass] = [
      "root": .root, "scope": .scope, "empty": .empty, "first-child": .firstChild, "last-child": .lastChild,
      "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType,
      "only-of-type": .onlyOfType, "link": .link, "any-link": .link, "-webkit-any-link": .link,
      "checked": .checked,
      "disabled": .disabled, "enabled": .enabled, "required": .required, "optional": .optional,
      "read-only": .readOnly, "read-write": .readWrite, "placeholder-shown": .placeholderShown, "open": .open,
      "defined": .defined, "hover": .state(.hover), "active": .state(.active), "focus": .state(.focus),
      "focus-visible": .state(.focusVisible), "focus-within": .state(.focusWithin),
      "visited": .state(.visited),
      "target": .state(.target), "host": .host(nil), "valid": .state(.valid), "invalid": .state(.invalid),
      "user-valid": .state(.userValid), "user-invalid": .state(.userInvalid), "in-range": .state(.inRange),
      "out-of-range": .state(.outOfRange), "indeterminate": .state(.indeterminate),
      "default": .state(.isDefault), "modal": .state(.modal), "popover-open": .state(.popoverOpen),
    ]
    for name in [
      "active-view-transition", "autofill", "-webkit-autofill", "current", "fullscreen",
      "-webkit-full-screen", "-webkit-full-screen-ancestor", "-webkit-full-page-media", "-webkit-drag",
      "future",
      "interest-source", "interest-target", "past", "picture-in-picture", "target-after", "target-before",
      "target-current", "xr-overlay",
    ] {
      names[name] = .never
    }
    for name in scrollbarStates { names[name] = .never }
    return names
  }()

  static let pseudoElements: Set<String> = [
    "after", "backdrop", "before", "checkmark", "column", "cue", "details-content", "file-selector-button",
    "first-letter", "first-line", "grammar-error", "marker", "permission-icon", "picker-icon", "placeholder",
    "scroll-marker", "scroll-marker-group", "search-text", "selection", "spelling-error", "target-text",
    "view-transition",
  ]

  static let functionalPseudoElements: Set<String> = [
    "cue", "highlight", "part", "picker", "scroll-button", "slotted", "view-transition-group",
    "view-transition-group-children", "view-transition-image-pair", "view-transition-new",
    "view-transition-old",
  ]

  private static let scrollbarStates: Set<String> = [
    "corner-present", "decrement", "double-button", "end", "horizontal", "increment", "no-button",
    "single-button",
    "start", "vertical", "window-inactive",
  ]

  private static let userActions: Set<String> = ["active", "focus", "focus-visible", "focus-within", "hover"]

  /// Pseudo-classes about an element's place in the tree; a pseudo-element has none.
  private static let structural: Set<String> = [
    "root", "scope", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
    "only-of-type",
    "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "has", "host", "host-context",
    "current",
    "-webkit-any",
  ]

  /// Pseudo-elements that represent a real element: most pseudo-classes may follow them. CSS Pseudo-Elements
  /// 4 §1.1.
  private static let elementLike: Set<String> = ["details-content", "permission-icon", "part()", "picker()"]

  /// Whether a pseudo-class may follow a pseudo-element; its name ends in `()` when it has arguments.
  static func canFollow(_ element: String, pseudoClass name: String) -> Bool {
    // The arguments of these pseudo-classes must themselves be able to follow the pseudo-element.
    if ["is", "where", "not"].contains(name) { return element != "column" && element != "slotted()" }
    return switch element {
    case _ where elementLike.contains(element):
      !structural.contains(name) && (!scrollbarStates.contains(name) || name == "window-inactive")
    case _ where element.hasPrefix("-webkit-scrollbar") || element == "-webkit-resizer":
      scrollbarStates.contains(name) || ["active", "disabled", "enabled", "hover"].contains(name)
    case _ where element.hasPrefix("-webkit-") || element == "cue" || element == "file-selector-button":
      userActions.contains(name)
    case "scroll-button()": userActions.contains(name) || name == "enabled" || name == "disabled"
    case "scroll-marker":
      userActions.contains(name) || ["target-after", "target-before", "target-current"].contains(name)
    case "scroll-marker-group": name == "hover" || name == "focus-within"
    case "selection": name == "window-inactive"
    case _ where element.hasPrefix("view-transition-"): name == "only-child"
    default: false
    }
  }

  /// Whether a pseudo-element may follow another one.
  static func canFollow(_ element: String, pseudoElement name: String) -> Bool {
    switch element {
    case _ where elementLike.contains(element): !["part()", "slotted()", "cue()"].contains(name)
    case "before", "after": name == "marker"
    case "column": name == "scroll-marker"
    case "slotted()":
      [
        "after", "backdrop", "before", "checkmark", "details-content", "file-selector-button", "marker",
        "permission-icon", "picker()", "picker-icon", "placeholder",
      ].contains(name) || name.hasPrefix("view-transition")
    default: false
    }
  }

  /// A pseudo-element; `values` is the content of its brackets.
  mutating func parsePseudoElement(
    _ name: String, _ values: [ComponentValue]?, _ range: Range<Int>
  ) throws(SelectorError) -> SimpleSelector {
    let known = values == nil ? Self.pseudoElements : Self.functionalPseudoElements
    // Browsers accept every name with this prefix for compatibility: Selectors 4, appendix B.
    let isLegacy = values == nil && name.hasPrefix("-webkit-") && Self.simplePseudoClasses[name] == nil
    guard known.contains(name) || isLegacy else {
      throw SelectorError(reason: .unknownPseudoElement(name), range: range)
    }
    guard allowsPseudoElements else { throw SelectorError(reason: .misplacedPseudoElement, range: range) }
    let shown = values == nil ? name : name + "()"
    guard pseudoElement.map({ Self.canFollow($0, pseudoElement: shown) }) ?? true else {
      throw SelectorError(reason: .afterPseudoElement, range: range)
    }
    guard let values else { return .pseudoElement(name) }
    let words = values.filter { !$0.isWhitespace }
    let isIdent = words.count == 1 && words[0].ident != nil
    let isValid: Bool
    switch name {
    case "cue", "slotted":
      let list = try inner(values, range: range) { (p) throws(SelectorError) in try p.parseCompounds() }
      isValid = name == "cue" || list.count == 1
      if name == "slotted", isValid { return .slotted(list) }
    case "part":
      isValid = !words.isEmpty && words.allSatisfy { $0.ident != nil }
      if isValid { return .part(words.compactMap(\.ident)) }
    case "highlight": isValid = isIdent
    case "picker": isValid = isIdent && words[0].ident?.isASCIIEqual(to: "select") == true
    case "scroll-button":
      let sides = ["up", "down", "left", "right", "block-start", "block-end", "inline-start", "inline-end"]
      isValid =
        words.count == 1 && (words[0].isDelim("*") || sides.contains(words[0].ident?.asciiLowercased ?? ""))
    default:
      // `*`, a name, classes, or one of the first two with classes.
      var rest = words[...]
      if rest.first?.ident != nil || rest.first?.isDelim("*") == true { rest.removeFirst() }
      while rest.count > 1, rest.first?.isDelim(".") == true, rest.dropFirst().first?.ident != nil {
        rest = rest.dropFirst(2)
      }
      isValid = !words.isEmpty && rest.isEmpty
    }
    guard isValid else { throw SelectorError(reason: .emptyArgument(name), range: range) }
    return .pseudoElement(shown)
  }
}
