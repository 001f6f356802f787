extension ValueReader {
  /// A keyword or length of a position.
  private enum PositionPart {
    case start, center, end
    case length(SpecifiedLength)
  }

  /// A `<position>`: one, two or four values, and three where the legacy syntax allows them. CSS Values 4
  /// §9.1.
  mutating func takePosition(allowsThreeValues: Bool, most: Int = 4) -> PositionValue<SpecifiedLength>? {
    attempt { reader in
      var parts: [(axis: Character, part: PositionPart)] = []
      while parts.count < most, let part = reader.takePositionPart() { parts.append(part) }
      switch parts.count {
      case 1:
        let (axis, part) = parts[0]
        let value = Self.value(part)
        let center = SpecifiedLength.percent(50)
        return axis == "y" ? PositionValue(x: center, y: value) : PositionValue(x: value, y: center)
      case 2: return Self.twoValues(parts[0], parts[1])
      case 3: return allowsThreeValues ? Self.offsets(parts) : nil
      case 4: return Self.offsets(parts)
      default: return nil
      }
    }
  }

  private mutating func takePositionPart() -> (axis: Character, part: PositionPart)? {
    let found: (Character, PositionPart)
    switch peekIdent {
    case "left"?, "x-start"?: found = ("x", .start)
    case "right"?, "x-end"?: found = ("x", .end)
    case "top"?, "y-start"?: found = ("y", .start)
    case "bottom"?, "y-end"?: found = ("y", .end)
    case "center"?: found = ("?", .center)
    case nil: return takeLength([.any, .unitless]).map { ("-", .length($0)) }
    default: return nil
    }
    advance()
    return found
  }

  private static func value(_ part: PositionPart) -> SpecifiedLength {
    switch part {
    case .start: .percent(0)
    case .center: .percent(50)
    case .end: .percent(100)
    case .length(let length): length
    }
  }

  private static func twoValues(
    _ a: (axis: Character, part: PositionPart), _ b: (axis: Character, part: PositionPart)
  ) -> PositionValue<SpecifiedLength>? {
    if a.axis == "y" || b.axis == "x" {
      // The vertical keyword may come first, but not beside a length.
      guard a.axis != "x", b.axis != "y", a.axis != "-", b.axis != "-" else { return nil }
      return PositionValue(x: value(b.part), y: value(a.part))
    }
    return PositionValue(x: value(a.part), y: value(b.part))
  }

  /// Keywords, each with a distance from that side: `right 10px bottom 5px`.
  private static func offsets(_ parts: [(axis: Character, part: PositionPart)]) -> PositionValue<
    SpecifiedLength
  >? {
    var x: SpecifiedLength?
    var y: SpecifiedLength?
    var centers = 0
    var index = 0
    while index < parts.count {
      let (axis, part) = parts[index]
      guard axis != "-" else { return nil }
      var length = value(part)
      if index + 1 < parts.count, case .length(let offset) = parts[index + 1].part {
        switch part {
        case .start: length = offset
        case .end: length = .fromEnd(offset)
        case .center, .length: return nil
        }
        index += 1
      }
      switch axis {
      case "x" where x == nil: x = length
      case "y" where y == nil: y = length
      case "?": centers += 1
      default: return nil
      }
      index += 1
    }
    guard (x == nil ? 1 : 0) + (y == nil ? 1 : 0) == centers else { return nil }
    return PositionValue(x: x ?? .percent(50), y: y ?? .percent(50))
  }

  /// `background-position-x` or `-y` of one layer.
  mutating func takeAxisPosition(_ near: String, _ far: String) -> SpecifiedLength? {
    if take(ident: "center") { return .percent(50) }
    if take(ident: near) { return takeLength(.any) ?? .percent(0) }
    if take(ident: far) { return takeLength(.any).map { .fromEnd($0) } ?? .percent(100) }
    return takeLength([.any, .unitless])
  }

  /// One layer of `background-size`. CSS Backgrounds 3 §2.9.
  mutating func takeBackgroundSize() -> BackgroundSize<SpecifiedLength>? {
    if take(ident: "cover") { return .cover }
    if take(ident: "contain") { return .contain }
    func side(_ reader: inout ValueReader) -> SpecifiedLength?? {
      if reader.take(ident: "auto") { return .some(nil) }
      return reader.takeLength([.percent, .unitless]).map { .some($0) }
    }
    guard let width = side(&self) else { return nil }
    return .size(width, side(&self) ?? nil)
  }

  /// One layer of `background-repeat`: horizontal and vertical. CSS Backgrounds 3 §2.4.
  mutating func takeBackgroundRepeat() -> [SpecifiedValue]? {
    if take(ident: "repeat-x") {
      return [.keyword(BackgroundRepeat.repeat), .keyword(BackgroundRepeat.noRepeat)]
    }
    if take(ident: "repeat-y") {
      return [.keyword(BackgroundRepeat.noRepeat), .keyword(BackgroundRepeat.repeat)]
    }
    guard let horizontal = take(BackgroundRepeat.self) else { return nil }
    return [.keyword(horizontal), .keyword(take(BackgroundRepeat.self) ?? horizontal)]
  }
}
