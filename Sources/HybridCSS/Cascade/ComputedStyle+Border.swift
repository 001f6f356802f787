package import HybridGeometry

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

    /// The widths as if every style were visible; initially `medium`.
    var specifiedWidths = Edges<Double>(Border.medium)
    var specifiedOutlineWidth = Border.medium

    /// `medium` of a line, in CSS px.
    static let medium = 3.0

    /// TokenHybrid's borders need only a width.
    init(dialect: Dialect) {
      guard dialect == .native else { return }
      styles = Edges(.solid)
      specifiedWidths = Edges(0)
    }

    /// Enlarges the initial widths by `zoom`, in whole pixels.
    mutating func zoomLines(by zoom: Double) {
      func zoomed(_ width: Double) -> Double {
        width * zoom < 1 ? width * zoom : (width * zoom).rounded(.down)
      }
      specifiedWidths = Edges(
        top: zoomed(specifiedWidths.top), right: zoomed(specifiedWidths.right),
        bottom: zoomed(specifiedWidths.bottom), left: zoomed(specifiedWidths.left))
      specifiedOutlineWidth = zoomed(specifiedOutlineWidth)
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
