import HybridCrypto
import HybridDatabase
import HybridEncoding
import HybridRelease

/// The release embedded in the app: one archive, read in place.
struct Preset {
  var path: String
  /// The SHA-256 of its manifest.
  var id: String
  var number: Int
  var channel: String
  /// Its manifest.
  var statement: [UInt8]
}

extension ReleaseStore {
  /// Opens the preset. A new one must pass every check of a release from a host; for a known one, the size
  /// and a sample of its bytes are checked, or all bytes if its path has changed: some systems move an app's
  /// folder with each installation.
  ///
  /// It is verified with the key sets from `trust` on, both those in the archive and those that were
  /// followed: one of them must accept it. The app vouches for the preset and for the keys, so a newer key
  /// set does not invalidate its preset.
  ///
  /// The transaction that records a new preset also updates the slots: an updated app never continues with
  /// the state of its old version.
  ///
  /// - Parameter trust: The key set that the app was built with.
  /// - Returns: Whether it replaced the active release.
  /// - Throws: Why there is no preset; the store works without one.
  func openPreset(_ path: String, trust: Trust, hashesAll: Bool) throws(Refusal) -> Bool {
    preset = nil
    let subject = path.lastPathComponent ?? path
    func reading<Value>(_ body: () throws(FileFault) -> Value) throws(Refusal) -> Value {
      do throws(FileFault) { return try body() } catch {
        throw error.kind == .missing
          ? Refusal(.fileMissing, subject, "is not in the app") : error.refusal(subject)
      }
    }
    let files = files
    guard let size = try reading({ () throws(FileFault) in try files.size(of: path) }) else {
      throw Refusal(.fileMissing, subject, "is not in the app")
    }
    let sampled = 64 << 10
    let ends = try reading { () throws(FileFault) in
      try files.read(path, from: 0, count: min(size, sampled))
        + files.read(path, from: max(0, size - sampled), count: min(size, sampled))
    }
    // The content identifies the preset; the path is for tools that look for it.
    let content = " \(size) \(sodium.sha256(ends))"
    let known = try fact("preset.mark").text
    if let known, known.hasSuffix(content), let id = try fact("preset.id").text,
      let number = try fact("preset.number").int,
      let channel = try fact("preset.channel").text, let statement = try fact("preset.statement").blob,
      let whole = try fact("preset.sha256").text, sodium.sha256(statement).description == id,
      try isPresetSound(id: id, number: number, channel: channel, sha256: whole)
    {
      let hasMoved = known != path + content
      var isSame = true
      if hashesAll || hasMoved {
        let bytes = try reading { () throws(FileFault) in try files.readAll(path, atMost: size) }
        isSame = sodium.sha256(bytes).description == whole
        guard isSame || hasMoved else {
          throw Refusal(.fileMismatch, subject, "has other bytes than when it was first opened")
        }
      }
      if isSame {
        if hashesAll || hasMoved {
          // The preset is intact, even if a read found the previous one damaged.
          let isMended =
            try query { () throws(DatabaseError) in
              try database.rows("SELECT 1 FROM preset_files WHERE place < 0 LIMIT 1")
            }.isEmpty == false
          if hasMoved || isMended {
            try transaction { () throws(DatabaseError) in
              try database.run("UPDATE preset_files SET place = -1 - place WHERE place < 0")
              try database.run(
                "INSERT OR REPLACE INTO facts VALUES ('preset.mark', ?)", .text(path + content))
            }
          }
        }
        preset = Preset(path: path, id: id, number: number, channel: channel, statement: statement)
        return false
      }
    }

    let bytes = try reading { () throws(FileFault) in try files.readAll(path, atMost: size) }
    let archive = try Archive(bytes, as: subject)
    let chain = try keySets(of: archive, from: trust, as: subject)
    guard let statement = archive.bytes(of: DistPaths.release) else {
      throw Refusal(.fileMissing, DistPaths.release, "is not in \(subject)")
    }
    guard let signatures = archive.bytes(of: DistPaths.releaseSignatures) else {
      throw Refusal(.signatureMissing, DistPaths.releaseSignatures, "is not in \(subject)")
    }
    let release = try Self.release(statement, signatures: signatures, under: chain)
    var places: [Int] = []
    for file in release.files {
      let name = DistPaths.file(file.digest.sha256)
      guard let range = archive.range(of: name) else {
        throw Refusal(.fileMissing, name, "is not in \(subject)")
      }
      try file.digest.check(Array(bytes[range]), as: file.path, sodium: sodium)
      places.append(range.lowerBound)
    }
    let opened = Preset(
      path: path, id: sodium.sha256(statement).description, number: release.number,
      channel: release.channel, statement: statement)
    let whole = sodium.sha256(bytes).description
    let (before, idBefore) = (try slot(.active), try fact("preset.id").text)
    try transaction { () throws(DatabaseError) in
      try database.run("DELETE FROM preset_files")
      for (file, place) in zip(release.files, places) {
        try database.run(
          "INSERT INTO preset_files VALUES (?, ?, ?, ?)", .text(file.path),
          .text(file.digest.sha256.description), .int(file.digest.size), .int(place))
      }
      let facts: [(String, DatabaseValue)] = [
        ("preset.mark", .text(path + content)), ("preset.id", .text(opened.id)),
        ("preset.number", .int(opened.number)),
        ("preset.channel", .text(opened.channel)), ("preset.statement", .blob(statement)),
        ("preset.sha256", .text(whole)),
      ]
      for (key, value) in facts {
        try database.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", .text(key), value)
      }
      // The same preset, recorded again because its rows were damaged, changes no slots.
      if idBefore != opened.id { try adopt(opened) }
      try acceptKnownPreset()
      let summary = try presetSummary(
        id: opened.id, number: opened.number, channel: opened.channel, sha256: whole)
      try database.run("INSERT OR REPLACE INTO facts VALUES ('preset.summary', ?)", .text(summary))
    }
    preset = opened
    guard before != nil else { return false }
    return try slot(.active) == nil
  }

  /// `trust` and the key sets that follow from it: those in the archive, then those that were followed.
  private func keySets(
    of archive: Archive, from trust: Trust, as subject: String
  ) throws(Refusal) -> [Trust] {
    let followed = try keySets()
    var (trust, chain) = (trust, [trust])
    while true {
      let version = trust.keys.version + 1
      if let next = archive.bytes(of: DistPaths.keys(version)) {
        guard let signatures = archive.bytes(of: DistPaths.keysSignatures(version)) else {
          throw Refusal(.signatureMissing, DistPaths.keysSignatures(version), "is not in \(subject)")
        }
        try trust.advance(to: next, signatures: signatures, as: DistPaths.keys(version))
      } else {
        guard let next = followed.first(where: { $0.version == version }),
          (try? trust.advance(to: next.statement, signatures: next.signatures, as: DistPaths.keys(version)))
            != nil
        else { return chain }
      }
      chain.append(trust)
    }
  }

  /// The release that one of these key sets accepts; if none does, the last refusal is thrown.
  private static func release(
    _ statement: [UInt8], signatures: [UInt8], under chain: [Trust]
  ) throws(Refusal) -> Release {
    var refusal = Refusal(.statementWrongKind, DistPaths.release, "is not a release")
    for trust in chain {
      do throws(Refusal) {
        if case .release(let release) = try trust.statement(
          statement, signatures: signatures, as: DistPaths.release, kinds: [.release])
        {
          return release
        }
      } catch { refusal = error }
    }
    throw refusal
  }

  /// Adopts a new preset. Three kinds of slots are emptied: those with an older statement of its channel,
  /// those with a number above all accepted ones, whose signers are no longer trusted, and those whose
  /// release needs files that only the old preset had.
  private func adopt(_ preset: Preset) throws(DatabaseError) {
    try database.run(
      """
      DELETE FROM slots WHERE (channel = ? AND number <= ?)
        OR number > (SELECT highest FROM channels WHERE channels.channel = slots.channel) OR EXISTS (
        SELECT 1 FROM release_files WHERE release = slots.release
          AND sha256 NOT IN (SELECT sha256 FROM files) AND sha256 NOT IN (SELECT sha256 FROM preset_files))
      """, .text(preset.channel), .int(preset.number))
    try acceptKnownPreset()
  }

  /// In the preset's channel, refuses lower numbers, and other statements with the preset's number.
  func acceptKnownPreset() throws(DatabaseError) {
    func known(_ name: String) throws(DatabaseError) -> DatabaseValue {
      try database.rows("SELECT value FROM facts WHERE key = ?", .text("preset.\(name)")).first?.first
        ?? .null
    }
    let (channel, number, id) = (try known("channel"), try known("number"), try known("id"))
    guard channel != .null, number != .null else { return }
    try database.run(
      """
      INSERT INTO channels(channel, highest, accepted) VALUES (?, ?, ?) ON CONFLICT(channel)
        DO UPDATE SET highest = excluded.highest, accepted = excluded.accepted
        WHERE highest <= excluded.highest
      """, channel, number, id)
  }

  /// Forgets a preset that is missing or was refused: its files cannot be read, so releases that shared them
  /// lack them.
  func forgetPreset() throws(Refusal) {
    guard try fact("preset.mark") != .null else { return }
    try transaction { () throws(DatabaseError) in
      try database.run("DELETE FROM preset_files")
      try database.run("DELETE FROM facts WHERE key LIKE 'preset.%'")
    }
  }
}
