/// Computed values from the text of longhands, as far as layout cases have them. Style sheets are HybridCSS's business.
extension LayoutStyle {
  /// Applies declared longhands; what is not understood goes to `unknown` as `name: value`.
  package mutating func apply(_ declarations: [String: String], unknown: inout [String]) {
    // Logical sides need the direction, so that comes first.
    if let value = declarations["direction"] { direction = value == "rtl" ? .rightToLeft : .leftToRight }
    let physicals = declarations.keys.map { (name: $0, physical: physical($0)) }
    // Logical sides last: where a case has both, they are what it is about.
    for (name, physical) in physicals.sorted(by: {
      ($0.name != $0.physical ? 1 : 0) < ($1.name != $1.physical ? 1 : 0)
    }) {
      guard let value = declarations[name] else { continue }
      if !apply(physical, value) { unknown.append("\(name): \(value)") }
    }
  }

  /// The physical longhand that a logical one stands for.
  private func physical(_ name: String) -> String {
    let isReversed = direction == .rightToLeft
    let sides = [
      "inline-start": isReversed ? "right" : "left", "inline-end": isReversed ? "left" : "right",
      "block-start": "top", "block-end": "bottom",
    ]
    for (logical, side) in sides {
      if name == "inset-\(logical)" { return side }
      for box in ["margin", "padding"] where name == "\(box)-\(logical)" { return "\(box)-\(side)" }
      if name == "border-\(logical)-width" { return "border-\(side)-width" }
    }
    return name
  }

  private mutating func apply(_ name: String, _ value: String) -> Bool {
    switch name {
    case "direction": return true
    case "width", "height", "min-width", "min-height", "max-width", "max-height", "flex-basis", "row-gap",
      "column-gap",
      "top", "right", "bottom", "left":
      guard let path = LayoutStyle.lengths[name] else { return false }
      return set(path, length(value))
    case "flex-grow": return set(\.flexGrow, Float(value))
    case "flex-shrink": return set(\.flexShrink, Float(value))
    case "order": return set(\.order, Int32(value))
    case "flex-line-count": return set(\.flexLineCount, UInt16(value))
    case "aspect-ratio": return applyRatio(value)
    case "contain": return applyContain(value)
    case "text-align":
      return set(
        \.blockAlignment, ["-webkit-left": .left, "-webkit-right": .right, "-webkit-center": .center], value)
    default:
      if name.hasPrefix("grid-") { return grid.apply(name, value, length) ?? false }
      return applySide(name, value) || applyKeyword(name, value)
    }
  }

  private static let lengths: [String: WritableKeyPath<LayoutStyle, Length> & Sendable] = [
    "width": \.size.width, "height": \.size.height, "min-width": \.minSize.width,
    "min-height": \.minSize.height,
    "max-width": \.maxSize.width, "max-height": \.maxSize.height, "flex-basis": \.flexBasis,
    "row-gap": \.gap.height,
    "column-gap": \.gap.width, "top": \.inset.top, "right": \.inset.right, "bottom": \.inset.bottom,
    "left": \.inset.left,
  ]

  private mutating func applySide(_ name: String, _ value: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count >= 2 else { return false }
    func path<Value>(_ side: Substring) -> WritableKeyPath<Edges<Value>, Value>? {
      switch side {
      case "top": \.top
      case "right": \.right
      case "bottom": \.bottom
      case "left": \.left
      default: nil
      }
    }
    switch (parts[0], parts.count) {
    case ("margin", 2):
      guard let side: WritableKeyPath<Edges<Length>, Length> = path(parts[1]), let length = length(value)
      else {
        return false
      }
      margin[keyPath: side] = length
    case ("padding", 2):
      guard let side: WritableKeyPath<Edges<Length>, Length> = path(parts[1]), let length = length(value)
      else {
        return false
      }
      padding[keyPath: side] = length
    case ("border", 3) where parts[2] == "width":
      guard let side: WritableKeyPath<Edges<Float>, Float> = path(parts[1]), value.hasSuffix("px"),
        let width = Float(value.dropLast(2))
      else { return false }
      border[keyPath: side] = width
    default: return false
    }
    return true
  }

  private mutating func applyKeyword(_ name: String, _ value: String) -> Bool {
    switch name {
    case "display":
      return set(
        \.display,
        [
          "block": .block, "flow-root": .flowRoot, "flex": .flex, "grid": .grid, "contents": .contents,
          "none": .none,
        ], value)
    case "position":
      return set(
        \.position,
        [
          "static": .static, "relative": .relative, "absolute": .absolute, "fixed": .fixed, "sticky": .sticky,
        ], value)
    case "writing-mode":
      return set(
        \.writingMode,
        [
          "horizontal-tb": .horizontal, "vertical-lr": .verticalLeftToRight,
          "vertical-rl": .verticalRightToLeft,
        ],
        value)
    case "box-sizing": return set(\.boxSizing, ["content-box": .contentBox, "border-box": .borderBox], value)
    case "overflow-x": return set(\.overflow.width, LayoutStyle.overflows, value)
    case "overflow-y": return set(\.overflow.height, LayoutStyle.overflows, value)
    case "float": return set(\.float, ["none": .none, "left": .left, "right": .right], value)
    case "clear": return set(\.clear, ["none": .none, "left": .left, "right": .right, "both": .both], value)
    case "flex-direction":
      return set(
        \.flexDirection,
        ["row": .row, "row-reverse": .rowReverse, "column": .column, "column-reverse": .columnReverse], value)
    case "flex-wrap":
      return set(
        \.flexWrap,
        [
          "nowrap": .nowrap, "wrap": .wrap, "wrap-reverse": .wrapReverse, "balance": .balance,
          "wrap balance": .balance,
          "wrap-reverse balance": .balanceReverse,
        ], value)
    case "justify-content": return setAlignment(\.justifyContent, value)
    case "align-content": return setAlignment(\.alignContent, value)
    case "justify-items": return setAlignment(\.justifyItems, value)
    case "align-items": return setAlignment(\.alignItems, value)
    case "justify-self": return setAlignment(\.justifySelf, value)
    case "align-self": return setAlignment(\.alignSelf, value)
    default: return false
    }
  }

  private static let overflows: [String: Overflow] = [
    "visible": .visible, "clip": .clip, "hidden": .hidden, "scroll": .scroll, "auto": .auto,
  ]

  private static let alignments: [String: Alignment.Keyword] = [
    "auto": .auto, "normal": .normal, "stretch": .stretch, "start": .start, "end": .end,
    "flex-start": .flexStart,
    "flex-end": .flexEnd, "self-start": .selfStart, "self-end": .selfEnd, "center": .center, "left": .left,
    "right": .right, "baseline": .baseline, "first baseline": .baseline, "last baseline": .lastBaseline,
    "space-between": .spaceBetween, "space-around": .spaceAround, "space-evenly": .spaceEvenly,
  ]

  private mutating func setAlignment(_ path: WritableKeyPath<LayoutStyle, Alignment>, _ value: String) -> Bool
  {
    var keyword = Substring(value)
    var safety = Alignment.Safety.normal
    if keyword.hasPrefix("safe ") {
      safety = .safe
      keyword = keyword.dropFirst(5)
    } else if keyword.hasPrefix("unsafe ") {
      safety = .unsafe
      keyword = keyword.dropFirst(7)
    }
    guard let known = LayoutStyle.alignments[String(keyword)] else { return false }
    self[keyPath: path] = Alignment(known, safety: safety)
    return true
  }

  private mutating func set<Value>(_ path: WritableKeyPath<LayoutStyle, Value>, _ value: Value?) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  private mutating func set<Value>(
    _ path: WritableKeyPath<LayoutStyle, Value>, _ table: [String: Value], _ value: String
  ) -> Bool { set(path, table[value]) }

  private func length(_ value: String) -> Length? {
    switch value {
    case "auto", "none", "normal": return .some(.auto)
    case "min-content": return .minContent
    case "max-content": return .maxContent
    case "fit-content": return .fitContent
    case "stretch", "-webkit-fill-available": return .stretch
    case "content": return .content
    case "0": return .zero
    default: break
    }
    if value.hasSuffix("px") { return Float(value.dropLast(2)).map { .points($0) } }
    if value.hasSuffix("%") { return Float(value.dropLast()).map { .percent($0) } }
    return nil
  }

  private mutating func applyRatio(_ value: String) -> Bool {
    if value == "auto" { return true }
    let parts = value.split(separator: "/").map { part in Float(part.filter { $0 != " " }) }
    guard let first = parts.first, let width = first else { return false }
    let height = parts.count > 1 ? parts[1] : 1
    guard let height else { return false }
    aspectRatio = width / height
    return true
  }

  private mutating func applyContain(_ value: String) -> Bool {
    for word in value.split(separator: " ") {
      switch word {
      case "layout": contain.insert(.layout)
      case "paint": contain.insert(.paint)
      case "size": contain.insert(.size)
      case "content": contain.formUnion([.layout, .paint])
      case "strict": contain.formUnion([.layout, .paint, .size])
      case "style", "none": break
      default: return false
      }
    }
    return true
  }
}
