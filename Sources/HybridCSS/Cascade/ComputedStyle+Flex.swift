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
    /// `auto` is `normal`.
    package var rowGap = LengthOrAuto.auto
    /// `auto` is `normal`.
    package var columnGap = LengthOrAuto.auto

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
