extension ComputedStyle {
  /// Flex containers and items, alignment, gaps, order.
  package struct Flex: Hashable, Sendable {
    package var direction = FlexDirection.row
    package var wrap = FlexWrap.nowrap
    package var grow = 0.0
    package var shrink = 1.0
    package var basis = SizeValue.auto
    package var order = 0
    package var justifyContent = Alignment(.normal)
    package var alignContent = Alignment(.normal)
    package var justifyItems = Alignment(.normal)
    package var alignItems = Alignment(.normal)
    package var justifySelf = Alignment(.auto)
    package var alignSelf = Alignment(.auto)
    /// `normal` is zero.
    package var rowGap = LengthPercentage.zero
    /// `normal` is zero.
    package var columnGap = LengthPercentage.zero

    /// TokenHybrid's containers are columns whose items do not shrink.
    init(dialect: Dialect) {
      guard dialect == .native else { return }
      direction = .column
      shrink = 0
      justifyContent = Alignment(.flexStart)
      alignContent = Alignment(.flexStart)
      alignItems = Alignment(.stretch)
    }
  }
}

extension ComputedStyle.Flex {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .flexDirection: direction = other.direction
    case .flexWrap: wrap = other.wrap
    case .flexGrow: grow = other.grow
    case .flexShrink: shrink = other.shrink
    case .flexBasis: basis = other.basis
    case .order: order = other.order
    case .justifyContent: justifyContent = other.justifyContent
    case .alignContent: alignContent = other.alignContent
    case .justifyItems: justifyItems = other.justifyItems
    case .alignItems: alignItems = other.alignItems
    case .justifySelf: justifySelf = other.justifySelf
    case .alignSelf: alignSelf = other.alignSelf
    case .rowGap: rowGap = other.rowGap
    case .columnGap: columnGap = other.columnGap
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue, in context: ComputationContext) {
    switch property {
    case .flexDirection: direction = value.keyword()
    case .flexWrap: wrap = value.keyword()
    case .flexGrow: grow = value.number ?? 0
    case .flexShrink: shrink = value.number ?? 1
    case .flexBasis: basis = context.size(value)
    case .order: order = Int(value.number ?? 0)
    case .justifyContent: justifyContent = value.alignment
    case .alignContent: alignContent = value.alignment
    // CSS Box Alignment 3 §7.1: `legacy` alone is `normal` unless a parent says more, which none here does.
    case .justifyItems:
      justifyItems = value.alignment.keyword == .legacy ? Alignment(.normal) : value.alignment
    case .alignItems: alignItems = value.alignment
    case .justifySelf: justifySelf = value.alignment
    case .alignSelf: alignSelf = value.alignment
    case .rowGap: rowGap = context.nonNegative(value)
    case .columnGap: columnGap = context.nonNegative(value)
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
