// Paths as text, with `/` between components.

extension String {
  /// The path before its last slash; empty for a path without one, and in the root folder.
  package var parentPath: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[..<slash])
  }

  /// The last component, slashes at the end of the path left aside, as for `basename(1)`; nil for a path
  /// without components.
  package var lastPathComponent: String? {
    let slash = UInt8(ascii: "/")
    guard let last = utf8.lastIndex(where: { $0 != slash }) else { return nil }
    let start = utf8[..<last].lastIndex(of: slash).map { utf8.index(after: $0) } ?? startIndex
    return String(self[start..<utf8.index(after: last)])
  }
}
