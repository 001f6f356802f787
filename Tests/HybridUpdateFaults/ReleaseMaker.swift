import HybridCompression
package import HybridCrypto
package import HybridRelease
package import HybridRouting

/// Creates a project's published files in memory: signed statements, files, deltas, key sets.
///
///     var maker = try ReleaseMaker()
///     try maker.publish(1, ["units/home.unit": home])
///     let host = MemoryHost(maker.dist)
package struct ReleaseMaker: Sendable {
  package let sodium: Sodium
  package let project: String
  package let channel: String
  /// The published files: path below DIST → bytes.
  package var dist: [String: [UInt8]] = [:]
  /// The newest key set, whose keys this type holds.
  package private(set) var keySet: KeySet
  package private(set) var keys: [KeySet.Role: [SigningKey]] = [:]
  /// The published releases, by number.
  package private(set) var releases: [Int: (statement: [UInt8], files: [String: [UInt8]])] = [:]
  /// The creation time of the next freshness statement; each is a minute after the last.
  package var now = ReleaseTime("2026-11-01T00:00:00Z")!
  package var holds = 7 * 86_400

  /// Creates a project with `count` keys for each role, all of which must sign.
  package init(
    project: String = "shop", channel: String = "production", seed: UInt8 = 1, count: Int = 1
  ) throws {
    let sodium = try Sodium.shared()
    self.sodium = sodium
    var keys: [KeySet.Role: [SigningKey]] = [:]
    (self.project, self.channel) = (project, channel)
    var all: [String: PublicKey] = [:]
    var rules: [KeySet.Role: KeySet.Rule] = [:]
    for (index, role) in KeySet.Role.allCases.enumerated() {
      keys[role] = try (0..<count).map { number in
        guard
          let key = sodium.signingKey(
            seed: [UInt8](repeating: seed &+ UInt8(16 * index + number), count: 32))
        else { throw Refusal(.keysMalformed, "a test key", "cannot be made") }
        return key
      }
      let ids = keys[role, default: []].map { $0.publicKey.id(sodium) }
      for (id, key) in zip(ids, keys[role, default: []]) { all[id] = key.publicKey }
      rules[role] = KeySet.Rule(keys: ids.sorted(), threshold: count)
    }
    self.keys = keys
    keySet = KeySet(
      project: project, version: 1, created: "2026-01-01T00:00:00Z", expires: "2027-12-31T00:00:00Z",
      keys: all, rules: rules)
    let bytes = Statement.keys(keySet).encoded()
    dist[DistPaths.keys(1)] = bytes
    dist[DistPaths.keysSignatures(1)] = signature(bytes, .root)
  }

  /// The key set that an app is built with.
  package var embeddedKeys: [UInt8] { dist[DistPaths.keys(1)] ?? [] }

  /// A signature file by all keys of a role, or by the first `count`.
  package func signature(_ bytes: [UInt8], _ role: KeySet.Role, count: Int = .max) -> [UInt8] {
    var file = SignatureFile()
    for key in keys[role, default: []].prefix(count) {
      file.add(key: key.publicKey.id(sodium), signature: sodium.sign(bytes, with: key))
    }
    return file.encoded()
  }

  /// Stores a statement at its path, with the signatures that its kind requires.
  package mutating func put(_ statement: Statement, as number: Int) -> ReleasePointer {
    let bytes = statement.encoded()
    dist[DistPaths.statement(number)] = bytes
    dist[DistPaths.statementSignatures(number)] = signature(bytes, .release)
    return ReleasePointer(number: number, digest: FileDigest(of: bytes, sodium: sodium))
  }

  /// The manifest of a release with these files.
  package func release(
    _ number: Int, _ files: [String: [UInt8]], mandatory: Int = 0, runtime: String = "*",
    requires: Requirements = Requirements(), routes: [Route] = []
  ) -> Release {
    let all = files.sorted { $0.key < $1.key }.map { path, bytes in
      ReleaseFile(path: path, digest: FileDigest(of: bytes, sodium: sodium))
    }
    return Release(
      project: project, channel: channel, number: number, created: "2026-11-01T00:00:00Z",
      mandatory: mandatory, runtime: RuntimeRange(runtime) ?? .any, requirements: requires, routes: routes,
      units: all.filter { $0.path.hasPrefix("units/") }.map {
        ReleaseUnit(name: String($0.path.dropFirst(6).prefix { $0 != "." }), kind: .page, file: $0)
      }, assets: all.filter { !$0.path.hasPrefix("units/") })
  }

  /// Publishes a release as the newest one.
  /// - Parameter deltasFrom: Earlier releases for which deltas are created.
  @discardableResult
  package mutating func publish(
    _ number: Int, _ files: [String: [UInt8]], mandatory: Int = 0, runtime: String = "*",
    requires: Requirements = Requirements(), routes: [Route] = [], rollout: Int = 100, steady: Int? = nil,
    deltasFrom: [Int] = []
  ) throws -> ReleasePointer {
    let release = release(
      number, files, mandatory: mandatory, runtime: runtime, requires: requires, routes: routes)
    let pointer = put(.release(release), as: number)
    for bytes in files.values { dist[DistPaths.file(sodium.sha256(bytes))] = bytes }
    releases[number] = (dist[DistPaths.statement(number)] ?? [], files)
    try addDeltas(to: number, from: deltasFrom)
    try freshen(pointer, rollout: rollout, steady: steady.map(pointer(to:)) ?? nil)
    return pointer
  }

  /// Publishes a rollback to a release, or to the preset.
  @discardableResult
  package mutating func rollBack(_ number: Int, to target: Int?) throws -> ReleasePointer {
    let rollback = Rollback(
      project: project, channel: channel, number: number, created: "2026-11-01T00:00:00Z",
      target: target.map(pointer(to:)) ?? nil, reason: "a test")
    let pointer = put(.rollback(rollback), as: number)
    try freshen(pointer)
    return pointer
  }

  /// The pointer to a published statement.
  package func pointer(to number: Int) -> ReleasePointer? {
    dist[DistPaths.statement(number)].map {
      ReleasePointer(number: number, digest: FileDigest(of: $0, sodium: sodium))
    }
  }

  /// Signs a new freshness statement.
  package mutating func freshen(
    _ newest: ReleasePointer, rollout: Int = 100, steady: ReleasePointer? = nil, keys: Int? = nil
  ) throws {
    now.seconds += 60
    let freshness = Freshness(
      project: project, channel: channel, created: "\(now)",
      expires: "\(ReleaseTime(seconds: now.seconds + holds))", newest: newest, rollout: rollout,
      steady: steady, keys: keys ?? keySet.version)
    put(freshness)
  }

  /// Stores a signed freshness statement.
  package mutating func put(_ freshness: Freshness) {
    let bytes = Statement.freshness(freshness).encoded()
    dist[DistPaths.freshness] = bytes
    dist[DistPaths.freshnessSignatures] = signature(bytes, .freshness)
  }

  /// Advances to a key set with new keys for every role.
  package mutating func rotate(seed: UInt8) throws {
    let old = self
    let next = try ReleaseMaker(
      project: project, channel: channel, seed: seed, count: keys[.root]?.count ?? 1)
    (keySet, keys) = (next.keySet, next.keys)
    keySet.version = old.keySet.version + 1
    let bytes = Statement.keys(keySet).encoded()
    var signatures = SignatureFile()
    for key in old.keys[.root, default: []] + keys[.root, default: []] {
      signatures.add(key: key.publicKey.id(sodium), signature: sodium.sign(bytes, with: key))
    }
    dist[DistPaths.keys(keySet.version)] = bytes
    dist[DistPaths.keysSignatures(keySet.version)] = signatures.encoded()
  }

  /// Advances to a modified key set with the same root. The signing keys stay the same.
  package mutating func changeKeys(_ change: (inout KeySet) -> Void) {
    change(&keySet)
    keySet.version += 1
    let bytes = Statement.keys(keySet).encoded()
    dist[DistPaths.keys(keySet.version)] = bytes
    dist[DistPaths.keysSignatures(keySet.version)] = signature(bytes, .root)
  }

  private mutating func addDeltas(to number: Int, from others: [Int]) throws {
    guard let to = releases[number] else { return }
    var entries = dist[DistPaths.deltaIndex].flatMap { try? DeltaIndex(decoding: $0).entries } ?? []
    let zstd = try Zstd.shared()
    for other in others {
      guard let from = releases[other] else { continue }
      var pairs = to.files.compactMap { path, bytes in from.files[path].map { ($0, bytes) } }
      pairs.append((from.statement, to.statement))
      for (old, new) in pairs where old != new {
        let delta = try Delta.make(from: old, to: new, zstd: zstd)
        let ends = (sodium.sha256(old), sodium.sha256(new))
        entries.append(DeltaIndex.Entry(from: ends.0, to: ends.1, size: delta.count))
        dist[DistPaths.delta(from: ends.0, to: ends.1)] = delta
      }
    }
    dist[DistPaths.deltaIndex] = DeltaIndex(entries).encoded()
  }

  /// `release.hybrid` of a published release.
  package func archive(_ number: Int) throws -> [UInt8] {
    var writer = ArchiveWriter()
    writer.add(DistPaths.release, dist[DistPaths.statement(number)] ?? [])
    writer.add(DistPaths.releaseSignatures, dist[DistPaths.statementSignatures(number)] ?? [])
    for version in 1...keySet.version {
      writer.add(DistPaths.keys(version), dist[DistPaths.keys(version)] ?? [])
      writer.add(DistPaths.keysSignatures(version), dist[DistPaths.keysSignatures(version)] ?? [])
    }
    var seen: Set<SHA256Digest> = []
    for bytes in (releases[number]?.files ?? [:]).values where seen.insert(sodium.sha256(bytes)).inserted {
      writer.add(DistPaths.file(sodium.sha256(bytes)), bytes)
    }
    return try writer.finish()
  }
}

extension ReleaseMaker {
  /// A zstd frame of some hundred bytes that expands to 16 MiB.
  package func bomb() throws -> [UInt8] {
    try Zstd.shared().compress([UInt8](repeating: 0, count: 16 << 20), level: 3)
  }
}
