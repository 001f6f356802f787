import HybridCrypto
import HybridDatabase
import HybridRelease

extension UpdateClient {
  // MARK: Downloads

  /// The files to download for a release, each with a possible delta base: the same path in the newest
  /// earlier release on this device.
  func plan(_ missing: [ReleaseFile], for release: Release) throws(Refusal) -> [Fetcher.Item] {
    let bases = try missing.isEmpty ? [] : store.bases(before: release.number, in: release.channel)
    return try missing.map { file throws(Refusal) in
      var item = Fetcher.Item(file: file)
      guard file.digest.size >= Delta.leastBytes else { return item }
      for slot in bases where item.base == nil {
        if let base = try store.digest(of: file.path, in: slot), base != file.digest { item.base = base }
      }
      return item
    }
  }

  /// Downloads all files of a plan, several at a time. If one fails, the downloaded files stay in `staging`.
  func load(_ plan: [Fetcher.Item], _ fetcher: Fetcher) async throws(Refusal) {
    guard !plan.isEmpty else { return }
    let progress = DownloadProgress(
      total: plan.reduce(0) { $0 + $1.file.digest.size }, elapsed: settings.clock.elapsed,
      emit: { [weak self] in self?.emit($0) })
    defer { progress.end() }
    var waiting = plan[...]
    let parallel = max(1, settings.parallelDownloads)
    let failure = await withTaskGroup(of: Refusal?.self) { group -> Refusal? in
      var running = 0
      var failure: Refusal?
      while failure == nil || running > 0 {
        while failure == nil, running < parallel, let item = waiting.popFirst() {
          // The delta's base is read here, on the store's actor; a damaged one means that the full file is
          // downloaded.
          let base = item.base.flatMap { base in (try? store.content(base)).flatMap { $0 } }
          group.addTask {
            do throws(Refusal) {
              try await fetcher.load(item, base: base, progress: progress)
              return nil
            } catch { return error }
          }
          running += 1
        }
        guard running > 0, let result = await group.next() else { break }
        running -= 1
        if let refusal = result, failure == nil {
          failure = refusal
          group.cancelAll()
        }
      }
      return failure
    }
    if let failure { throw failure }
  }

  /// Moves downloaded files to `files/` and flushes them to disk. This update has verified the files in
  /// `staging`.
  func place(_ digests: [FileDigest], _ fetcher: Fetcher) throws(Refusal) -> [FileDigest] {
    guard !digests.isEmpty else { return [] }
    try fetcher.storing { () throws(FileFault) in
      var groups: Set<String> = []
      for digest in digests {
        let target = store.path(of: digest.sha256.description)
        let group = String(target.dropLast(65))
        if groups.insert(group).inserted { try files.makeFolder(group) }
        // Files that an interrupted update had already moved were verified in place, and are not in
        // `staging`.
        if try files.size(of: fetcher.stagingPath(digest)) != nil {
          try files.rename(fetcher.stagingPath(digest), to: target)
        }
      }
      for group in groups.sorted() { try files.syncFolder(group) }
      try files.syncFolder(folder + "/files")
    }
    return digests
  }

  /// Downloads damaged files of the active and the pending release again, and reports their number. On a
  /// metered network it waits if the app downloads nothing there.
  func heal(_ fetcher: Fetcher) async throws(Refusal) {
    if settings.metered == .nothing, settings.isMetered() { return }
    var plan: [Fetcher.Item] = []
    for slot in [try store.activeSlot(), try store.slot(.pending)] {
      guard let slot, try store.missingFiles(of: slot) > 0,
        let release = try store.release(of: slot)
      else { continue }
      let missing = try store.missing(of: release)
      plan += try self.plan(missing, for: release).filter { item in
        !plan.contains { $0.file.digest == item.file.digest }
      }
    }
    guard !plan.isEmpty else { return }
    try await load(plan, fetcher)
    let stored = try place(plan.map(\.file.digest), fetcher)
    try store.transaction { [store] () throws(DatabaseError) in try store.keep(stored) }
    emit(.healed(files: stored.count))
  }
}
