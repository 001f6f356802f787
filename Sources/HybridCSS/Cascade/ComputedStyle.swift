/// The computed values of one element. CSS Cascade 5 §4.4, *Computed Values*.
///
/// Lengths are in CSS px, percentages stay percentages, and logical properties are mapped to physical ones.
/// Properties form groups that elements share until one of them changes a group, so a copy costs a few
/// reference counts.
///
///     style.box.width        // SizeValue
///     style.text.color       // RGBA
///     style.border.widths    // Edges<Double>, 0 where the style is none
///     style[\.accentColor]   // ColorValue?, a sparse property
package struct ComputedStyle: Hashable, Sendable {
  private(set) var sharedText: Shared<Text>
  private(set) var sharedBox: Shared<Box>
  private(set) var sharedFlex: Shared<Flex>
  private(set) var sharedGrid: Shared<Grid>
  private(set) var sharedBorder: Shared<Border>
  private(set) var sharedVisual: Shared<Visual>
  private(set) var sharedMotion: Shared<Motion>
  private var sharedCustom: Shared<CustomProperties>
  /// The values of sparse properties, those that children inherit apart from the others.
  private var inheritedSparse = SparseValues()
  private var ownSparse = SparseValues()

  /// Every property at its initial value.
  package init(initial dialect: Dialect) {
    sharedText = Shared(Text())
    sharedBox = Shared(Box(dialect: dialect))
    sharedFlex = Shared(Flex(dialect: dialect))
    sharedGrid = Shared(Grid())
    sharedBorder = Shared(Border(dialect: dialect))
    sharedVisual = Shared(Visual())
    sharedMotion = Shared(Motion())
    sharedCustom = Shared(CustomProperties())
  }

  /// Fonts, text, lists and other inherited properties.
  package var text: Text {
    _read { yield sharedText.value }
    _modify { yield &sharedText.value }
  }
  /// Display, position, sizes, margins, padding, overflow.
  package var box: Box {
    _read { yield sharedBox.value }
    _modify { yield &sharedBox.value }
  }
  /// Flex containers and items, alignment, gaps, order.
  package var flex: Flex {
    _read { yield sharedFlex.value }
    _modify { yield &sharedFlex.value }
  }
  /// Grid containers and items.
  package var grid: Grid {
    _read { yield sharedGrid.value }
    _modify { yield &sharedGrid.value }
  }
  /// Borders, radii and outlines.
  package var border: Border {
    _read { yield sharedBorder.value }
    _modify { yield &sharedBorder.value }
  }
  /// Backgrounds, opacity, shadows, transforms, decorations.
  package var visual: Visual {
    _read { yield sharedVisual.value }
    _modify { yield &sharedVisual.value }
  }
  /// Transitions and animations.
  package var motion: Motion {
    _read { yield sharedMotion.value }
    _modify { yield &sharedMotion.value }
  }
  /// Custom properties with `var()` replaced.
  package var custom: CustomProperties {
    _read { yield sharedCustom.value }
    _modify { yield &sharedCustom.value }
  }

  /// The value of a sparse property: `style[\.accentColor]`. Inlined, a key path costs nothing: painting asks
  /// for many of each element.
  @inline(__always) @inlinable
  package subscript<Value>(path: KeyPath<PropertyTable, SparseRow<Value>>) -> Value {
    value(of: PropertyTable.shared[keyPath: path])
  }

  /// The value of a sparse property, by its row. Most elements have none.
  @inlinable package func value<Value>(of property: SparseRow<Value>) -> Value {
    let key = property.key
    return hasSparseValues(isInherited: key.isInherited) ? self[key] : key.initial
  }

  /// Whether a sparse property differs from its initial value, among those that are inherited or among the
  /// others.
  @usableFromInline package func hasSparseValues(isInherited: Bool) -> Bool {
    !(isInherited ? inheritedSparse.isEmpty : ownSparse.isEmpty)
  }

  /// Whether an inherited sparse property whose number is in a range differs from its initial value.
  func hasInheritedValues(in numbers: ClosedRange<UInt16>) -> Bool { inheritedSparse.hasAny(in: numbers) }

  /// The value of a sparse property.
  @usableFromInline subscript<Value>(key: SparseKey<Value>) -> Value {
    get { key.isInherited ? inheritedSparse[key] : ownSparse[key] }
    set {
      if key.isInherited { inheritedSparse[key] = newValue } else { ownSparse[key] = newValue }
    }
  }

  /// Whether all sparse properties have equal values.
  package func hasSameSparseValues(as other: ComputedStyle) -> Bool {
    inheritedSparse == other.inheritedSparse && ownSparse == other.ownSparse
  }

  /// Whether a box with the other style in its place would have the same size, place and lines. Styles that
  /// share storage, as those of an animation do, are compared fast.
  package func hasSameLayout(as other: ComputedStyle) -> Bool {
    sharedText == other.sharedText && sharedBox == other.sharedBox && sharedFlex == other.sharedFlex
      && sharedGrid == other.sharedGrid && sharedBorder == other.sharedBorder
      && visual.lineClamp == other.visual.lineClamp && visual.textOverflow == other.visual.textOverflow
      && visual.textDecorationLine == other.visual.textDecorationLine
      && holdsPositioned == other.holdsPositioned
      && inheritedSparse == other.inheritedSparse
      && (ownSparse == other.ownSparse
        || ownSparse.removing(PropertyID.movements) == other.ownSparse.removing(PropertyID.movements))
  }

  /// Whether a box is the containing block of all positioned boxes in it, because it transforms or filters
  /// its content (CSS Transforms 1 §2, Filter Effects 1 §5).
  package var holdsPositioned: Bool {
    !visual.transform.isEmpty
      || hasSparseValues(isInherited: false)
        && (!self[\.translate].isEmpty || !self[\.rotate].isEmpty || !self[\.scale].isEmpty
          || self[\.offsetPath] != .none || !self[\.filter].isEmpty || !self[\.backdropFilter].isEmpty)
  }

  /// The style of a child without declarations: inherited values from this style, all others from `initial`.
  func inherited(initial: ComputedStyle) -> ComputedStyle {
    var style = initial
    style.sharedText = sharedText
    style.sharedCustom = sharedCustom
    style.inheritedSparse = inheritedSparse
    return style
  }

  /// Whether a child would inherit the same values from both. Compares storage only: equal values in
  /// different storage count as different.
  func sharesInherited(with other: ComputedStyle) -> Bool {
    sharedText.isSameBox(as: other.sharedText) && sharedCustom.isSameBox(as: other.sharedCustom)
      && inheritedSparse.isSameBox(as: other.inheritedSparse)
  }

  /// Whether both share the storage of their custom properties.
  func sharesCustom(with other: ComputedStyle) -> Bool { sharedCustom.isSameBox(as: other.sharedCustom) }

  /// The inherited values without custom properties, as a key for tables.
  var inheritedValues: InheritedValues { InheritedValues(text: sharedText, sparse: inheritedSparse) }

  /// The group and the sparse properties that children inherit.
  struct InheritedValues: Hashable {
    let text: Shared<Text>
    let sparse: SparseValues

    /// Hashes only fields that usually differ: hashing all of them costs more than it saves.
    func hash(into hasher: inout Hasher) {
      hasher.combine(text.value.color)
      hasher.combine(text.value.fontSize)
      hasher.combine(text.value.fontWeight)
      hasher.combine(text.value.fontFamily)
      hasher.combine(text.value.lineHeight)
      hasher.combine(text.value.letterSpacing)
      hasher.combine(text.value.textAlign)
      hasher.combine(text.value.textIndent)
      hasher.combine(sparse)
    }
  }

  /// The computed value of a property as CSS writes it; nil for a logical property, which is mapped to a
  /// physical one.
  ///
  /// CSSOM 1 §6.7.2, *serialize a CSS value*.
  package func cssText(of property: PropertyID) -> String? { unzoomed(property).usedText(of: property) }

  /// The value of a longhand as it is drawn: lengths are enlarged by `zoom`, which scripts do not see.
  package func usedText(of property: PropertyID) -> String? { PropertyRow.of(property).text(self) }

  /// The computed value of a property or a shorthand by its name in lower case, or of a custom property; nil
  /// for any other name, and for a shorthand whose value cannot be put together from its longhands.
  package func cssText(named name: String) -> String? {
    if name.hasPrefix("--") { return custom.values[name]?.values.cssText }
    let mapping = LogicalMapping(direction: text.direction, writingMode: text.writingMode)
    if let property = PropertyID(name: name) { return cssText(of: mapping.physical(property)) }
    guard let shorthand = Shorthand(name: name) else { return nil }
    guard let form = ShorthandForm.forms[name] else { return computedText(of: shorthand) }
    let values = shorthand.longhands.compactMap { cssText(of: mapping.physical($0)) }
    return values.count == shorthand.longhands.count ? form.merge(computed: values) : nil
  }

  /// The name of the physical property that a logical one sets here; any other name is returned unchanged.
  package func physicalName(of name: String) -> String {
    guard let property = PropertyID(name: name), property.isLogical else { return name }
    return LogicalMapping(direction: text.direction, writingMode: text.writingMode).physical(property).name
  }

  /// The longhands that have a computed value, sorted by name.
  package static let computedNames = PropertyID.allCases.map(\.name).sorted()

  /// The computed values that `cssAttributes` of TokenHybrid has, by name.
  package static var cssAttributes: [String] { PropertyName.cssAttributes }

  /// A colour of this style with `currentcolor` resolved.
  package func color(_ value: ColorValue) -> SRGBColor { value.resolved(current: text.color) }
}

/// The custom properties of an element, their `var()` replaced. CSS Variables 1 §2.
package struct CustomProperties: Hashable, Sendable {
  /// Name, `--` included, → value. A property that is invalid at computed-value time is absent.
  package var values: [String: CustomValue] = [:]
}

/// The value of a custom property.
package struct CustomValue: Hashable, Sendable {
  /// The value without white space at either end.
  package var values: [ComponentValue]
  /// The number of component values at all depths: the cost of replacing one `var()` by this value.
  package var weight: Int
  /// The computed value of a registered property; nil for one that takes everything.
  package var typed: RegisteredValue?
}
