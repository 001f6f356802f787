package import HybridSource

/// One longhand or custom property with its specified value: what the cascade sorts.
package struct PropertyDeclaration: Hashable, Sendable {
  /// What is set.
  package enum Property: Hashable, Sendable {
    /// A property of CSS.
    case longhand(PropertyID)
    /// A custom property, `--` included.
    case custom(String)
  }

  /// What is set; a shorthand has become its longhands.
  package var property: Property
  /// To what.
  package var value: SpecifiedValue
  /// Whether it ended in `!important`.
  package var isImportant: Bool
  /// UTF-8 bytes of the whole declaration, the same for all longhands of a shorthand.
  package var range: Range<Int>

  /// A declaration whose value is typed already.
  package init(
    _ property: Property, _ value: SpecifiedValue, isImportant: Bool = false, range: Range<Int> = 0..<0
  ) {
    self.property = property
    self.value = value
    self.isImportant = isImportant
    self.range = range
  }
}

/// The specified value of a longhand or custom property. CSS Cascade 5 §4.2, *Specified Values*.
///
/// Which alternative a property uses is settled by the reader of that property, `ValueReader.takeValue(of:)`,
/// and by the group of ``ComputedStyle`` that takes it.
package enum SpecifiedValue: Hashable, Sendable {
  /// `initial`, `inherit`, `unset`, `revert` or `revert-layer`.
  case wide(WideKeyword)
  /// Not known before `var()` is replaced. CSS Variables 1 §3.
  case pending(PendingValue)
  /// Index of a keyword in the cases of its type.
  case keyword(UInt8)
  /// A number or an integer.
  case number(Double)
  /// A length, or a percentage that resolves to one.
  case length(SpecifiedLength)
  /// Two lengths, of a corner or of a position.
  case pair(SpecifiedLength, SpecifiedLength)
  /// A colour.
  case color(ColorValue)
  /// A string, an identifier, or none.
  case text(String?)
  /// Several values.
  case list([SpecifiedValue])
  /// `aspect-ratio`.
  case ratio(AspectRatio)
  /// An alignment.
  case alignment(Alignment)
  /// `background-image` of one layer, or `list-style-image`.
  case image(Image<SpecifiedLength>)
  /// `background-size` of one layer.
  case size(BackgroundSize<SpecifiedLength>)
  /// One shadow.
  case shadow(Shadow<SpecifiedLength>)
  /// One function of a transform.
  case transform(TransformFunction<SpecifiedLength>)
  /// An easing.
  case timing(TimingFunction)
  /// A list of tracks.
  case tracks([TrackListItem<SpecifiedLength>])
  /// A grid line.
  case line(GridLine)
  /// Names of areas, row by row.
  case areas([[String]])
  /// A custom property's value, or what is kept as it was written.
  case components([ComponentValue])
}

/// A value that holds `var()`: kept as component values until the custom properties of an element are known.
package struct PendingValue: Hashable, Sendable {
  /// What the value is written for.
  package enum Origin: Hashable, Sendable {
    /// The longhand itself.
    case longhand
    /// A shorthand, whose longhand is wanted.
    case shorthand(Shorthand)
  }
  /// What the value is written for.
  package var origin: Origin
  /// The value as written.
  package var values: [ComponentValue]
  /// Which syntax to read it by.
  package var dialect: Dialect
}

/// The typed declarations that one declaration stands for: one for each longhand of a shorthand.
///
/// CSS Syntax 3 §8.1 *Parsing*: a declaration that is unknown or invalid is dropped, which returns nothing
/// and reports why, pointing at the smallest wrong range.
package func propertyDeclarations(
  from declaration: Declaration, in source: Source, dialect: Dialect = .standard,
  diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  switch readDeclaration(declaration, dialect: dialect) {
  case .success(let result):
    return result
  case .failure(let reason):
    if let diagnostic = reason.diagnostic(in: source) { diagnostics.append(diagnostic) }
    return []
  }
}

/// Whether the property is known and takes the value. CSS Conditional 3 §6, *the `@supports` rule*.
package func isSupported(_ declaration: Declaration, dialect: Dialect = .standard) -> Bool {
  if case .success = readDeclaration(declaration, dialect: dialect) { true } else { false }
}
