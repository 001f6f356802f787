/// One longhand or custom property with its specified value: the unit that the cascade sorts.
package struct PropertyDeclaration: Hashable, Sendable {
  /// The property that is set.
  package enum Property: Hashable, Sendable {
    /// A property of CSS.
    case longhand(PropertyID)
    /// A custom property, `--` included.
    case custom(String)
  }

  /// The property that is set; a shorthand is expanded to its longhands.
  package var property: Property
  /// The value.
  package var value: SpecifiedValue
  /// Whether the declaration ended in `!important`.
  package var isImportant: Bool
  /// UTF-8 bytes of the whole declaration, the same for all longhands of a shorthand.
  package var range: Range<Int>
  /// Whether a length in the value may be relative to a container.
  var hasContainerUnits = false

  /// A declaration whose value is already typed.
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
/// The reader of a property, `ValueReader.takeValue(of:)`, and the group of ``ComputedStyle`` that stores the
/// value determine which alternatives the property uses.
package enum SpecifiedValue: Hashable, Sendable {
  /// `initial`, `inherit`, `unset`, `revert` or `revert-layer`.
  case wide(WideKeyword)
  /// Unknown until `var()` is replaced. CSS Variables 1 §3.
  case pending(PendingValue)
  /// Index of a keyword in the cases of its type.
  case keyword(UInt8)
  /// A number or an integer.
  case number(Double)
  /// A length, or a percentage that resolves to one.
  case length(SpecifiedLength)
  /// Two lengths, for a corner or a position.
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
  case shadow(ShadowValue<SpecifiedLength>)
  /// One function of a transform.
  case transform(TransformFunction<SpecifiedLength>)
  /// A timing function.
  case timing(TimingFunction)
  /// A list of tracks.
  case tracks([TrackListItem<SpecifiedLength>])
  /// A grid line.
  case line(GridLine)
  /// The counters of `counter-reset`, `counter-increment` or `counter-set`.
  case counters([CounterChange])
  /// Names of areas, row by row.
  case areas([[String]])
  /// A custom property's value, or a value that is stored as written.
  case components([ComponentValue])
}

/// A value that contains `var()`: stored as component values until the custom properties of an element are
/// known.
package struct PendingValue: Hashable, Sendable {
  /// The kind of property that the value was written for.
  package enum Origin: Hashable, Sendable {
    /// The longhand itself.
    case longhand
    /// A shorthand of the longhand.
    case shorthand(Shorthand)
  }
  /// The kind of property that the value was written for.
  package var origin: Origin
  /// The value as written.
  package var values: [ComponentValue]
  /// The dialect to read it in.
  package var dialect: Dialect
}

/// Whether the property is known and takes the value. CSS Conditional 3 §6, *the `@supports` rule*.
package func isSupported(_ declaration: Declaration, dialect: Dialect = .standard) -> Bool {
  if case .success = readDeclaration(declaration, dialect: dialect) { true } else { false }
}
