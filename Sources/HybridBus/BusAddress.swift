import HybridEncoding

/// The address of the bus for servers of one project:
/// `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE][?project=NAME]`.
package struct BusAddress: Hashable, Sendable {
  /// A name or an address; an IPv6 address without its brackets.
  package var host: String
  /// From 1 to 65535.
  package var port = 6379
  /// For servers with access lists.
  package var user: String?
  /// Never printed.
  package var password: String?
  /// The number of the database.
  package var database = 0
  /// The project's name on the bus; nil uses the name of its folder.
  package var project: String?

  /// Reads an address.
  /// - Throws: ``BusError/badAddress(reason:)``.
  package init(_ text: String) throws(BusError) {
    func bad(_ reason: String) -> BusError { .badAddress(reason: reason) }
    if text.hasPrefix("rediss://") {
      throw bad("encrypted connections are not spoken here; use a tunnel and 'redis://'")
    }
    guard text.hasPrefix("redis://") else { throw bad("it begins with 'redis://'") }
    var rest = text.dropFirst("redis://".count)
    if let mark = rest.firstIndex(of: "?") {
      let query = rest[rest.index(after: mark)...]
      guard query.hasPrefix("project="), let name = Self.decoded(query.dropFirst("project=".count)),
        Self.isName(name)
      else { throw bad("write 'project=NAME' after '?', with letters, digits, '.', '-' and '_'") }
      project = name
      rest = rest[..<mark]
    }
    if let slash = rest.firstIndex(of: "/") {
      let number = rest[rest.index(after: slash)...]
      if !number.isEmpty {
        guard let value = Int(number), (0...65_535).contains(value), !number.hasPrefix("+") else {
          throw bad("write the number of a database after '/'")
        }
        database = value
      }
      rest = rest[..<slash]
    }
    if let mark = rest.lastIndex(of: "@") {
      let parts = rest[..<mark].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.decoded(parts[0]), let secret = Self.decoded(parts[1]) else {
        throw bad("write 'USER:PASSWORD' or ':PASSWORD' before '@'")
      }
      user = name.isEmpty ? nil : name
      password = secret
      rest = rest[rest.index(after: mark)...]
    }
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { throw bad("a ']' is missing") }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      host = String(rest[..<end])
      rest = rest[end...]
    }
    let allowed = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@%".utf8.contains($0) }
    guard !host.isEmpty, host.utf8.count <= 255, allowed else { throw bad("the host is missing") }
    guard !rest.isEmpty else { return }
    guard rest.first == ":", let value = Int(rest.dropFirst()), (1...65_535).contains(value) else {
      throw bad("a port is a number from 1 to 65535")
    }
    port = value
  }

  /// The address without its password.
  package var description: String {
    let place = host.contains(":") ? "[\(host)]" : host
    return "redis://\(place):\(port)/\(database)"
  }

  /// Whether a project name is valid.
  static func isName(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-_".utf8.contains($0) }
  }

  /// Percent-decoding, RFC 3986 §2.1; nil when it is malformed.
  private static func decoded(_ text: Substring) -> String? {
    guard let bytes = text.utf8.percentDecoded, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// A bus error.
package enum BusError: Error, Hashable, Sendable {
  /// The address cannot be read.
  case badAddress(reason: String)
  /// hiredis is not installed, or is another version.
  case noLibrary(reason: String)
  /// No connection, or it broke.
  case away(reason: String)
  /// The server answered with an error: a wrong password, a command that it does not know.
  case refused(reason: String)

  /// The fact in words.
  package var message: String {
    switch self {
    case .badAddress(let reason): "the address of the bus cannot be read: \(reason)"
    case .noLibrary(let reason): "the bus needs hiredis, which cannot be opened: \(reason)"
    case .away(let reason): "the bus is away: \(reason)"
    case .refused(let reason): "the bus refuses: \(reason)"
    }
  }

  /// A stable code.
  package var code: String {
    switch self {
    case .badAddress: "bus.address"
    case .noLibrary: "bus.library"
    case .away: "bus.away"
    case .refused: "bus.refused"
    }
  }

  /// The hint.
  package var hint: String? {
    switch self {
    case .badAddress: "such as redis://127.0.0.1:6379/0?project=shop"
    case .noLibrary: "apt-get install libhiredis0.14"
    case .away: "this server continues alone, and shares its saves when Redis answers again"
    case .refused: nil
    }
  }
}
