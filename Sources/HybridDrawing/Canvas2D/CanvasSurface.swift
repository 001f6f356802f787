internal import CCairo
import HybridGeometry

/// Owns the pixels of a `canvas` element and the Cairo context that paints on them. It belongs to one thread
/// at a time.
///
/// All paths are in pixels. A path, a matrix or a source that Cairo would refuse must not reach this type:
/// Cairo's context stays broken after its first error.
struct CanvasSurface: ~Copyable {
  private let cairo: HybridCairo
  private let surface: UnsafeMutableRawPointer
  private let context: UnsafeMutableRawPointer
  let width: Int
  let height: Int

  /// Transparent pixels, or an empty mask of 8 bits a pixel.
  init(width: Int, height: Int, isMask: Bool = false) throws(DrawingError) {
    let cairo = try CairoLibrary.shared().functions
    let format = isMask ? HybridCairoA8 : HybridCairoARGB32
    guard let surface = cairo.image_surface_create(Int32(format), Int32(width), Int32(height)) else {
      throw .failed("cairo", 1)
    }
    let status = cairo.surface_status(surface)
    guard status == 0, let context = cairo.create(surface) else {
      cairo.surface_destroy(surface)
      throw .failed("cairo", Int(status))
    }
    (self.cairo, self.surface, self.context) = (cairo, surface, context)
    (self.width, self.height) = (width, height)
  }

  deinit {
    cairo.destroy(context)
    cairo.surface_finish(surface)
    cairo.surface_destroy(surface)
  }

  /// Whether every call so far worked.
  var isIntact: Bool { cairo.status(context) == 0 && cairo.surface_status(surface) == 0 }

  // MARK: Pixels

  /// The bytes of all rows, and the bytes of one.
  func withBytes<Result>(_ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) -> Result) -> Result? {
    cairo.surface_flush(surface)
    guard isIntact, let data = cairo.image_surface_get_data(surface) else { return nil }
    defer { cairo.surface_mark_dirty(surface) }
    return body(data, Int(cairo.image_surface_get_stride(surface)))
  }

  // MARK: State

  func save() { cairo.save(context) }
  func restore() { cairo.restore(context) }

  /// Clips all following calls, up to ``restore()``.
  func clip(to path: Path, evenOdd: Bool) {
    cairo.trace(path, evenOdd: evenOdd, in: context)
    cairo.clip(context)
  }

  /// The smallest rectangle around what is not clipped.
  var clipBounds: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo.clip_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
  }

  // MARK: Painting

  /// How a line is drawn along a path.
  struct Pen {
    var width = 1.0
    var cap = 0
    var join = 0
    var miterLimit = 10.0
    var dashes: [Double] = []
    var dashOffset = 0.0
    /// From the space in which the lengths above are to pixels.
    var transform = Transform.identity
  }

  /// The source with which a path is painted.
  enum Source {
    case color(RGBA)
    case ramp(CanvasRamp)
    /// Pixels, with the matrix from the pixels of the surface to theirs.
    case raster(Raster, Transform, repeats: Bool, pads: Bool, opacity: Double)
  }

  /// Fills the area of a path.
  func fill(_ path: Path, evenOdd: Bool = false, with source: Source, by operation: CanvasOperator) {
    paint(source, operation) {
      cairo.trace(path, evenOdd: evenOdd, in: context)
      cairo.fill(context)
    }
  }

  /// Draws a line along a path.
  func stroke(_ path: Path, _ pen: Pen, with source: Source, by operation: CanvasOperator) {
    paint(source, operation) {
      cairo.trace(path, in: context)
      set(pen)
      cairo.stroke(context)
      setIdentity()
    }
  }

  /// Paints a colour through a mask whose corner is at a point.
  func paint(_ color: RGBA, through mask: Raster, at corner: Point, by operation: CanvasOperator) {
    cairo.set_operator(context, operation.cairo)
    cairo.setSource(color, of: context)
    cairo.withSurface(mask) { cairo.mask_surface(context, $0, corner.x, corner.y) }
    cairo.set_operator(context, Int32(HybridCairoOver))
  }

  /// Makes the area of a path transparent.
  func clear(_ path: Path) {
    cairo.set_operator(context, Int32(HybridCairoClear))
    cairo.trace(path, in: context)
    cairo.fill(context)
    cairo.set_operator(context, Int32(HybridCairoOver))
  }

  // MARK: Hit tests

  func isIn(_ path: Path, evenOdd: Bool, _ spot: Point) -> Bool {
    cairo.trace(path, evenOdd: evenOdd, in: context)
    return cairo.in_fill(context, spot.x, spot.y) != 0
  }

  /// Whether a point is on the line along a path.
  func isOn(_ path: Path, _ pen: Pen, _ spot: Point) -> Bool {
    guard let inverse = pen.transform.inverse else { return false }
    cairo.trace(path, in: context)
    set(pen)
    let own = inverse.apply(to: spot)
    let isOn = cairo.in_stroke(context, own.x, own.y) != 0
    setIdentity()
    return isOn
  }

  // MARK: Calls

  /// Sets a source and an operator for `draw`.
  private func paint(_ source: Source, _ operation: CanvasOperator, _ draw: () -> Void) {
    cairo.set_operator(context, operation.cairo)
    defer {
      cairo.set_operator(context, Int32(HybridCairoOver))
      // Otherwise the context would keep a pattern that refers to pixels that no longer exist.
      cairo.setSource(.transparent, of: context)
    }
    switch source {
    case .color(let color):
      cairo.setSource(color, of: context)
      draw()
    case .ramp(let ramp):
      guard let pattern = pattern(ramp) else { return }
      cairo.set_source(context, pattern)
      cairo.pattern_destroy(pattern)
      draw()
    case .raster(let raster, let transform, let repeats, let pads, let opacity):
      cairo.withSurface(raster) { surface in
        let extend =
          repeats ? HybridCairoExtendRepeat : pads ? HybridCairoExtendPad : HybridCairoExtendNone
        guard let pattern = cairo.pattern(of: raster, on: surface, extend: extend, transform) else { return }
        if opacity >= 1 {
          cairo.set_source(context, pattern)
          draw()
        } else {
          // A group has the shape at full opacity, whatever the operation does around it.
          cairo.push_group(context)
          cairo.set_operator(context, Int32(HybridCairoOver))
          cairo.set_source(context, pattern)
          draw()
          cairo.pop_group_to_source(context)
          cairo.set_operator(context, operation.cairo)
          cairo.paint_with_alpha(context, opacity)
        }
        cairo.pattern_destroy(pattern)
        cairo.setSource(.transparent, of: context)
      }
    }
  }

  private func pattern(_ ramp: CanvasRamp) -> UnsafeMutableRawPointer? {
    let pattern =
      switch ramp.shape {
      case .linear(let from, let to): cairo.pattern_create_linear(from.x, from.y, to.x, to.y)
      case .radial(let from, let inner, let to, let outer):
        cairo.pattern_create_radial(from.x, from.y, inner, to.x, to.y, outer)
      case .conic: nil as UnsafeMutableRawPointer?
      }
    guard let pattern else { return nil }
    cairo.finish(pattern, stops: ramp.stops, extend: HybridCairoExtendPad, ramp.transform)
    return pattern
  }

  private func set(_ pen: Pen) {
    cairo.set_line_width(context, pen.width)
    cairo.set_line_cap(context, Int32(pen.cap))
    cairo.set_line_join(context, Int32(pen.join))
    cairo.set_miter_limit(context, pen.miterLimit)
    cairo.set_dash(context, pen.dashes, Int32(pen.dashes.count), pen.dashOffset)
    var matrix = HybridCairoMatrix(pen.transform)
    cairo.set_matrix(context, &matrix)
  }

  private func setIdentity() {
    var matrix = HybridCairoMatrix(.identity)
    cairo.set_matrix(context, &matrix)
  }
}

/// How what is painted mixes with what is there. Compositing and Blending 1 §9 and §10; the numbers are those
/// of the list of `globalCompositeOperation` in the prelude.
struct CanvasOperator: Hashable {
  var number = 0

  static let over = CanvasOperator()
  static let copy = CanvasOperator(number: 10)

  /// The operators of Cairo, in the order of the prelude's list: from `source-over` to `luminosity`.
  private static let operators: [Int32] = [2, 3, 4, 5, 7, 8, 9, 10, 12, 11, 2] + Array(14...28)

  fileprivate var cairo: Int32 {
    Self.operators.indices.contains(number) ? Self.operators[number] : Int32(HybridCairoOver)
  }

  /// Whether it changes pixels that the shape does not cover.
  var isUnbounded: Bool { [1, 2, 5, 7, 10].contains(number) }
}

/// A gradient of a canvas. HTML Standard §4.12.5.1.10, *Fill and stroke styles*.
struct CanvasRamp {
  enum Shape {
    case linear(from: Point, to: Point)
    case radial(from: Point, inner: Double, to: Point, outer: Double)
    /// Around a point, from an angle in radians that counts from the x-axis.
    case conic(around: Point, from: Double)
  }

  var shape: Shape
  /// In the order of their positions, which are from 0 to 1.
  var stops: [Gradient.Stop]
  /// From pixels to the space of the shape.
  var transform = Transform.identity

  /// Whether it paints nothing.
  var isEmpty: Bool {
    if stops.isEmpty { return true }
    return switch shape {
    case .linear(let from, let to): from == to
    case .radial(let from, let inner, let to, let outer): from == to && inner == outer
    case .conic: false
    }
  }

  /// The same with all colours seen through a group of that opacity.
  func faded(to opacity: Double) -> CanvasRamp {
    guard opacity < 1 else { return self }
    var result = self
    for index in result.stops.indices {
      result.stops[index].color = result.stops[index].color.faded(to: opacity)
    }
    return result
  }

  /// The colour at a share of the way, with straight alpha.
  func color(at share: Double) -> RGBA {
    guard let after = stops.firstIndex(where: { $0.position > share }) else {
      return stops.last?.color ?? .transparent
    }
    guard after > 0 else { return stops[after].color }
    let (from, to) = (stops[after - 1], stops[after])
    let part = (share - from.position) / (to.position - from.position)
    return from.color.mixedStraight(with: to.color, part)
  }
}
