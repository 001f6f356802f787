import HybridCrypto
import HybridDatabase
package import HybridRelease

/// A report on an app's store, for tools: the active release and why it is active, and the result of a read.
///
/// It opens only a copy of the database and only reads files, so an app that has the store open is not
/// affected.
///
/// Not `Sendable`: it belongs to its creator.
package final class StoreReport {
  /// The slot of a release.
  package enum Place: String, CaseIterable, Sendable {
    case active, pending, previous, preset
  }

  /// A stored release.
  package struct ReportedRelease: Sendable {
    /// Its slot.
    package var place: Place
    /// The release as reported to an app.
    package var installed: InstalledRelease
    /// The number of starts since it was last confirmed.
    package var starts: Int
    /// The number of its files that are missing.
    package var missingFiles: Int
    /// Its manifest; nil when it is no longer readable.
    package var release: Release?
  }

  /// The state of a file.
  package struct FileState: Sendable {
    /// Its size and SHA-256 in the manifest.
    package var digest: FileDigest
    /// Where it is: a path below the store's folder, or `preset`; nil when it is missing.
    package var place: String?
    /// The fault of the file; nil when it is present and intact.
    package var fault: Refusal?
    /// The older release from which an app reads the path instead; nil without a fault, and when no release
    /// has it intact.
    package var stand: InstalledRelease?
  }

  /// The stored releases: active, pending, previous and preset, as far as they exist. An active preset is
  /// listed twice.
  package private(set) var held: [ReportedRelease] = []
  /// Releases that are not started again, sorted by number.
  package private(set) var failed: [FailedRelease] = []
  /// The highest accepted number of each channel. Lower numbers are refused.
  package private(set) var highest: [(channel: String, number: Int)] = []
  /// The path of the app's preset; nil without one.
  package var preset: String? { store.preset?.path }

  private let store: ReleaseStore
  private let temporary: TemporaryFolder

  /// Opens the store in `folder`.
  ///
  /// - Throws: ``RefusalCode/fileMissing`` when it does not exist, ``RefusalCode/storeDamaged`` for a damaged
  ///   store or one of another version, ``RefusalCode/storeFailed`` for one that cannot be read.
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
    // As the app recorded it at its last launch: its bytes are checked only when a file is read from it.
    if let mark = try store.fact("preset.mark").text, let id = try store.fact("preset.id").text,
      let number = try store.fact("preset.number").int, let channel = try store.fact("preset.channel").text,
      let statement = try store.fact("preset.statement").blob
    {
      // The path, the size and a SHA-256. The path may contain blanks.
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
        ReportedRelease(
          place: place, installed: installed, starts: starts, missingFiles: missing,
          release: try? store.release(of: slot)))
    }
    failed = try store.failed()
    highest = try store.query { () throws(DatabaseError) in
      try store.database.rows("SELECT channel, highest FROM channels ORDER BY channel")
    }.compactMap { row in row[0].text.flatMap { channel in row[1].int.map { (channel, $0) } } }
  }

  /// The state of the file that the app reads for `path`; nil when the active release has no such file.
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
    // A file in both is read from the store, and from the preset if the store's copy is damaged.
    let place = isStored ? "files/\(name.prefix(2))/\(name)" : isInPreset ? "preset" : nil
    let reading = try store.read(path)
    return FileState(
      digest: digest, place: place, fault: reading.damage?.0, stand: reading.damage?.1)
  }
}

/// The files of a store whose database was copied: contents are read from the original, and only the copy is
/// written.
private struct FilesBesideCopy: StoreFiles {
  let copy: String
  let original: String
  private let files = SystemFiles()

  init(copy: String, original: String) { (self.copy, self.original) = (copy, original) }

  /// The original path for a path of the copy.
  private func place(_ path: String) -> String {
    path.hasPrefix(copy + "/files/") ? original + path.dropFirst(copy.count) : path
  }

  /// Refuses changes outside the copy.
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
