import HybridCrypto
import HybridDatabase
import HybridRelease

/// What an app keeps of releases: `store.sqlite`, `files/ab/SHA256`, `staging/SHA256.part`, and the preset in the app itself.
///
/// Everything that decides which release is active changes in one transaction of SQLite. Files are put in place, and are on the
/// disk, before the transaction that needs them, and are removed behind the one that does not: at any moment the store is that
/// of the old release or that of the new one.
///
/// Not `Sendable`: ``UpdateClient`` keeps it.
final class ReleaseStore {
  /// A row of `slots`.
  struct Slot: Hashable {
    /// The release; nil for the preset.
    var release: String?
    /// Of the statement that put it there.
    var number: Int
    var channel: String
  }

  enum SlotName: String {
    case active, previous, pending
  }

  /// A row of `releases`.
  struct StoredRelease: Hashable {
    var id: String
    var number: Int
    var channel: String
    var isConfirmed: Bool
    var starts: Int
  }

  let folder: String
  let files: any StoreFiles
  let sodium: Sodium
  let database: Database
  /// Read from the app; nil without one.
  var preset: Preset?
  /// Content that was read and hashed since this was opened.
  var verified: Set<String> = []
  /// Why the database was set aside, when it was.
  private(set) var replaced: Refusal?

  /// Opens or makes the store in `folder`, whose parent must be there.
  ///
  /// A database that is damaged is set aside as `store.sqlite.damaged` and a new one begun: an app with a preset always starts.
  /// - Parameter vfs: SQLite's file system; tests give one with faults.
  init(folder: String, files: any StoreFiles, sodium: Sodium, vfs: String? = nil) throws(Refusal) {
    (self.folder, self.files, self.sodium) = (folder, files, sodium)
    let path = folder + "/store.sqlite"
    do throws(FileFault) {
      for name in [folder, folder + "/files", folder + "/staging"] { try files.makeFolder(name) }
      try files.syncFolder(folder)
      // The name of the store itself has to last as well.
      if let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        try files.syncFolder(String(folder[..<slash]))
      }
    } catch { throw error.refusal("the store") }
    do throws(DatabaseError) {
      database = try Self.open(path, vfs)
    } catch {
      guard case .damaged = error else { throw Refusal(error) }
      replaced = Refusal(error)
      do throws(FileFault) {
        try files.rename(path, to: path + ".damaged")
        try files.remove(path + "-journal")
        try files.syncFolder(folder)
      } catch { throw error.refusal("the store") }
      do throws(DatabaseError) { database = try Self.open(path, vfs) } catch { throw Refusal(error) }
    }
  }

  private static func open(_ path: String, _ vfs: String?) throws(DatabaseError) -> Database {
    let database = try Database(path: path, vfs: vfs)
    let version = try database.rows("PRAGMA user_version").first?.first?.int ?? 0
    guard version != StoreSchema.version else { return database }
    guard version == 0 else {
      throw .damaged("it has version \(version), and this program reads \(StoreSchema.version)")
    }
    try database.transaction { () throws(DatabaseError) in
      try database.execute(StoreSchema.tables)
      try database.execute("PRAGMA user_version=\(StoreSchema.version)")
    }
    return database
  }

  /// Does `body` in one transaction, and says what fails as a refusal.
  @discardableResult
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(Refusal) -> Value {
    do throws(DatabaseError) { return try database.transaction(body) } catch { throw Refusal(error) }
  }

  /// Reads, and says what fails as a refusal.
  func query<Value>(_ body: () throws(DatabaseError) -> Value) throws(Refusal) -> Value {
    do throws(DatabaseError) { return try body() } catch { throw Refusal(error) }
  }

  // MARK: Slots and releases

  func slot(_ name: SlotName) throws(Refusal) -> Slot? {
    let rows = try query { () throws(DatabaseError) in
      try database.rows("SELECT release, number, channel FROM slots WHERE slot = ?", .text(name.rawValue))
    }
    guard let row = rows.first, let number = row[1].int, let channel = row[2].text else { return nil }
    return Slot(release: row[0].text, number: number, channel: channel)
  }

  func set(_ name: SlotName, to slot: Slot?) throws(DatabaseError) {
    guard let slot else {
      try database.run("DELETE FROM slots WHERE slot = ?", .text(name.rawValue))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO slots VALUES (?, ?, ?, ?)", .text(name.rawValue), DatabaseValue(slot.release),
      .int(slot.number), .text(slot.channel))
  }

  /// What is active: the slot, or the preset when there is none.
  func activeSlot() throws(Refusal) -> Slot? {
    if let slot = try slot(.active) { return slot }
    guard let preset else { return nil }
    return Slot(release: nil, number: preset.number, channel: preset.channel)
  }

  func storedRelease(_ id: String) throws(Refusal) -> StoredRelease? {
    let rows = try query { () throws(DatabaseError) in
      try database.rows(
        "SELECT number, channel, confirmed, starts FROM releases WHERE id = ?", .text(id))
    }
    guard let row = rows.first, let number = row[0].int, let channel = row[1].text else { return nil }
    return StoredRelease(
      id: id, number: number, channel: channel, isConfirmed: row[2].int == 1, starts: row[3].int ?? 0)
  }

  /// The bytes of a manifest that is kept.
  func statement(of id: String) throws(Refusal) -> [UInt8]? {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT statement FROM releases WHERE id = ?", .text(id)).first?.first?.blob
    }
  }

  /// The manifest of a slot, decoded. Its signatures were checked when it was taken.
  func release(of slot: Slot) throws(Refusal) -> Release? {
    let bytes: [UInt8]?
    if let id = slot.release { bytes = try statement(of: id) } else { bytes = preset?.statement }
    guard let bytes else { return nil }
    let statement = try Statement(decoding: bytes, as: "releases/\(slot.number).json", kinds: [.release])
    guard case .release(let release) = statement else { return nil }
    return release
  }

  /// What a slot holds, in the words of events.
  func installed(_ slot: Slot) throws(Refusal) -> InstalledRelease? {
    guard let id = slot.release else {
      guard let preset else { return nil }
      return InstalledRelease(
        number: preset.number, channel: preset.channel, statement: slot.number, id: preset.id,
        origin: .preset, isConfirmed: true)
    }
    guard let stored = try storedRelease(id) else { return nil }
    return InstalledRelease(
      number: stored.number, channel: stored.channel, statement: slot.number, id: id, origin: .store,
      isConfirmed: stored.isConfirmed)
  }

  /// How many files a release needs that are neither in the store nor in the preset.
  func missingFiles(of id: String) throws(Refusal) -> Int {
    try query { () throws(DatabaseError) in
      try database.rows(
        """
        SELECT count(*) FROM release_files WHERE release = ?
          AND sha256 NOT IN (SELECT sha256 FROM files) AND sha256 NOT IN (SELECT sha256 FROM preset_files)
        """, .text(id)
      ).first?.first?.int ?? 0
    }
  }

  // MARK: Failures

  func failed() throws(Refusal) -> [FailedRelease] {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT id, number, code, detail, time FROM failed ORDER BY number")
    }.compactMap { row in
      guard let id = row[0].text, let number = row[1].int, let code = row[2].text, let detail = row[3].text,
        let time = row[4].int
      else { return nil }
      let reason = Refusal(
        RefusalCode(rawValue: code) ?? .startUnconfirmed, "releases/\(number).json", detail)
      return FailedRelease(number: number, id: id, reason: reason, time: time)
    }
  }

  func forgetFailures() throws(Refusal) {
    try transaction { () throws(DatabaseError) in try database.run("DELETE FROM failed") }
  }

  // MARK: Facts

  func fact(_ key: String) throws(Refusal) -> DatabaseValue {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT value FROM facts WHERE key = ?", .text(key)).first?.first ?? .null
    }
  }

  // MARK: What was accepted

  /// A row of `channels`.
  struct Accepted: Hashable {
    var highest = 0
    var freshness: [UInt8]?
    var etag: String?
  }

  func accepted(_ channel: String) throws(Refusal) -> Accepted {
    let rows = try query { () throws(DatabaseError) in
      try database.rows("SELECT highest, freshness, etag FROM channels WHERE channel = ?", .text(channel))
    }
    guard let row = rows.first else { return Accepted() }
    return Accepted(highest: row[0].int ?? 0, freshness: row[1].blob, etag: row[2].text)
  }

  func set(_ accepted: Accepted, for channel: String) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?)", .text(channel), .int(accepted.highest),
      DatabaseValue(accepted.freshness), DatabaseValue(accepted.etag))
  }

  /// Key sets that were followed, by version.
  func keySets() throws(Refusal) -> [(version: Int, statement: [UInt8], signatures: [UInt8])] {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT version, statement, signatures FROM key_sets ORDER BY version")
    }.compactMap { row in
      guard let version = row[0].int, let statement = row[1].blob, let signatures = row[2].blob else {
        return nil
      }
      return (version, statement, signatures)
    }
  }

  /// Keeps a key set that was followed to.
  ///
  /// Whoever had a key that is gone may have said things of the far future, which nobody else could ever go beyond. So what
  /// was believed by keys that are others now is forgotten along (TUF 5.3.11, *fast-forward attacks*).
  ///
  /// - Parameters:
  ///   - forgetsFreshness: Whether other keys than before say what is newest.
  ///   - forgetsNumbers: Whether other keys than before sign releases; numbers begin at the preset's again.
  func keepKeySet(
    _ version: Int, _ statement: [UInt8], _ signatures: [UInt8], forgetsFreshness: Bool, forgetsNumbers: Bool
  ) throws(Refusal) {
    let floor = preset?.number ?? 0
    try transaction { () throws(DatabaseError) in
      if forgetsFreshness { try database.run("UPDATE channels SET freshness = NULL, etag = NULL") }
      if forgetsNumbers { try database.run("UPDATE channels SET highest = ?", .int(floor)) }
      try database.run(
        "INSERT OR REPLACE INTO key_sets VALUES (?, ?, ?)", .int(version), .blob(statement),
        .blob(signatures))
    }
  }
}

extension Refusal {
  /// What a database says, as a refusal of the store.
  init(_ error: DatabaseError) {
    switch error {
    case .full: self.init(.storeFull, "store.sqlite", "there is no room on the disk")
    case .damaged: self.init(.storeDamaged, "store.sqlite", "\(error)")
    default: self.init(.storeFailed, "store.sqlite", "\(error)")
    }
  }
}
