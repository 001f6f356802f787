import HybridCrypto
import HybridDatabase
import HybridEncoding
import HybridRelease

/// The releases that an app stores: `store.sqlite`, `files/ab/SHA256`, `staging/SHA256.part`, and the preset
/// in the app itself.
///
/// All state that decides which release is active changes in one SQLite transaction. Files are in place and
/// flushed before the transaction that needs them, and are removed after the one that no longer does: at any
/// moment the store has either the old release or the new one.
///
/// Not `Sendable`: ``UpdateClient`` owns it.
final class ReleaseStore {
  /// A row of `slots`.
  struct Slot: Hashable {
    /// The release; nil for the preset.
    var release: String?
    /// The number of the statement that filled the slot.
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
  /// The preset in the app; nil without one.
  var preset: Preset?
  /// Content that was read and hashed since the store was opened.
  var verified = VerifiedContent()
  /// The most recently decoded manifest.
  private var decoded: (id: String, release: Release)?
  /// Why the database was set aside; nil when it was not.
  private(set) var replaced: Refusal?

  /// Opens or creates the store in `folder`, whose parent must exist.
  ///
  /// A store of an older version of this program is migrated. A damaged store, or one of a newer version, is
  /// set aside as `store.sqlite.damaged` and replaced by a new one: an app with a preset always starts.
  /// - Parameter vfs: SQLite's file system; tests pass one with faults.
  init(folder: String, files: any StoreFiles, sodium: Sodium, vfs: String? = nil) throws(Refusal) {
    (self.folder, self.files, self.sodium) = (folder, files, sodium)
    let (path, suspicion) = (folder + "/store.sqlite", Self.suspicion(in: folder))
    do throws(FileFault) {
      for name in [folder, folder + "/files", folder + "/staging"] { try files.makeFolder(name) }
      try files.syncFolder(folder)
      // The entry of the store's own folder must be flushed as well.
      let parent = folder.parentPath
      if !parent.isEmpty { try files.syncFolder(parent) }
      if try files.size(of: suspicion) != nil {
        let detail = String(decoding: try files.readAll(suspicion, atMost: 4_096), as: UTF8.self)
        replaced = Refusal(.storeDamaged, "store.sqlite", detail)
      }
    } catch { throw error.refusal("the store") }
    if replaced == nil {
      do throws(DatabaseError) {
        if !Self.isWritable(path, files) { throw .damaged("its header names another journal") }
        database = try Self.open(path, vfs)
        return
      } catch {
        replaced = Refusal(error)
        guard replaced?.code == .storeDamaged else { throw Refusal(error) }
      }
    }
    do throws(FileFault) {
      if try files.size(of: path) != nil { try files.rename(path, to: path + ".damaged") }
      try files.remove(path + "-journal")
      try files.remove(suspicion)
      try files.syncFolder(folder)
    } catch { throw error.refusal("the store") }
    do throws(DatabaseError) { database = try Self.open(path, vfs) } catch { throw Refusal(error) }
  }

  /// Damage after the first page is detected when that page is read. From then on the database is not
  /// trusted: the next launch sets it aside.
  static func suspect(_ refusal: Refusal, in folder: String, _ files: any StoreFiles) throws(Refusal) {
    let path = suspicion(in: folder)
    do throws(FileFault) {
      try files.truncate(path, to: 0)
      try files.write(Array(refusal.detail.utf8.prefix(4_096)), to: path, at: 0)
      try files.sync(path)
      try files.syncFolder(folder)
    } catch { throw error.refusal("the store") }
  }

  private static func suspicion(in folder: String) -> String { folder + "/store.sqlite.suspect" }

  /// Whether the header allows this program to write the database: SQLite file format §1.3.3, *File format
  /// version numbers*. One damaged byte there makes a database read-only, or changes its journal mode. SQLite
  /// itself handles an unreadable file.
  private static func isWritable(_ path: String, _ files: any StoreFiles) -> Bool {
    guard let versions = try? files.read(path, from: 18, count: 2), versions.count == 2 else { return true }
    return versions == [1, 1]
  }

  private static func open(_ path: String, _ vfs: String?) throws(DatabaseError) -> Database {
    let database = try Database(path: path, vfs: vfs)
    let version = try database.rows("PRAGMA user_version").first?.first?.int ?? 0
    guard version != StoreSchema.version else {
      try checkSchema(database)
      return database
    }
    guard (0..<StoreSchema.version).contains(version) else {
      throw .damaged("it has version \(version), and this program reads \(StoreSchema.version)")
    }
    try database.transaction { () throws(DatabaseError) in
      if version == 0 {
        try database.execute(StoreSchema.tables)
      } else {
        for change in StoreSchema.changes[(version - 1)...] { try database.execute(change) }
      }
      try checkSchema(database)
      try database.execute("PRAGMA user_version=\(StoreSchema.version)")
    }
    return database
  }

  /// Runs `body` in one transaction and converts failures to refusals.
  @discardableResult
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(Refusal) -> Value {
    do throws(DatabaseError) { return try database.transaction(body) } catch { throw Refusal(error) }
  }

  /// Reads, and converts failures to refusals.
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

  /// The active slot, or the preset when there is none.
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

  /// The bytes of a stored manifest.
  func statement(of id: String) throws(Refusal) -> [UInt8]? {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT statement FROM releases WHERE id = ?", .text(id)).first?.first?.blob
    }
  }

  /// The decoded manifest of a slot. Its signatures were checked at installation.
  func release(of slot: Slot) throws(Refusal) -> Release? {
    let bytes: [UInt8]?
    if let id = slot.release {
      if let decoded, decoded.id == id { return decoded.release }
      bytes = try statement(of: id)
    } else {
      bytes = preset?.statement
    }
    guard let bytes else { return nil }
    let statement = try Statement(decoding: bytes, as: "releases/\(slot.number).json", kinds: [.release])
    guard case .release(let release) = statement else { return nil }
    if let id = slot.release { decoded = (id, release) }
    return release
  }

  /// The contents of a slot as reported to the app.
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

  /// Possible bases of deltas to release `number`: earlier releases of its channel on this device, the newest
  /// first.
  func bases(before number: Int, in channel: String) throws(Refusal) -> [Slot] {
    var bases: [(slot: Slot, number: Int)] = []
    var slots = try [slot(.active), slot(.previous), slot(.pending)]
    if let preset { slots.append(Slot(release: nil, number: preset.number, channel: preset.channel)) }
    for slot in slots {
      guard let slot, slot.channel == channel, let release = try installed(slot), release.number < number,
        !bases.contains(where: { $0.slot.release == slot.release })
      else { continue }
      bases.append((slot, release.number))
    }
    return bases.sorted { $0.number > $1.number }.map(\.slot)
  }

  /// The number of files of a slot's release that are neither in the store nor intact in the preset.
  func missingFiles(of slot: Slot) throws(Refusal) -> Int {
    try query { () throws(DatabaseError) in
      guard let id = slot.release else {
        return try database.rows(
          "SELECT count(*) FROM preset_files WHERE place < 0 AND sha256 NOT IN (SELECT sha256 FROM files)"
        ).first?.first?.int ?? 0
      }
      return try database.rows(
        """
        SELECT count(*) FROM release_files WHERE release = ? AND sha256 NOT IN (SELECT sha256 FROM files)
          AND sha256 NOT IN (SELECT sha256 FROM preset_files WHERE place >= 0)
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

  // MARK: Facts

  func fact(_ key: String) throws(Refusal) -> DatabaseValue {
    try query { () throws(DatabaseError) in
      try database.rows("SELECT value FROM facts WHERE key = ?", .text(key)).first?.first ?? .null
    }
  }

  // MARK: Accepted statements

  /// A row of `channels`.
  struct Accepted: Hashable {
    var highest = 0
    /// The SHA-256 of the statement with that number; nil when it is unknown.
    var statement: String?
    var freshness: [UInt8]?
    var etag: String?
    /// The keys that have signed `statement`; empty when they are unknown.
    var signers: [String] = []

    /// Records an accepted statement. A lower number changes nothing.
    mutating func take(_ number: Int, _ statement: String, _ signers: [String]?) {
      guard number >= highest else { return }
      if signers != nil || statement != self.statement { self.signers = signers ?? [] }
      (highest, self.statement) = (number, statement)
    }
  }

  func accepted(_ channel: String) throws(Refusal) -> Accepted {
    let rows = try query { () throws(DatabaseError) in
      try database.rows(
        "SELECT highest, accepted, freshness, etag FROM channels WHERE channel = ?", .text(channel))
    }
    guard let row = rows.first else { return Accepted() }
    let signers = try query { () throws(DatabaseError) -> [String] in
      try self.signers(of: row[1].text, in: channel)
    }
    return Accepted(
      highest: row[0].int ?? 0, statement: row[1].text, freshness: row[2].blob, etag: row[3].text,
      signers: signers)
  }

  /// The signers of the accepted statement. The stored fact starts with the statement's id, since a preset
  /// may have replaced the statement.
  private func signers(of statement: String?, in channel: String) throws(DatabaseError) -> [String] {
    let rows = try database.rows("SELECT value FROM facts WHERE key = ?", .text("signers.\(channel)"))
    let words = rows.first?.first?.text?.split(separator: " ").map(String.init) ?? []
    guard let statement, words.first == statement else { return [] }
    return Array(words.dropFirst())
  }

  func set(_ accepted: Accepted, for channel: String) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO channels(channel, highest, accepted, freshness, etag) VALUES (?, ?, ?, ?, ?)",
      .text(channel), .int(accepted.highest), DatabaseValue(accepted.statement),
      DatabaseValue(accepted.freshness), DatabaseValue(accepted.etag))
    if let statement = accepted.statement {
      try database.run(
        "INSERT OR REPLACE INTO facts VALUES (?, ?)", .text("signers.\(channel)"),
        .text(([statement] + accepted.signers).joined(separator: " ")))
    }
  }

  /// The last statement that was refused because of this device, if it is this one, and its signers.
  func refused(_ id: String) throws(Refusal) -> (statement: [UInt8], signers: [String])? {
    guard try fact("refused.id").text == id, let statement = try fact("refused.statement").blob else {
      return nil
    }
    let signers = try fact("refused.signers").text ?? ""
    return (statement, signers.split(separator: " ").map(String.init))
  }

  func keepRefused(_ id: String, _ statement: [UInt8], _ signers: [String]) throws(DatabaseError) {
    let facts: [(String, DatabaseValue)] = [
      ("refused.id", .text(id)), ("refused.statement", .blob(statement)),
      ("refused.signers", .text(signers.joined(separator: " "))),
    ]
    for (key, value) in facts {
      try database.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", .text(key), value)
    }
  }

  func dropRefused() throws(DatabaseError) {
    try database.run("DELETE FROM facts WHERE key LIKE 'refused.%'")
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

  /// Stores a followed key set, and applies its consequences.
  func keepKeySet(_ keys: KeySet, _ statement: [UInt8], _ signatures: [UInt8]) throws(Refusal) {
    try transaction { () throws(DatabaseError) in
      try database.run(
        "INSERT OR REPLACE INTO key_sets VALUES (?, ?, ?)", .int(keys.version), .blob(statement),
        .blob(signatures))
      try believe(keys)
    }
  }

  /// Records which keys are trusted from now on: those of a followed key set, or of a new app version.
  ///
  /// A removed key may have signed very high numbers or late times, which no valid statement could exceed. So
  /// when a key is removed, the values accepted because of it are deleted (TUF 5.3.11, *fast-forward
  /// attacks*): the freshness statement for the freshness role, the numbers for the release role. Numbers
  /// then start again at the preset's, in its channel. The number of a statement that enough of the remaining
  /// keys have signed is kept. Everything is kept when keys were only added or a threshold was raised: these
  /// values are not in doubt, and without the numbers, a thief of freshness keys alone could roll back
  /// releases.
  func follow(_ keys: KeySet) throws(Refusal) {
    for (key, rule) in Self.rules(keys) where try fact(key).text != rule {
      return try transaction { () throws(DatabaseError) in try believe(keys) }
    }
  }

  private static func rules(_ keys: KeySet) -> [(key: String, rule: String)] {
    [KeySet.Role.freshness, .release].map { role in
      let rule = keys.rules[role]
      return ("keys.\(role.rawValue)", "\(rule?.threshold ?? 0) \((rule?.keys ?? []).joined(separator: " "))")
    }
  }

  private func believe(_ keys: KeySet) throws(DatabaseError) {
    for (key, rule) in Self.rules(keys) {
      let before = try database.rows("SELECT value FROM facts WHERE key = ?", .text(key)).first?.first?.text
      guard before != rule else { continue }
      try database.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", .text(key), .text(rule))
      // Other keys had verified it.
      try dropRefused()
      // The value is the threshold, followed by the keys.
      guard let old = before?.split(separator: " ").dropFirst() else { continue }
      let remaining = Set(rule.split(separator: " ").dropFirst())
      guard !remaining.isSuperset(of: old) else { continue }
      if key == "keys.release" {
        try forgetNumbers(unlessBy: Set(remaining.map(String.init)), keys.rules[.release]?.threshold ?? 1)
        try acceptKnownPreset()
      } else {
        try database.run("UPDATE channels SET freshness = NULL, etag = NULL")
      }
    }
  }

  private func forgetNumbers(unlessBy keys: Set<String>, _ threshold: Int) throws(DatabaseError) {
    for row in try database.rows("SELECT channel, accepted FROM channels") {
      guard let channel = row[0].text else { continue }
      let signers = try signers(of: row[1].text, in: channel)
      guard keys.intersection(signers).count < max(1, threshold) else { continue }
      try database.run("UPDATE channels SET highest = 0, accepted = NULL WHERE channel = ?", .text(channel))
    }
  }
}

extension Refusal {
  /// A database error as a refusal of the store.
  init(_ error: DatabaseError) {
    switch error {
    case .full: self.init(.storeFull, "store.sqlite", "the disk is full")
    case .damaged: self.init(.storeDamaged, "store.sqlite", "\(error)")
    // SQLITE_ERROR, TOOBIG, CONSTRAINT, MISMATCH: impossible with our statements and tables unless the
    // database is damaged.
    case .misuse(let code, _) where [1, 18, 19, 20].contains(code & 0xFF):
      self.init(.storeDamaged, "store.sqlite", "\(error)")
    default: self.init(.storeFailed, "store.sqlite", "\(error)")
    }
  }
}
