internal import CCairo
import HybridGeometry

/// Owns one Cairo context and its target: pixels, or an SVG file. It belongs to one thread at a time.
struct Canvas: ~Copyable {
  private let cairo: HybridCairo
  private let surface: UnsafeMutableRawPointer
  private let context: UnsafeMutableRawPointer
  /// The bytes of an SVG file written so far.
  private let sink: UnsafeMutablePointer<[UInt8]>?

  /// A canvas of unpainted pixels.
  init(width: Int, height: Int) throws(DrawingError) {
    let cairo = try CairoLibrary.shared().functions
    guard
      let surface = cairo.image_surface_create(Int32(HybridCairoARGB32), Int32(width), Int32(height))
    else { throw .failed("cairo", 1) }
    try self.init(cairo, surface, sink: nil)
  }

  /// A canvas for an SVG file with an extent in points.
  init(svg size: Size<Double>) throws(DrawingError) {
    let cairo = try CairoLibrary.shared().functions
    let sink = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)
    sink.initialize(to: [])
    let write: HybridCairoWrite = { closure, data, length in
      if let closure, let data {
        closure.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeBufferPointer(
          start: data, count: Int(length))
      }
      return 0
    }
    guard let surface = cairo.svg_surface_create_for_stream(write, sink, size.width, size.height) else {
      throw .failed("cairo", 1)
    }
    cairo.svg_surface_restrict_to_version(surface, Int32(HybridCairoSVG11))
    try self.init(cairo, surface, sink: sink)
  }

  private init(
    _ cairo: HybridCairo, _ surface: UnsafeMutableRawPointer, sink: UnsafeMutablePointer<[UInt8]>?
  ) throws(DrawingError) {
    let status = cairo.surface_status(surface)
    guard status == 0, let context = cairo.create(surface) else { throw .failed("cairo", Int(status)) }
    self.cairo = cairo
    self.surface = surface
    self.context = context
    self.sink = sink
  }

  deinit {
    cairo.destroy(context)
    cairo.surface_finish(surface)
    cairo.surface_destroy(surface)
    sink?.deinitialize(count: 1)
    sink?.deallocate()
  }

  /// Throws if a drawing call failed.
  func check() throws(DrawingError) {
    let status = max(cairo.status(context), cairo.surface_status(surface))
    guard status == 0 else { throw .failed("cairo", Int(status)) }
  }

  // MARK: Results

  /// The finished SVG file.
  func svg() throws(DrawingError) -> [UInt8] {
    try check()
    cairo.surface_finish(surface)
    try check()
    return SVGNames.settled(sink?.pointee ?? [])
  }

  /// The pixels, premultiplied, 32 bits each with alpha in the high byte, and the bytes of a row.
  func withPixels<Result>(
    _ body: (UnsafePointer<UInt8>, _ stride: Int) throws(DrawingError) -> Result
  ) throws(DrawingError) -> Result {
    try check()
    cairo.surface_flush(surface)
    guard let data = cairo.image_surface_get_data(surface) else { throw .failed("cairo", 1) }
    return try body(data, Int(cairo.image_surface_get_stride(surface)))
  }

  /// All pixels of a canvas of that size.
  func raster(width: Int, height: Int) throws(DrawingError) -> Raster {
    try withPixels { data, stride in
      Raster(width: width, height: height, bytes: { data[$1 * stride + $0] })
    }
  }

  /// Some of the pixels; they have to be on the canvas.
  func raster(_ area: PixelArea) throws(DrawingError) -> Raster {
    try withPixels { data, stride in
      Raster(
        width: area.width, height: area.height,
        bytes: { data[($1 + area.top) * stride + $0 + area.left * 4] })
    }
  }

  // MARK: State

  func save() { cairo.save(context) }
  func restore() { cairo.restore(context) }
  func pushGroup() { cairo.push_group(context) }

  /// Paints the drawing since the start of the group, with an opacity, mixed as ``setBlend(_:)`` names it.
  func popGroup(opacity: Double, blend: String? = nil) {
    cairo.pop_group_to_source(context)
    setBlend(blend)
    cairo.paint_with_alpha(context, opacity)
    setBlend(nil)
    cairo.setSource(.transparent, of: context)
  }

  /// Sets the matrix from points to pixels for all following calls.
  func setTransform(_ transform: Transform) {
    var matrix = HybridCairoMatrix(transform)
    cairo.set_matrix(context, &matrix)
  }

  /// Clips the following calls to a path; in an SVG file always by the nonzero rule, the only one that Cairo
  /// writes to it.
  func clip(to path: Path, evenOdd: Bool = false) {
    cairo.trace(path, evenOdd: evenOdd, in: context)
    cairo.clip(context)
  }

  /// Sets how the following calls mix with what is below: one of CSS's names (Compositing and Blending 1 §5.2
  /// and §10), nil for painting over it.
  func setBlend(_ name: String?) {
    let how: Int
    switch name {
    case nil: how = HybridCairoOver
    case "plus-lighter": how = HybridCairoAdd
    case let name?:
      how = Self.blendModes.firstIndex(of: name).map { HybridCairoMultiply + $0 } ?? HybridCairoOver
    }
    cairo.set_operator(context, Int32(how))
  }

  private static let blendModes = [
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
  ]

  // MARK: Painting

  func fill(_ path: Path, _ color: RGBA, evenOdd: Bool = false) {
    guard !color.isTransparent else { return }
    cairo.setSource(color, of: context)
    cairo.trace(path, evenOdd: evenOdd, in: context)
    cairo.fill(context)
  }

  /// A line along a path, with dashes if there are any.
  func stroke(_ path: Path, width: Double, dashes: [Double] = [], isRound: Bool = false, _ color: RGBA) {
    guard !color.isTransparent else { return }
    cairo.setSource(color, of: context)
    cairo.set_line_width(context, width)
    cairo.set_line_cap(context, Int32(isRound ? HybridCairoCapRound : HybridCairoCapButt))
    cairo.set_dash(context, dashes, Int32(dashes.count), 0)
    cairo.trace(path, in: context)
    cairo.stroke(context)
  }

  func fill(_ path: Path, _ ramp: Ramp) {
    let pattern =
      switch ramp.shape {
      case .linear(let from, let to): cairo.pattern_create_linear(from.x, from.y, to.x, to.y)
      case .radial(let inner, let outer): cairo.pattern_create_radial(0, 0, inner, 0, 0, outer)
      }
    guard let pattern else { return }
    let extend = ramp.isRepeating ? HybridCairoExtendRepeat : HybridCairoExtendPad
    cairo.finish(pattern, stops: ramp.stops, extend: extend, ramp.transform)
    fill(path, pattern)
  }

  /// Fills a path with a picture.
  ///
  /// - Parameters:
  ///   - transform: From points to the picture's pixels.
  ///   - repeats: Whether the picture repeats beyond its edges.
  func fill(_ path: Path, _ picture: Raster, _ transform: Transform, repeats: Bool = false) {
    cairo.withSurface(picture) { surface in
      let extend = repeats ? HybridCairoExtendRepeat : HybridCairoExtendPad
      guard let pattern = cairo.pattern(of: picture, on: surface, extend: extend, transform) else { return }
      fill(path, pattern)
    }
  }

  /// Paints a colour through a mask of 8 bits a pixel, whose corner is at a point of the current space.
  func paint(_ color: RGBA, through mask: Raster, x: Double, y: Double) {
    guard !color.isTransparent else { return }
    cairo.setSource(color, of: context)
    cairo.withSurface(mask) { cairo.mask_surface(context, $0, x, y) }
  }

  private func fill(_ path: Path, _ pattern: UnsafeMutableRawPointer) {
    cairo.set_source(context, pattern)
    cairo.pattern_destroy(pattern)
    cairo.trace(path, in: context)
    cairo.fill(context)
    // Otherwise the context would keep the pattern, which refers to pixels that no longer exist.
    cairo.setSource(.transparent, of: context)
  }
}
