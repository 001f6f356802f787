internal import CImageCodecs

/// gdk-pixbuf, loaded when the first PNG, JPEG or GIF is decoded.
struct PixbufLibrary: @unchecked Sendable {
  // Sendable: the function pointers never change, and every object belongs to one call.
  private let functions: HybridPixbuf

  /// The file name of the library.
  static let library = "libgdk_pixbuf-2.0.so.0"
  private static let loaded: Result<PixbufLibrary, ImageDecodingFault> = Result {
    () throws(ImageDecodingFault) in try PixbufLibrary()
  }

  /// The library; throws when it is missing.
  static func shared() throws(ImageDecodingFault) -> PixbufLibrary { try loaded.get() }

  init(library: String = Self.library) throws(ImageDecodingFault) {
    var functions = HybridPixbuf()
    if let message = hybrid_pixbuf_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    self.functions = functions
  }

  /// The requested size of a loader.
  private struct RequestedSize {
    var functions: HybridPixbuf
    /// The longer side of the required size.
    var side: Int
    /// Whether decoding to a half, a quarter or an eighth is faster than decoding the whole.
    var canShrink: Bool
    var refused: (width: Int, height: Int)?
  }

  /// Decodes a file of the library's type `type`; the first frame of an animation.
  func bitmap(
    of bytes: [UInt8], _ type: String, near: (width: Int, height: Int)
  ) throws(ImageDecodingFault) -> Bitmap {
    guard let loader = functions.loader_new_with_type(type, nil) else {
      throw .libraryMissing("\(Self.library) has no loader for \(type)")
    }
    defer { functions.g_object_unref(loader) }
    var wish = RequestedSize(
      functions: functions, side: max(near.width, near.height), canShrink: type == "jpeg")
    let isRead = withUnsafeMutablePointer(to: &wish) { wish in
      hybrid_pixbuf_on_size(
        &wish.pointee.functions, loader,
        { loader, width, height, data in
          guard let loader, let wish = data?.assumingMemoryBound(to: RequestedSize.self) else { return }
          PixbufLibrary.prepare(loader, Int(width), Int(height), &wish.pointee)
        }, wish)
      let isWritten = functions.loader_write(loader, bytes, bytes.count, nil) != 0
      // Closed in any case, to end the loader's work.
      return functions.loader_close(loader, nil) != 0 && isWritten
    }
    if let size = wish.refused { throw .tooManyPixels(width: size.width, height: size.height) }
    guard isRead, let pixels = functions.loader_get_pixbuf(loader),
      let upright = functions.apply_embedded_orientation(pixels)
    else { throw .damaged(type.uppercased()) }
    defer { functions.g_object_unref(upright) }
    let (width, height) = (Int(functions.get_width(upright)), Int(functions.get_height(upright)))
    try ImageDecoder.check(width: width, height: height)
    let factor = max(Double(near.width) / Double(width), Double(near.height) / Double(height))
    guard factor < 1 else { return try bitmap(copying: upright) }
    let size = (max(Int(Double(width) * factor), 1), max(Int(Double(height) * factor), 1))
    guard
      let scaled = functions.scale_simple(
        upright, Int32(size.0), Int32(size.1), Int32(HybridPixbufBilinear))
    else { throw .damaged(type.uppercased()) }
    defer { functions.g_object_unref(scaled) }
    return try bitmap(copying: scaled)
  }

  /// Rejects a picture with too many pixels before memory is allocated, and reduces one that is much larger
  /// than needed while decoding, which is cheap for JPEG.
  private static func prepare(
    _ loader: UnsafeMutableRawPointer, _ width: Int, _ height: Int, _ wish: inout RequestedSize
  ) {
    do throws(ImageDecodingFault) { try ImageDecoder.check(width: width, height: height) } catch {
      wish.refused = (width, height)
      // A size of 0 makes every loader stop.
      wish.functions.loader_set_size(loader, 0, 0)
      return
    }
    guard wish.canShrink else { return }
    var factor = 1
    while factor < 8, min(width, height) / (factor * 2) >= wish.side { factor *= 2 }
    if factor > 1 { wish.functions.loader_set_size(loader, Int32(width / factor), Int32(height / factor)) }
  }

  /// The pixels with alpha; the caller keeps ownership of the pixbuf.
  private func bitmap(copying pixbuf: UnsafeMutableRawPointer) throws(ImageDecodingFault) -> Bitmap {
    guard let opaque = functions.add_alpha(pixbuf, 0, 0, 0, 0) else { throw .damaged("picture") }
    defer { functions.g_object_unref(opaque) }
    let (width, height) = (Int(functions.get_width(opaque)), Int(functions.get_height(opaque)))
    let stride = Int(functions.get_rowstride(opaque))
    guard functions.get_n_channels(opaque) == 4, stride >= width * 4, let data = functions.read_pixels(opaque)
    else { throw .damaged("picture") }
    var bitmap = Bitmap(width: width, height: height)
    bitmap.pixels.withUnsafeMutableBytes { pixels in
      for row in 0..<height {
        let target = UnsafeMutableRawBufferPointer(rebasing: pixels[row * width * 4..<(row + 1) * width * 4])
        target.copyMemory(from: UnsafeRawBufferPointer(start: data + row * stride, count: width * 4))
      }
    }
    return bitmap
  }
}
