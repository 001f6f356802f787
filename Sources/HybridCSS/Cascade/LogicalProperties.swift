/// Maps flow-relative sides to physical ones. CSS Writing Modes 4 §6.4, *Abstract-to-Physical Mappings*.
struct LogicalMapping: Equatable {
  /// Index of a side: top, right, bottom, left.
  enum Side: Int { case top, right, bottom, left }

  let blockStart: Side
  let blockEnd: Side
  let inlineStart: Side
  let inlineEnd: Side
  let isHorizontal: Bool

  init(direction: Direction, writingMode: WritingMode) {
    let isRightToLeft = direction == .rtl
    isHorizontal = writingMode == .horizontalTB
    switch writingMode {
    case .horizontalTB: (blockStart, blockEnd) = (.top, .bottom)
    case .verticalRL, .sidewaysRL: (blockStart, blockEnd) = (.right, .left)
    case .verticalLR, .sidewaysLR: (blockStart, blockEnd) = (.left, .right)
    }
    switch writingMode {
    case .horizontalTB: (inlineStart, inlineEnd) = isRightToLeft ? (.right, .left) : (.left, .right)
    case .sidewaysLR: (inlineStart, inlineEnd) = isRightToLeft ? (.top, .bottom) : (.bottom, .top)
    default: (inlineStart, inlineEnd) = isRightToLeft ? (.bottom, .top) : (.top, .bottom)
    }
  }

  /// The physical property for a logical one; any other property is returned unchanged. CSS Logical 1 §4.
  func physical(_ property: PropertyID) -> PropertyID {
    switch PropertyRow.table[Int(property.rawValue)].logical {
    case nil: property
    case .axis(let horizontal, let vertical)?: isHorizontal ? horizontal : vertical
    case .side(let family, let side)?: family.sides[physical(side).rawValue]
    case .corner(let block, let inline)?: corner(physical(block), physical(inline))
    }
  }

  private func physical(_ side: LogicalSide) -> Side {
    switch side {
    case .blockStart: blockStart
    case .blockEnd: blockEnd
    case .inlineStart: inlineStart
    case .inlineEnd: inlineEnd
    }
  }

  private func corner(_ a: Side, _ b: Side) -> PropertyID {
    let isRight = a == .right || b == .right
    return a == .bottom || b == .bottom
      ? (isRight ? .borderBottomRightRadius : .borderBottomLeftRadius)
      : (isRight ? .borderTopRightRadius : .borderTopLeftRadius)
  }
}

/// The physical properties that a logical property can map to. CSS Logical 1 §4.
enum LogicalForm: Sendable {
  /// One of two properties, chosen by whether lines are horizontal.
  case axis(ifHorizontal: PropertyID, ifVertical: PropertyID)
  /// One of the properties for the four sides.
  case side(SideFamily, LogicalSide)
  /// The radius of the corner between a side along the block axis and one along the inline axis.
  case corner(LogicalSide, LogicalSide)

  /// One of the physical properties, as a representative: all of them have the same grammar and use.
  var example: PropertyID {
    switch self {
    case .axis(let property, _): property
    case .side(let family, _): family.sides[0]
    case .corner: .borderTopLeftRadius
    }
  }
}

/// A side by the direction in which lines and blocks follow each other. CSS Writing Modes 4 §6.2.
enum LogicalSide { case blockStart, blockEnd, inlineStart, inlineEnd }

/// The same property for the four sides of a box.
struct SideFamily: Sendable {
  /// Indexed by ``LogicalMapping/Side``.
  let sides: [PropertyID]

  static let margin = SideFamily(sides: [.marginTop, .marginRight, .marginBottom, .marginLeft])
  static let padding = SideFamily(sides: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft])
  static let inset = SideFamily(sides: [.top, .right, .bottom, .left])
  static let borderWidth = SideFamily(
    sides: [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth])
  static let borderStyle = SideFamily(
    sides: [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle])
  static let borderColor = SideFamily(
    sides: [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor])
}
