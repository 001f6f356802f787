internal import CCairo
import HybridGeometry

/// Operations that every owner of a Cairo context needs.
extension HybridCairo {
  /// Makes a path the current one, with its fill rule.
  func trace(_ path: Path, evenOdd: Bool = false, in context: UnsafeMutableRawPointer) {
    new_path(context)
    for step in path.steps {
      switch step {
      case .move(let spot): move_to(context, spot.x, spot.y)
      case .line(let spot): line_to(context, spot.x, spot.y)
      case .curve(let first, let second, let end):
        curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: close_path(context)
      }
    }
    set_fill_rule(context, Int32(evenOdd ? HybridCairoEvenOdd : HybridCairoWinding))
  }

  /// Makes a colour the source.
  func setSource(_ color: RGBA, of context: UnsafeMutableRawPointer) {
    let parts = color.parts
    set_source_rgba(context, parts.red, parts.green, parts.blue, parts.alpha)
  }

  /// Gives a gradient its colours, what it has beyond its ends, and the matrix to its own space.
  func finish(
    _ pattern: UnsafeMutableRawPointer, stops: [Gradient.Stop], extend: Int, _ transform: Transform
  ) {
    for stop in stops {
      let color = stop.color.parts
      pattern_add_color_stop_rgba(pattern, stop.position, color.red, color.green, color.blue, color.alpha)
    }
    pattern_set_extend(pattern, Int32(extend))
    var matrix = HybridCairoMatrix(transform)
    pattern_set_matrix(pattern, &matrix)
  }

  /// A pattern of a picture's pixels; `transform` is the matrix to them.
  func pattern(
    of raster: Raster, on surface: UnsafeMutableRawPointer, extend: Int, _ transform: Transform
  ) -> UnsafeMutableRawPointer? {
    guard let pattern = pattern_create_for_surface(surface) else { return nil }
    pattern_set_extend(pattern, Int32(extend))
    // Cairo 1.16 writes no filter to an SVG file, so viewers smooth the pictures in it.
    pattern_set_filter(pattern, Int32(raster.isPixelated ? HybridCairoFilterNearest : HybridCairoFilterGood))
    var matrix = HybridCairoMatrix(transform)
    pattern_set_matrix(pattern, &matrix)
    return pattern
  }

  /// Calls `body` with a surface that reads the pixels of a picture.
  func withSurface(_ raster: Raster, _ body: (UnsafeMutableRawPointer) -> Void) {
    raster.bytes.withUnsafeBufferPointer { bytes in
      let format = raster.isMask ? HybridCairoA8 : HybridCairoARGB32
      // Cairo only reads from a source.
      guard
        let surface = image_surface_create_for_data(
          UnsafeMutablePointer(mutating: bytes.baseAddress), Int32(format), Int32(raster.width),
          Int32(raster.height), Int32(raster.stride))
      else { return }
      if surface_status(surface) == 0 { body(surface) }
      surface_finish(surface)
      surface_destroy(surface)
    }
  }
}

extension HybridCairoMatrix {
  init(_ transform: Transform) {
    self.init(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
  }
}

extension RGBA {
  /// Its components from 0 to 1.
  var parts: (red: Double, green: Double, blue: Double, alpha: Double) {
    (Double(red) / 255, Double(green) / 255, Double(blue) / 255, Double(alpha) / 255)
  }
}
