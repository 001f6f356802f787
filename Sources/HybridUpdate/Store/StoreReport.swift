import HybridCrypto
import HybridDatabase
package import HybridRelease

/// What the store of an app holds, for tools: which release is active and why, and what a read would give.
///
/// Only a copy of the database is opened, and files are only read: an app that has the store open notices
/// nothing.
///
/// Not `Sendable`: whoever makes it keeps it.
package final class StoreReport {
  /// Where a release stands.
  package enum Place: String, CaseIterable, Sendable {
    case active, pending, previous, preset
  }

  /// A release that the store holds.
  package struct Held: Sendable {
    /// Where it stands.
    package var place: Place
    /// What an app is told of it.
    package var installed: InstalledRelease
    /// How often it was started since it was last confirmed.
    package var starts: Int
    /// How many of its files are not here.
    package var missingFiles: Int
    /// Its manifest; nil when it is not readable any more.
    package var release: Release?
  }

  /// What a read gives.
  package struct FileState: Sendable {
    /// In bytes, and their SHA-256, as the manifest names them.
    package var digest: FileDigest
    /// Where it lies: a path below the store's folder, or `preset`; nil when it is not here.
    package var place: String?
    /// What is wrong with it; nil when it is here with its bytes.
    package var fault: Refusal?
    /// Which older release an app reads the path from instead; nil without a fault, and when none has it
    /// whole.
    package var stand: InstalledRelease?
  }

  /// What the store holds: active, pending, previous, preset, as far as there are such. A preset that is
  /// active stands there twice.
  package private(set) var held: [Held] = []
  /// What is not started again, by number.
  package private(set) var failed: [FailedRelease] = []
  /// By channel: the highest number that was accepted. Below it nothing is taken.
  package private(set) var highest: [(channel: String, number: Int)] = []
  /// Where the app has its preset; nil without one.
  package var preset: String? { store.preset?.path }

  private let store: ReleaseStore
  private let temporary: TemporaryFolder

  /// Reads the store in `folder`.
  ///
  /// - Throws: ``RefusalCode/fileMissing`` when there is none, ``RefusalCode/storeDamaged`` for a damaged one
  ///   or one of another version, ``RefusalCode/storeFailed`` for one that cannot be read.
  package init(folder: String) throws(Refusal) {
    let subject = "\(folder)/store.sqlite"
    let sodium: Sodium
    do throws(CryptoError) { sodium = try Sodium.shared() } catch {
      throw Refusal(.storeFailed, "libsodium", "\(error)")
    }
    let bytes: DatabaseBytes
    do throws(DatabaseBytes.Fault) { bytes = try DatabaseBytes(of: subject) } catch {
      throw error == .missing
        ? Refusal(.fileMissing, subject, "is not there") : Refusal(.storeFailed, subject, "\(error)")
    }
    let temporary: TemporaryFolder
    do throws(DatabaseBytes.Fault) { temporary = try TemporaryFolder() } catch {
      throw Refusal(.storeFailed, "a temporary folder", "cannot be made: \(error)")
    }
    self.temporary = temporary
    do throws(Refusal) {
      do throws(DatabaseBytes.Fault) { try bytes.write(to: temporary.path + "/store.sqlite") } catch {
        throw Refusal(.storeFailed, "a temporary copy of \(subject)", "\(error)")
      }
      store = try ReleaseStore(
        folder: temporary.path, files: FilesBesideCopy(copy: temporary.path, original: folder), sodium: sodium
      )
      if let replaced = store.replaced { throw Refusal(replaced.code, subject, replaced.detail) }
    } catch {
      temporary.remove()
      throw error
    }
    do throws(Refusal) { try look() } catch { throw Refusal(error.code, subject, error.detail) }
  }

  deinit { temporary.remove() }

  private func look() throws(Refusal) {
    // As the app left it when it last started with it: its bytes are looked at only when a file is read from
    // it.
    if let mark = try store.fact("preset.mark").text, let id = try store.fact("preset.id").text,
      let number = try store.fact("preset.number").int, let channel = try store.fact("preset.channel").text,
      let statement = try store.fact("preset.statement").blob
    {
      // The path, a size and a SHA-256; the path may have blanks in it.
      let path = mark.split(separator: " ", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: " ")
      store.preset = Preset(path: path, id: id, number: number, channel: channel, statement: statement)
    }
    for place in Place.allCases {
      let slot: ReleaseStore.Slot?
      switch place {
      case .active: slot = try store.activeSlot()
      case .pending: slot = try store.slot(.pending)
      case .previous: slot = try store.slot(.previous)
      case .preset:
        slot = store.preset.map { ReleaseStore.Slot(release: nil, number: $0.number, channel: $0.channel) }
      }
      guard let slot, let installed = try store.installed(slot) else { continue }
      var (starts, missing) = (0, 0)
      if let id = slot.release { starts = try store.storedRelease(id)?.starts ?? 0 }
      missing = try store.missingFiles(of: slot)
      held.append(
        Held(
          place: place, installed: installed, starts: starts, missingFiles: missing,
          release: try? store.release(of: slot)))
    }
    failed = try store.failed()
    highest = try store.query { () throws(DatabaseError) in
      try store.database.rows("SELECT channel, highest FROM channels ORDER BY channel")
    }.compactMap { row in row[0].text.flatMap { channel in row[1].int.map { (channel, $0) } } }
  }

  /// What the app gets when it reads `path` now; nil when the active release has no such file.
  package func file(_ path: String) throws(Refusal) -> FileState? {
    guard let slot = try store.activeSlot(), let digest = try store.digest(of: path, in: slot) else {
      return nil
    }
    let name = digest.sha256.description
    let isStored =
      try store.query { () throws(DatabaseError) in
        try store.database.rows("SELECT 1 FROM files WHERE sha256 = ?", .text(name))
      }.isEmpty == false
    let isInPreset =
      try store.query { () throws(DatabaseError) in
        try store.database.rows("SELECT 1 FROM preset_files WHERE sha256 = ? AND place >= 0", .text(name))
      }.isEmpty == false
    // What is in both is read from the store, and from the preset when it is damaged there.
    let place = isStored ? "files/\(name.prefix(2))/\(name)" : isInPreset ? "preset" : nil
    let reading = try store.read(path)
    return FileState(
      digest: digest, place: place, fault: reading.damage?.0, stand: reading.damage?.1)
  }
}

/// The files of a store whose database was copied: contents are read where they are, and only the copy is
/// ever written.
private struct FilesBesideCopy: StoreFiles {
  let copy: String
  let original: String
  private let files = SystemFiles()

  init(copy: String, original: String) { (self.copy, self.original) = (copy, original) }

  /// Where a path of the copy is read from.
  private func place(_ path: String) -> String {
    path.hasPrefix(copy + "/files/") ? original + path.dropFirst(copy.count) : path
  }

  /// Stops whatever would change something besides the copy.
  private func check(_ path: String, _ operation: String) throws(FileFault) {
    guard path.hasPrefix(copy + "/") else {
      throw FileFault(.failed(0, "this store is only looked at"), operation, path)
    }
  }

  func size(of path: String) throws(FileFault) -> Int? { try files.size(of: place(path)) }
  func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    try files.read(place(path), from: offset, count: count)
  }
  func names(in path: String) throws(FileFault) -> [String] { try files.names(in: place(path)) }

  func makeFolder(_ path: String) throws(FileFault) {}
  func sync(_ path: String) throws(FileFault) {}
  func syncFolder(_ path: String) throws(FileFault) {}
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault) {
    try check(path, "write")
    try files.write(bytes, to: path, at: offset)
  }
  func truncate(_ path: String, to size: Int) throws(FileFault) {
    try check(path, "cut")
    try files.truncate(path, to: size)
  }
  func rename(_ path: String, to other: String) throws(FileFault) {
    try check(path, "rename")
    try files.rename(path, to: other)
  }
  func remove(_ path: String) throws(FileFault) {
    try check(path, "remove")
    try files.remove(path)
  }
}
