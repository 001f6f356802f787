import HybridCrypto
import HybridDatabase
import HybridRelease

/// Compares the database with signed data: a changed byte must neither keep the app from starting nor show a
/// release that does not exist. SQLite detects damage of its pages, but not of their contents.
extension ReleaseStore {
  /// Checks the active, pending and previous releases. A release with a damaged manifest leaves its slot, so
  /// that the next update installs it again; its files stay.
  ///
  /// - Returns: The problems found.
  /// - Throws: ``RefusalCode/storeDamaged`` when the slots cannot be emptied.
  func dropDamaged() throws(Refusal) -> [Refusal] {
    var refusals: [Refusal] = []
    while let (id, refusal) = try firstDamage() {
      refusals.append(refusal)
      try transaction { () throws(DatabaseError) in
        let active = try database.rows("SELECT release FROM slots WHERE slot = 'active'").first?.first?.text
        guard try database.run("DELETE FROM slots WHERE release = ?", .text(id)) > 0 else {
          throw .damaged("it has a slot that cannot be found again")
        }
        try database.run("DELETE FROM releases WHERE id = ?", .text(id))
        if active == id { try dropActive() }
      }
    }
    return refusals
  }

  private func firstDamage() throws(Refusal) -> (id: String, Refusal)? {
    // The active release is checked last, so that its decoded manifest stays cached.
    for name in [SlotName.previous, .pending, .active] {
      guard let id = try slot(name)?.release else { continue }
      // The previous release is only hashed; its rows are checked when it is about to be shown.
      if let refusal = try damage(of: id, looksAtRows: name != .previous) { return (id, refusal) }
    }
    return nil
  }

  /// The reason why a release differs from its installed state; nil when it does not.
  private func damage(of id: String, looksAtRows: Bool) throws(Refusal) -> Refusal? {
    guard let stored = try storedRelease(id), let bytes = try statement(of: id) else {
      return Self.damage("it has no release \(id), which a slot names")
    }
    guard sodium.sha256(bytes).description == id else {
      return Self.damage("it has other bytes of the manifest \(id)")
    }
    guard looksAtRows else { return nil }
    let slot = Slot(release: id, number: stored.number, channel: stored.channel)
    guard let release = try release(of: slot), release.number == stored.number,
      release.channel == stored.channel
    else { return Self.damage("it has another number or channel for the manifest \(id)") }
    let rows = try query { () throws(DatabaseError) in
      try database.rows("SELECT path, sha256, size FROM release_files WHERE release = ?", .text(id))
    }
    let files = release.files
    let digests = Dictionary(files.map { ($0.path, $0.digest) }) { first, _ in first }
    let isSame =
      rows.count == files.count
      && rows.allSatisfy { row in
        guard let digest = row[0].text.flatMap({ digests[$0] }) else { return false }
        return row[1].text == digest.sha256.description && row[2].int == digest.size
      }
    // A row with a different key is in the wrong place of the index, so a deletion would not find it.
    guard isSame else { throw Self.damage("it has other files than the manifest \(id)") }
    return nil
  }

  /// Whether the preset's rows are as they were written; a store from before the summary existed is trusted.
  func isPresetSound(id: String, number: Int, channel: String, sha256: String) throws(Refusal) -> Bool {
    guard let noted = try fact("preset.summary").text else { return true }
    return try query { () throws(DatabaseError) in
      // Files are found through the index, which can be damaged on its own.
      let lost = try database.rows(
        """
        SELECT 1 FROM preset_files AS kept WHERE NOT EXISTS (SELECT 1 FROM preset_files
          INDEXED BY preset_files_by_content WHERE sha256 = kept.sha256 AND path = kept.path) LIMIT 1
        """)
      guard lost.isEmpty else { return false }
      return try presetSummary(id: id, number: number, channel: channel, sha256: sha256) == noted
    }
  }

  /// A summary of the preset's rows, without marks of damage.
  func presetSummary(
    id: String, number: Int, channel: String, sha256: String
  ) throws(DatabaseError) -> String {
    var text = "\(id)\n\(number)\n\(channel)\n\(sha256)\n"
    let rows = try database.rows(
      """
      SELECT path, sha256, size, CASE WHEN place < 0 THEN -1 - place ELSE place END FROM preset_files
        ORDER BY path
      """)
    for row in rows {
      text += "\(row[0].text ?? "")\n\(row[1].text ?? "")\n\(row[2].int ?? -1)\n\(row[3].int ?? -1)\n"
    }
    return sodium.sha256(Array(text.utf8)).description
  }

  /// Refuses a database whose tables differ from ours, or that contains anything else, such as a trigger.
  static func checkSchema(_ database: Database) throws(DatabaseError) {
    func plain(_ sql: some StringProtocol) -> String { String(sql.filter { !$0.isWhitespace }) }
    let expected = Set(
      StoreSchema.tables.split(separator: ";").map { plain($0).replacing("IFNOTEXISTS", with: "") }
        .filter { !$0.isEmpty })
    let found = try database.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
      .map { plain($0.first?.text ?? "") }
    guard found.count == expected.count, Set(found) == expected else {
      throw .damaged("it has other tables than this program makes")
    }
  }
}
