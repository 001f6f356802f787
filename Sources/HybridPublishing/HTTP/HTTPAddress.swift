import HybridEncoding

/// An HTTP address: `https://…`, or `http://…` on this machine.
struct HTTPAddress: Hashable, Sendable {
  /// `https` or `http`.
  var scheme: String
  /// `cdn.example.com`, `127.0.0.1:8080`.
  var host: String
  /// Empty, or starts with `/` and has no trailing slash. Percent-encoded as given.
  var path: String

  /// Why a text is not a valid address.
  struct Fault: Error, Hashable { var message: String }

  /// Parses an address.
  init(_ text: String) throws(Fault) {
    guard let colon = text.range(of: "://"), !text[colon.upperBound...].isEmpty else {
      throw Fault(message: "is not an address such as https://cdn.example.com/app")
    }
    scheme = text[..<colon.lowerBound].lowercased()
    let rest = text[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    host = String(rest[..<slash])
    path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    guard isClean, !host.isEmpty else { throw Fault(message: "is not an address") }
    guard !host.contains("@") else {
      throw Fault(message: "holds a name or a password: those would end up in logs")
    }
    guard !path.contains("?"), !path.contains("#") else {
      throw Fault(message: "has more than a path behind its host")
    }
    guard !path.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else {
      throw Fault(message: "has '.' or '..' in its path")
    }
    guard scheme == "https" || (scheme == "http" && isLoopback) else {
      throw Fault(
        message: scheme == "http"
          ? "is not encrypted: plain http is for this machine only" : "is neither https nor http")
    }
  }

  /// Whether the host is this machine.
  private var isLoopback: Bool {
    var name = host[...]
    if name.hasPrefix("[") {
      return name.hasPrefix("[::1]") && (name.dropFirst(5).isEmpty || name.dropFirst(5).hasPrefix(":"))
    }
    if let colon = name.lastIndex(of: ":") { name = name[..<colon] }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name == "localhost"
      || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
  }

  /// The address of a file below this one. Names in DIST need no further encoding (RFC 3986 §2).
  func url(of name: String) -> String {
    "\(scheme)://\(host)\(path)/\(name.percentEncoded(keeping: .unreservedPath))"
  }
}

extension String {
  /// The first occurrence of `text`; the standard library lacks this for strings without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
