/// The reason why text cannot be measured with its real fonts, or a picture cannot be drawn.
package enum DrawingError: Error, Hashable, Sendable {
  /// A shared library, or a function in it, is missing; the value is the loader's message.
  case libraryMissing(String)
  /// A font file is missing.
  case fontMissing(String)
  /// The scale is not a number from 0.5 to 4.
  case wrongScale(Double)
  /// The size in pixels exceeds the limit, or the picture is empty.
  case wrongSize(width: Int, height: Int)
  /// The bytes are not a readable PNG file; the value is the reason.
  case notPNG(String)
  /// The library could not draw; the number is its `cairo_status_t` or zlib code.
  case failed(String, Int)
}

extension DrawingError {
  /// The error as a message for people.
  package var message: String {
    switch self {
    case .libraryMissing(let reason): "a library is missing: \(reason)"
    case .fontMissing(let path): "the font \(path) is missing"
    case .wrongScale(let scale): "a picture's scale is from 0.5 to 4, not \(scale)"
    case .wrongSize(let width, let height) where width < 1 || height < 1:
      "there is nothing to draw: the page is \(width)×\(height) pixels"
    case .wrongSize(let width, let height):
      "the picture would have \(width)×\(height) pixels: the most are \(Picture.maximumSide) a side and "
        + "\(Picture.maximumPixels / 1_000_000) million in all"
    case .notPNG(let reason): "this is not a readable PNG file: \(reason)"
    case .failed(let library, let status): "\(library) failed with status \(status)"
    }
  }

  /// A fix; nil when there is none.
  package var hint: String? {
    switch self {
    case .libraryMissing(let reason):
      DrawingError.packages.first { reason.contains($0.file) }.map { "apt-get install \($0.package)" }
    case .fontMissing: "apt-get install fonts-dejavu-core"
    case .wrongSize(let width, let height) where width > 0 && height > 0: "draw it at a smaller scale"
    case .wrongScale, .wrongSize, .notPNG, .failed: nil
    }
  }

  /// The stable code of its diagnostic.
  package var code: String {
    switch self {
    case .libraryMissing, .fontMissing: "environment.missing-library"
    case .wrongScale: "picture.scale"
    case .wrongSize: "picture.size"
    case .notPNG: "picture.not-png"
    case .failed: "picture.failed"
    }
  }

  /// Whether the input is at fault, not the machine, so that other input could be drawn.
  package var isOfInput: Bool {
    switch self {
    case .wrongScale, .wrongSize, .notPNG: true
    case .libraryMissing, .fontMissing, .failed: false
    }
  }

  /// Debian's packages of the libraries.
  private static let packages = [
    (file: "libcairo", package: "libcairo2"), (file: "libz.", package: "zlib1g"),
    (file: "libpango", package: "libpangoft2-1.0-0"), (file: "libharfbuzz", package: "libharfbuzz0b"),
  ]
}
