/// Computes the style of one element from the declarations that apply to it. CSS Cascade 5 §4, *Value
/// Processing*.
struct StyleBuilder {
  /// The surroundings that an element's style depends on.
  struct Place {
    /// Nil for the root element.
    var parent: ComputedStyle?
    /// Whether the parent blockifies its children, as flex and grid containers do.
    var parentBlockifies: Bool
    /// Equal for all parents with the same custom properties.
    var customNumber: Int32 = 0
    /// Whether the page has the rules of browsers, not those of native pages.
    var isStandard = true
    /// Computed font size, line height and font of the root element, once they are known.
    var root: (fontSize: Double, lineHeight: Double, font: LengthFont)?
    /// The sizes of the containers around the element.
    var container = ContainerSize(width: nil, height: nil)
    /// The data of the element that values refer to.
    var element = ElementFacts()
  }

  let list: CascadeList
  let place: Place
  let initial: ComputedStyle
  let parent: ComputedStyle
  private var style: ComputedStyle
  private var context: ComputationContext
  private var mapping = LogicalMapping(direction: .ltr, writingMode: .horizontalTB)
  private var resolver: CustomPropertyResolver
  private var scratch: StyleScratch
  private var setsLines = false
  private let registry: PropertyRegistry
  private let environment: MediaEnvironment
  /// The custom properties of the parent that the element inherits.
  private let inheritedCustom: CustomProperties

  /// A declaration in the list.
  struct Position {
    var group: Int
    var declaration: Int
  }

  init(
    _ list: CascadeList, _ place: Place, initial: ComputedStyle, environment: MediaEnvironment,
    registry: PropertyRegistry = PropertyRegistry(), scratch: consuming StyleScratch
  ) {
    (self.registry, self.environment) = (registry, environment)
    self.list = list
    self.place = place
    self.initial = initial
    parent = place.parent ?? initial
    style = place.parent?.inherited(initial: initial) ?? initial
    var lengths = LengthContext(
      fontSize: parent.text.fontSize, rootFontSize: place.root?.fontSize ?? initial.text.fontSize,
      viewportWidth: environment.width, viewportHeight: environment.height)
    lengths.lineHeight = parent.text.lineHeightInPoints
    lengths.rootLineHeight = place.root?.lineHeight ?? initial.text.lineHeightInPoints
    lengths.font = parent.text.lengthFont
    lengths.rootFont = place.root?.font ?? lengths.font
    lengths.setContainer(place.container)
    (lengths.zoom, lengths.absoluteScale) = (parent.text.usedZoom, parent.text.usedZoom)
    context = ComputationContext(
      lengths: lengths, textZoom: environment.textZoom, parentColor: parent.text.color,
      parentFontWeight: parent.text.fontWeight)
    if !registry.isEmpty, let own = registry.inherited(from: parent.custom) {
      style.custom = own
      inheritedCustom = own
    } else {
      inheritedCustom = parent.custom
    }
    resolver = CustomPropertyResolver(
      inherited: inheritedCustom, declared: [:], budget: scratch.budget, context: context,
      element: place.element, environment: environment)
    self.scratch = scratch
  }

  /// The computed style, and the storage for the next element.
  consuming func build() -> (style: ComputedStyle, scratch: StyleScratch) {
    resolveCustomProperties()
    if list.traits.contains(.logical) { resolveWritingMode() }
    collectWinners()
    settleZoom()
    // Fonts and line height come first, because other lengths may be relative to them.
    let setsFont = winner(of: .fontFamily) != nil || winner(of: .fontWeight) != nil
    applyWinner(of: .fontFamily)
    applyWinner(of: .fontWeight)
    if setsFont { style.text.settleLengthFont() }
    settleFontSize(at: winner(of: .fontSize))
    applyWinner(of: .lineHeight)
    settleLineHeight()
    if !registry.isEmpty, !resolver.declared.isEmpty { settleRegisteredLengths() }
    for word in scratch.touched.indices {
      while scratch.touched[word] != 0 {
        let bit = scratch.touched[word].trailingZeroBitCount
        applyWinner(of: PropertyID(position: word * 64 + bit))
      }
    }
    adjust()
    scratch.budget = resolver.budget
    return (style, scratch)
  }

  /// Records the strongest declaration of each property.
  private mutating func collectWinners() {
    let hasLogical = list.traits.contains(.logical)
    for group in list.groups.indices {
      let declarations = list.groups[group].declarations
      for index in declarations.indices.reversed() {
        guard case .longhand(let property) = declarations[index].property else { continue }
        let slot = Int((hasLogical ? mapping.physical(property) : property).rawValue)
        guard scratch.touched[slot >> 6] & 1 << UInt64(slot & 63) == 0 else { continue }
        scratch.touched[slot >> 6] |= 1 << UInt64(slot & 63)
        scratch.winners[slot] = Position(group: group, declaration: index)
      }
    }
  }

  private mutating func applyWinner(of property: PropertyID) {
    let slot = Int(property.rawValue)
    guard scratch.touched[slot >> 6] & 1 << UInt64(slot & 63) != 0 else { return }
    scratch.touched[slot >> 6] &= ~(1 << UInt64(slot & 63))
    apply(property, at: scratch.winners[slot])
  }

  /// The strongest declaration of a property that is not applied yet.
  private func winner(of property: PropertyID) -> Position? {
    let slot = Int(property.rawValue)
    return scratch.touched[slot >> 6] & 1 << UInt64(slot & 63) != 0 ? scratch.winners[slot] : nil
  }

  /// Computes `zoom`, which enlarges all other lengths.
  private mutating func settleZoom() {
    applyWinner(of: .zoom)
    let factor = style[\.zoom]
    if factor != 1 {
      let used = min(max(parent.text.usedZoom * factor, 1e-6), ValueType<Double>.largestZoom)
      style.zoomInherited(by: used / parent.text.usedZoom)
      style.text.usedZoom = used
      (context.lengths.zoom, context.lengths.absoluteScale) = (used, used)
    }
    // `medium`, the initial width of lines, is enlarged too.
    if style.text.usedZoom != 1 { style.border.zoomLines(by: style.text.usedZoom) }
  }

  /// Computes `font-size`, and what other lengths are relative to.
  private mutating func settleFontSize(at position: Position?) {
    if let position {
      settleFontSizeBasis(value(at: position, of: .fontSize))
      applyWinner(of: .fontSize)
    }
    scaleMonospace()
    context.lengths.fontSize = style.text.fontSize
    context.lengths.font = style.text.lengthFont
    guard place.parent == nil else { return }
    context.lengths.rootFontSize = style.text.fontSize / style.text.usedZoom
    context.lengths.rootFont = context.lengths.font
  }

  /// Records whether the font size follows a keyword or is absolute.
  private mutating func settleFontSizeBasis(_ value: SpecifiedValue) {
    let basis: FontSizeBasis =
      switch value {
      case .keyword(let index) where index < 8: .keyword(index)
      case .keyword: parent.text.fontSizeBasis == .absolute ? .absolute : .relative
      case .length(let length) where length.isFontRelative:
        parent.text.fontSizeBasis == .absolute ? .absolute : .relative
      case .length: .absolute
      case .wide(.initial): initial.text.fontSizeBasis
      default: parent.text.fontSizeBasis
      }
    if basis != style.text.fontSizeBasis { style.text.fontSizeBasis = basis }
  }

  /// Gives text in the generic family `monospace` alone the smaller default size that browsers give it: 13 px
  /// for `medium`, and in proportion what follows from the parent's size.
  private mutating func scaleMonospace() {
    let isMonospace = style.text.isMonospace
    let wasMonospace = parent.text.isMonospace
    guard isMonospace || wasMonospace, place.isStandard else { return }
    switch style.text.fontSizeBasis {
    case .keyword(let index) where isMonospace:
      style.text.fontSize = context.fontSize(ofKeyword: Int(index), isMonospace: true)
    case .keyword(let index) where wasMonospace:
      style.text.fontSize = context.fontSize(ofKeyword: Int(index), isMonospace: false)
    case .relative where isMonospace != wasMonospace:
      style.text.fontSize *= isMonospace ? 13.0 / 16 : 16.0 / 13
    default: break
    }
  }

  private mutating func settleLineHeight() {
    context.lengths.lineHeight = style.text.lineHeightInPoints
    if place.parent == nil {
      context.lengths.rootLineHeight = context.lengths.lineHeight / style.text.usedZoom
    }
  }

  // MARK: Winners

  /// The strongest declaration of a property below `position`, or of all when it is nil, that no rollback
  /// excludes.
  private func candidate(
    _ matches: (PropertyDeclaration.Property) -> Bool, below position: Position?, _ rollback: Rollback
  ) -> Position? {
    for group in (position?.group ?? 0)..<max(list.groups.count, position?.group ?? 0) {
      if rollback.excludes(list.groups[group]) { continue }
      let declarations = list.groups[group].declarations
      let end = group == position?.group ? position?.declaration ?? declarations.count : declarations.count
      for index in (0..<end).reversed() where matches(declarations[index].property) {
        return Position(group: group, declaration: index)
      }
    }
    return nil
  }

  /// The value at `position`, or at the next position after `revert` or `revert-layer`.
  private mutating func value(
    at position: Position, of property: PropertyID
  ) -> SpecifiedValue {
    var position = position
    var rollback = Rollback()
    while true {
      var value = list.groups[position.group].declarations[position.declaration].value
      if case .pending(let pending) = value {
        let property = list.groups[position.group].declarations[position.declaration].property
        guard case .longhand(let written) = property else { return .wide(.unset) }
        value = replace(pending, of: written, at: position)
      }
      guard case .wide(let keyword) = value, keyword == .revert || keyword == .revertLayer else {
        return value
      }
      rollback.exclude(keyword, list.groups[position.group])
      let mapping = mapping
      let next = candidate(
        { if case .longhand(let other) = $0 { mapping.physical(other) == property } else { false } },
        below: position, rollback)
      guard let next else { return .wide(.unset) }
      position = next
    }
  }

  /// The value with `var()` and the like replaced; `unset` when it is invalid at computed-value time (CSS
  /// Variables 1 §3.1).
  private mutating func replace(_ pending: PendingValue, of property: PropertyID, at position: Position)
    -> SpecifiedValue
  {
    guard case .shorthand(let shorthand) = pending.origin else {
      return read(pending, .longhand(property), at: position)[property] ?? .wide(.unset)
    }
    // All longhands of one shorthand are adjacent: the position of the first one identifies the declaration.
    var first = position.declaration
    let declarations = list.groups[position.group].declarations
    while first > 0, declarations[first - 1].range == declarations[first].range { first -= 1 }
    return read(pending, .shorthand(shorthand), at: Position(group: position.group, declaration: first))[
      property]
      ?? .wide(.unset)
  }

  private mutating func read(
    _ pending: PendingValue, _ name: PropertyName, at position: Position
  ) -> [PropertyID: SpecifiedValue] {
    // Most elements set no custom properties of their own, so the elements below one that does share the
    // result.
    let isOwn = !resolver.declared.isEmpty
    let key = StyleScratch.Replaced(
      custom: isOwn ? -1 : place.customNumber, block: list.groups[position.group].block,
      declaration: Int32(position.declaration), element: place.element.number)
    if let known = isOwn ? scratch.replacedHere[key] : scratch.replaced[key] { return known }
    let values = replaced(pending, name)
    if isOwn { scratch.replacedHere[key] = values } else { scratch.replaced[key] = values }
    return values
  }

  private mutating func replaced(_ pending: PendingValue, _ name: PropertyName) -> [PropertyID:
    SpecifiedValue]
  {
    guard let values = resolver.substituted(pending.values) else { return [:] }
    if let keyword = values.wideKeyword {
      return Dictionary(uniqueKeysWithValues: name.longhands.map { ($0, .wide(keyword)) })
    }
    guard !values.isEmpty, !values.hasURLOfAttribute,
      case .success(let pairs) = readValues(of: name, values, dialect: pending.dialect)
    else {
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  // MARK: Setting

  private mutating func apply(_ property: PropertyID, at position: Position) {
    let slot = Int(property.rawValue)
    if PropertyRow.table[slot].hasLines { setsLines = true }
    let value = value(at: position, of: property)
    guard case .wide(let keyword) = value else {
      PropertyRow.table[slot].set(&style, value, context)
      return
    }
    // CSS Cascade 5 §7.3.3: `unset` inherits inherited properties.
    if keyword == .inherit || keyword != .initial && property.isInherited {
      PropertyRow.table[slot].copy(&style, parent, place.parent == nil)
      let factor = style.text.usedZoom / parent.text.usedZoom
      if factor != 1 { style.scale(property, by: factor) }
    } else {
      PropertyRow.table[slot].copy(&style, initial, true)
      if style.text.usedZoom != 1 { style.scale(property, by: style.text.usedZoom) }
    }
  }

  /// Computes `direction` and `writing-mode`, which map the logical properties.
  private mutating func resolveWritingMode() {
    for property in [PropertyID.direction, .writingMode] {
      if let position = candidate({ $0 == .longhand(property) }, below: nil, Rollback()) {
        apply(property, at: position)
      }
    }
    mapping = LogicalMapping(direction: style.text.direction, writingMode: style.text.writingMode)
  }

  private mutating func resolveCustomProperties() {
    guard list.traits.contains(.custom) else { return }
    var declared: [String: SpecifiedValue] = [:]
    for group in list.groups.indices {
      let declarations = list.groups[group].declarations
      for index in declarations.indices.reversed() {
        guard case .custom(let name) = declarations[index].property, declared[name] == nil else { continue }
        declared[name] = customValue(name, at: Position(group: group, declaration: index))
      }
    }
    guard !declared.isEmpty else { return }
    // Values read with the custom properties of the previous element.
    scratch.replacedHere.removeAll(keepingCapacity: true)
    settle(declared)
  }

  private mutating func settle(_ declared: [String: SpecifiedValue]) {
    resolver = CustomPropertyResolver(
      inherited: inheritedCustom, declared: declared, budget: resolver.budget, parent: parent.custom,
      registry: registry, context: registry.isEmpty ? context : unzoomedContext, element: place.element,
      environment: environment)
    let custom = resolver.all()
    if custom == inheritedCustom {
      // A universal rule sets the same properties on each element: only the outermost has to store them.
      resolver = CustomPropertyResolver(
        inherited: inheritedCustom, declared: [:], budget: resolver.budget, context: context,
        element: place.element, environment: environment)
      if style.custom != custom { style.custom = custom }
    } else {
      style.custom = custom
    }
  }

  /// Computes registered properties again once the font of the element is known, which their lengths may be
  /// relative to.
  private mutating func settleRegisteredLengths() {
    let parentLengths = parent.text
    guard
      style.text.fontSize != parentLengths.fontSize || style.text.lengthFont != parentLengths.lengthFont
        || context.lengths.lineHeight != parentLengths.lineHeightInPoints
    else { return }
    let before = resolver.all()
    settle(resolver.declared)
    if resolver.all() != before { scratch.replacedHere.removeAll(keepingCapacity: true) }
  }

  /// The context of lengths that `zoom` does not enlarge: it enlarges what uses them.
  private var unzoomedContext: ComputationContext {
    var context = context
    let zoom = context.lengths.zoom
    guard zoom != 1 else { return context }
    context.lengths.fontSize /= zoom
    context.lengths.lineHeight /= zoom
    (context.lengths.zoom, context.lengths.absoluteScale) = (1, 1)
    return context
  }

  private func customValue(_ name: String, at position: Position) -> SpecifiedValue {
    var position = position
    var rollback = Rollback()
    while true {
      let value = list.groups[position.group].declarations[position.declaration].value
      guard case .wide(let keyword) = value, keyword == .revert || keyword == .revertLayer else {
        return value
      }
      rollback.exclude(keyword, list.groups[position.group])
      guard let next = candidate({ $0 == .custom(name) }, below: position, rollback) else {
        return .wide(.unset)
      }
      position = next
    }
  }

  // MARK: Interactions between properties

  /// The legacy box is a flow root if it limits its lines, and else a flex container, as in Chromium. The
  /// limit only counts in a vertical box: `-webkit-box-orient` is taken to say so.
  private mutating func replaceLegacyBox() {
    let limitsLines = style.visual.lineClamp != nil
    switch style.box.display {
    case .webkitBox: style.box.display = limitsLines ? .flowRoot : .flex
    case .webkitInlineBox: style.box.display = limitsLines ? .inlineBlock : .inlineFlex
    default: break
    }
  }

  private mutating func adjust() {
    if setsLines { style.border.settleWidths() }
    replaceLegacyBox()
    // CSS 2 §9.7, CSS Display 3 §2.7: out of flow, root, or an item.
    let isOut = style.box.position == .absolute || style.box.position == .fixed
    if isOut, style.box.float != .none { style.box.float = .none }
    if isOut || style.box.float != .none || place.parent == nil || place.parentBlockifies {
      let display = style.box.display.blockified(isRoot: place.parent == nil)
      if display != style.box.display {
        style.box.wasInlineLevel = style.box.display.isInlineLevel
        style.box.display = display
      }
    }
    // CSS Overflow 3 §3.1: one axis cannot be visible while the other scrolls.
    let (x, y) = (style.box.overflowX, style.box.overflowY)
    if x.isVisibleOrClip != y.isVisibleOrClip {
      if x.isVisibleOrClip { style.box.overflowX = x == .clip ? .hidden : .auto }
      if y.isVisibleOrClip { style.box.overflowY = y == .clip ? .hidden : .auto }
    }
    // CSS Text 3 §6.1: `match-parent` is the parent's value, with `start` and `end` resolved to sides.
    if style.text.textAlign == .matchParent {
      let isRightToLeft = parent.text.direction == .rtl
      switch parent.text.textAlign {
      case .start: style.text.textAlign = isRightToLeft ? .right : .left
      case .end: style.text.textAlign = isRightToLeft ? .left : .right
      case let align: style.text.textAlign = align
      }
    }
  }
}

/// Storage that one element after another reuses.
struct StyleScratch {
  /// The key of a declaration with `var()` that was replaced and read.
  struct Replaced: Hashable {
    /// The set of custom properties used; -1 for the element's own.
    var custom: Int32
    var block: Int64
    var declaration: Int32
    /// The facts of the element; see ``ElementFacts/number``.
    var element: Int32
  }

  /// Valid where ``touched`` has a bit.
  var winners = [StyleBuilder.Position](
    repeating: StyleBuilder.Position(group: 0, declaration: 0), count: PropertyID.allCases.count)
  var touched = [UInt64](repeating: 0, count: (PropertyID.allCases.count + 63) / 64)
  var replaced: [Replaced: [PropertyID: SpecifiedValue]] = [:]
  /// Like `replaced`, for the current element when it sets custom properties itself.
  var replacedHere: [Replaced: [PropertyID: SpecifiedValue]] = [:]
  /// The remaining substitution budget of the document, in component values.
  var budget: Int
}

extension Overflow {
  fileprivate var isVisibleOrClip: Bool { self == .visible || self == .clip }
}

extension Display {
  /// The block-level counterpart of a display type. CSS Display 3 §2.7, *Automatic Box Type Transformations*.
  func blockified(isRoot: Bool) -> Display {
    switch self {
    case .none, .block, .flex, .grid, .table, .flowRoot, .listItem: self
    // §2.8: a root element cannot be without a box.
    case .contents: isRoot ? .block : .contents
    case .inlineFlex: .flex
    case .inlineGrid: .grid
    case .inlineTable: .table
    default: .block
    }
  }

  /// Whether a box with this display type is in lines.
  package var isInlineLevel: Bool {
    switch self {
    case .inline, .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable: true
    default: false
    }
  }

  /// Whether children become blocks. CSS Flexbox 1 §4, CSS Grid 2 §6.
  var blockifiesChildren: Bool {
    switch self {
    case .flex, .inlineFlex, .grid, .inlineGrid: true
    default: false
    }
  }
}
