/// The reason why a file is not a font that can be used.
package enum FontFault: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// An unknown format; `name` is the recognized format, if any.
  case unknownFormat(name: String?)
  /// It ends before the font does.
  case truncated(FontFormat)
  /// It contradicts its format.
  case malformed(FontFormat, String)
  /// Unpacked, it would be larger than the limit.
  case tooLarge(bytes: Int)
  /// There is no FreeType here.
  case libraryMissing

  /// The last part of a diagnostic's code.
  package var code: String {
    switch self {
    case .empty: "empty"
    case .unknownFormat: "unknown-format"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .tooLarge: "too-large"
    case .libraryMissing: "library-missing"
    }
  }

  /// The fault as a message that follows a file's name and a colon.
  package var message: String {
    switch self {
    case .empty: "the file is empty"
    case .unknownFormat(let name?): "it is \(name); fonts can be TTF, OTF, WOFF or WOFF2"
    case .unknownFormat(nil): "it is not a TTF, OTF, WOFF or WOFF2 file"
    case .truncated(let format): "the \(format.rawValue) file ends too early"
    case .malformed(let format, let reason): "the \(format.rawValue) file is damaged: \(reason)"
    case .tooLarge(let bytes):
      "unpacked it has \(bytes >> 20) MB; the limit is \(FontHeader.sizeLimit >> 20) MB"
    case .libraryMissing: "FreeType, which reads fonts, is missing: install libfreetype6"
    }
  }
}
