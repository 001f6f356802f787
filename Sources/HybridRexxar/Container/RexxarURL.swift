import HybridEncoding
import HybridUnits

/// A URL in the parts that a container needs (RFC 3986 §3).
package struct RexxarURL: Hashable, Sendable, CustomStringConvertible {
  /// The whole URL, without a fragment.
  package var description: String
  /// In lower case; empty for a relative URL.
  package var scheme = ""
  /// Host and port, as written.
  package var authority = ""
  /// Starts with `/` in an absolute URL.
  package var path = ""
  /// The query without its `?`; nil without one.
  package var query: String?

  /// Parses a URL; `text` may be relative to `base`.
  package init(_ text: String, relativeTo base: RexxarURL? = nil) {
    var rest = text.prefix { $0 != "#" }
    description = String(rest)
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstRange(of: "://") {
      scheme = rest[..<colon.lowerBound].lowercased()
      rest = rest[colon.upperBound...]
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      path = String(rest[end...])
    } else if let base, !base.scheme.isEmpty {
      scheme = base.scheme
      authority = base.authority
      let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? "/"
      path = rest.hasPrefix("/") ? String(rest) : folder + rest
      description = "\(scheme)://\(authority)\(path)" + (query.map { "?" + $0 } ?? "")
    } else {
      path = String(rest)
    }
  }

  /// The part of the last path component after its last dot, in lower case; empty without one.
  package var pathExtension: String {
    let name = path.lastPathComponent ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The cache file name for this URL (`Documentation/rexxar.md`): the MD5 of the whole URL, and its
  /// extension. URLs that differ in port or query have different names.
  package var cacheName: String {
    MD5.hex(Array(description.utf8)) + (pathExtension.isEmpty ? "" : "." + pathExtension)
  }

  /// Possible preset paths of the file: its whole path; its path below the table's folder, if it is on the
  /// table's host; then, as in Rexxar, its last two path components, which other URLs may share.
  ///
  /// - Parameter table: The table's URL; nil for none.
  package func presetPaths(table: RexxarURL? = nil) -> (exact: [String], short: String?) {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty else { return ([], nil) }
    var exact = [parts.joined(separator: "/")]
    let folder = table.map { $0.path.split(separator: "/").dropLast().map(String.init) } ?? []
    if let table, table.scheme == scheme, table.authority == authority, parts.count > folder.count,
      !folder.isEmpty, parts.starts(with: folder)
    {
      exact.append(parts.dropFirst(folder.count).joined(separator: "/"))
    }
    let short = parts.suffix(2).joined(separator: "/")
    return (exact, exact.contains(short) ? nil : short)
  }
}
