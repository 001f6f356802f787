import Glibc
import HybridCSS
import HybridGeometry
import HybridViewTree

/// A matrix in two dimensions, `a b c d tx ty`. CSS Transforms 1 §12.
struct Matrix: Hashable {
  var (a, b, c, d) = (1.0, 0.0, 0.0, 1.0)
  var (tx, ty) = (0.0, 0.0)

  /// The identity matrix.
  static let identity = Matrix()

  static func translation(_ x: Double, _ y: Double) -> Matrix {
    var result = Matrix()
    (result.tx, result.ty) = (x, y)
    return result
  }

  /// The matrix of one function on a box of a given size; nil for one in space.
  init?(_ function: TransformFunction<LengthPercentage>, width: Double, height: Double) {
    switch function {
    case .translate(let x, let y):
      self = .translation(x.resolved(against: width), y.resolved(against: height))
    case .scale(let x, let y): (a, d) = (x, y)
    case .rotate(let degrees):
      let (sine, cosine) = sineAndCosine(degrees)
      (a, b, c, d) = (cosine, sine, -sine, cosine)
    case .skew(let x, let y):
      let (first, second) = (sineAndCosine(y), sineAndCosine(x))
      b = first.cosine == 0 ? 0 : first.sine / first.cosine
      c = second.cosine == 0 ? 0 : second.sine / second.cosine
    case .matrix(let numbers):
      guard numbers.count == 6 else { return nil }
      (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
      (tx, ty) = (numbers[4], numbers[5])
    case .translate3D(let x, let y, _):
      self = .translation(x.resolved(against: width), y.resolved(against: height))
    case .scale3D(let x, let y, _): (a, d) = (x, y)
    case .rotate3D, .matrix3D, .other: return nil
    }
  }

  init() {}

  /// First `other`, then this one.
  func after(_ other: Matrix) -> Matrix {
    var result = Matrix()
    result.a = a * other.a + c * other.b
    result.b = b * other.a + d * other.b
    result.c = a * other.c + c * other.d
    result.d = b * other.c + d * other.d
    result.tx = a * other.tx + c * other.ty + tx
    result.ty = b * other.tx + d * other.ty + ty
    return result
  }

  /// The six numbers, if they are finite and within drawing limits.
  var numbers: [Double]? {
    let all = [a, b, c, d, tx, ty]
    return all.allSatisfy { $0.isFinite && abs($0) < 1e9 } ? all : nil
  }
}

/// Sine and cosine of an angle in degrees, exact for quarters of a turn.
func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
  guard degrees.isFinite else { return (0, 1) }
  let turn = degrees.truncatingRemainder(dividingBy: 360)
  let angle = turn < 0 ? turn + 360 : turn
  switch angle {
  case 0: return (0, 1)
  case 90: return (1, 0)
  case 180: return (0, -1)
  case 270: return (-1, 0)
  default: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
  }
}

extension ComputedStyle {
  /// Whether the element is transformed, be it by the identity.
  var isTransformed: Bool {
    !visual.transform.isEmpty
      || hasSparseValues(isInherited: false)
        && (!self[\.translate].isEmpty || !self[\.rotate].isEmpty || !self[\.scale].isEmpty
          || self[\.offsetPath] != .none)
  }

  /// The functions of the element in their order: `translate`, `rotate`, `scale`, `offset`, `transform`. CSS
  /// Transforms 2 §6.
  private func transformFunctions(
    _ offset: [TransformFunction<LengthPercentage>]
  ) -> [TransformFunction<LengthPercentage>] {
    self[\.translate] + self[\.rotate] + self[\.scale] + offset + visual.transform
  }

  /// The transforms about `transform-origin` as one matrix about the border box' corner; nil for none.
  ///
  /// Turns in space are projected straight onto the screen, since there is no perspective.
  ///
  /// - Parameters:
  ///   - frame: The border box.
  ///   - content: The content box, from the corner of the border box.
  ///   - surroundings: The boxes that `offset-path` refers to; without them there is no path.
  func transform(
    _ frame: Rect, content: Rect, in surroundings: OffsetSurroundings? = nil
  ) -> Matrix? {
    guard isTransformed else { return nil }
    var area = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    switch self[\.transformBox] {
    case .contentBox, .fillBox: area = content
    case .borderBox, .strokeBox, .viewBox: break
    }
    let x = area.x + visual.transformOrigin.x.resolved(against: area.width)
    let y = area.y + visual.transformOrigin.y.resolved(against: area.height)
    let size = Size(width: area.width, height: area.height)
    let offset = surroundings.map {
      offsetFunctions(Size(width: frame.width, height: frame.height), origin: Point(x: x, y: y), in: $0)
    }
    let middle = TransformFunction.product(of: transformFunctions(offset ?? [])[...], size: size)
    return Matrix.translation(x, y).after(middle).after(.translation(-x, -y))
  }

  /// The shadows in the form for clients.
  var shadows: [Shadow]? {
    guard !visual.boxShadow.isEmpty else { return nil }
    let shadows = visual.boxShadow.filter { shadow in
      [shadow.x, shadow.y, shadow.blur, shadow.spread].allSatisfy { abs($0) < 1e7 }
    }
    return shadows.isEmpty
      ? nil
      : shadows.map { shadow in
        Shadow(
          offset: Point(x: shadow.x, y: shadow.y), blur: shadow.blur, spread: shadow.spread,
          color: RGBA(color(shadow.color)), isInset: shadow.isInset)
      }
  }
}

/// Resolves one gradient on an area. CSS Images 3 §3.
struct GradientResolver {
  let width: Double
  let height: Double
  let style: ComputedStyle

  func resolve(_ gradient: GradientValue<LengthPercentage>) -> Gradient? {
    let shape: Gradient.Shape
    let length: Double
    switch gradient.shape {
    case .linear(let angle):
      let (sine, cosine) = sineAndCosine(angle)
      (shape, length) = line(x: sine, y: -cosine)
    case .corner(let right, let bottom):
      // §3.1.1: the line of the middle colour runs through the two corners beside.
      let (x, y) = (right ? height : -height, bottom ? width : -width)
      let norm = (x * x + y * y).squareRoot()
      (shape, length) = line(x: x / norm, y: y / norm)
    case .radial(let isCircle, let extent, let center):
      let (x, y) = (center.x.resolved(against: width), center.y.resolved(against: height))
      let radii = radii(extent, isCircle: isCircle, x: x, y: y)
      shape = .radial(center: Point(x: x, y: y), radii: radii)
      length = radii.width
    case .conic(let from, let center):
      let (x, y) = (center.x.resolved(against: width), center.y.resolved(against: height))
      shape = .conic(center: Point(x: x, y: y), angle: from)
      length = 1
    }
    var stops = stops(gradient.stops, length: length)
    if let interpolation = gradient.interpolation { stops = stops.refined(by: interpolation) }
    guard stops.count > 1, shape.isDrawable, stops.allSatisfy({ abs($0.position) < 1e9 }) else { return nil }
    return Gradient(
      frame: Rect(x: 0, y: 0, width: width, height: height), shape: shape, stops: stops,
      isRepeating: gradient.isRepeating)
  }

  /// The gradient line in a direction, through the middle: §3.1.
  private func line(x: Double, y: Double) -> (Gradient.Shape, Double) {
    let length = abs(width * x) + abs(height * y)
    let (dx, dy) = (x * length / 2, y * length / 2)
    return (
      .linear(
        from: Point(x: width / 2 - dx, y: height / 2 - dy), to: Point(x: width / 2 + dx, y: height / 2 + dy)),
      length
    )
  }

  /// The ending shape: §3.2.
  private func radii(
    _ extent: GradientValue<LengthPercentage>.RadialExtent, isCircle: Bool, x: Double, y: Double
  ) -> Size<Double> {
    let near = (x: min(abs(x), abs(width - x)), y: min(abs(y), abs(height - y)))
    let far = (x: max(abs(x), abs(width - x)), y: max(abs(y), abs(height - y)))
    func corner(_ side: (x: Double, y: Double)) -> (x: Double, y: Double) {
      guard isCircle else { return (side.x * 2.0.squareRoot(), side.y * 2.0.squareRoot()) }
      let radius = (side.x * side.x + side.y * side.y).squareRoot()
      return (radius, radius)
    }
    let result: (x: Double, y: Double)
    switch extent {
    case .closestSide: result = isCircle ? (min(near.x, near.y), min(near.x, near.y)) : near
    case .farthestSide: result = isCircle ? (max(far.x, far.y), max(far.x, far.y)) : far
    case .closestCorner: result = corner(near)
    case .farthestCorner: result = corner(far)
    case .radii(let horizontal, let vertical):
      result = (horizontal.resolved(against: width), vertical.resolved(against: height))
    }
    // §3.2.3: a degenerate ending shape gets the smallest drawable size.
    return Size(width: max(result.x, 1e-3), height: max(result.y, 1e-3))
  }

  /// Stops with every position known: §3.4.3.
  private func stops(
    _ stops: [GradientValue<LengthPercentage>.Stop], length: Double
  ) -> [Gradient.Stop] {
    var positions = stops.map { stop in
      stop.position.map { length > 0 ? $0.resolved(against: length) / length : 0 }
    }
    guard !positions.isEmpty else { return [] }
    positions[0] = positions[0] ?? 0
    positions[positions.count - 1] = positions[positions.count - 1] ?? 1
    var greatest = -Double.infinity
    for index in positions.indices {
      guard let position = positions[index] else { continue }
      greatest = max(greatest, position.isFinite ? position : 0)
      positions[index] = greatest
    }
    var result: [Gradient.Stop] = []
    var index = 0
    var before = (index: 0, position: positions[0] ?? 0)
    /// The next stop with a position of its own, as far as it has been looked for.
    var next = 0
    while index < stops.count {
      if let position = positions[index] {
        before = (index, position)
      } else {
        if next < index { next = positions[index...].firstIndex { $0 != nil } ?? stops.count - 1 }
        let end = (positions[next] ?? nil) ?? 1
        let share = Double(index - before.index) / Double(next - before.index)
        positions[index] = before.position + (end - before.position) * share
      }
      result.append(Gradient.Stop(position: positions[index] ?? 0, color: color(at: index, of: stops)))
      index += 1
    }
    return result
  }

  /// The colour of a stop; for a hint, the midpoint of its neighbours' colours (§3.4.4).
  private func color(at index: Int, of stops: [GradientValue<LengthPercentage>.Stop]) -> RGBA {
    if let color = stops[index].color { return RGBA(style.color(color)) }
    let before = stops[..<index].last { $0.color != nil }?.color
    let after = stops[index...].first { $0.color != nil }?.color
    guard let first = before ?? after, let second = after ?? before else { return .transparent }
    return middle(RGBA(style.color(first)), RGBA(style.color(second)))
  }

  /// The middle of two colours, premultiplied by their alpha as CSS interpolates (CSS Color 4 §12.3).
  private func middle(_ first: RGBA, _ second: RGBA) -> RGBA {
    let (one, other) = (Int(first.alpha), Int(second.alpha))
    guard one + other > 0 else { return .transparent }
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * one + Int(b) * other + (one + other) / 2) / (one + other))
    }
    return RGBA(
      part(first.red, second.red), part(first.green, second.green), part(first.blue, second.blue),
      UInt8((one + other + 1) / 2))
  }
}

extension [Gradient.Stop] {
  /// The number of straight steps between two stops whose colors are mixed in another space than sRGB.
  private static let steps = 16

  /// The stops with others between them, since clients mix colors in sRGB. CSS Images 4 §3.
  fileprivate func refined(by interpolation: ColorInterpolation) -> [Gradient.Stop] {
    guard var before = first else { return [] }
    var result = [before]
    for stop in dropFirst() {
      if stop.position > before.position {
        for step in 1..<Self.steps {
          let share = Double(step) / Double(Self.steps)
          let color = interpolation.mixed(SRGBColor(before.color), SRGBColor(stop.color), share)
          result.append(
            Gradient.Stop(
              position: before.position + (stop.position - before.position) * share, color: RGBA(color)))
        }
      }
      result.append(stop)
      before = stop
    }
    return result
  }
}

extension SRGBColor {
  fileprivate init(_ color: RGBA) {
    self.init(
      red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
      alpha: Double(color.alpha) / 255)
  }
}

extension Gradient.Shape {
  /// Whether its positions are drawable.
  fileprivate var isDrawable: Bool {
    switch self {
    case .linear(let from, let to): [from.x, from.y, to.x, to.y].allSatisfy { abs($0) < 1e9 }
    case .radial(let center, let radii):
      [center.x, center.y, radii.width, radii.height].allSatisfy { abs($0) < 1e9 }
    case .conic(let center, let angle): [center.x, center.y, angle].allSatisfy { abs($0) < 1e9 }
    }
  }
}
