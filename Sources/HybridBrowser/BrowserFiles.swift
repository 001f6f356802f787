import CBrowserPage
import Foundation
import HybridEncoding

/// The files of the preview that browsers get: a page, its modules and its styles, written by hand and
/// without a build step.
///
/// They are embedded in the program (`CBrowserPage`). For development, they are read from a folder at each
/// request.
package struct BrowserFiles: Sendable {
  /// One file.
  package struct File: Sendable {
    package var bytes: [UInt8]
    package var contentType: String
  }

  /// The media types of all that there may be, by the ending of the name.
  private static let contentTypes = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]

  private let folder: URL?

  /// The files in the program, or those below a folder.
  package init(folder: String? = nil) {
    self.folder = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
  }

  /// The paths of all files, sorted: `app/main.js`.
  package var names: [String] {
    guard let folder else { return Self.embedded.keys.sorted() }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.filter { Self.contentType(of: $0) != nil && Self.isPlain($0) }.sorted()
  }

  /// A file by its path below the page's folder; nil when there is none.
  package func file(named name: String) -> File? {
    guard let contentType = Self.contentType(of: name), Self.isPlain(name) else { return nil }
    guard let folder else {
      return Self.embedded[name].map { index in
        let file = HybridPageFileAt(index)
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        return File(bytes: Array(bytes), contentType: contentType)
      }
    }
    guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
    return File(bytes: Array(data), contentType: contentType)
  }

  private static let embedded: [String: Int] = Dictionary(
    uniqueKeysWithValues: (0..<HybridPageFileCount()).map { (String(cString: HybridPageFileAt($0).path), $0) }
  )

  private static func contentType(of name: String) -> String? {
    name.split(separator: ".").last.flatMap { contentTypes[String($0)] }
  }

  /// Whether a path is safe: names of letters, digits, `-`, `_` and `.`, none of which begins with a dot.
  private static func isPlain(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != "."
        && part.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    }
  }
}
