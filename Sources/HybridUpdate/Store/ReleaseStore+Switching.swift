import HybridCrypto
import HybridDatabase
import HybridRelease

extension ReleaseStore {
  // MARK: Taking a release

  /// What one transaction takes.
  struct Installation {
    /// The release and its manifest; nil when it is the preset.
    var release: (id: String, statement: [UInt8], content: Release)?
    /// Of the statement that was accepted.
    var number: Int
    var channel: String
    /// What is remembered of the host.
    var accepted: Accepted
    /// Content that was put into `files/` for it, and is on the disk.
    var stored: [FileDigest]
  }

  /// Takes a release whose files are all here: it is pending from then on.
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
      try set(installation.accepted, for: installation.channel)
    }
  }

  /// Content that was put into `files/` and is on the disk.
  func keep(_ stored: [FileDigest]) throws(DatabaseError) {
    for digest in stored {
      try database.run(
        "INSERT OR REPLACE INTO files VALUES (?, ?)", .text(digest.sha256.description), .int(digest.size))
    }
  }

  /// Makes the pending release the active one, and the active one the previous; false when none is pending.
  ///
  /// A previous release is one that worked. Behind a rollback there is none: the operator took it back.
  func applyPending() throws(Refusal) -> Bool {
    guard let pending = try slot(.pending) else { return false }
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

  /// Brings the slots in order for a launch and counts it. `refusal` says why this app cannot run a release; nil when it can.
  func start(
    presetChanged: Bool, channel: String, unconfirmedStarts: Int, now: Int, refusal: (Release) -> Refusal?
  ) throws(Refusal) -> [UpdateEvent] {
    var events: [UpdateEvent] = []
    if presetChanged { try adoptPreset(channel: channel) }
    if try applyPending(), let slot = try activeSlot(), let release = try installed(slot) {
      events.append(.activated(release))
    }
    // Each turn goes one release back, so three turns reach the preset.
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

  /// Marks the active release as failed and goes back, for `reason`; nil when the preset is active.
  func reject(_ reason: Refusal, now: Int) throws(Refusal) -> UpdateEvent? {
    guard let slot = try slot(.active), let id = slot.release, let stored = try storedRelease(id) else {
      return nil
    }
    return try fail(slot, stored, reason, now: now)
  }

  /// Notes that the active release works; false when that was known.
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
      // Should somebody ask for it again, it has all its starts again.
      try database.run("UPDATE releases SET starts = 0, confirmed = 0 WHERE id = ?", .text(stored.id))
      try dropActive()
    }
    return .rolledBack(failed, to: try activeSlot().flatMap { slot throws(Refusal) in try installed(slot) })
  }

  private func goBack() throws(Refusal) {
    try transaction { () throws(DatabaseError) in try dropActive() }
  }

  /// The previous release becomes the active one; without one that is whole, the preset.
  private func dropActive() throws(DatabaseError) {
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

  /// The app was updated: its preset is taken when it is newer than what is active, or when what is active needs files that
  /// only the old preset had.
  private func adoptPreset(channel: String) throws(Refusal) {
    guard let preset else { return }
    var dropped: [SlotName] = []
    for name in [SlotName.active, .previous, .pending] {
      guard let slot = try slot(name) else { continue }
      let isOlder = slot.channel == preset.channel && slot.number <= preset.number
      var isWhole = true
      if let id = slot.release { isWhole = try missingFiles(of: id) == 0 }
      if isOlder || !isWhole { dropped.append(name) }
    }
    var accepted = try accepted(preset.channel)
    accepted.highest = max(accepted.highest, preset.number)
    try transaction { () throws(DatabaseError) in
      for name in dropped { try set(name, to: nil) }
      try set(accepted, for: preset.channel)
    }
  }

  // MARK: Cleaning

  /// Removes releases that no slot names, and files that no release needs.
  ///
  /// - Returns: How many files and bytes.
  func cleanUp() throws(Refusal) -> (files: Int, bytes: Int) {
    try transaction { () throws(DatabaseError) in
      try database.run(
        "DELETE FROM releases WHERE id NOT IN (SELECT release FROM slots WHERE release IS NOT NULL)")
      try database.run("DELETE FROM files WHERE sha256 NOT IN (SELECT sha256 FROM release_files)")
    }
    // What has no row now is rubbish, left by this or by an update that was cut off.
    let kept = Set(
      try query { () throws(DatabaseError) in try database.rows("SELECT sha256 FROM files") }
        .compactMap { $0.first?.text })
    var (count, bytes) = (0, 0)
    do throws(FileFault) {
      for group in try files.names(in: folder + "/files") {
        for name in try files.names(in: "\(folder)/files/\(group)") where !kept.contains(name) {
          let path = "\(folder)/files/\(group)/\(name)"
          bytes += try files.size(of: path) ?? 0
          try files.remove(path)
          count += 1
        }
      }
      for name in try files.names(in: folder + "/staging") {
        let path = "\(folder)/staging/\(name)"
        bytes += try files.size(of: path) ?? 0
        try files.remove(path)
        count += 1
      }
    } catch { throw error.refusal("the store") }
    return (count, bytes)
  }
}
