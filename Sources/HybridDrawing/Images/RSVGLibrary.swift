internal import CImageCodecs

/// librsvg, loaded when the first SVG is drawn.
///
/// A document comes from memory and has no base URL, so that no external reference is ever loaded: no files,
/// no entities, no other hosts (`rsvg_handle_new_from_data`).
struct RSVGLibrary: @unchecked Sendable {
  // Sendable: the function pointers never change, and every object belongs to one call.
  private let functions: HybridRSVG

  /// The file name of the library.
  static let library = "librsvg-2.so.2"
  /// The maximum number of bytes of a document: its shapes cost more than pixels do.
  static let byteLimit = 4 << 20
  /// The maximum number of pixels on one side of a drawing.
  static let sideLimit = 4096
  private static let loaded: Result<RSVGLibrary, ImageDecodingFault> = Result {
    () throws(ImageDecodingFault) in try RSVGLibrary()
  }

  /// The library; throws when it is missing.
  static func shared() throws(ImageDecodingFault) -> RSVGLibrary { try loaded.get() }

  init(library: String = Self.library) throws(ImageDecodingFault) {
    var functions = HybridRSVG()
    if let message = hybrid_rsvg_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    self.functions = functions
  }

  /// Draws a document in the size `near`; one without a view box so that it covers that size, in its natural
  /// proportions.
  ///
  /// A view box is placed in the size as the document asks (SVG 2 §8.7, `preserveAspectRatio`).
  func bitmap(of bytes: [UInt8], near: (width: Int, height: Int)) throws(ImageDecodingFault) -> Bitmap {
    guard bytes.count <= Self.byteLimit else { throw .tooManyBytes(bytes.count, limit: Self.byteLimit) }
    try SVGComplexity(bytes).check()
    guard let handle = functions.handle_new_from_data(bytes, bytes.count, nil) else { throw .damaged("SVG") }
    defer { functions.g_object_unref(handle) }
    let (natural, hasViewBox) = natural(handle)
    var size = (width: Double(near.width), height: Double(near.height))
    if let natural, !hasViewBox {
      let factor = max(size.width / natural.width, size.height / natural.height)
      size = (natural.width * factor, natural.height * factor)
    }
    let most = max(size.width, size.height)
    if most > Double(Self.sideLimit) {
      let factor = Double(Self.sideLimit) / most
      size = (size.width * factor, size.height * factor)
    }
    let (width, height) = (max(Int(size.width.rounded()), 1), max(Int(size.height.rounded()), 1))
    guard let surface = functions.cairo_image_surface_create(0, Int32(width), Int32(height)) else {
      throw .damaged("SVG")
    }
    defer { functions.cairo_surface_destroy(surface) }
    guard let cairo = functions.cairo_create(surface) else { throw .damaged("SVG") }
    defer { functions.cairo_destroy(cairo) }
    var port = HybridSVGRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    if let natural, !hasViewBox {
      // Without a view box nothing scales automatically; browsers use the natural size as the view box.
      functions.cairo_scale(cairo, Double(width) / natural.width, Double(height) / natural.height)
      (port.width, port.height) = natural
    }
    guard functions.handle_render_document(handle, cairo, &port, nil) != 0, functions.cairo_status(cairo) == 0
    else { throw .damaged("SVG") }
    functions.cairo_surface_flush(surface)
    guard let data = functions.cairo_image_surface_get_data(surface) else { throw .damaged("SVG") }
    let stride = Int(functions.cairo_image_surface_get_stride(surface))
    return Bitmap(premultiplied: data, stride: stride, width: width, height: height)
  }

  /// The natural size, or else that of the view box; and whether there is a view box.
  private func natural(_ handle: UnsafeMutableRawPointer) -> ((width: Double, height: Double)?, Bool) {
    var (hasWidth, hasHeight, hasViewBox): (Int32, Int32, Int32) = (0, 0, 0)
    var (width, height) = (HybridSVGLength(), HybridSVGLength())
    var box = HybridSVGRectangle()
    functions.handle_get_intrinsic_dimensions(
      handle, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &box)
    var size = (width: 0.0, height: 0.0)
    if functions.handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height) == 0 {
      size = hasViewBox != 0 ? (box.width, box.height) : (0, 0)
    }
    let isUsable = [size.width, size.height].allSatisfy { $0 > 1e-3 && $0 < 1e6 }
    return (isUsable ? size : nil, hasViewBox != 0)
  }
}

extension Bitmap {
  /// Pixels as Cairo has them: 32 bits each, alpha on top, colours multiplied by it.
  init(premultiplied data: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
    self.init(width: width, height: height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<height {
        var (from, to) = (row * stride, row * width * 4)
        for _ in 0..<width {
          let alpha = Int(data[from + 3])
          if alpha > 0 {
            for (channel, source) in [2, 1, 0].enumerated() {
              pixels[to + channel] = UInt8(min((Int(data[from + source]) * 255 + alpha / 2) / alpha, 255))
            }
          }
          pixels[to + 3] = data[from + 3]
          from += 4
          to += 4
        }
      }
    }
  }
}
