import HybridCrypto
import HybridDatabase
import HybridRelease

extension ReleaseStore {
  // MARK: Taking a release

  /// The input of one installing transaction.
  struct Installation {
    /// The release and its manifest; nil when it is the preset.
    var release: (id: String, statement: [UInt8], content: Release)?
    /// The number of the accepted statement.
    var number: Int
    var channel: String
    /// The state of the channel to store.
    var accepted: Accepted
    /// Content that was stored in `files/` for it, and is flushed to disk.
    var stored: [FileDigest]
  }

  /// Installs a release whose files are all available: it becomes the pending release.
  func install(_ installation: Installation) throws(Refusal) {
    try transaction { () throws(DatabaseError) in
      try keep(installation.stored)
      if let (id, statement, release) = installation.release {
        let added = try database.run(
          "INSERT OR IGNORE INTO releases(id, number, channel, statement) VALUES (?, ?, ?, ?)", .text(id),
          .int(release.number), .text(release.channel), .blob(statement))
        if added > 0 {
          for file in release.files {
            try database.run(
              "INSERT INTO release_files VALUES (?, ?, ?, ?)", .text(id), .text(file.path),
              .text(file.digest.sha256.description), .int(file.digest.size))
          }
        }
        try database.run("DELETE FROM failed WHERE id = ?", .text(id))
      }
      let slot = Slot(
        release: installation.release?.id, number: installation.number, channel: installation.channel)
      try set(.pending, to: slot)
      try dropRefused()
      try set(installation.accepted, for: installation.channel)
    }
  }

  /// Records content that was stored in `files/` and is flushed to disk.
  func keep(_ stored: [FileDigest]) throws(DatabaseError) {
    for digest in stored {
      try database.run(
        "INSERT OR REPLACE INTO files VALUES (?, ?)", .text(digest.sha256.description), .int(digest.size))
    }
  }

  /// Makes the pending release active, and the active one the previous. Returns false when none is pending,
  /// or when the pending one has failed, which removes it from its slot.
  ///
  /// Only a working release becomes the previous one. After a rollback there is no previous release: the
  /// operator has rolled it back.
  func applyPending() throws(Refusal) -> Bool {
    guard let pending = try slot(.pending) else { return false }
    // A retry of a failed release deletes the record of its failure first.
    if let id = pending.release, try failed().contains(where: { $0.id == id }) {
      try transaction { () throws(DatabaseError) in try set(.pending, to: nil) }
      return false
    }
    let active = try slot(.active)
    var previous = try slot(.previous)
    if let id = active?.release, id != pending.release {
      if try storedRelease(id)?.isConfirmed == true { previous = active }
    } else if active != nil {
      previous = nil
    }
    let number: Int?
    if let id = pending.release { number = try storedRelease(id)?.number } else { number = preset?.number }
    if previous?.release == pending.release || number != pending.number { previous = nil }
    try transaction { () throws(DatabaseError) in
      try set(.pending, to: nil)
      try set(.active, to: pending)
      try set(.previous, to: previous)
    }
    return true
  }

  // MARK: Starting

  /// Prepares the slots for a launch and counts the start. `refusal` returns the reason why this app cannot
  /// run a release; nil when it can.
  func start(
    unconfirmedStarts: Int, now: Int, refusal: (Release) -> Refusal?
  ) throws(Refusal) -> [UpdateEvent] {
    var events = try dropDamaged().map(UpdateEvent.refused)
    // A preset that took over leaves unused files, and the next installation may be far away.
    let isLeft =
      try query { () throws(DatabaseError) in
        try database.rows(
          """
          SELECT 1 FROM releases WHERE id NOT IN (SELECT release FROM slots WHERE release IS NOT NULL)
            AND id NOT IN (SELECT id FROM failed) LIMIT 1
          """)
      }.isEmpty == false
    if isLeft {
      do throws(Refusal) {
        let (files, bytes) = try cleanUp()
        if files > 0 { events.append(.cleaned(files: files, bytes: bytes)) }
      } catch  where error.code != .storeDamaged {
        events.append(.refused(error))
      }
    }
    if try applyPending(), let slot = try activeSlot(), let release = try installed(slot) {
      events.append(.activated(release))
    }
    // Each iteration goes back by one release, so three reach the preset.
    while let slot = try slot(.active), let id = slot.release, let stored = try storedRelease(id) {
      if let release = try release(of: slot), let refusal = refusal(release) {
        events.append(.refused(refusal))
        try goBack()
      } else if stored.isConfirmed {
        break
      } else if stored.starts < unconfirmedStarts {
        try transaction { () throws(DatabaseError) in
          try database.run("UPDATE releases SET starts = starts + 1 WHERE id = ?", .text(id))
        }
        break
      } else {
        let reason = Refusal(
          .startUnconfirmed, "releases/\(stored.number).json",
          "was started \(stored.starts) times and never confirmed")
        events.append(try fail(slot, stored, reason, now: now))
      }
    }
    return events
  }

  /// Marks the active release as failed for `reason` and activates an earlier one; nil when the preset is
  /// active.
  func reject(_ reason: Refusal, now: Int) throws(Refusal) -> UpdateEvent? {
    guard let slot = try slot(.active), let id = slot.release, let stored = try storedRelease(id) else {
      return nil
    }
    return try fail(slot, stored, reason, now: now)
  }

  /// Records that the active release works; false when that was already recorded.
  func confirm() throws(Refusal) -> Bool {
    guard let id = try slot(.active)?.release, try storedRelease(id)?.isConfirmed == false else {
      return false
    }
    try transaction { () throws(DatabaseError) in
      try database.run("UPDATE releases SET confirmed = 1, starts = 0 WHERE id = ?", .text(id))
    }
    return true
  }

  private func fail(
    _ slot: Slot, _ stored: StoredRelease, _ reason: Refusal, now: Int
  ) throws(Refusal) -> UpdateEvent {
    let failed = FailedRelease(number: stored.number, id: stored.id, reason: reason, time: now)
    try transaction { () throws(DatabaseError) in
      try database.run(
        "INSERT OR REPLACE INTO failed VALUES (?, ?, ?, ?, ?)", .text(stored.id), .int(stored.number),
        .text(reason.code.rawValue), .text(reason.detail), .int(now))
      // If it is installed again, its count of starts begins again.
      try database.run("UPDATE releases SET starts = 0, confirmed = 0 WHERE id = ?", .text(stored.id))
      // A rollback to it may be pending.
      try database.run("DELETE FROM slots WHERE slot = 'pending' AND release = ?", .text(stored.id))
      try dropActive()
    }
    return .rolledBack(failed, to: try activeSlot().flatMap { slot throws(Refusal) in try installed(slot) })
  }

  private func goBack() throws(Refusal) {
    try transaction { () throws(DatabaseError) in try dropActive() }
  }

  /// Makes the previous release active; if there is no intact one, the preset.
  func dropActive() throws(DatabaseError) {
    let rows = try database.rows(
      """
      SELECT release, number, channel FROM slots WHERE slot = 'previous'
        AND release IS NOT NULL AND release NOT IN (SELECT id FROM failed)
      """)
    try set(.previous, to: nil)
    guard let row = rows.first, let number = row[1].int, let channel = row[2].text else {
      return try set(.active, to: nil)
    }
    try set(.active, to: Slot(release: row[0].text, number: number, channel: channel))
  }

  // MARK: Cleaning

  /// Removes releases that no slot references, and files that no release needs.
  ///
  /// - Returns: The number of removed files and bytes.
  func cleanUp() throws(Refusal) -> (files: Int, bytes: Int) {
    try transaction { () throws(DatabaseError) in
      try database.run(
        "DELETE FROM releases WHERE id NOT IN (SELECT release FROM slots WHERE release IS NOT NULL)")
      try database.run(
        """
        DELETE FROM files WHERE sha256 NOT IN (SELECT sha256 FROM release_files)
          AND sha256 NOT IN (SELECT sha256 FROM preset_files WHERE place < 0)
        """)
    }
    // Files without a row are garbage, left by this function or by an interrupted update.
    let kept = Set(
      try query { () throws(DatabaseError) in try database.rows("SELECT sha256 FROM files") }
        .compactMap { $0.first?.text })
    var (count, bytes) = (0, 0)
    /// Removes files and flushes the folder: a file that reappeared after a power failure could be mistaken
    /// for a later partial download.
    func remove(in path: String, _ isRubbish: (String) -> Bool) throws(FileFault) {
      let names = try files.names(in: path).filter(isRubbish)
      for name in names {
        bytes += try files.size(of: "\(path)/\(name)") ?? 0
        try files.remove("\(path)/\(name)")
      }
      count += names.count
      if !names.isEmpty { try files.syncFolder(path) }
    }
    do throws(FileFault) {
      for group in try files.names(in: folder + "/files") {
        try remove(in: "\(folder)/files/\(group)") { !kept.contains($0) }
      }
      try remove(in: folder + "/staging") { _ in true }
    } catch { throw error.refusal("the store") }
    return (count, bytes)
  }
}
