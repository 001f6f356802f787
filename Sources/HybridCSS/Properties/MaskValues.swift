extension ValueType<[PositionValue<LengthPercentage>]> {
  /// Positions of layers.
  static var positions: Self {
    Self(
      .special("positions separated by commas", ["left", "center", "right", "top", "bottom"]) { reader in
        reader.takeCommaList { reader -> SpecifiedValue? in
          reader.takePosition(allowsThreeValues: false).map { .pair($0.x, $0.y) }
        }.map { .list($0) }
      }, { value, context in value.elements.map { context.position($0) } },
      { value, _ in list(value, \.cssText) })
  }
}

extension ValueReader {
  /// `mask`. CSS Masking 1 §4.10, without composition, modes and boxes.
  mutating func takeMask() -> [PropertyID: SpecifiedValue]? {
    let layers = takeCommaList { reader -> [PropertyID: SpecifiedValue]? in
      var values: [PropertyID: SpecifiedValue] = [:]
      while !reader.isAtEnd, reader.reader.peekToken != .comma {
        if values[.maskImage] == nil, let image = reader.takeImage() {
          values[.maskImage] = .image(image)
        } else if values[.maskPosition] == nil,
          let position = reader.takePosition(allowsThreeValues: false)
        {
          values[.maskPosition] = .pair(position.x, position.y)
          if reader.take(delim: "/") {
            guard let size = reader.takeBackgroundSize() else { return nil }
            values[.maskSize] = .size(size)
          }
        } else if values[.maskRepeat] == nil, let repeats = reader.takeBackgroundRepeat() {
          values[.maskRepeat] = .list(repeats)
        } else if !(reader.take(ident: "border-box") || reader.take(ident: "alpha")
          || reader.take(ident: "match-source") || reader.take(ident: "add"))
        {
          return nil
        }
      }
      return values.isEmpty ? nil : values
    }
    guard let layers else { return nil }
    func each(_ path: PropertyID, _ other: SpecifiedValue) -> SpecifiedValue {
      .list(layers.map { $0[path] ?? other })
    }
    let repeats: [SpecifiedValue] = [.keyword(BackgroundRepeat.repeat), .keyword(BackgroundRepeat.repeat)]
    return [
      .maskImage: each(.maskImage, .image(.none)),
      .maskPosition: each(.maskPosition, .pair(.percent(0), .percent(0))),
      .maskSize: each(.maskSize, .size(.size(nil, nil))),
      .maskRepeat: .list(layers.flatMap { $0[.maskRepeat]?.elements ?? repeats }),
    ]
  }
}
