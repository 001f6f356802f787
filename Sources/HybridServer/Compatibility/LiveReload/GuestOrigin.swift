import HybridEncoding
import HybridSocket

/// An origin that may receive LiveReload messages: `http://localhost:3000`, or that of one
/// browser extension.
package enum GuestOrigin {
  /// Schemes of extensions, whose origin is the scheme and the extension's id.
  private static let extensions = ["chrome-extension", "moz-extension", "safari-web-extension"]

  /// The origin exactly as a browser sends it; nil if the text is not one single origin: no star, no path,
  /// not `null`.
  package static func canonical(_ text: String) -> String? {
    if let origin = Origin(text) {
      let rest = text.lowercased().drop { $0 != "/" }.dropFirst(2)
      return rest.contains { "/?#".contains($0) } ? nil : origin.description
    }
    let lowered = text.lowercased()
    for scheme in extensions where lowered.hasPrefix(scheme + "://") {
      let id = lowered.dropFirst(scheme.count + 3)
      let isID = id.utf8.allSatisfy { $0.isASCIILowercaseLetter || $0.isASCIIDigit || $0 == 45 }
      return (1...64).contains(id.utf8.count) && isID ? lowered : nil
    }
    return nil
  }
}
