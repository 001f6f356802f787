import HybridCrypto
import HybridDatabase
import HybridRelease

extension UpdateClient {
  // MARK: What to load

  /// What to load for a release, and what each file may be made of: the same path of the newest release
  /// before it that is here.
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

  /// Loads all of a plan, some files at a time. What is loaded stays in `staging` when another fails.
  func load(_ plan: [Fetcher.Item], _ fetcher: Fetcher) async throws(Refusal) {
    guard !plan.isEmpty else { return }
    let progress = Progress(
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
          // What the delta is relative to is read here, where the store is; one that is damaged means the
          // full file.
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

  /// Moves what was loaded into `files/`, and waits until it is there for good. What lies in `staging` was
  /// verified by this update.
  func place(_ digests: [FileDigest], _ fetcher: Fetcher) throws(Refusal) -> [FileDigest] {
    guard !digests.isEmpty else { return [] }
    try fetcher.storing { () throws(FileFault) in
      var groups: Set<String> = []
      for digest in digests {
        let target = store.path(of: digest.sha256.description)
        let group = String(target.dropLast(65))
        if groups.insert(group).inserted { try files.makeFolder(group) }
        // What an update that was cut off had put there already was verified in its place, and has no part in
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

  /// Loads what is damaged of the active release and of the one that waits, and says how much that was. On a
  /// network that costs by the byte it waits when the app loads nothing there.
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
