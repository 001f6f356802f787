import HybridCrypto
import HybridDatabase
import HybridRelease

extension ReleaseStore {
  /// Where content lies: `files/ab/abcd…`.
  func path(of sha256: String) -> String { "\(folder)/files/\(sha256.prefix(2))/\(sha256)" }

  /// Whether content is here, in the store or in the preset.
  func holds(_ digest: FileDigest) throws(Refusal) -> Bool {
    try query { () throws(DatabaseError) in
      try database.rows(
        "SELECT 1 FROM files WHERE sha256 = ?1 UNION ALL SELECT 1 FROM preset_files WHERE sha256 = ?1 AND place >= 0",
        .text(digest.sha256.description))
    }.isEmpty == false
  }

  /// Content that is here, verified when it is read for the first time.
  ///
  /// - Returns: nil when it is not here.
  /// - Throws: `file.…` for content that is not what it was: from then on it counts as missing, so that the
  ///   next update loads it again. `store.…` for content that could not be looked at, which says nothing
  ///   about it.
  func content(_ digest: FileDigest) throws(Refusal) -> [UInt8]? {
    let name = digest.sha256.description
    let isStored =
      try query { () throws(DatabaseError) in
        try database.rows("SELECT 1 FROM files WHERE sha256 = ?", .text(name))
      }.isEmpty == false
    if isStored {
      do throws(Refusal) {
        return try verified(digest, subject: DistPaths.file(digest.sha256)) { () throws(FileFault) in
          // One byte more tells a file that has grown.
          try files.read(path(of: name), from: 0, count: digest.size + 1)
        }
      } catch {
        // Without its row nobody takes it for whole. A disk that cannot even say so leaves the read failing,
        // which says it too.
        if error.isDamage {
          _ = try? transaction { () throws(DatabaseError) in
            try database.run("DELETE FROM files WHERE sha256 = ?", .text(name))
          }
        }
        if let bytes = try? presetContent(digest) { return bytes }
        throw error
      }
    }
    return try presetContent(digest)
  }

  private func presetContent(_ digest: FileDigest) throws(Refusal) -> [UInt8]? {
    guard let preset else { return nil }
    let rows = try query { () throws(DatabaseError) in
      try database.rows(
        "SELECT place FROM preset_files WHERE sha256 = ? AND place >= 0 LIMIT 1",
        .text(digest.sha256.description))
    }
    guard let place = rows.first?.first?.int else { return nil }
    guard place < 1 << 48 else { throw Self.damage("it has a file of the preset at \(place)") }
    do throws(Refusal) {
      return try verified(digest, subject: "the preset") { () throws(FileFault) in
        try files.read(preset.path, from: place, count: digest.size)
      }
    } catch {
      // The app cannot mend its own archive: the next update puts this into `files/`. A whole archive takes
      // the mark back.
      if error.code != .fileMissing, error.isDamage {
        _ = try? transaction { () throws(DatabaseError) in
          try database.run(
            "UPDATE preset_files SET place = -1 - place WHERE sha256 = ? AND place >= 0",
            .text(digest.sha256.description))
        }
      }
      throw error
    }
  }

  private func verified(
    _ digest: FileDigest, subject: String, _ read: () throws(FileFault) -> [UInt8]
  ) throws(Refusal) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try read() } catch {
      verified.remove(digest.sha256.description)
      throw error.kind == .missing
        ? Refusal(.fileMissing, subject, "is gone from the store") : error.refusal(subject)
    }
    guard !verified.contains(digest.sha256.description) || bytes.count != digest.size else { return bytes }
    try digest.check(bytes, as: subject, sodium: sodium)
    verified.insert(digest.sha256.description)
    return bytes
  }

  /// What a slot's release names `path`; nil when it names nothing so.
  func digest(of path: String, in slot: Slot) throws(Refusal) -> FileDigest? {
    let rows = try query { () throws(DatabaseError) in
      if let id = slot.release {
        return try database.rows(
          "SELECT size, sha256 FROM release_files WHERE release = ? AND path = ?", .text(id), .text(path))
      }
      return try database.rows("SELECT size, sha256 FROM preset_files WHERE path = ?", .text(path))
    }
    guard let row = rows.first else { return nil }
    guard let size = row[0].int, (0...ReleaseLimits().fileBytes).contains(size),
      let sha256 = row[1].text.flatMap({ SHA256Digest($0) })
    else { throw Self.damage("it has no valid row for \(path)") }
    return FileDigest(size: size, sha256: sha256)
  }

  /// What the database says cannot be.
  static func damage(_ detail: String) -> Refusal { Refusal(.storeDamaged, "store.sqlite", detail) }

  /// What reads give.
  struct Reading {
    /// nil when the active release has no such file, or nothing could give it.
    var bytes: [UInt8]?
    /// When the active release's own file is damaged: why, and which release gave `bytes`.
    var damage: (Refusal, InstalledRelease?)?
  }

  /// The file `path` of the active release. When it is damaged, that of the previous release or of the
  /// preset, whose content may be older: a screen that is a little old beats none. A path that the active
  /// release does not have is not looked for elsewhere.
  func read(_ path: String) throws(Refusal) -> Reading {
    guard let active = try activeSlot(), let digest = try digest(of: path, in: active) else {
      return Reading()
    }
    var reason = Refusal(.fileMissing, path, "is gone from the store")
    do throws(Refusal) {
      if let bytes = try content(digest) { return Reading(bytes: bytes) }
    } catch { reason = Refusal(error.code, path, error.detail) }
    var others: [Slot] = []
    if let previous = try slot(.previous) { others.append(previous) }
    if let preset, active.release != nil {
      others.append(Slot(release: nil, number: preset.number, channel: preset.channel))
    }
    for other in others {
      if let digest = try self.digest(of: path, in: other), let bytes = try? content(digest) {
        return Reading(bytes: bytes, damage: (reason, try installed(other)))
      }
    }
    return Reading(damage: (reason, nil))
  }

  /// Files of a release that are not here: to be loaded, each content once.
  /// - Parameter verifying: What is here counts only when its bytes are still what they were; each is read
  ///   once a launch.
  func missing(of release: Release, verifying: Bool = false) throws(Refusal) -> [ReleaseFile] {
    var seen: Set<SHA256Digest> = []
    var missing: [ReleaseFile] = []
    for file in release.files where seen.insert(file.digest.sha256).inserted {
      let isKnown = !verifying || verified.contains(file.digest.sha256.description)
      let isHere = isKnown ? try holds(file.digest) : ((try? content(file.digest)) ?? nil) != nil
      if !isHere { missing.append(file) }
    }
    return missing
  }

  /// Looks at the sizes of all files of the active release: what costs next to nothing at a launch.
  ///
  /// - Returns: The damaged ones, which are no longer taken for whole, and those that could not be looked at.
  func checkSizes() throws(Refusal) -> [(path: String, Refusal)] {
    guard let id = try activeSlot()?.release else { return [] }
    let rows = try query { () throws(DatabaseError) in
      try database.rows(
        """
        SELECT release_files.path, files.sha256, files.size FROM release_files
          JOIN files ON files.sha256 = release_files.sha256 WHERE release = ?
        """, .text(id))
    }
    var damaged: [(String, Refusal)] = []
    for row in rows {
      guard let name = row[0].text, let sha256 = row[1].text, let size = row[2].int else { continue }
      let found: Int?
      do throws(FileFault) { found = try files.size(of: path(of: sha256)) } catch {
        damaged.append((name, error.refusal(name)))
        continue
      }
      guard found != size else { continue }
      let refusal =
        found.map { Refusal(.fileWrongSize, name, "has \($0) bytes in the store, and \(size) are named") }
        ?? Refusal(.fileMissing, name, "is gone from the store")
      damaged.append((name, refusal))
      try transaction { () throws(DatabaseError) in
        try database.run("DELETE FROM files WHERE sha256 = ?", .text(sha256))
      }
    }
    return damaged
  }
}

extension Refusal {
  /// Whether content is not what it was; a read that failed may find it whole the next time.
  fileprivate var isDamage: Bool { [.fileMissing, .fileMismatch, .fileWrongSize].contains(code) }
}
