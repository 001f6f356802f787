/// The origins that a page's scripts may talk to: `network.allow` of `hybrid.json`.
///
/// An entry is `scheme://host` or `scheme://host:port`. The host `*.example.com` matches every subdomain of
/// `example.com`, but not `example.com` itself; a star is allowed nowhere else. Without a port, the scheme's
/// default applies. A star never matches this machine: `http://localhost:8080` must be written out.
///
///     OriginAllowList(["https://*.example.com"]).allows("https://api.example.com/items")  // true
package struct OriginAllowList: Hashable, Sendable {
  /// An entry that cannot be used, and the reason in words.
  package struct Refused: Hashable, Sendable {
    package var entry: String
    package var reason: String
  }

  /// Invalid entries; they allow nothing.
  package private(set) var refused: [Refused] = []
  private var origins: Set<Origin> = []
  private var wildcards: Set<Wildcard> = []

  private struct Wildcard: Hashable, Sendable {
    var scheme: String
    /// With its leading dot.
    var suffix: String
    var port: Int
  }

  /// A list from its entries; an empty one allows nothing.
  package init(_ entries: [String]) {
    for entry in entries {
      do throws(Fault) { try add(entry) } catch {
        refused.append(Refused(entry: entry, reason: error.reason))
      }
    }
  }

  /// Whether a script may talk to a URL. An ambiguous URL is not allowed.
  package func allows(_ url: String) -> Bool {
    guard let origin = Origin(url) else { return false }
    if origins.contains(origin) { return true }
    guard !origin.isAddress, !origin.isLoopback else { return false }
    return wildcards.contains { wildcard in
      wildcard.scheme == origin.scheme && wildcard.port == origin.port
        && origin.host.hasSuffix(wildcard.suffix)
        && origin.host.utf8.count > wildcard.suffix.utf8.count
    }
  }

  private struct Fault: Error { var reason: String }

  private mutating func add(_ entry: String) throws(Fault) {
    guard let (scheme, rest) = Origin.scheme(of: entry) else {
      throw Fault(reason: "an entry begins with http:// or https://")
    }
    // People often write an origin with one slash after the authority.
    let authority = rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest
    guard !authority.contains(where: { "/?#".utf8.contains($0) }) else {
      throw Fault(reason: "an entry ends with the host or its port: a path cannot be allowed alone")
    }
    guard authority.starts(with: "*.".utf8) else {
      guard !authority.contains(UInt8(ascii: "*")) else {
        throw Fault(reason: "a star can only replace the first part of a host, as in https://*.example.com")
      }
      guard let origin = Origin(entry) else { throw Fault(reason: "this host cannot be used") }
      origins.insert(origin)
      return
    }
    guard let parts = Origin.parts(of: authority.dropFirst(2), scheme: scheme), !parts.host.hasPrefix("["),
      let host = Origin.canonical(parts.host), Origin.ipv4(host) == nil
    else { throw Fault(reason: "this host cannot be used") }
    guard host.contains(".") else {
      throw Fault(reason: "*.\(host) is too much: name a domain, as in https://*.example.com")
    }
    wildcards.insert(Wildcard(scheme: scheme, suffix: "." + host, port: parts.port))
  }
}
