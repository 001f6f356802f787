/// Why an image cannot be decoded.
package enum ImageDecodingFault: Error, Hashable, Sendable {
  /// More than ``ImageDecoder/byteLimit``.
  case tooManyBytes(Int)
  /// More pixels than ``ImageDecoder/sideLimit`` and ``ImageDecoder/pixelLimit`` allow.
  case tooManyPixels(width: Int, height: Int)
  /// None of the formats.
  case unknownFormat
  /// The decoder gave up: damaged, or cut off.
  case damaged(String)
  /// It would take far longer to draw than it is worth, or end the process; why.
  case tooComplex(String)
  /// A shared library is missing: what the loader said.
  case libraryMissing(String)

  /// The fact in words.
  package var message: String {
    switch self {
    case .tooManyBytes(let bytes): "it has \(bytes >> 20) MB, more than \(ImageDecoder.byteLimit >> 20)"
    case .tooManyPixels(let width, let height): "it has \(width) × \(height) pixels, which is too many"
    case .unknownFormat: "it is no PNG, JPEG, GIF, WebP or SVG"
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

  /// What would mend it; nil where there is nothing to do.
  package var hint: String? {
    guard case .libraryMissing(let reason) = self else { return nil }
    let packages = [
      (file: "gdk_pixbuf", package: "libgdk-pixbuf-2.0-0"), (file: "webp", package: "libwebp7"),
      (file: "rsvg", package: "librsvg2-2"),
    ]
    return packages.first { reason.contains($0.file) }.map { "apt-get install \($0.package)" }
  }
}

/// Decodes images of all formats that pages may show. What is hostile or damaged throws, and neither traps
/// nor takes more room than the limits say.
enum ImageDecoder {
  /// The most bytes of a file.
  static let byteLimit = 16 << 20
  /// The most pixels on one side.
  static let sideLimit = 16_384
  /// The most pixels in all.
  static let pixelLimit = 64_000_000

  /// The picture, upright, about as large as `pixels` covers: a larger one is made smaller and a smaller one
  /// stays, while an SVG is drawn in that size. Its proportions are its own.
  static func bitmap(
    of bytes: [UInt8], near pixels: (width: Int, height: Int)
  ) throws(ImageDecodingFault) -> Bitmap {
    guard bytes.count <= byteLimit else { throw .tooManyBytes(bytes.count) }
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

  /// Throws for more pixels than are decoded.
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
