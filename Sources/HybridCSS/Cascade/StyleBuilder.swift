/// Computes the style of one element from the declarations that apply to it. CSS Cascade 5 §4, *Value Processing*.
struct StyleBuilder {
  /// What the element's style is relative to.
  struct Place {
    /// Nil for the root element.
    var parent: ComputedStyle?
    /// Whether the parent's box makes blocks of its children: flex and grid containers do.
    var parentBlockifies: Bool
    /// Computed font size and line height of the root element, once they are known.
    var root: (fontSize: Double, lineHeight: Double)?
  }

  let list: CascadeList
  let place: Place
  let initial: ComputedStyle
  let parent: ComputedStyle
  private var style: ComputedStyle
  private var context: ComputationContext
  private var mapping = LogicalMapping(direction: .ltr, writingMode: .horizontalTB)
  private var resolver: CustomPropertyResolver
  /// Values of shorthands whose `var()` was replaced, by where they stand.
  private var replaced: [Position: [PropertyID: SpecifiedValue]] = [:]

  /// A declaration in the list.
  struct Position: Hashable {
    var group: Int
    var declaration: Int
  }

  init(_ list: CascadeList, _ place: Place, initial: ComputedStyle, environment: MediaEnvironment, budget: Int) {
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
    context = ComputationContext(lengths: lengths)
    resolver = CustomPropertyResolver(inherited: parent.custom, declared: [:], budget: budget)
  }

  /// The computed style, and what is left of the budget for `var()`.
  mutating func build() -> (style: ComputedStyle, budget: Int) {
    resolveCustomProperties()
    if list.traits.contains(.logical) { resolveWritingMode() }
    var winners = [Position?](repeating: nil, count: PropertyID.allCases.count)
    var isAnySet = false
    for group in list.groups.indices {
      let declarations = list.groups[group].declarations
      for index in declarations.indices.reversed() {
        guard case .longhand(let property) = declarations[index].property else { continue }
        let slot = Int(mapping.physical(property).rawValue)
        guard winners[slot] == nil else { continue }
        winners[slot] = Position(group: group, declaration: index)
        isAnySet = true
      }
    }
    if isAnySet {
      // Font size and line height come first, as the others may be relative to them.
      for property in PropertyID.physical {
        if let position = winners[Int(property.rawValue)] { apply(property, at: position) }
        if property == .fontSize { settleFontSize() }
        if property == .lineHeight { settleLineHeight() }
      }
    } else {
      settleFontSize()
      settleLineHeight()
    }
    adjust()
    return (style, resolver.budget)
  }

  private mutating func settleFontSize() {
    context.lengths.fontSize = style.text.fontSize
    if place.parent == nil { context.lengths.rootFontSize = style.text.fontSize }
  }

  private mutating func settleLineHeight() {
    context.lengths.lineHeight = style.text.lineHeightInPoints
    if place.parent == nil { context.lengths.rootLineHeight = context.lengths.lineHeight }
  }

  // MARK: Winners

  /// The strongest declaration of a property below `position`, or of all without it, that no rollback leaves out.
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

  /// The value at `position`, or at the next one that `revert` and `revert-layer` lead to.
  private mutating func value(
    at position: Position, of property: PropertyID
  ) -> SpecifiedValue {
    var position = position
    var rollback = Rollback()
    while true {
      let declaration = list.groups[position.group].declarations[position.declaration]
      var value = declaration.value
      if case .pending(let pending) = value {
        guard case .longhand(let written) = declaration.property else { return .wide(.unset) }
        value = replace(pending, of: written, at: position)
      }
      guard case .wide(let keyword) = value, keyword == .revert || keyword == .revertLayer else { return value }
      rollback.exclude(keyword, list.groups[position.group])
      let mapping = mapping
      let next = candidate(
        { if case .longhand(let other) = $0 { mapping.physical(other) == property } else { false } },
        below: position, rollback)
      guard let next else { return .wide(.unset) }
      position = next
    }
  }

  /// The value with `var()` replaced; `unset` when it is invalid at computed-value time (CSS Variables 1 §3.1).
  private mutating func replace(_ pending: PendingValue, of property: PropertyID, at position: Position) -> SpecifiedValue
  {
    guard case .shorthand(let shorthand) = pending.origin else {
      return read(pending, .longhand(property))[property] ?? .wide(.unset)
    }
    // All longhands of one shorthand stand side by side: the first one's place stands for all.
    var first = position.declaration
    let declarations = list.groups[position.group].declarations
    while first > 0, declarations[first - 1].range == declarations[first].range { first -= 1 }
    let key = Position(group: position.group, declaration: first)
    if let known = replaced[key] { return known[property] ?? .wide(.unset) }
    let values = read(pending, .shorthand(shorthand))
    replaced[key] = values
    return values[property] ?? .wide(.unset)
  }

  private mutating func read(_ pending: PendingValue, _ name: PropertyName) -> [PropertyID: SpecifiedValue] {
    guard let values = resolver.substituted(pending.values) else { return [:] }
    if let keyword = values.wideKeyword {
      return Dictionary(uniqueKeysWithValues: name.longhands.map { ($0, .wide(keyword)) })
    }
    guard !values.isEmpty, case .success(let pairs) = readValues(of: name, values, dialect: pending.dialect) else {
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  // MARK: Setting

  private mutating func apply(_ property: PropertyID, at position: Position) {
    let value = value(at: position, of: property)
    guard case .wide(let keyword) = value else {
      style.set(property, to: value, parent: parent, in: context)
      return
    }
    // CSS Cascade 5 §7.3.3: `unset` inherits what is inherited by itself.
    if keyword == .inherit || keyword != .initial && property.isInherited {
      style.copy(property, from: parent, isInitial: place.parent == nil)
    } else {
      style.copy(property, from: initial, isInitial: true)
    }
  }

  /// `direction` and `writing-mode` say which sides the logical properties mean.
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
    resolver = CustomPropertyResolver(inherited: parent.custom, declared: declared, budget: resolver.budget)
    style.custom = resolver.all()
  }

  private func customValue(_ name: String, at position: Position) -> SpecifiedValue {
    var position = position
    var rollback = Rollback()
    while true {
      let value = list.groups[position.group].declarations[position.declaration].value
      guard case .wide(let keyword) = value, keyword == .revert || keyword == .revertLayer else { return value }
      rollback.exclude(keyword, list.groups[position.group])
      guard let next = candidate({ $0 == .custom(name) }, below: position, rollback) else { return .wide(.unset) }
      position = next
    }
  }

  // MARK: What properties do to each other

  private mutating func adjust() {
    if list.groups.contains(where: { $0.declarations.contains(where: \.isAboutLines) }) {
      style.border.settleWidths()
    }
    // CSS 2 §9.7, CSS Display 3 §2.7: out of flow, root, or an item.
    let isOut = style.box.position == .absolute || style.box.position == .fixed
    if isOut, style.box.float != .none { style.box.float = .none }
    if isOut || style.box.float != .none || place.parent == nil || place.parentBlockifies {
      let display = style.box.display.blockified(isRoot: place.parent == nil)
      if display != style.box.display { style.box.display = display }
    }
    // CSS Overflow 3 §3.1: one axis cannot be visible while the other scrolls.
    let (x, y) = (style.box.overflowX, style.box.overflowY)
    if x.isVisibleOrClip != y.isVisibleOrClip {
      if x.isVisibleOrClip { style.box.overflowX = x == .clip ? .hidden : .auto }
      if y.isVisibleOrClip { style.box.overflowY = y == .clip ? .hidden : .auto }
    }
    // CSS Text 3 §6.1: `match-parent` is the parent's, its start and end made sides.
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

extension PropertyID {
  /// All that are not logical, in the order in which they are computed.
  static let physical: [PropertyID] = allCases.filter { !$0.isLogical }
}

extension PropertyDeclaration {
  /// Whether it may change the width of a border or outline.
  fileprivate var isAboutLines: Bool {
    guard case .longhand(let property) = property else { return false }
    return property.isLogical || property.group == .border
  }
}

extension Overflow {
  fileprivate var isVisibleOrClip: Bool { self == .visible || self == .clip }
}

extension Display {
  /// The display type a block-level box has. CSS Display 3 §2.7, *Automatic Box Type Transformations*.
  func blockified(isRoot: Bool) -> Display {
    switch self {
    case .none, .block, .flex, .grid, .table, .flowRoot, .listItem, .webkitBox: self
    // §2.8: a root element cannot be without a box.
    case .contents: isRoot ? .block : .contents
    case .inlineFlex: .flex
    case .inlineGrid: .grid
    case .inlineTable: .table
    case .webkitInlineBox: .webkitBox
    default: .block
    }
  }

  /// Whether children become blocks. CSS Flexbox 1 §4, CSS Grid 2 §6.
  var blockifiesChildren: Bool {
    switch self {
    case .flex, .inlineFlex, .grid, .inlineGrid, .webkitBox, .webkitInlineBox: true
    default: false
    }
  }
}
