import HybridCrypto
import HybridDatabase
import HybridRelease

extension ReleaseStore {
  /// The path of content: `files/ab/abcd…`.
  func path(of sha256: String) -> String { "\(folder)/files/\(sha256.prefix(2))/\(sha256)" }

  /// Whether content is available, in the store or in the preset.
  func holds(_ digest: FileDigest) throws(Refusal) -> Bool {
    try query { () throws(DatabaseError) in
      try database.rows(
        """
        SELECT 1 FROM files WHERE sha256 = ?1 UNION ALL SELECT 1 FROM preset_files WHERE sha256 = ?1 \
        AND place >= 0
        """,
        .text(digest.sha256.description))
    }.isEmpty == false
  }

  /// Reads content, and verifies it on the first read.
  ///
  /// - Returns: nil when it is not available.
  /// - Throws: `file.…` for damaged content: it then counts as missing, so that the next update downloads it
  ///   again. `store.…` when the content cannot be read: its state is then unknown.
  func content(_ digest: FileDigest) throws(Refusal) -> [UInt8]? {
    let name = digest.sha256.description
    let isStored =
      try query { () throws(DatabaseError) in
        try database.rows("SELECT 1 FROM files WHERE sha256 = ?", .text(name))
      }.isEmpty == false
    if isStored {
      do throws(Refusal) {
        let subject = DistPaths.file(digest.sha256)
        return try verified.read(digest, subject: subject, sodium: sodium) { () throws(FileFault) in
          // One more byte is requested, to detect a file that has grown.
          try files.read(path(of: name), from: 0, count: digest.size + 1)
        }
      } catch {
        // Without its row the content counts as missing. If the disk cannot even delete the row, reads keep
        // failing, which has the same effect.
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
      return try verified.read(digest, subject: "the preset", sodium: sodium) { () throws(FileFault) in
        try files.read(preset.path, from: place, count: digest.size)
      }
    } catch {
      // The app cannot repair its own archive, so the file is marked and the next update stores it in
      // `files/`. An intact archive removes the mark.
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

  /// The digest of `path` in a slot's release; nil when the release has no such path.
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

  /// The database contains an impossible value.
  static func damage(_ detail: String) -> Refusal { Refusal(.storeDamaged, "store.sqlite", detail) }

  /// The result of a read.
  struct Reading {
    /// nil when the active release has no such file, or no intact copy exists.
    var bytes: [UInt8]?
    /// If the active release's own file is damaged: the reason, and the release from which `bytes` were read.
    var damage: (Refusal, InstalledRelease?)?
  }

  /// Reads the file `path` of the active release. If it is damaged, the file of the previous release or of
  /// the preset is read, whose content may be older: a slightly old screen is better than none. A path that
  /// the active release lacks is not looked up elsewhere.
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

  /// The files of a release to download, each content once.
  /// - Parameter verifying: Whether to check the bytes of present files; each is read once per launch.
  func missing(of release: Release, verifying: Bool = false) throws(Refusal) -> [ReleaseFile] {
    var seen: Set<SHA256Digest> = []
    var missing: [ReleaseFile] = []
    for file in release.files where seen.insert(file.digest.sha256).inserted {
      let isKnown = !verifying || verified.contains(file.digest)
      let isHere = isKnown ? try holds(file.digest) : ((try? content(file.digest)) ?? nil) != nil
      if !isHere { missing.append(file) }
    }
    return missing
  }

  /// Checks the sizes of all files of the active release, which is cheap enough for each launch.
  ///
  /// - Returns: The damaged files, which now count as missing, and the files that could not be checked.
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
  /// Whether the content is damaged; after a failed read it may still be intact.
  fileprivate var isDamage: Bool { [.fileMissing, .fileMismatch, .fileWrongSize].contains(code) }
}
