import HybridEncoding

/// Reads the value of a declaration by its property: one typed declaration for each longhand of a shorthand.
/// CSS Syntax 3 §8.1 and each property's own section.
package func readDeclaration(
  _ declaration: Declaration, dialect: Dialect
) -> Result<[PropertyDeclaration], DeclarationFault> {
  if declaration.name.hasPrefix("--") { return readCustomProperty(declaration, dialect: dialect) }

  let name: PropertyName
  switch PropertyName.resolve(declaration.name.asciiLowercased, dialect: dialect) {
  case .success(let found): name = found
  case .failure(let fault): return .failure(DeclarationFault(fault, declaration.nameRange))
  }

  let value = declaration.value
  func finish(_ pairs: [(PropertyID, SpecifiedValue)]) -> Result<[PropertyDeclaration], DeclarationFault> {
    let hasContainerUnits = value.hasContainerUnits
    return .success(
      pairs.map { property, value in
        var read = PropertyDeclaration(
          .longhand(property), value, isImportant: declaration.isImportant, range: declaration.range)
        read.hasContainerUnits = hasContainerUnits
        return read
      })
  }
  if let keyword = value.wideKeyword { return finish(name.longhands.map { ($0, .wide(keyword)) }) }
  if let fault = value.syntaxFault { return .failure(fault) }
  switch value.substitutions {
  case .malformed(let function, let range):
    return .failure(DeclarationFault(.malformedSubstitution(function), range))
  case .some:
    let pending = SpecifiedValue.pending(
      PendingValue(
        origin: name.shorthand.map { .shorthand($0) } ?? .longhand, values: value, dialect: dialect))
    return finish(name.longhands.map { ($0, pending) })
  case .none: break
  }

  guard !value.isEmpty else {
    let end = declaration.range.upperBound
    return .failure(DeclarationFault(.missingValue(name), max(end - 1, declaration.range.lowerBound)..<end))
  }
  switch readValues(of: name, value, dialect: dialect) {
  case .success(let values): return finish(values)
  case .failure(let fault): return .failure(fault)
  }
}

/// The longhands' values for a property whose value is neither a CSS-wide keyword nor contains `var()` or the
/// like.
///
/// Longhands that a shorthand omits are `initial` (CSS Cascade 5 §3).
func readValues(
  of name: PropertyName, _ value: [ComponentValue], dialect: Dialect
) -> Result<[(PropertyID, SpecifiedValue)], DeclarationFault> {
  var reader = ValueReader(value, dialect: dialect)
  switch name {
  case .longhand(let property):
    if let value = reader.takeValue(of: property), reader.isAtEnd { return .success([(property, value)]) }
  case .shorthand(let shorthand):
    if let values = reader.takeValues(of: shorthand), reader.isAtEnd {
      return .success(shorthand.longhands.map { ($0, values[$0] ?? .wide(.initial)) })
    }
  }
  return .failure(DeclarationFault.invalidValue(name, value, reader))
}

/// CSS Variables 1 §2: nearly any value is valid.
private func readCustomProperty(
  _ declaration: Declaration, dialect: Dialect
) -> Result<[PropertyDeclaration], DeclarationFault> {
  let values = declaration.value
  guard declaration.name.utf8.count > 2 else {
    return .failure(DeclarationFault(.reservedName, declaration.nameRange))
  }
  if let fault = values.syntaxFault { return .failure(fault) }
  let value: SpecifiedValue
  if let keyword = values.wideKeyword {
    value = .wide(keyword)
  } else {
    switch values.substitutions {
    case .malformed(let function, let range):
      return .failure(DeclarationFault(.malformedSubstitution(function), range))
    case .some: value = .pending(PendingValue(origin: .longhand, values: values, dialect: dialect))
    case .none: value = .components(values)
    }
  }
  return .success([
    PropertyDeclaration(
      .custom(declaration.name), value, isImportant: declaration.isImportant, range: declaration.range)
  ])
}

extension [ComponentValue] {
  /// Whether a length in the values, or in brackets among them, is relative to a container.
  fileprivate var hasContainerUnits: Bool {
    contains { value in
      switch value.content {
      case .token(.dimension(_, let unit)): unit.utf8.count > 2 && unit.asciiLowercased.hasPrefix("cq")
      case .token: false
      case .function(_, let inner), .block(_, let inner): inner.hasContainerUnits
      }
    }
  }
}

/// A property name in a declaration.
enum PropertyName: Hashable {
  case longhand(PropertyID)
  case shorthand(Shorthand)

  /// The longhands that it sets.
  var longhands: [PropertyID] {
    switch self {
    case .longhand(let property): [property]
    case .shorthand(let shorthand): shorthand.longhands
    }
  }

  var shorthand: Shorthand? { if case .shorthand(let shorthand) = self { shorthand } else { nil } }

  /// As CSS writes it.
  var name: String {
    switch self {
    case .longhand(let property): property.name
    case .shorthand(let shorthand): shorthand.name
    }
  }

  /// The property of that name, which must be in lower case; includes aliases and the native dialect's names.
  static func resolve(_ name: String, dialect: Dialect) -> Result<PropertyName, DeclarationFault.Reason> {
    if dialect == .native, nativeNamesWithoutEffect.contains(name) { return .failure(.withoutEffect) }
    let native = nativeNames[name]
    if dialect == .native, let native { return .success(native) }
    if let property = exactly(name) {
      if dialect == .standard, case .shorthand(let shorthand) = property, shorthand.isNative {
        return .failure(
          .nativeName(name, standard: shorthand.longhands.map(\.name).joined(separator: "' and '")))
      }
      return .success(property)
    }
    if let property = aliases[name] { return .success(property) }
    if let native { return .failure(.nativeName(name, standard: native.name)) }
    // The remaining prefixed names belong to other engines.
    if name.hasPrefix("-") { return .failure(.vendorPrefix) }
    if UnsupportedProperties.names.contains(name) { return .failure(.unsupportedProperty(name)) }
    return .failure(.unknownProperty(name))
  }

  private static func exactly(_ name: String) -> PropertyName? {
    PropertyID(name: name).map { .longhand($0) } ?? Shorthand(name: name).map { .shorthand($0) }
  }

  private static let all: [(property: PropertyName, also: [PropertyAlias])] =
    PropertyID.allCases.map { (.longhand($0), $0.also) }
    + Shorthand.allCases.map { (.shorthand($0), $0.also) }

  /// The aliases that browsers accept.
  private static let aliases: [String: PropertyName] = Dictionary(
    uniqueKeysWithValues: all.flatMap { property, also in
      also.compactMap { alias in
        switch alias {
        case .webkit: ("-webkit-" + property.name, property)
        case .alias(let name): (name, property)
        case .native, .cssAttribute: nil
        }
      }
    })

  /// TokenHybrid's names.
  private static let nativeNames: [String: PropertyName] = Dictionary(
    uniqueKeysWithValues: all.flatMap { property, also in
      also.compactMap { if case .native(let name) = $0 { (name, property) } else { nil } }
    })

  /// The names that `cssAttributes` of TokenHybrid has.
  static let cssAttributes: [String] =
    all.filter { $0.also.contains(.cssAttribute) }.map(\.property.name)

  /// All names of the standard dialect, for suggestions.
  static let allNames: [String] =
    PropertyID.allCases.map(\.name) + Shorthand.allCases.filter { !$0.isNative }.map(\.name)
    + UnsupportedProperties.names.sorted()
}
