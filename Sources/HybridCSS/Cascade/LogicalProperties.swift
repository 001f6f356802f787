/// Which physical sides the flow-relative ones are. CSS Writing Modes 4 §6.4, *Abstract-to-Physical Mappings*.
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

  /// The physical property that a logical one is here; any other stays itself. CSS Logical 1 §4.
  func physical(_ property: PropertyID) -> PropertyID {
    guard property.isLogical else { return property }
    switch property {
    case .inlineSize: return isHorizontal ? .width : .height
    case .blockSize: return isHorizontal ? .height : .width
    case .minInlineSize: return isHorizontal ? .minWidth : .minHeight
    case .minBlockSize: return isHorizontal ? .minHeight : .minWidth
    case .maxInlineSize: return isHorizontal ? .maxWidth : .maxHeight
    case .maxBlockSize: return isHorizontal ? .maxHeight : .maxWidth
    case .overflowInline: return isHorizontal ? .overflowX : .overflowY
    case .overflowBlock: return isHorizontal ? .overflowY : .overflowX
    case .borderStartStartRadius: return corner(blockStart, inlineStart)
    case .borderStartEndRadius: return corner(blockStart, inlineEnd)
    case .borderEndStartRadius: return corner(blockEnd, inlineStart)
    case .borderEndEndRadius: return corner(blockEnd, inlineEnd)
    default: return sided(property)
    }
  }

  /// The logical sides come in the order block-start, block-end, inline-start, inline-end, as declared in `PropertyID`.
  private func sided(_ property: PropertyID) -> PropertyID {
    let families: [(first: PropertyID, sides: [PropertyID])] = Self.families
    let sides = [blockStart, blockEnd, inlineStart, inlineEnd]
    for family in families {
      let offset = Int(property.rawValue) - Int(family.first.rawValue)
      if (0..<4).contains(offset) { return family.sides[sides[offset].rawValue] }
    }
    return property
  }

  private static let families: [(first: PropertyID, sides: [PropertyID])] = [
    (.marginBlockStart, [.marginTop, .marginRight, .marginBottom, .marginLeft]),
    (.paddingBlockStart, [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]),
    (.insetBlockStart, [.top, .right, .bottom, .left]),
    (.borderBlockStartWidth, [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]),
    (.borderBlockStartStyle, [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]),
    (.borderBlockStartColor, [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]),
  ]

  private func corner(_ a: Side, _ b: Side) -> PropertyID {
    let sides = [a, b]
    let isRight = sides.contains(.right)
    return sides.contains(.bottom)
      ? (isRight ? .borderBottomRightRadius : .borderBottomLeftRadius)
      : (isRight ? .borderTopRightRadius : .borderTopLeftRadius)
  }
}
