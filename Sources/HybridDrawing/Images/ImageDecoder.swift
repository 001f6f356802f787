/// The reason why an image cannot be decoded.
package enum ImageDecodingFault: Error, Hashable, Sendable {
  /// More bytes than a picture of its format may have.
  case tooManyBytes(Int, limit: Int)
  /// More pixels than ``ImageDecoder/sideLimit`` and ``ImageDecoder/pixelLimit`` allow.
  case tooManyPixels(width: Int, height: Int)
  /// An unknown format.
  case unknownFormat
  /// The decoder failed: the image is damaged or truncated.
  case damaged(String)
  /// Drawing it would take far too long, or would crash the process; the value is the reason.
  case tooComplex(String)
  /// A shared library is missing; the value is the loader's message.
  case libraryMissing(String)

  /// The fault as a message.
  package var message: String {
    switch self {
    case .tooManyBytes(let bytes, let limit): "it has \(bytes >> 20) MB, more than \(limit >> 20)"
    case .tooManyPixels(let width, let height): "it has \(width) × \(height) pixels, which is too many"
    case .unknownFormat: "it is not a PNG, JPEG, GIF, WebP or SVG file"
    case .damaged(let format): "the \(format) file is damaged"
    case .tooComplex(let reason): "it is too complex: \(reason)"
    case .libraryMissing(let reason): "a library is missing: \(reason)"
    }
  }
}

extension ImageDecodingFault {
  /// The stable code of its diagnostic.
  package var code: String {
    switch self {
    case .tooManyBytes, .tooManyPixels: "image.too-large"
    case .unknownFormat: "image.unknown-format"
    case .damaged: "image.damaged"
    case .tooComplex: "image.too-complex"
    case .libraryMissing: "environment.missing-library"
    }
  }

  /// A fix; nil when there is none.
  package var hint: String? {
    guard case .libraryMissing(let reason) = self else { return nil }
    let packages = [
      (file: "gdk_pixbuf", package: "libgdk-pixbuf-2.0-0"), (file: "webp", package: "libwebp7"),
      (file: "rsvg", package: "librsvg2-2"),
    ]
    return packages.first { reason.contains($0.file) }.map { "apt-get install \($0.package)" }
  }
}

/// Decodes images of all formats that pages may show. Hostile or damaged images throw; they neither trap nor
/// use more memory than the limits allow.
enum ImageDecoder {
  /// The maximum number of bytes of a file.
  static let byteLimit = 16 << 20
  /// The maximum number of pixels on one side.
  static let sideLimit = 16_384
  /// The maximum number of pixels in total.
  static let pixelLimit = 64_000_000

  /// The picture, upright, with its own proportions, about large enough to cover `pixels`: a larger one may
  /// be scaled down, a smaller one stays, and an SVG is drawn at that size.
  static func bitmap(
    of bytes: [UInt8], near pixels: (width: Int, height: Int)
  ) throws(ImageDecodingFault) -> Bitmap {
    guard bytes.count <= byteLimit else { throw .tooManyBytes(bytes.count, limit: byteLimit) }
    let near = (width: min(max(pixels.width, 1), sideLimit), height: min(max(pixels.height, 1), sideLimit))
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return try PixbufLibrary.shared().bitmap(of: bytes, "png", near: near)
    }
    if bytes.starts(with: [0xFF, 0xD8]) {
      return try PixbufLibrary.shared().bitmap(of: bytes, "jpeg", near: near)
    }
    if bytes.starts(with: Array("GIF8".utf8)) {
      return try PixbufLibrary.shared().bitmap(of: bytes, "gif", near: near)
    }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return try WebPLibrary.shared().bitmap(of: bytes)
    }
    guard looksLikeMarkup(bytes) else { throw .unknownFormat }
    return try RSVGLibrary.shared().bitmap(of: bytes, near: near)
  }

  /// Throws for more pixels than the limits allow.
  static func check(width: Int, height: Int) throws(ImageDecodingFault) {
    guard width > 0, height > 0, width <= sideLimit, height <= sideLimit, width * height <= pixelLimit else {
      throw .tooManyPixels(width: width, height: height)
    }
  }

  private static func looksLikeMarkup(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }
}
