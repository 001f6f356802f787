import HybridCrypto

extension Verification {
  /// Follows the key sets from the trusted one to the newest; false when no set is trusted.
  mutating func followKeys(from given: Trust?) -> Bool {
    let versions = (names ?? []).compactMap { name in number(of: name, in: "keys/", ending: ".json") }
      .sorted()
    for version in versions {
      files.expect(DistPaths.keys(version), DistPaths.keysSignatures(version))
    }
    if let given {
      checkKeys(upTo: given)
    } else if !isArchive, !versions.isEmpty, versions.first != 1 {
      _ = read(DistPaths.keys(1), atMost: limits.statementBytes)
    }
    guard var trust = given ?? firstKeys(versions.first ?? 1) else { return false }
    keys.begin(with: trust)
    let last = versions.last ?? .max
    while trust.keys.version < last {
      let next = trust.keys.version + 1
      if names == nil, !exists(DistPaths.keys(next)) { break }
      do throws(Refusal) {
        try trust.advance(to: next, from: source)
        keys.follow(trust)
      } catch {
        keys.end(by: error)
        break
      }
    }
    report.project = trust.keys.project
    if isArchive { endKeys() }
    return true
  }

  /// Moves back to the set that freshness names, if a publisher may have been interrupted: apps follow that
  /// set. A freshness statement that is newer than a later key set must name that set; otherwise a revoked
  /// key may have signed it.
  mutating func keepToFollowedKeys() {
    defer { endKeys() }
    guard isPublished,
      let bytes = try? source.read(DistPaths.freshness, atMost: limits.statementBytes),
      let signatures = try? source.signatures(DistPaths.freshnessSignatures, limits: limits)
    else { return }
    for (index, followed) in keys.chain.enumerated() {
      guard
        case .freshness(let freshness)? = try? followed.statement(
          bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness]),
        freshness.keys == followed.keys.version, let next = keySet(freshness.keys + 1),
        freshness.created <= next.created
      else { continue }
      report.note(
        "key sets above \(freshness.keys) are there, which freshness does not name: no app follows them yet")
      keys.goBack(to: index)
      return
    }
  }

  /// A stored key set, without a check of its signatures.
  func keySet(_ version: Int) -> KeySet? {
    let path = DistPaths.keys(version)
    guard let bytes = try? source.read(path, atMost: limits.statementBytes) else { return nil }
    return try? KeySet(decoding: bytes, as: path, sodium: sodium, limits: limits)
  }

  /// Reports the key set and whether it has expired.
  mutating func endKeys() {
    if let fault = keys.fault { report.found(fault) }
    guard let trust = keys.newest else { return }
    report.keys = trust.keys.version
    do throws(Refusal) { try trust.checkExpiry(now: now) } catch { report.found(error) }
  }

  /// The first key set of the source itself, which nothing vouches for.
  mutating func firstKeys(_ version: Int) -> Trust? {
    let path = DistPaths.keys(version)
    guard let bytes = read(path, atMost: limits.statementBytes) else { return nil }
    do throws(Refusal) {
      let found = try ownKeys(version, bytes)
      report.note(
        "'\(path)' was trusted unchecked: '--keys FILE' checks it against the key set that your apps embed")
      return found
    } catch {
      report.found(error)
      return nil
    }
  }

  /// A key set of the source, signed by its own root keys.
  func ownKeys(_ version: Int, _ bytes: [UInt8]) throws(Refusal) -> Trust {
    let path = DistPaths.keys(version)
    let found = try Trust(embedded: bytes, as: path, sodium: sodium, limits: limits)
    guard found.keys.version == version else {
      throw Refusal(.statementMismatch, path, "is version \(found.keys.version) of the key set")
    }
    let signatures = try source.signatures(DistPaths.keysSignatures(version), limits: limits)
    _ = try found.statement(bytes, signatures: signatures, as: path, kinds: [.keys])
    return found
  }

  /// Checks the sets of the source from the first to the given one: apps with older sets follow them, each
  /// signed by its predecessor, and the last must have the bytes of the given one. An archive may lack some.
  mutating func checkKeys(upTo given: Trust) {
    for version in 1...given.keys.version {
      let path = DistPaths.keys(version)
      if isArchive, there?.contains(path) != true {
        keys.forgetEarlier()
        continue
      }
      do throws(Refusal) {
        guard let bytes = read(path, atMost: limits.statementBytes) else {
          keys.forgetEarlier()
          continue
        }
        if version == given.keys.version, bytes != Statement.keys(given.keys).encoded() {
          throw Refusal(.statementMismatch, path, "is another key set than the one that is given")
        }
        var next: Trust
        if let last = keys.lastEarlier {
          next = last
          try next.advance(
            to: bytes, signatures: try source.signatures(DistPaths.keysSignatures(version), limits: limits),
            as: path)
        } else {
          next = try ownKeys(version, bytes)
          guard next.keys.project == given.keys.project else {
            throw Refusal(
              .wrongProject, path,
              "is of the project '\(next.keys.project)', and the given key set of '\(given.keys.project)'")
          }
        }
        if version < given.keys.version { keys.addEarlier(next) }
      } catch {
        report.found(error)
        keys.forgetEarlier()
      }
    }
  }

  /// Whether a host has a file.
  func exists(_ path: String) -> Bool {
    do throws(Refusal) {
      _ = try source.read(path, atMost: limits.statementBytes)
      return true
    } catch {
      return error.code != .fileMissing
    }
  }
}
