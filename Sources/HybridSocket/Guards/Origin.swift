import HybridEncoding

/// Scheme, host and port of an `http` or `https` URL (RFC 6454 §4), read strictly.
///
/// Guards are bypassed when two programs parse one URL differently. So every ambiguous URL is rejected here:
/// with user information, backslashes, blanks or control characters; with percent signs or non-ASCII letters
/// in the host; with IPv4 addresses in any form but four decimal numbers; with a dot at the end of the host.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// In lower case: a name in ASCII, four decimal numbers, or an IPv6 address in canonical form without
  /// brackets.
  package let host: String
  /// The port, also if it is the scheme's default.
  package let port: Int

  /// The origin of a URL, with or without a path after the authority; nil if it is missing or ambiguous.
  package init?(_ url: String) {
    guard let (scheme, rest) = Self.scheme(of: url) else { return nil }
    let authority = rest.prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    guard let parts = Self.parts(of: authority, scheme: scheme), let host = Self.canonical(parts.host) else {
      return nil
    }
    // Some parsers read a backslash further on as a slash, and drop a blank.
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    (self.scheme, self.host, self.port) = (scheme, host, parts.port)
  }

  /// `https://api.example.com`, with the port if it is not the scheme's default.
  package var description: String {
    "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)"
      + (port == Self.standardPort(scheme) ? "" : ":\(port)")
  }

  /// Whether the host is this machine: `localhost`, a name below it, or a loopback address.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost")
      || ((isAddress || host.contains(":")) && HybridSocket.isLoopback(host))
  }

  /// Whether the host is an IP address.
  var isAddress: Bool { host.contains(":") || Self.ipv4(host) != nil }

  static func standardPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// The scheme and what follows `://`.
  static func scheme(of url: String) -> (String, Substring.UTF8View)? {
    for scheme in ["http", "https"] where url.hasPrefixIgnoringCase(scheme + "://") {
      return (scheme, url.utf8.dropFirst(scheme.utf8.count + 3))
    }
    return nil
  }

  /// Host (with brackets) and port of an authority without user information (RFC 3986 §3.2).
  static func parts(of authority: Substring.UTF8View, scheme: String) -> (host: String, port: Int)? {
    guard let text = String(authority), !text.utf8.contains(UInt8(ascii: "@")) else { return nil }
    var host = text[...]
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[...end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    guard let port else { return (String(host), standardPort(scheme)) }
    guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy(\.isASCIIDigit),
      let number = Int(port), (1...65_535).contains(number)
    else { return nil }
    return (String(host), number)
  }

  /// A host in canonical form.
  static func canonical(_ host: String) -> String? {
    if host.hasPrefix("[") { return ipv6(host.dropFirst().dropLast()) }
    // Before lowercasing, which turns the Kelvin sign into a k.
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let name = host.lowercased()
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, let last = labels.last,
      labels.allSatisfy({ label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy {
            $0.isASCIILowercaseLetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
              || $0 == UInt8(ascii: "_")
          }
      })
    else { return nil }
    // URL Standard §3.5, *ends in a number*: every resolver reads such a host as an address, so it must be a
    // well-formed one.
    let isNumeric = last.allSatisfy(\.isASCIIDigit) || last.starts(with: "0x".utf8)
    return isNumeric ? ipv4(name) : name
  }

  /// Four decimal numbers without leading zeros.
  static func ipv4(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.allSatisfy({ part in UInt8(part).map { String($0) == part } ?? false })
    else {
      return nil
    }
    return text
  }
}

extension String {
  /// Whether it begins with an ASCII text, without regard to case.
  func hasPrefixIgnoringCase(_ prefix: String) -> Bool {
    utf8.count >= prefix.utf8.count
      && (String(self.utf8.prefix(prefix.utf8.count)) ?? "").isASCIIEqual(to: prefix)
  }
}
