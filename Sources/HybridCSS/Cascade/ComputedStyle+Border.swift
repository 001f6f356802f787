extension ComputedStyle {
  /// Borders, radii and outlines. CSS Backgrounds 3 §3 and §4, CSS UI 4 §2.
  package struct Border: Hashable, Sendable {
    /// CSS px; 0 where the style is `none` or `hidden`.
    package var widths = Edges<Double>(0)
    package var styles = Edges<LineStyle>(.none)
    package var colors = Edges<ColorValue>(.current)
    package var radii = Corners<CornerRadius>(.zero)
    /// CSS px; 0 where the style is `none`.
    package var outlineWidth = 0.0
    package var outlineStyle = LineStyle.none
    package var outlineColor = ColorValue.current
    package var outlineOffset = 0.0

    /// The widths as if every style were visible: `medium` until set.
    var specifiedWidths = Edges<Double>(Border.medium)
    var specifiedOutlineWidth = Border.medium

    /// `medium` of a line, in CSS px.
    static let medium = 3.0

    /// TokenHybrid's borders need a width only.
    init(dialect: Dialect) {
      guard dialect == .native else { return }
      styles = Edges(.solid)
      specifiedWidths = Edges(0)
    }

    /// CSS Backgrounds 3 §3.3: the computed width is 0 if the style is `none` or `hidden`.
    mutating func settleWidths() {
      widths.top = styles.top.isAbsent ? 0 : specifiedWidths.top
      widths.right = styles.right.isAbsent ? 0 : specifiedWidths.right
      widths.bottom = styles.bottom.isAbsent ? 0 : specifiedWidths.bottom
      widths.left = styles.left.isAbsent ? 0 : specifiedWidths.left
      outlineWidth = outlineStyle.isAbsent ? 0 : specifiedOutlineWidth
    }
  }
}

extension ComputedStyle.Border {
  /// Takes one property from another element's group, or from the initial one.
  ///
  /// - Parameter isInitial: `initial` is `medium`, though the initial style itself has no visible border.
  mutating func copy(_ property: PropertyID, from other: Self, isInitial: Bool) {
    let from = isInitial ? other.specifiedWidths : other.widths
    switch property {
    case .borderTopWidth: specifiedWidths.top = from.top
    case .borderRightWidth: specifiedWidths.right = from.right
    case .borderBottomWidth: specifiedWidths.bottom = from.bottom
    case .borderLeftWidth: specifiedWidths.left = from.left
    case .borderTopStyle: styles.top = other.styles.top
    case .borderRightStyle: styles.right = other.styles.right
    case .borderBottomStyle: styles.bottom = other.styles.bottom
    case .borderLeftStyle: styles.left = other.styles.left
    case .borderTopColor: colors.top = other.colors.top
    case .borderRightColor: colors.right = other.colors.right
    case .borderBottomColor: colors.bottom = other.colors.bottom
    case .borderLeftColor: colors.left = other.colors.left
    case .borderTopLeftRadius: radii.topLeft = other.radii.topLeft
    case .borderTopRightRadius: radii.topRight = other.radii.topRight
    case .borderBottomRightRadius: radii.bottomRight = other.radii.bottomRight
    case .borderBottomLeftRadius: radii.bottomLeft = other.radii.bottomLeft
    case .outlineWidth: specifiedOutlineWidth = isInitial ? other.specifiedOutlineWidth : other.outlineWidth
    case .outlineStyle: outlineStyle = other.outlineStyle
    case .outlineColor: outlineColor = other.outlineColor
    case .outlineOffset: outlineOffset = other.outlineOffset
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue, in context: ComputationContext) {
    switch property {
    case .borderTopWidth: specifiedWidths.top = context.lineWidth(value)
    case .borderRightWidth: specifiedWidths.right = context.lineWidth(value)
    case .borderBottomWidth: specifiedWidths.bottom = context.lineWidth(value)
    case .borderLeftWidth: specifiedWidths.left = context.lineWidth(value)
    case .borderTopStyle: styles.top = value.keyword()
    case .borderRightStyle: styles.right = value.keyword()
    case .borderBottomStyle: styles.bottom = value.keyword()
    case .borderLeftStyle: styles.left = value.keyword()
    case .borderTopColor: colors.top = value.color
    case .borderRightColor: colors.right = value.color
    case .borderBottomColor: colors.bottom = value.color
    case .borderLeftColor: colors.left = value.color
    case .borderTopLeftRadius: radii.topLeft = context.radius(value)
    case .borderTopRightRadius: radii.topRight = context.radius(value)
    case .borderBottomRightRadius: radii.bottomRight = context.radius(value)
    case .borderBottomLeftRadius: radii.bottomLeft = context.radius(value)
    case .outlineWidth: specifiedOutlineWidth = context.lineWidth(value)
    case .outlineStyle: outlineStyle = value.keyword()
    case .outlineColor: outlineColor = value.color
    case .outlineOffset: outlineOffset = context.points(value)
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
