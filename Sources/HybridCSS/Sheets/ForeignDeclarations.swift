import HybridEncoding

/// Code that authors write for other engines, or with a fallback: browsers drop it silently, and so does the
/// compiler.
extension Declaration {
  /// Whether the declaration is for an engine that reads what the standard does not: a vendor's value
  /// (`display: -ms-flexbox`), or a hack for Internet Explorer (`_height`, `red\9`, `progid:`,
  /// `expression()`).
  var isMeantForOthers: Bool { name.hasPrefix("_") || value.isMeantForOthers }
}

extension [ComponentValue] {
  /// Whether a media feature is one of another engine (`-ms-high-contrast`), or a hack (`min-width: 0\0`).
  var isForeignFeature: Bool {
    let name = trimmed.first?.ident ?? ""
    return name.isVendorName || name.hasPrefix("min--") || name.hasPrefix("max--") || isMeantForOthers
  }

  /// Whether the value has a part that only another engine knows.
  var isForOtherEngines: Bool { isMeantForOthers }

  fileprivate var isMeantForOthers: Bool {
    for (index, value) in enumerated() {
      switch value.content {
      case .token(.ident(let word)):
        if word.isVendorName || word.endsInHack || word.isASCIIEqual(to: "progid") { return true }
        // `!ie`, as opposed to a misspelt `!important`.
        if word.isASCIIEqual(to: "ie"), index > 0, self[index - 1].isDelim("!") { return true }
      case .token(.dimension(_, let unit)): if unit.endsInHack { return true }
      case .function(let name, let values):
        let isOfExplorer = name.isASCIIEqual(to: "expression") || name.isASCIIEqual(to: "alpha")
        if isOfExplorer || name.isVendorName || values.isMeantForOthers { return true }
      case .block(_, let values): if values.isMeantForOthers { return true }
      case .token: break
      }
    }
    return false
  }
}

extension SelectorError {
  /// Whether the selector has a pseudo-class or pseudo-element of another engine (`::-moz-focus-inner`).
  var isMeantForOthers: Bool {
    switch reason {
    case .unknownPseudoClass(let name), .unknownPseudoElement(let name): name.isVendorName
    default: false
    }
  }
}

extension String {
  /// Whether the name begins with the prefix of a vendor, as in `-moz-available`. CSS Syntax 3 §A.1.
  var isVendorName: Bool { hasPrefix("-") && !hasPrefix("--") && dropFirst().contains("-") }

  /// Whether it ends in `\9` or `\0`.
  fileprivate var endsInHack: Bool { hasSuffix("\u{9}") || hasSuffix("\u{FFFD}") }
}

extension DeclarationFault {
  /// Whether an earlier declaration of the block sets the same property, so that this value is for engines
  /// that know it.
  func hasFallback(in properties: PropertySet, _ declaration: Declaration, _ dialect: Dialect) -> Bool {
    guard !properties.isEmpty,
      case .success(let name) = PropertyName.resolve(declaration.name.asciiLowercased, dialect: dialect)
    else { return false }
    return name.longhands.allSatisfy { properties.contains($0) }
  }
}

extension [ComponentValue] {
  /// Whether the value turns its property off, so that nothing is lost without the property.
  var isNothing: Bool {
    guard count == 1 else { return false }
    switch self[0].content {
    case .token(.ident(let word)):
      return ["none", "auto", "normal"].contains(word.asciiLowercased)
        || WideKeyword(rawValue: word.asciiLowercased) != nil
    case .token(.number(let number)): return number.value == 0
    case .token(.dimension(let number, _)): return number.value == 0
    default: return false
    }
  }
}

/// A set of longhands, as bits.
struct PropertySet {
  /// The properties that have a computed value and no other effect: a sheet that sets one of them gets a
  /// warning.
  static let lost: PropertySet = {
    var set = PropertySet()
    for property in PropertyID.allCases where property.use.advice != nil { set.insert(property) }
    return set
  }()

  /// The bits of as many properties as the table may have.
  private var bits: InlineArray<6, UInt64> = .init(repeating: 0)

  private(set) var isEmpty = true

  func contains(_ property: PropertyID) -> Bool {
    bits[Int(property.rawValue >> 6)] & (1 << UInt64(property.rawValue & 63)) != 0
  }

  mutating func insert(_ property: PropertyID) {
    bits[Int(property.rawValue >> 6)] |= 1 << UInt64(property.rawValue & 63)
    isEmpty = false
  }
}
