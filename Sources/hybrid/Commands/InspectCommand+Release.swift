import HybridCompression
import HybridCrypto
import HybridDist
import HybridEncoding
import HybridJSON
import HybridRelease
import HybridSource
import HybridUnits

/// A part of a release as `hybrid inspect` shows it. Signatures are checked only when a key set is given.
enum ReleasePart {
  /// A DIST folder or an archive: its release and its contents.
  case release(NamedRelease, names: [String], freshness: Freshness?)
  /// Any statement, with its bytes.
  case statement(Statement, [UInt8])
  /// The signatures of a statement.
  case signatures(SignatureFile)
  /// `deltas/index.json`.
  case deltaIndex(DeltaIndex)
  /// A delta: the size of its result, from the frame header and the file name.
  case delta(size: Int, makes: Int?, from: SHA256Digest?, to: SHA256Digest?)
  /// A compiled page, or a template with its data.
  case unit(Unit, size: Int)

  /// Reads the file at `path`; nil if it is not part of a release.
  init?(at path: String) throws(ReleaseFault) {
    if NamedFile.isFolder(path) {
      let source = ReleaseFolder(path)
      let limits = ReleaseLimits()
      let freshness = (try? source.read(DistPaths.freshness, atMost: limits.statementBytes))
        .flatMap { try? Statement(decoding: $0, as: DistPaths.freshness, kinds: [.freshness]) }
      let names = try refusing { () throws(Refusal) in try source.names() }
      var newest: Freshness?
      if case .freshness(let statement) = freshness { newest = statement }
      // The preset is inside apps: a rollback to it leads to no file here.
      if let bytes = try? source.read(DistPaths.release, atMost: limits.statementBytes),
        let statement = try? Statement(decoding: bytes, as: DistPaths.release, kinds: [.rollback]),
        case .rollback(let rollback) = statement, rollback.target == nil
      {
        self = .statement(statement, bytes)
        return
      }
      self = .release(try NamedRelease(path), names: names, freshness: newest)
      return
    }
    // The template reader reports unreadable files.
    guard let bytes = try? NamedFile(path).bytes else { return nil }
    if bytes.starts(with: NamedFile.archiveStart) {
      let named = try NamedRelease(path)
      let archive = try refusing { () throws(Refusal) in try Archive(bytes, as: path) }
      self = .release(named, names: archive.names, freshness: nil)
    } else if bytes.starts(with: NamedFile.zstdStart) {
      let name = path.lastPathComponent ?? path
      let makes = contentSize(ofFrame: bytes)
      if let makes, makes > Delta.mostBytes {
        throw ReleaseFault(
          Refusal(
            .deltaTooLarge, path,
            "says that it makes \(makes) bytes, and apps make at most \(Delta.mostBytes)"))
      }
      let ends = name.hasSuffix(".zst") ? name.dropLast(4).split(separator: "-") : []
      self = .delta(
        size: bytes.count, makes: makes,
        from: ends.count == 2 ? SHA256Digest(String(ends[0])) : nil,
        to: ends.count == 2 ? SHA256Digest(String(ends[1])) : nil)
    } else if bytes.starts(with: Array("HYBU".utf8)) {
      do throws(UnitCodingError) { self = .unit(try Unit(decoding: bytes), size: bytes.count) } catch {
        throw ReleaseFault(
          unit: Diagnostic(
            .error, "unit.malformed", "'\(path)' is not a unit: \(error.reason) at byte \(error.offset)"))
      }
    } else if bytes.first == UInt8(ascii: "{") {
      self = try refusing { () throws(Refusal) in try Self(json: bytes, of: path) }
    } else {
      return nil
    }
  }

  private init(json bytes: [UInt8], of path: String) throws(Refusal) {
    if bytes.starts(with: Array(#"{"signatures":"#.utf8)) {
      self = .signatures(try SignatureFile(decoding: bytes, as: path))
    } else if bytes.starts(with: Array(#"{"deltas":"#.utf8)) {
      self = .deltaIndex(try DeltaIndex(decoding: bytes, as: path))
    } else {
      self = .statement(
        try Statement(decoding: bytes, as: path, kinds: Set(Statement.Kind.allCases)), bytes)
    }
  }
}

extension ReleaseFault {
  fileprivate init(unit diagnostic: Diagnostic) {
    self.init(diagnostic, .projectHasErrors)
  }
}

/// The content size that a zstd frame declares (RFC 8878 §3.1.1.1); nil when it declares none.
private func contentSize(ofFrame bytes: [UInt8]) -> Int? {
  guard bytes.count > 5 else { return nil }
  let descriptor = bytes[4]
  let isSingle = descriptor & 1 << 5 != 0
  let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
  let count = [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
  let start = 5 + (isSingle ? 0 : 1) + dictionary
  guard count > 0, bytes.count >= start + count else { return nil }
  var size: UInt64 = count == 2 ? 256 : 0
  for index in 0..<count {
    let (sum, overflow) = size.addingReportingOverflow(UInt64(bytes[start + index]) << (8 * index))
    guard !overflow else { return .max }
    size = sum
  }
  return Int(clamping: size)
}

// MARK: Text

extension ReleasePart {
  /// For people, ending with a line feed.
  ///
  /// - Parameter signers: The version of the key set that accepts it; nil when signatures were not checked.
  func text(signers: Int?) -> String {
    lines(signers).map(\.withoutControls).joined(separator: "\n") + "\n"
  }

  private func lines(_ signers: Int?) -> [String] {
    let signed =
      signers.map { "the signatures satisfy key set \($0); 'hybrid verify' also checks the files" }
      ?? "signatures were not checked: 'hybrid verify' does that"
    switch self {
    case .release(let named, let names, let freshness):
      let files = names.count { $0.hasPrefix("files/") }
      let deltas = names.count { $0.hasPrefix("deltas/") && $0.hasSuffix(".zst") }
      return (named.rollback.map { lines(of: .rollback($0.statement), $0.bytes) } ?? [])
        + lines(of: .release(named.release), named.statement)
        + ["\(names.count) files here, \(files) of content and \(deltas) deltas"]
        + (freshness.map { lines(of: $0) } ?? []) + [signed]
    case .statement(let statement, let bytes):
      return lines(of: statement, bytes) + [signed]
    case .signatures(let file):
      return ["signatures of \(file.entries.count) keys"] + file.entries.map { "  \($0.key)" }
        + ["whether they are right depends on what they are over: 'hybrid verify' checks that"]
    case .deltaIndex(let index):
      return ["\(index.entries.count) deltas; nothing signs this list"]
        + index.entries.map { "  \($0.from) → \($0.to)  \($0.size) bytes" }
    case .delta(let size, let makes, let from, let to):
      return [
        "delta of \(size) bytes" + (makes.map { ", makes \($0)" } ?? ""),
        from.map { "  of    \($0)" }, to.map { "  makes \($0)" },
        "the result is checked against the digest of a signed release, never against its name",
      ].compactMap { $0 }
    case .unit(let unit, let size):
      return ["\(unit.kind.rawValue) \(unit.name), \(size) bytes"]
        + unit.content.partCounts.filter { $0.count > 0 }.map { "  \($0.count) \($0.name)" }
        + ["made of"] + unit.files.map { "  \($0)" }
    }
  }

  private func lines(of statement: Statement, _ bytes: [UInt8]) -> [String] {
    switch statement {
    case .release(let release): lines(of: release, size: bytes.count)
    case .rollback(let rollback):
      [
        "rollback \(rollback.number) of \(rollback.project)/\(rollback.channel), made \(rollback.created)",
        "  back to " + (rollback.target.map { "\($0.number)" } ?? "the preset of each app"),
        "  because: \(rollback.reason)",
      ]
    case .freshness(let freshness): lines(of: freshness)
    case .keys(let keys):
      ["key set \(keys.version) of \(keys.project), made \(keys.created), until \(keys.expires)"]
        + KeySet.Role.allCases.flatMap { role -> [String] in
          guard let rule = keys.rules[role] else { return [] }
          return ["  \(role.rawValue): \(rule.threshold) of \(rule.keys.count)"]
            + rule.keys.map { "    \($0)" }
        }
    }
  }

  private func lines(of freshness: Freshness) -> [String] {
    [
      """
      freshness of \(freshness.project)/\(freshness.channel), made \(freshness.created), \
      until \(freshness.expires)
      """,
      "  newest \(freshness.newest.number) for \(freshness.rollout) % of all apps",
      freshness.steady.map { "  \($0.number) for all others" },
      "  key set \(freshness.keys)",
    ].compactMap { $0 }
  }

  private func lines(of release: Release, size: Int) -> [String] {
    var lines = [
      """
      release \(release.number) of \(release.project)/\(release.channel), made \(release.created), \
      \(size) bytes
      """,
      "  runtime \(release.runtime)"
        + (release.mandatory > 0 ? ", mandatory below \(release.mandatory)" : ""),
    ]
    for (kind, names) in [
      ("elements", release.requirements.elements), ("attributes", release.requirements.attributes),
      ("modules", release.requirements.modules),
    ] where !names.isEmpty {
      lines.append("  needs the \(kind) \(names.joined(separator: ", "))")
    }
    lines.append("\(release.units.count) units")
    for unit in release.units {
      lines.append("  \(unit.name)  \(unit.kind.rawValue), \(unit.file.digest.size) bytes, \(unit.file.path)")
    }
    lines.append("\(release.assets.count) assets")
    for asset in release.assets { lines.append("  \(asset.path)  \(asset.digest.size) bytes") }
    lines.append("\(release.routes.count) routes")
    for route in release.routes { lines.append("  \(route.kind.rawValue) \(route.pattern) → \(route.unit)") }
    return lines
  }
}

// MARK: JSON

extension ReleasePart {
  /// One JSON object, ending with a line feed. Statements are embedded verbatim.
  func json(signers: Int?) -> String {
    var json = JSONWriter()
    json.object { json in
      switch self {
      case .release(let named, let names, let freshness):
        json.member("kind", "release")
        json.member("signaturesChecked", signers != nil)
        json.key("files")
        json.array { for name in names { $0.value(name) } }
        json.key("statement")
        json.raw(named.statement.dropLast())
        if let rollback = named.rollback {
          json.key("rollback")
          json.raw(rollback.bytes.dropLast())
        }
        if let freshness {
          json.key("freshness")
          json.raw(Statement.freshness(freshness).encoded().dropLast())
        }
      case .statement(let statement, let bytes):
        json.member("kind", statement.kind.rawValue)
        json.member("signaturesChecked", signers != nil)
        json.member("bytes", bytes.count)
        json.key("statement")
        json.raw(bytes.dropLast())
      case .signatures(let file):
        json.member("kind", "signatures")
        json.key("keys")
        json.array { for entry in file.entries { $0.value(entry.key) } }
      case .deltaIndex(let index):
        json.member("kind", "delta-index")
        json.key("index")
        json.raw(index.encoded().dropLast())
      case .delta(let size, let makes, let from, let to):
        json.member("kind", "delta")
        json.member("bytes", size)
        if let makes { json.member("makes", makes) }
        if let from { json.member("from", from.description) }
        if let to { json.member("to", to.description) }
      case .unit(let unit, let size):
        json.member("kind", "unit")
        json.member("name", unit.name)
        json.member("bytes", size)
        json.member("hash", "\(unit.hash)")
        json.key("counts")
        json.object { for (name, count) in unit.content.partCounts { $0.member(name, count) } }
        json.key("files")
        json.array { for file in unit.files { $0.value(file) } }
      }
    }
    return json.text + "\n"
  }
}
