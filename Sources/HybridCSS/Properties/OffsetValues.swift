/// `offset-path`. Motion Path 1 §2.
package enum OffsetPath: Hashable, Sendable {
  case none
  case ray(Ray)
  /// A shape in a box of the element around it.
  case shape(ClipPath.Shape, ClipPath.FrameBox)

  /// A line from a point outwards. §2.1.1.
  package struct Ray: Hashable, Sendable {
    /// Degrees, clockwise from above.
    package var angle: Double
    package var size: RaySize
    /// Whether the box is kept within the line.
    package var contains: Bool
    /// Nil for that of `offset-position`.
    package var position: PositionValue<LengthPercentage>?
  }

  /// How long a ray is.
  package enum RaySize: String, KeywordValue {
    case closestSide = "closest-side"
    case closestCorner = "closest-corner"
    case farthestSide = "farthest-side"
    case farthestCorner = "farthest-corner"
    case sides
  }
}

/// `offset-rotate`. Motion Path 1 §4.
package struct OffsetRotation: Hashable, Sendable {
  /// Whether the box is turned with the path.
  package var isAuto: Bool
  /// Degrees.
  package var angle: Double

  static let auto = OffsetRotation(isAuto: true, angle: 0)
}

/// `offset-anchor` and `offset-position`. Motion Path 1 §5 and §3.
package enum OffsetPoint: Hashable, Sendable {
  case auto, normal
  case position(PositionValue<LengthPercentage>)
}

extension ValueType<OffsetPath> {
  static var offsetPath: Self {
    Self(
      .special("'ray()', a shape, a box or 'none'", ["none"], hasLengths: true) { reader in
        reader.takeWritten { $0.takeOffsetPath($1) }
      }, { value, context in value.read(context) { $0.takeOffsetPath($1) } ?? .none },
      { value, _ in value.cssText })
  }
}

extension ValueType<OffsetRotation> {
  static var offsetRotation: Self {
    Self(
      .special("'auto' or 'reverse', an angle, or both", ["auto", "reverse"]) { reader in
        reader.takeWritten { reader, _ in reader.takeOffsetRotation() }
      }, { value, context in value.read(context) { reader, _ in reader.takeOffsetRotation() } ?? .auto },
      { value, _ in (value.isAuto ? "auto " : "") + numberText(value.angle) + "deg" })
  }
}

extension ValueType<OffsetPoint> {
  static func offsetPoint(or keywords: [String]) -> Self {
    Self(
      .special("a position or a keyword", keywords, hasLengths: true) { reader in
        reader.takeWritten { $0.takeOffsetPoint(keywords, $1) }
      }, { value, context in value.read(context) { $0.takeOffsetPoint(keywords, $1) } ?? .auto },
      { value, _ in
        switch value {
        case .auto: "auto"
        case .normal: "normal"
        case .position(let position): position.cssText
        }
      })
  }
}

extension AnimationType<OffsetRotation> {
  /// An angle; one that follows the path and one that does not are not interpolated.
  static var offsetRotation: Self {
    Self(
      .number,
      { rotation in
        .registered(
          RegisteredValue(
            items: [.other(rotation.isAuto ? "auto" : ""), .number(rotation.angle, unit: "deg")],
            isCommaList: false))
      },
      { value in
        guard case .registered(let value) = value, value.items.count == 2,
          case .other(let word) = value.items[0], case .number(let angle, _) = value.items[1]
        else { return nil }
        return OffsetRotation(isAuto: word == "auto", angle: angle)
      })
  }
}

extension AnimationType<OffsetPoint> {
  static var position: Self {
    Self(
      .length, { if case .position(let position) = $0 { .lengths([position.x, position.y]) } else { nil } },
      { value in
        guard case .lengths(let lengths) = value, lengths.count == 2 else { return nil }
        return .position(PositionValue(x: lengths[0], y: lengths[1]))
      })
  }
}

extension ValueReader {
  fileprivate mutating func takeOffsetPath(_ context: ComputationContext) -> OffsetPath? {
    if take(ident: "none") { return OffsetPath.none }
    if let ray = attempt({ $0.takeRay(context) }) {
      _ = take(ClipPath.FrameBox.self)
      return .ray(ray)
    }
    guard case .shape(let shape, let box)? = takeClipPath(context) else { return nil }
    return .shape(shape, box)
  }

  private mutating func takeRay(_ context: ComputationContext) -> OffsetPath.Ray? {
    guard var (_, inner) = takeFunction("ray") else { return nil }
    var angle: Double?
    var size: OffsetPath.RaySize?
    var ray = OffsetPath.Ray(angle: 0, size: .closestSide, contains: false, position: nil)
    while !inner.isAtEnd {
      if angle == nil, let found = inner.takeAngle() {
        angle = found
      } else if size == nil, let found = inner.take(OffsetPath.RaySize.self) {
        size = found
      } else if !ray.contains, inner.take(ident: "contain") {
        ray.contains = true
      } else if ray.position == nil, inner.take(ident: "at"),
        let position = inner.takePosition(allowsThreeValues: false)
      {
        ray.position = PositionValue(
          x: position.x.computed(in: context.lengths), y: position.y.computed(in: context.lengths))
      } else {
        return nil
      }
    }
    guard let angle else { return nil }
    (ray.angle, ray.size) = (angle, size ?? .closestSide)
    return ray
  }

  fileprivate mutating func takeOffsetRotation() -> OffsetRotation? {
    var base: (isAuto: Bool, angle: Double)?
    var angle: Double?
    while !isAtEnd {
      if base == nil, take(ident: "auto") {
        base = (true, 0)
      } else if base == nil, take(ident: "reverse") {
        base = (true, 180)
      } else if angle == nil, let found = takeAngle(allowsZero: false) {
        angle = found
      } else {
        break
      }
    }
    guard base != nil || angle != nil else { return nil }
    return OffsetRotation(isAuto: base?.isAuto ?? false, angle: (base?.angle ?? 0) + (angle ?? 0))
  }

  fileprivate mutating func takeOffsetPoint(
    _ keywords: [String], _ context: ComputationContext
  ) -> OffsetPoint? {
    if keywords.contains("auto"), take(ident: "auto") { return .auto }
    if keywords.contains("normal"), take(ident: "normal") { return .normal }
    return takePosition(allowsThreeValues: false).map {
      .position(PositionValue(x: $0.x.computed(in: context.lengths), y: $0.y.computed(in: context.lengths)))
    }
  }

  /// `offset`. Motion Path 1 §6.
  mutating func takeOffset() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    values[.offsetPosition] = attempt { reader in
      reader.takeWritten { $0.takeOffsetPoint(["auto", "normal"], $1) }
    }
    if let path = attempt({ reader in reader.takeWritten { $0.takeOffsetPath($1) } }) {
      values[.offsetPath] = path
      while values[.offsetDistance] == nil || values[.offsetRotate] == nil {
        if values[.offsetDistance] == nil, let distance = takeLength(.any) {
          values[.offsetDistance] = .length(distance)
        } else if values[.offsetRotate] == nil,
          let rotation = attempt({ reader in reader.takeWritten { reader, _ in reader.takeOffsetRotation() } }
          )
        {
          values[.offsetRotate] = rotation
        } else {
          break
        }
      }
    }
    guard !values.isEmpty else { return nil }
    if take(delim: "/") {
      guard let anchor = takeWritten({ $0.takeOffsetPoint(["auto"], $1) }) else { return nil }
      values[.offsetAnchor] = anchor
    }
    return values
  }
}

extension OffsetPath {
  fileprivate var cssText: String {
    switch self {
    case .none: return "none"
    case .shape(let shape, let box): return ClipPath.shape(shape, box).cssText
    case .ray(let ray):
      var words = [numberText(ray.angle) + "deg"]
      if ray.size != .closestSide { words.append(ray.size.rawValue) }
      if ray.contains { words.append("contain") }
      if let position = ray.position { words.append("at " + position.cssText) }
      return "ray(\(words.joined(separator: " ")))"
    }
  }
}
