import HybridCrypto
import HybridEncoding
import HybridJSON
import HybridRouting

/// Size limits for reading releases.
package struct ReleaseLimits: Hashable, Sendable {
  /// The maximum size of a release statement, in bytes.
  package var releaseBytes = 32 << 20
  /// The maximum size of any other statement, and of a signature file, in bytes.
  package var statementBytes = 64 << 10
  /// The maximum number of files in a release.
  package var files = 200_000
  /// The maximum size of one file, in bytes.
  package var fileBytes = 256 << 20
  /// The maximum total size of all files, in bytes.
  package var totalBytes = 4 << 30

  /// The default limits.
  package init() {}
}

extension Statement {
  /// Decodes a statement whose signature **has been checked** over exactly `bytes`.
  ///
  /// - Parameters:
  ///   - subject: The file name for messages: `releases/12.json`.
  ///   - kinds: The allowed kinds.
  /// - Throws: A ``Refusal`` with a `statement.…`, `name.…` or `keys.malformed` code.
  package init(
    decoding bytes: [UInt8], as subject: String, kinds: Set<Kind>, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    let most = kinds.contains(.release) ? limits.releaseBytes : limits.statementBytes
    guard bytes.count <= most else {
      throw Refusal(.statementTooLarge, subject, "has \(bytes.count) bytes, and at most \(most) are read")
    }
    var jsonLimits = JSONLimits()
    jsonLimits.bytes = most
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes, limits: jsonLimits)
    } catch {
      throw Refusal(.statementMalformed, subject, "is not JSON: \(error)")
    }
    let reader = StatementReader(subject: subject, limits: limits)
    guard value.object != nil else { throw reader.fault("is not an object") }
    let format = try reader.int(value, "format", in: 1...Int(Int32.max))
    guard format == Self.format else {
      throw Refusal(
        .statementUnknownFormat, subject, "has the format \(format), and this program reads \(Self.format)")
    }
    guard let kind = Kind(rawValue: try reader.text(value, "kind")) else {
      throw reader.fault("has an unknown kind")
    }
    guard kinds.contains(kind) else {
      let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
      throw Refusal(
        .statementWrongKind, subject, "is a statement of the kind '\(kind.rawValue)', not '\(names)'")
    }
    switch kind {
    case .release: self = .release(try reader.release(value))
    case .rollback: self = .rollback(try reader.rollback(value))
    case .freshness: self = .freshness(try reader.freshness(value))
    case .keys: self = .keys(try reader.keys(value))
    }
    // Each statement has exactly one valid text, so that no other reader can interpret it differently.
    // Unknown members, duplicate members, blanks and other number formats are refused here.
    guard encoded() == bytes else {
      throw Refusal(.statementNotCanonical, subject, "is not in canonical form")
    }
  }
}

/// Decodes statements, with one method for each structure. Any deviation throws.
private struct StatementReader {
  let subject: String
  let limits: ReleaseLimits

  func fault(_ detail: String) -> Refusal { Refusal(.statementMalformed, subject, detail) }

  // MARK: Members

  func text(_ value: JSONValue, _ key: String, atMost count: Int = 4_096) throws(Refusal) -> String {
    guard let text = value[key]?.string else { throw fault("has no text '\(key)'") }
    guard text.utf8.count <= count else { throw fault("'\(key)' is longer than \(count) bytes") }
    return text
  }

  /// An identifier of 1 to 100 letters, digits, `.`, `-` and `_`.
  func identifier(_ value: JSONValue, _ key: String) throws(Refusal) -> String {
    let text = try text(value, key, atMost: 100)
    guard isReleaseIdentifier(text) else { throw fault("'\(key)' is not an identifier") }
    return text
  }

  func int(_ value: JSONValue, _ key: String, in range: ClosedRange<Int>) throws(Refusal) -> Int {
    guard let number = value[key]?.int else { throw fault("has no whole number '\(key)'") }
    guard range.contains(number) else { throw fault("'\(key)' is \(number), out of range") }
    return number
  }

  func time(_ value: JSONValue, _ key: String) throws(Refusal) -> String {
    let text = try text(value, key, atMost: 20)
    guard ReleaseTime(text) != nil else { throw fault("'\(key)' is not a time such as 2026-11-22T14:00:00Z") }
    return text
  }

  func list(_ value: JSONValue, _ key: String, atMost count: Int) throws(Refusal) -> [JSONValue] {
    guard let array = value[key]?.array else { throw fault("has no list '\(key)'") }
    guard array.count <= count else { throw fault("'\(key)' has more than \(count) entries") }
    return array
  }

  /// Sorted texts without duplicates.
  func names(_ value: JSONValue, _ key: String) throws(Refusal) -> [String] {
    var names: [String] = []
    for entry in try list(value, key, atMost: 10_000) {
      guard let name = entry.string, name.utf8.count <= 200 else {
        throw fault("'\(key)' is not a list of names")
      }
      if let last = names.last, !(last.utf8.lexicographicallyPrecedes(name.utf8)) {
        throw fault("'\(key)' is not sorted")
      }
      names.append(name)
    }
    return names
  }

  func digest(_ value: JSONValue, atMost bytes: Int) throws(Refusal) -> FileDigest {
    let size = try int(value, "size", in: 0...bytes)
    guard let sha256 = SHA256Digest(try text(value, "sha256")) else {
      throw fault("'sha256' is not a digest")
    }
    return FileDigest(size: size, sha256: sha256)
  }

  func pointer(_ value: JSONValue, _ key: String) throws(Refusal) -> ReleasePointer? {
    guard let pointer = value[key] else { throw fault("has no '\(key)'") }
    guard !pointer.isNull else { return nil }
    return ReleasePointer(
      number: try int(pointer, "number", in: 1...Int(Int32.max)),
      digest: try digest(pointer, atMost: limits.releaseBytes))
  }

  // MARK: Statements

  func release(_ value: JSONValue) throws(Refusal) -> Release {
    let number = try int(value, "number", in: 1...Int(Int32.max))
    guard let runtime = RuntimeRange(try text(value, "runtime", atMost: 100)) else {
      throw fault("'runtime' is not a range of versions such as '>=1 <2'")
    }
    guard let requires = value["requires"] else { throw fault("has no 'requires'") }
    var requirements = Requirements()
    requirements.attributes = try names(requires, "attributes")
    requirements.elements = try names(requires, "elements")
    requirements.modules = try names(requires, "modules")

    var release = Release(
      project: try identifier(value, "project"), channel: try identifier(value, "channel"), number: number,
      created: try time(value, "created"), mandatory: try int(value, "mandatory", in: 0...number),
      runtime: runtime, requirements: requirements)
    for unit in try list(value, "units", atMost: limits.files) {
      guard let kind = ReleaseUnit.Kind(rawValue: try text(unit, "kind")) else {
        throw fault("has a unit of an unknown kind")
      }
      let file = ReleaseFile(
        path: try text(unit, "path"), digest: try digest(unit, atMost: limits.fileBytes))
      release.units.append(ReleaseUnit(name: try text(unit, "name", atMost: 500), kind: kind, file: file))
    }
    for asset in try list(value, "assets", atMost: limits.files) {
      release.assets.append(
        ReleaseFile(path: try text(asset, "path"), digest: try digest(asset, atMost: limits.fileBytes)))
    }
    for route in try list(value, "routes", atMost: 10_000) {
      guard let kind = Route.Kind(rawValue: try text(route, "kind")) else {
        throw fault("has a route of an unknown kind")
      }
      release.routes.append(
        Route(pattern: try text(route, "pattern"), kind: kind, unit: try text(route, "unit", atMost: 500)))
    }
    try check(release)
    return release
  }

  /// Checks the rules between the members of a release.
  private func check(_ release: Release) throws(Refusal) {
    for (one, other) in zip(release.units, release.units.dropFirst()) {
      guard one.name.utf8.lexicographicallyPrecedes(other.name.utf8) else {
        throw fault("'units' is not sorted by name, or has '\(other.name)' twice")
      }
    }
    for (one, other) in zip(release.assets, release.assets.dropFirst()) {
      guard one.path.utf8.lexicographicallyPrecedes(other.path.utf8) else {
        throw one.path == other.path
          ? Refusal(.nameDuplicate, subject, "names '\(one.path)' twice")
          : fault("'assets' is not sorted by path")
      }
    }
    let files = release.files
    guard files.count <= limits.files else { throw fault("has more than \(limits.files) files") }
    var total = 0
    for file in files { total += file.digest.size }  // at most files × fileBytes, far below 2^63
    guard total <= limits.totalBytes else { throw fault("has more than \(limits.totalBytes) bytes in all") }
    try checkFileNames(files.map(\.path), of: subject)
    // A route to a missing unit would show a blank screen.
    let names = Set(release.units.map(\.name))
    for route in release.routes where !names.contains(route.unit) {
      throw fault("routes to '\(route.unit)', which it has not")
    }
  }

  func rollback(_ value: JSONValue) throws(Refusal) -> Rollback {
    let rollback = Rollback(
      project: try identifier(value, "project"), channel: try identifier(value, "channel"),
      number: try int(value, "number", in: 1...Int(Int32.max)), created: try time(value, "created"),
      target: try pointer(value, "target"), reason: try text(value, "reason", atMost: 1_000))
    if let target = rollback.target, target.number >= rollback.number {
      throw fault("goes back to \(target.number), which is not below its own number")
    }
    return rollback
  }

  func freshness(_ value: JSONValue) throws(Refusal) -> Freshness {
    guard let newest = try pointer(value, "newest") else { throw fault("has no 'newest'") }
    return Freshness(
      project: try identifier(value, "project"), channel: try identifier(value, "channel"),
      created: try time(value, "created"), expires: try time(value, "expires"), newest: newest,
      rollout: try int(value, "rollout", in: 0...100), steady: try pointer(value, "steady"),
      keys: try int(value, "keys", in: 1...Int(Int32.max)))
  }

  func keys(_ value: JSONValue) throws(Refusal) -> KeySet {
    guard let entries = value["keys"]?.object, entries.count <= 100 else { throw fault("has no 'keys'") }
    var keys: [String: PublicKey] = [:]
    for (id, entry) in entries {
      guard SHA256Digest(id) != nil, let text = entry.string, let bytes = [UInt8](lowerHex: text),
        let key = PublicKey(bytes: bytes)
      else { throw Refusal(.keysMalformed, subject, "the key '\(id)' is not 32 bytes") }
      keys[id] = key
    }
    guard let roles = value["roles"] else { throw fault("has no 'roles'") }
    var rules: [KeySet.Role: KeySet.Rule] = [:]
    for role in KeySet.Role.allCases {
      guard let rule = roles[role.rawValue] else { throw fault("has no rule for '\(role.rawValue)'") }
      let names = try names(rule, "keys")
      guard names.allSatisfy({ keys[$0] != nil }) else {
        throw Refusal(.keysMalformed, subject, "the role '\(role.rawValue)' names a key that is not there")
      }
      let threshold = try int(rule, "threshold", in: 1...100)
      guard threshold <= names.count else {
        throw Refusal(
          .keysMalformed, subject, "the role '\(role.rawValue)' asks for \(threshold) of \(names.count) keys")
      }
      rules[role] = KeySet.Rule(keys: names, threshold: threshold)
    }
    return KeySet(
      project: try identifier(value, "project"), version: try int(value, "version", in: 1...Int(Int32.max)),
      created: try time(value, "created"), expires: try time(value, "expires"), keys: keys, rules: rules)
  }
}

/// Whether a text is a valid name of a project or a channel: 1 to 100 letters, digits, `.`, `-` and `_`, the
/// first a letter or digit.
package func isReleaseIdentifier(_ text: String) -> Bool {
  guard let first = text.utf8.first, text.utf8.count <= 100, first.isASCIIAlphanumeric else { return false }
  return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-_".utf8.contains($0) }
}
