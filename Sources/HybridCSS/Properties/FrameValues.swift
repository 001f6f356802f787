// Images around boxes.

/// `border-image-slice`. CSS Backgrounds 3 §5.2: top, right, bottom, left.
package struct FrameSlice: Hashable, Sendable {
  /// A distance from an edge of the image, in pixels of it, or a share of its size.
  package struct Side: Hashable, Sendable {
    package var value: Double
    package var isShare: Bool
  }

  package var sides: [Side]
  /// Whether the middle is painted.
  package var fills = false

  /// The initial value.
  package static let whole = FrameSlice(sides: Array(repeating: Side(value: 1, isShare: true), count: 4))
}

/// `border-image-width` and `border-image-outset`: top, right, bottom, left.
package struct FrameSides: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case auto
    /// A factor of the border's width.
    case factor(Double)
    case length(LengthPercentage)
  }

  package var sides: [Side]

  package static let one = FrameSides(sides: Array(repeating: .factor(1), count: 4))
  package static let zero = FrameSides(sides: Array(repeating: .factor(0), count: 4))
}

/// `border-image-repeat`.
package struct FrameRepeat: Hashable, Sendable {
  package var x: FrameRepetition
  package var y: FrameRepetition
}

extension ValueType<FrameSlice> {
  /// CSS Backgrounds 3 §5.2.
  static var frameSlice: Self {
    Self(
      .special("one to four numbers or percentages, and 'fill'", ["fill"]) { reader in
        reader.takeWritten { reader, _ in reader.takeFrameSlice() }
      }, { value, context in value.read(context) { reader, _ in reader.takeFrameSlice() } ?? .whole },
      { value, _ in
        value.sides.map { $0.isShare ? numberText($0.value * 100) + "%" : numberText($0.value) }
          .joined(separator: " ") + (value.fills ? " fill" : "")
      })
  }
}

extension ValueType<FrameSides> {
  /// CSS Backgrounds 3 §5.3 and §5.4.
  static func frameSides(isWidth: Bool) -> Self {
    Self(
      .special(
        isWidth ? "one to four lengths, percentages, factors or 'auto'" : "one to four lengths or factors",
        isWidth ? ["auto"] : []
      ) { reader in reader.takeWritten { $0.takeFrameSides(isWidth: isWidth, $1) } },
      { value, context in
        value.read(context) { $0.takeFrameSides(isWidth: isWidth, $1) } ?? (isWidth ? .one : .zero)
      },
      { value, _ in
        value.sides.map { side in
          switch side {
          case .auto: "auto"
          case .factor(let factor): numberText(factor)
          case .length(let length): length.cssText
          }
        }.joined(separator: " ")
      })
  }
}

extension ValueType<FrameRepeat> {
  /// CSS Backgrounds 3 §5.5.
  static var frameRepeat: Self {
    Self(
      .special("one or two ways to repeat", FrameRepetition.allCases.map(\.rawValue)) { reader in
        guard let x = reader.take(FrameRepetition.self) else { return nil }
        return .list([.keyword(x), .keyword(reader.take(FrameRepetition.self) ?? x)])
      },
      { value, _ in
        let both: [FrameRepetition] = value.keywords()
        return FrameRepeat(x: both.first ?? .stretch, y: both.last ?? .stretch)
      }, { value, _ in value.x == value.y ? value.x.rawValue : "\(value.x.rawValue) \(value.y.rawValue)" })
  }
}

extension ValueReader {
  fileprivate mutating func takeFrameSlice() -> FrameSlice? {
    var fills = take(ident: "fill")
    var sides: [FrameSlice.Side] = []
    while sides.count < 4 {
      if let number = takeNumber() {
        guard number >= 0 else { return nil }
        sides.append(.init(value: number, isShare: false))
      } else if let percent = takePercentage() {
        guard percent >= 0 else { return nil }
        sides.append(.init(value: percent / 100, isShare: true))
      } else {
        break
      }
    }
    guard let all = Self.four(sides) else { return nil }
    if !fills { fills = take(ident: "fill") }
    return FrameSlice(sides: all, fills: fills)
  }

  fileprivate mutating func takeFrameSides(isWidth: Bool, _ context: ComputationContext) -> FrameSides? {
    var sides: [FrameSides.Side] = []
    while sides.count < 4 {
      if isWidth, take(ident: "auto") {
        sides.append(.auto)
      } else if let number = attempt({ $0.takeNumber() }) {
        guard number >= 0 else { return nil }
        sides.append(.factor(number))
      } else if let length = takeLength(isWidth ? .percent : []) {
        sides.append(.length(length.computed(in: context.lengths)))
      } else {
        break
      }
    }
    return Self.four(sides).map { FrameSides(sides: $0) }
  }

  /// One to four values as those of four sides.
  private static func four<Value>(_ values: [Value]) -> [Value]? {
    guard let top = values.first else { return nil }
    let right = values.count > 1 ? values[1] : top
    return [top, right, values.count > 2 ? values[2] : top, values.count > 3 ? values[3] : right]
  }

  /// `border-image`. CSS Backgrounds 3 §5.6.
  mutating func takeBorderImage() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    while !isAtEnd {
      if values[.borderImageSource] == nil,
        let source = takeValue(of: .borderImageSource)
      {
        values[.borderImageSource] = source
      } else if values[.borderImageSlice] == nil,
        let slice = takeValue(of: .borderImageSlice)
      {
        values[.borderImageSlice] = slice
        guard take(delim: "/") else { continue }
        values[.borderImageWidth] = takeValue(of: .borderImageWidth)
        guard take(delim: "/") else { continue }
        guard let outset = takeValue(of: .borderImageOutset) else { return nil }
        values[.borderImageOutset] = outset
      } else if values[.borderImageRepeat] == nil,
        let repetition = takeValue(of: .borderImageRepeat)
      {
        values[.borderImageRepeat] = repetition
      } else {
        return nil
      }
    }
    return values.isEmpty ? nil : values
  }
}
