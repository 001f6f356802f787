extension ComputedStyle {
  /// Display, position, sizes, margins, padding, overflow.
  package struct Box: Hashable, Sendable {
    /// Blockified where the element's place demands it (CSS Display 3 §2.7).
    package var display = Display.inline
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

    /// TokenHybrid's elements are relative flex containers, sized by their border box, with no automatic minimum.
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

extension ComputedStyle.Box {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .display: display = other.display
    case .position: position = other.position
    case .float: float = other.float
    case .clear: clear = other.clear
    case .boxSizing: boxSizing = other.boxSizing
    case .width: width = other.width
    case .height: height = other.height
    case .minWidth: minWidth = other.minWidth
    case .minHeight: minHeight = other.minHeight
    case .maxWidth: maxWidth = other.maxWidth
    case .maxHeight: maxHeight = other.maxHeight
    case .aspectRatio: aspectRatio = other.aspectRatio
    case .marginTop: margin.top = other.margin.top
    case .marginRight: margin.right = other.margin.right
    case .marginBottom: margin.bottom = other.margin.bottom
    case .marginLeft: margin.left = other.margin.left
    case .paddingTop: padding.top = other.padding.top
    case .paddingRight: padding.right = other.padding.right
    case .paddingBottom: padding.bottom = other.padding.bottom
    case .paddingLeft: padding.left = other.padding.left
    case .top: inset.top = other.inset.top
    case .right: inset.right = other.inset.right
    case .bottom: inset.bottom = other.inset.bottom
    case .left: inset.left = other.inset.left
    case .overflowX: overflowX = other.overflowX
    case .overflowY: overflowY = other.overflowY
    case .zIndex: zIndex = other.zIndex
    case .verticalAlign: verticalAlign = other.verticalAlign
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue, in context: ComputationContext) {
    switch property {
    case .display: display = value.keyword()
    case .position: position = value.keyword()
    case .float: float = value.keyword()
    case .clear: clear = value.keyword()
    case .boxSizing: boxSizing = value.keyword()
    case .width: width = context.size(value)
    case .height: height = context.size(value)
    case .minWidth: minWidth = context.size(value)
    case .minHeight: minHeight = context.size(value)
    case .maxWidth: maxWidth = context.size(value)
    case .maxHeight: maxHeight = context.size(value)
    case .aspectRatio: if case .ratio(let ratio) = value { aspectRatio = ratio }
    case .marginTop: margin.top = context.lengthOrAuto(value)
    case .marginRight: margin.right = context.lengthOrAuto(value)
    case .marginBottom: margin.bottom = context.lengthOrAuto(value)
    case .marginLeft: margin.left = context.lengthOrAuto(value)
    case .paddingTop: padding.top = context.nonNegative(value)
    case .paddingRight: padding.right = context.nonNegative(value)
    case .paddingBottom: padding.bottom = context.nonNegative(value)
    case .paddingLeft: padding.left = context.nonNegative(value)
    case .top: inset.top = context.lengthOrAuto(value)
    case .right: inset.right = context.lengthOrAuto(value)
    case .bottom: inset.bottom = context.lengthOrAuto(value)
    case .left: inset.left = context.lengthOrAuto(value)
    case .overflowX: overflowX = value.keyword()
    case .overflowY: overflowY = value.keyword()
    case .zIndex: zIndex = value.number.map { Int($0) }
    case .verticalAlign:
      if case .length(let length) = value {
        verticalAlign = .length(length.computed(in: context.lengths))
      } else {
        verticalAlign = .keyword(value.keyword())
      }
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
