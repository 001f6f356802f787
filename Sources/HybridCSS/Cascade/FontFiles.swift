package import HybridGeometry
import HybridSource

/// The font files of a page, looked up by the URLs of `@font-face` rules.
package struct FontFiles: Sendable {
  /// By ``FontData/path``.
  private var files: [String: FontData]
  /// Reads the fonts.
  let measuring: FontSet.Measuring?

  /// The fonts of a page.
  package init(_ files: [FontData] = [], measuring: FontSet.Measuring? = nil) {
    self.measuring = measuring
    self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The font at a URL, which is relative to the project's folder.
  subscript(url: String) -> FontData? {
    guard !files.isEmpty else { return nil }
    if url.hasPrefix("data:") { return files[url] }
    guard case .file(let path) = Reference.resolve(url, in: "") else { return nil }
    return files[path]
  }
}
