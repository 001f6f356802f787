import Glibc
import HybridCSS

/// A matrix in space without perspective: three columns and a translation. CSS Transforms 2 §13.
struct SpaceMatrix {
  typealias Vector = (x: Double, y: Double, z: Double)

  private var columns: (Vector, Vector, Vector)
  private var translation: Vector

  static let identity = SpaceMatrix((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))

  private init(_ first: Vector, _ second: Vector, _ third: Vector, _ translation: Vector) {
    (columns, self.translation) = ((first, second, third), translation)
  }

  /// The matrix of one function on a box of a given size; nil for one with perspective.
  init?(_ function: TransformFunction<LengthPercentage>, width: Double, height: Double) {
    self = .identity
    switch function {
    case .translate3D(let x, let y, let z):
      translation = (x.resolved(against: width), y.resolved(against: height), z.resolved(against: 0))
    case .scale3D(let x, let y, let z): (columns.0.x, columns.1.y, columns.2.z) = (x, y, z)
    case .rotate3D(let x, let y, let z, let angle): columns = Turn(x, y, z, angle).columns
    case .matrix3D(let n):
      guard n.isAffine else { return nil }
      columns = ((n[0], n[1], n[2]), (n[4], n[5], n[6]), (n[8], n[9], n[10]))
      translation = (n[12], n[13], n[14])
    case .translate, .scale, .rotate, .skew, .matrix, .other:
      guard let flat = Matrix(function, width: width, height: height) else { return nil }
      columns = ((flat.a, flat.b, 0), (flat.c, flat.d, 0), (0, 0, 1))
      translation = (flat.tx, flat.ty, 0)
    }
  }

  private func turned(_ vector: Vector) -> Vector {
    let (a, b, c) = columns
    return (
      a.x * vector.x + b.x * vector.y + c.x * vector.z, a.y * vector.x + b.y * vector.y + c.y * vector.z,
      a.z * vector.x + b.z * vector.y + c.z * vector.z
    )
  }

  /// First `other`, then this one.
  func after(_ other: SpaceMatrix) -> SpaceMatrix {
    let moved = turned(other.translation)
    return SpaceMatrix(
      turned(other.columns.0), turned(other.columns.1), turned(other.columns.2),
      (moved.x + translation.x, moved.y + translation.y, moved.z + translation.z))
  }

  /// The value of `transform` that is this matrix: in two dimensions if it leaves the plane where it is.
  /// - Parameter zoom: By how much lengths are enlarged, which scripts do not see.
  func cssText(zoom: Double) -> String {
    let (a, b, c) = columns
    let t = (x: translation.x / zoom, y: translation.y / zoom, z: translation.z / zoom)
    let isFlat = a.z == 0 && b.z == 0 && c.x == 0 && c.y == 0 && c.z == 1 && t.z == 0
    let numbers: [Double] =
      isFlat
      ? [a.x, a.y, b.x, b.y, t.x, t.y]
      : [a.x, a.y, a.z, 0, b.x, b.y, b.z, 0, c.x, c.y, c.z, 0, t.x, t.y, t.z, 1]
    return "\(isFlat ? "matrix" : "matrix3d")(\(numbers.map(numberText).joined(separator: ", ")))"
  }

  /// The image of the plane on the screen.
  var projected: Matrix {
    var matrix = Matrix()
    (matrix.a, matrix.b) = (columns.0.x, columns.0.y)
    (matrix.c, matrix.d) = (columns.1.x, columns.1.y)
    (matrix.tx, matrix.ty) = (translation.x, translation.y)
    return matrix
  }
}

/// A rotation about an axis of length 1. CSS Transforms 2 §13.1, as a quaternion.
struct Turn {
  typealias Vector = SpaceMatrix.Vector

  private(set) var axis: Vector
  /// Degrees.
  private(set) var angle: Double

  /// A rotation; none about an axis without a direction.
  init(_ x: Double, _ y: Double, _ z: Double, _ angle: Double) {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { (axis, self.angle) = ((0, 0, 1), 0); return }
    (axis, self.angle) = ((x / length, y / length, z / length), angle)
  }

  /// The columns of its matrix.
  var columns: (Vector, Vector, Vector) {
    let (x, y, z) = axis
    let (sine, cosine) = sineAndCosine(angle)
    let rest = 1 - cosine
    return (
      (rest * x * x + cosine, rest * x * y + sine * z, rest * x * z - sine * y),
      (rest * x * y - sine * z, rest * y * y + cosine, rest * y * z + sine * x),
      (rest * x * z + sine * y, rest * y * z - sine * x, rest * z * z + cosine)
    )
  }

  /// The rotation between two. CSS Transforms 2 §12.2.1: the shortest way on the sphere of quaternions.
  func mixed(with other: Turn, at progress: Double) -> Turn {
    func quaternion(_ turn: Turn) -> (vector: Vector, real: Double) {
      let (sine, cosine) = sineAndCosine(turn.angle / 2)
      return ((turn.axis.x * sine, turn.axis.y * sine, turn.axis.z * sine), cosine)
    }
    let (a, b) = (quaternion(self), quaternion(other))
    let dot = a.vector.x * b.vector.x + a.vector.y * b.vector.y + a.vector.z * b.vector.z + a.real * b.real
    let held = min(max(dot, -1), 1)
    guard abs(held) < 1 else { return progress < 0.5 ? self : other }
    let theta = acos(held)
    let weight = sin(progress * theta) / (1 - held * held).squareRoot()
    let scale = cos(progress * theta) - held * weight
    func part(_ first: Double, _ second: Double) -> Double { first * scale + second * weight }
    let vector = (
      part(a.vector.x, b.vector.x), part(a.vector.y, b.vector.y), part(a.vector.z, b.vector.z)
    )
    let angle = 2 * acos(min(max(part(a.real, b.real), -1), 1)) * 180 / .pi
    return Turn(vector.0, vector.1, vector.2, angle)
  }
}
