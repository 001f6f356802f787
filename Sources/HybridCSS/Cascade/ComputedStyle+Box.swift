package import HybridGeometry

extension ComputedStyle {
  /// Display, position, sizes, margins, padding, overflow.
  package struct Box: Hashable, Sendable {
    /// Blockified where the element's place demands it (CSS Display 3 §2.7).
    package var display = Display.inline
    /// Whether ``display`` was an inline-level type before it was blockified.
    package var wasInlineLevel = false
    package var position = Position.static
    package var float = FloatSide.none
    package var clear = Clear.none
    package var boxSizing = BoxSizing.contentBox
    package var width = SizeValue.auto
    package var height = SizeValue.auto
    package var minWidth = SizeValue.auto
    package var minHeight = SizeValue.auto
    package var maxWidth = SizeValue.none
    package var maxHeight = SizeValue.none
    package var aspectRatio = AspectRatio(isAuto: true, ratio: nil)
    package var margin = Edges<LengthOrAuto>(.length(.zero))
    package var padding = Edges<LengthPercentage>(.zero)
    package var inset = Edges<LengthOrAuto>(.auto)
    package var overflowX = Overflow.visible
    package var overflowY = Overflow.visible
    /// Nil is `auto`.
    package var zIndex: Int?
    package var verticalAlign = VerticalAlign.keyword(.baseline)
    package var tableLayout = TableLayout.auto

    /// TokenHybrid's elements are relative flex containers, sized by their border box, with no automatic
    /// minimum.
    init(dialect: Dialect) {
      guard dialect == .native else { return }
      display = .flex
      position = .relative
      boxSizing = .borderBox
      minWidth = .length(.zero)
      minHeight = .length(.zero)
    }
  }
}
