internal import CImageCodecs

/// libwebp, loaded when the first WebP is decoded.
struct WebPLibrary: @unchecked Sendable {
  // Sendable: the function pointers never change.
  private let functions: HybridWebP

  /// The file name of the library.
  static let library = "libwebp.so.7"
  private static let loaded: Result<WebPLibrary, ImageDecodingFault> = Result {
    () throws(ImageDecodingFault) in try WebPLibrary()
  }

  /// The library; throws when it is missing.
  static func shared() throws(ImageDecodingFault) -> WebPLibrary { try loaded.get() }

  init(library: String = Self.library) throws(ImageDecodingFault) {
    var functions = HybridWebP()
    if let message = hybrid_webp_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    self.functions = functions
  }

  /// Decodes a still picture; animations are not supported.
  func bitmap(of bytes: [UInt8]) throws(ImageDecodingFault) -> Bitmap {
    var (width, height): (Int32, Int32) = (0, 0)
    guard functions.GetInfo(bytes, bytes.count, &width, &height) != 0 else { throw .damaged("WebP") }
    try ImageDecoder.check(width: Int(width), height: Int(height))
    guard let data = functions.DecodeRGBA(bytes, bytes.count, &width, &height) else { throw .damaged("WebP") }
    defer { functions.Free(data) }
    let count = Int(width) * Int(height) * 4
    return Bitmap(
      width: Int(width), height: Int(height), pixels: Array(UnsafeBufferPointer(start: data, count: count)))
  }
}
