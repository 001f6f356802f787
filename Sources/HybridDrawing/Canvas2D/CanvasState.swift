import HybridGeometry

/// The state of a canvas that `save()` stores, apart from the clip, which the surface stores.
struct CanvasState {
  /// The paint of lines or areas.
  enum Paint {
    case color(RGBA)
    case ramp(CanvasRamp)
    /// An image by its number, in tiles across and down, with its matrix.
    case pattern(image: Int, across: Bool, down: Bool, Transform)
  }

  var transform = Transform.identity
  var alpha = 1.0
  var operation = CanvasOperator.over
  var fill = Paint.color(.black)
  var stroke = Paint.color(.black)
  var pen = CanvasSurface.Pen()
  var shadow = Shadow(offset: .zero, blur: 0, color: .transparent)
  var smooths = true
  var filters: [Filter] = []
  /// How many clips there are that are not upright rectangles.
  var clips = 0

  /// Whether a shadow is painted.
  var hasShadow: Bool {
    !shadow.color.isTransparent && (shadow.blur > 0 || shadow.offset != .zero) && operation != .copy
  }

  /// The pen with the lengths that Cairo takes: dashes that are not all zero, a width that it can draw.
  var usablePen: CanvasSurface.Pen {
    var pen = pen
    pen.transform = transform
    let scale = max(transform.scaleOfArea, 1e-9)
    pen.width = min(pen.width, Self.widest / scale)
    if !(pen.dashes.reduce(0, +) > 0) { pen.dashes = [] }
    return pen
  }

  /// The widest line, in pixels.
  private static let widest = 40_000.0
}

extension CanvasSurface.Pen {
  /// How far a line reaches to either side of its path, in pixels.
  var reach: Double {
    let sides = max(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot())
    let factor = join == 0 ? max(miterLimit, 1.5) : 1.5
    return min(width * sides * 1.5 * factor / 2 + 1, 1e6)
  }
}

extension Transform {
  /// By how much it enlarges lengths, on average.
  var scaleOfArea: Double { abs(a * d - b * c).squareRoot() }

  static func translation(_ x: Double, _ y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
}
