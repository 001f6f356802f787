import HybridCrypto
import HybridRelease

/// Determines the number of a release, and the earlier releases, from the statements in DIST.
struct ReleaseNumbering {
  private let context: DistContext
  /// The release, with its number once it is determined.
  private(set) var release: Release
  /// The bytes of its statement; empty until the number is determined.
  private(set) var statement: [UInt8] = []
  /// Whether the release has the same number as before the run.
  private(set) var isUnchanged = false
  /// The releases before it, the highest number first.
  private(set) var earlier: [PackageCache.Earlier] = []

  init(_ release: Release, in context: DistContext) {
    (self.release, self.context) = (release, context)
  }

  /// Determines the release number: the newest one's if nothing has changed, else the next one.
  mutating func determine() throws(PackageFault) {
    let options = context.packager.options
    let numbers = context.numbers()
    var newest: PackageCache.Newest?
    var isRollback = false
    // All files of the newest release; with a cache, only the changed ones.
    var newestFiles: [String: FileDigest] = [:]
    let changed: Bool
    // If statements were added, removed or truncated since the last run, all are read again.
    if context.isAsLeft, let cache = context.cache, let last = cache.newest, numbers.first == last.number,
      cache.earlier.allSatisfy({
        DiskStamp.of(context.place(DistPaths.statement($0.number))).size == UInt64($0.statement.size)
      }),
      let bytes = try Disk.read(context.place(DistPaths.statement(last.number))),
      FileDigest(of: bytes, sodium: context.packager.sodium) == last.statement
    {
      newest = last
      changed = isOther(than: cache) || !isSame(as: last, bytes)
      if changed { newestFiles = replacedFiles(of: cache) } else { statement = bytes }
      earlier = cache.earlier
    } else {
      var isSame = false
      for number in numbers {
        guard let known = try context.known(number) else { continue }
        guard case .release(let release) = known.statement else {
          if newest == nil { isRollback = true }
          continue
        }
        let digest = FileDigest(of: known.bytes, sodium: context.packager.sodium)
        if newest == nil {
          newest = PackageCache.Newest(
            number: number, statement: digest, created: release.created, mandatory: release.mandatory)
          for file in release.files { newestFiles[file.path] = file.digest }
          var same = self.release
          (same.number, same.created, same.mandatory) = (number, release.created, release.mandatory)
          isSame = !isRollback && Statement.release(same).encoded() == known.bytes
          if isSame { statement = known.bytes }
        } else {
          var others: [String: FileDigest] = [:]
          for file in release.files {
            if let other = newestFiles[file.path], other != file.digest { others[file.path] = file.digest }
          }
          earlier.append(PackageCache.Earlier(number: number, statement: digest, others: others))
        }
        if earlier.count >= max(context.settings.deltas, 1) { break }
      }
      changed = !isSame
    }
    let isNew = changed || (options.isMandatory && newest?.mandatory != newest?.number)
    guard isNew, let last = newest ?? nil else {
      return try keepOrStart(newest, numbers, isNew)
    }
    release.number = try next(after: numbers.first ?? last.number)
    release.mandatory = options.isMandatory ? release.number : last.mandatory
    statement = Statement.release(release).encoded()
    // The newest release becomes an earlier one. For each earlier release, records the files that differ from
    // the new one.
    let now = digests(of: earlier.reduce(into: Set(newestFiles.keys)) { $0.formUnion($1.others.keys) })
    var differing: [String: FileDigest] = [:]
    for (path, digest) in newestFiles {
      if let new = now[path], new != digest { differing[path] = digest }
    }
    for index in earlier.indices {
      var others = differing.merging(earlier[index].others) { _, older in older }
      others = others.filter { now[$0.key] != nil && now[$0.key] != $0.value }
      earlier[index].others = others
    }
    if !isRollback || newest != nil {
      earlier.insert(
        PackageCache.Earlier(number: last.number, statement: last.statement, others: differing), at: 0)
    }
    earlier = Array(earlier.prefix(context.settings.deltas))
  }

  /// Forgets earlier releases except those with these numbers.
  mutating func keepEarlier(_ numbers: [Int]) {
    earlier = earlier.filter { numbers.contains($0.number) }
  }

  /// Whether a unit or an asset has changed since the last run; then the statement has changed too, and need
  /// not be encoded for a comparison.
  private func isOther(than cache: PackageCache) -> Bool {
    context.package.units.count != cache.units.count || context.package.assets != cache.assets
      || zip(context.package.units, cache.units).contains { $0.digest != $1.digest || $0.name != $1.name }
  }

  /// The files of the last run that have changed or are gone, with their old digests.
  private func replacedFiles(of cache: PackageCache) -> [String: FileDigest] {
    var replaced: [String: FileDigest] = [:]
    var next = 0
    // Both lists are sorted by name.
    for unit in cache.units {
      while next < context.package.units.count, context.package.units[next].name < unit.name { next += 1 }
      if next < context.package.units.count, context.package.units[next].name == unit.name,
        context.package.units[next].digest == unit.digest
      {
        continue
      }
      replaced[unit.file.path] = unit.digest
    }
    for (path, asset) in cache.assets where context.package.assets[path]?.digest != asset.digest {
      replaced[path] = asset.digest
    }
    return replaced
  }

  /// The digests of files of the release, by path.
  func digests(of paths: Set<String>) -> [String: FileDigest] {
    var digests: [String: FileDigest] = [:]
    for file in release.files where paths.contains(file.path) { digests[file.path] = file.digest }
    return digests
  }

  /// Whether the release equals the newest statement, except for number, time and mandatory number.
  private func isSame(as newest: PackageCache.Newest, _ bytes: [UInt8]) -> Bool {
    var same = release
    (same.number, same.created, same.mandatory) = (newest.number, newest.created, newest.mandatory)
    return Statement.release(same).encoded() == bytes
  }

  private mutating func keepOrStart(
    _ newest: PackageCache.Newest?, _ numbers: [Int], _ isNew: Bool
  ) throws(PackageFault) {
    if let newest {
      if let number = context.packager.options.number, number != newest.number {
        throw PackageFault(
          .usage, "usage.nothing-new",
          "nothing changed since release \(newest.number), so no release \(number) was made")
      }
      isUnchanged = true
      release.number = newest.number
      release.created = newest.created
      release.mandatory = newest.mandatory
      return
    }
    release.number = try next(after: numbers.first ?? 0)
    release.mandatory = context.packager.options.isMandatory ? release.number : 0
    statement = Statement.release(release).encoded()
  }

  private func next(after newest: Int) throws(PackageFault) -> Int {
    guard let number = context.packager.options.number else { return newest + 1 }
    guard number > newest else {
      throw PackageFault(
        .usage, "usage.number-too-low",
        "\(number) is not above the newest number in DIST, which is \(newest)",
        hint: "leave '--number' out for \(newest + 1)")
    }
    return number
  }
}
