import HybridEncoding
package import HybridScript
import HybridSource
import HybridUnits

/// The addresses of a project's files, as scripts fetch them: `hybrid://project/` and the path.
package enum ProjectAddress {
  /// The prefix of the addresses.
  package static let base = "hybrid://project/"

  /// The path that an address leads to; nil if it is not one of the project, or leads out of it.
  ///
  /// Query and fragment are left out, and `%20` is a blank. The path is checked after decoding, since the
  /// decoded text may contain anything.
  package static func path(of address: String) -> String? {
    guard address.hasPrefix(base) else { return nil }
    let written = address.dropFirst(base.count).prefix { $0 != "?" && $0 != "#" }
    let path = String(decoding: written.utf8.percentDecodedWherePossible, as: UTF8.self)
    guard !path.isEmpty, !path.utf8.contains(0), ProjectPath.normalized(path) == path else { return nil }
    return path
  }

  /// The response to a request for a file of the project; nil if the request is for something else.
  ///
  /// A path outside of the project counts as missing, and so does a file that cannot be read: the page does
  /// not learn the reason.
  package static func response(
    to request: PageRequest, reading file: (_ path: String) -> PageFile
  ) -> PageResponse? {
    guard request.url.hasPrefix(base) else { return nil }
    var response = PageResponse()
    response.url = request.url
    let path = path(of: request.url)
    switch path.map(file) ?? .missing {
    case .bytes(let bytes):
      (response.status, response.statusText) = (200, "OK")
      if request.method != "HEAD" { response.take(bytes) }
      if let type = path.flatMap({ type(of: $0) }) { response.headers = [("content-type", type)] }
    case .denied: (response.status, response.statusText) = (403, "Forbidden")
    case .missing: (response.status, response.statusText) = (404, "Not Found")
    }
    return response
  }

  /// The media type of a file, without parameters; nil for one that is not known.
  static func mediaType(of path: String) -> String? {
    type(of: path).map { String($0.prefix { $0 != ";" }) }
  }

  private static func type(of path: String) -> String? {
    let name = ProjectPath.name(of: path)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return types[ending] ?? ImageFile.Kind(ending: ending)?.contentType
  }

  /// The media types of what pages fetch besides images, by the end of the name.
  private static let types = [
    "json": "application/json", "html": "text/html;charset=utf-8", "css": "text/css;charset=utf-8",
    "js": "text/javascript;charset=utf-8", "mjs": "text/javascript;charset=utf-8",
    "txt": "text/plain;charset=utf-8", "md": "text/markdown;charset=utf-8",
    "csv": "text/csv;charset=utf-8", "xml": "application/xml", "woff2": "font/woff2",
    "wasm": "application/wasm",
  ]
}
