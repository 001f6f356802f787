import Glibc
import HybridCSS
import HybridGeometry
import HybridViewTree

extension TransformFunction<LengthPercentage> {
  /// The transform between two: function by function as far as they match, the rest as one matrix.
  ///
  /// CSS Transforms 1 §10, *Interpolation of Transforms*. Nil if interpolation is not possible: matrices in
  /// space, and singular ones.
  static func mixed(_ a: [Self], _ b: [Self], at progress: Double, size: Size<Double>) -> [Self]? {
    guard max(a.count, b.count) <= 64 else { return nil }
    var result: [Self] = []
    for index in 0..<max(a.count, b.count) {
      // The shorter list is padded with identity functions.
      let from = index < a.count ? a[index] : b[index].identity
      let to = index < b.count ? b[index] : a[index].identity
      if let from, let to, let mixed = from.mixed(with: to, at: progress) {
        result.append(mixed)
        continue
      }
      guard let first = matrix(a.dropFirst(index), size), let second = matrix(b.dropFirst(index), size),
        let from = Decomposition(first), let to = Decomposition(second),
        let numbers = from.mixed(with: to, at: progress).matrix.numbers
      else { return nil }
      return result + [.matrix(numbers)]
    }
    return result
  }

  /// The identity function of this kind; nil for kinds interpolated as matrices.
  private var identity: Self? {
    switch self {
    case .translate: .translate(.zero, .zero)
    case .scale: .scale(1, 1)
    case .rotate: .rotate(0)
    case .skew: .skew(0, 0)
    case .translate3D: .translate3D(.zero, .zero, .zero)
    case .scale3D: .scale3D(1, 1, 1)
    case .rotate3D(let x, let y, let z, _): .rotate3D(x, y, z, 0)
    case .matrix, .matrix3D, .other: nil
    }
  }

  /// The same function in space; nil for one without such a form.
  private var inSpace: Self? {
    switch self {
    case .translate(let x, let y): .translate3D(x, y, .zero)
    case .scale(let x, let y): .scale3D(x, y, 1)
    case .rotate(let angle): .rotate3D(0, 0, 1, angle)
    case .translate3D, .scale3D, .rotate3D: self
    case .skew, .matrix, .matrix3D, .other: nil
    }
  }

  private func mixed(with other: Self, at progress: Double) -> Self? {
    func between(_ a: Double, _ b: Double) -> Double { TransitionValue.mixed(a, b, progress) }
    switch (self, other) {
    case (.translate(let x, let y), .translate(let toX, let toY)):
      guard let x = x.mixed(with: toX, at: progress), let y = y.mixed(with: toY, at: progress) else {
        return nil
      }
      return .translate(x, y)
    case (.scale(let x, let y), .scale(let toX, let toY)): return .scale(between(x, toX), between(y, toY))
    case (.rotate(let a), .rotate(let b)): return .rotate(between(a, b))
    case (.skew(let x, let y), .skew(let toX, let toY)): return .skew(between(x, toX), between(y, toY))
    default: return mixedInSpace(with: other, at: progress)
    }
  }

  /// CSS Transforms 2 §12.2, *Interpolation of primitives and derived transform functions*.
  private func mixedInSpace(with other: Self, at progress: Double) -> Self? {
    func between(_ a: Double, _ b: Double) -> Double { TransitionValue.mixed(a, b, progress) }
    switch (inSpace, other.inSpace) {
    case (.translate3D(let x, let y, let z)?, .translate3D(let toX, let toY, let toZ)?):
      guard let x = x.mixed(with: toX, at: progress), let y = y.mixed(with: toY, at: progress),
        let z = z.mixed(with: toZ, at: progress)
      else { return nil }
      return .translate3D(x, y, z)
    case (.scale3D(let x, let y, let z)?, .scale3D(let toX, let toY, let toZ)?):
      return .scale3D(between(x, toX), between(y, toY), between(z, toZ))
    case (.rotate3D(let x, let y, let z, let angle)?, .rotate3D(let toX, let toY, let toZ, let toAngle)?):
      let (from, to) = (Turn(x, y, z, angle), Turn(toX, toY, toZ, toAngle))
      if from.axis == to.axis || toAngle == 0 { return .rotate3D(x, y, z, between(angle, toAngle)) }
      if angle == 0 { return .rotate3D(toX, toY, toZ, between(angle, toAngle)) }
      let mixed = from.mixed(with: to, at: progress)
      return .rotate3D(mixed.axis.x, mixed.axis.y, mixed.axis.z, mixed.angle)
    default: return nil
    }
  }

  private static func matrix(_ functions: ArraySlice<Self>, _ size: Size<Double>) -> Matrix? {
    flat(functions, size).flatMap { $0.numbers == nil ? nil : $0 }
  }

  /// The functions as one matrix, projected onto the plane; functions with perspective are left out.
  static func product(of functions: ArraySlice<Self>, size: Size<Double>) -> Matrix {
    if let matrix = flat(functions, size) { return matrix }
    var matrix = SpaceMatrix.identity
    for function in functions {
      guard let next = SpaceMatrix(function, width: size.width, height: size.height) else { continue }
      matrix = matrix.after(next)
    }
    return matrix.projected
  }

  /// The value of `transform` with all functions as one matrix; nil with a perspective.
  static func matrixText(of functions: [Self], size: Size<Double>, zoom: Double) -> String? {
    var matrix = SpaceMatrix.identity
    for function in functions {
      guard let next = SpaceMatrix(function, width: size.width, height: size.height) else { return nil }
      matrix = matrix.after(next)
    }
    return matrix.cssText(zoom: zoom)
  }

  /// The functions as one matrix if none leaves the plane.
  private static func flat(_ functions: ArraySlice<Self>, _ size: Size<Double>) -> Matrix? {
    var matrix = Matrix.identity
    for function in functions {
      guard let next = Matrix(function, width: size.width, height: size.height) else { return nil }
      matrix = matrix.after(next)
    }
    return matrix
  }
}

/// A matrix as a translation, a rotation, and the rest. CSS Transforms 1 §11.1, *Decomposing a 2D Matrix*.
private struct Decomposition {
  var translation: (x: Double, y: Double)
  var scale: (x: Double, y: Double)
  /// Degrees.
  var angle: Double
  /// The rest, by columns.
  var rest: (a: Double, b: Double, c: Double, d: Double)

  /// Nil for a singular matrix.
  init?(_ matrix: Matrix) {
    var row0 = (x: matrix.a, y: matrix.b)
    var row1 = (x: matrix.c, y: matrix.d)
    translation = (matrix.tx, matrix.ty)
    scale = (
      (row0.x * row0.x + row0.y * row0.y).squareRoot(), (row1.x * row1.x + row1.y * row1.y).squareRoot()
    )
    let determinant = row0.x * row1.y - row0.y * row1.x
    guard determinant.isFinite, abs(determinant) > 1e-12, scale.x > 0, scale.y > 0 else { return nil }
    if determinant < 0 {
      // A mirrored matrix: flips the axis with the smaller diagonal entry.
      if row0.x < row1.y { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    row0 = (row0.x / scale.x, row0.y / scale.x)
    row1 = (row1.x / scale.y, row1.y / scale.y)
    let turn = atan2(row0.y, row0.x)
    angle = turn * 180 / .pi
    if angle != 0 {
      let (sine, cosine) = (-row0.y, row0.x)
      let (m11, m12, m21, m22) = (row0.x, row0.y, row1.x, row1.y)
      row0 = (cosine * m11 + sine * m21, cosine * m12 + sine * m22)
      row1 = (-sine * m11 + cosine * m21, -sine * m12 + cosine * m22)
    }
    rest = (row0.x, row0.y, row1.x, row1.y)
  }

  /// §11.2: rotates the shorter way.
  func mixed(with other: Decomposition, at progress: Double) -> Decomposition {
    var (a, b) = (self, other)
    if (a.scale.x < 0 && b.scale.y < 0) || (a.scale.y < 0 && b.scale.x < 0) {
      a.scale = (-a.scale.x, -a.scale.y)
      a.angle += a.angle < 0 ? 180 : -180
    }
    if a.angle == 0 { a.angle = 360 }
    if b.angle == 0 { b.angle = 360 }
    if abs(a.angle - b.angle) > 180 { if a.angle > b.angle { a.angle -= 360 } else { b.angle -= 360 } }
    func between(_ a: Double, _ b: Double) -> Double { TransitionValue.mixed(a, b, progress) }
    var result = a
    result.translation = (
      between(a.translation.x, b.translation.x), between(a.translation.y, b.translation.y)
    )
    result.scale = (between(a.scale.x, b.scale.x), between(a.scale.y, b.scale.y))
    result.angle = between(a.angle, b.angle)
    result.rest = (
      between(a.rest.a, b.rest.a), between(a.rest.b, b.rest.b), between(a.rest.c, b.rest.c),
      between(a.rest.d, b.rest.d)
    )
    return result
  }

  /// §11.3, *Recomposing to a 2D Matrix*.
  var matrix: Matrix {
    var left = Matrix()
    (left.a, left.b, left.c, left.d) = rest
    (left.tx, left.ty) = translation
    let (sine, cosine) = sineAndCosine(angle)
    var rotation = Matrix()
    (rotation.a, rotation.b, rotation.c, rotation.d) = (cosine, sine, -sine, cosine)
    var scaling = Matrix()
    (scaling.a, scaling.d) = scale
    return left.after(rotation).after(scaling)
  }
}
