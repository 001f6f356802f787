import HybridEncoding
import HybridUnits

/// The header of an image file, read without decoding pixels.
///
///     let header = try ImageHeader(reading: bytes)
///     header.kind   // .png
///     header.width  // 640
struct ImageHeader: Hashable, Sendable {
  /// The format.
  var kind: ImageFile.Kind
  /// Natural width in points, one for each pixel, after orientation; nil for an SVG without a width.
  var width: Double?
  /// Natural height in points.
  var height: Double?
  /// Natural width over natural height, where it is known even without them.
  var ratio: Double?

  /// The maximum number of pixels on one side.
  static let sideLimit = 16_384
  /// The maximum number of pixels: 64 million.
  static let pixelLimit = 64_000_000

  /// Reads a PNG, JPEG, GIF, WebP or SVG, whatever the file's name.
  ///
  /// - Complexity: O(*n*) in the bytes, at the cost of a few comparisons each.
  init(reading bytes: [UInt8]) throws(ImageFault) {
    guard !bytes.isEmpty else { throw .empty }
    let reader = FileBytes(bytes)
    if reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = try readPNG(reader)
    } else if reader.starts(with: [0xFF, 0xD8]) {
      self = try readJPEG(reader)
    } else if reader.has("GIF8", at: 0) {
      self = try readGIF(reader)
    } else if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) {
      self = try readWebP(reader)
    } else if let header = try readSVG(reader) {
      self = header
    } else {
      throw .unknownFormat(name: reader.otherFormat)
    }
  }

  /// A raster picture.
  init(_ kind: ImageFile.Kind, width: Int, height: Int) throws(ImageFault) {
    guard width > 0, height > 0 else { throw .malformed(kind, "it has no pixels") }
    guard width <= Self.sideLimit, height <= Self.sideLimit, width * height <= Self.pixelLimit else {
      throw .tooLarge(width: width, height: height)
    }
    self.kind = kind
    self.width = Double(width)
    self.height = Double(height)
  }

  /// A vector picture.
  init(vector kind: ImageFile.Kind, width: Double?, height: Double?, ratio: Double?) {
    self.kind = kind
    self.width = width
    self.height = height
    self.ratio = ratio
  }
}

/// The reason why a file is not a picture that can be shown.
enum ImageFault: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// An unknown format; `name` is the recognized format, if any.
  case unknownFormat(name: String?)
  /// It ends before the picture does.
  case truncated(ImageFile.Kind)
  /// Its header contradicts the format.
  case malformed(ImageFile.Kind, String)
  /// More pixels than the limits allow.
  case tooLarge(width: Int, height: Int)

  /// The last part of a diagnostic's code.
  var code: String {
    switch self {
    case .empty: "empty"
    case .unknownFormat: "unknown-format"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .tooLarge: "too-large"
    }
  }

  /// The fault as a message that follows a file's name and a colon.
  var message: String {
    switch self {
    case .empty: "the file is empty"
    case .unknownFormat(let name?): "it is \(name); pictures can be PNG, JPEG, GIF, WebP or SVG"
    case .unknownFormat(nil): "it is not a PNG, JPEG, GIF, WebP or SVG file"
    case .truncated(let kind): "the \(kind.name) file ends too early"
    case .malformed(let kind, let reason): "the \(kind.name) file is damaged: \(reason)"
    case .tooLarge(let width, let height):
      "it has \(width) × \(height) pixels; the limit is \(ImageHeader.sideLimit) per side and "
        + "\(ImageHeader.pixelLimit / 1_000_000) million in total"
    }
  }
}

extension ImageFile.Kind {
  /// The name for people.
  var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .webp: "WebP"
    case .svg: "SVG"
    }
  }
}

extension FileBytes {
  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  /// The format of an unsupported file, by its first bytes.
  var otherFormat: String? {
    if has("ftypavif", at: 4) || has("ftypavis", at: 4) { return "an AVIF" }
    if has("ftyphei", at: 4) || has("ftypmif1", at: 4) { return "a HEIC" }
    if has("BM", at: 0) { return "a BMP" }
    if starts(with: [0x49, 0x49, 0x2A, 0]) || starts(with: [0x4D, 0x4D, 0, 0x2A]) { return "a TIFF" }
    if starts(with: [0, 0, 1, 0]) { return "an ICO" }
    if has("%PDF", at: 0) { return "a PDF" }
    if starts(with: [0x1F, 0x8B]) { return "packed with gzip" }
    if starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) { return "a JPEG XL" }
    return nil
  }
}
