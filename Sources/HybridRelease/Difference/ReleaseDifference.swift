package import HybridRouting

/// What is different between two releases of a project, in names and in bytes.
package struct ReleaseDifference: Hashable, Sendable {
  /// What became of something.
  package enum Change: String, Hashable, Sendable {
    /// It is only in the newer release.
    case added
    /// It is only in the older one.
    case removed
    /// It has other bytes, or another route leads to another unit.
    case changed
    /// It has the same bytes at another name; a route that stands elsewhere in the order.
    case moved
  }

  /// A unit or an asset that is not as it was.
  package struct FileChange: Hashable, Sendable {
    /// What became of it.
    package var change: Change
    /// Its name: of a unit as the project has it, of an asset its path. Of what was removed the old one.
    package var name: String
    /// What it was called, where it was moved.
    package var formerName: String?
    /// What it was; nil for what was added.
    package var old: FileDigest?
    /// What it is; nil for what was removed.
    package var new: FileDigest?
    /// The bytes of the smallest delta that makes it of a file of the old release; nil when there is none
    /// below its size.
    package var delta: Int?
  }

  /// A route that is not as it was.
  package struct RouteChange: Hashable, Sendable {
    /// What became of it.
    package var change: Change
    /// As it is now; of one that was removed, as it was.
    package var route: Route
    /// What it led to, where that changed.
    package var formerUnit: String?
  }

  /// What an app with the old release downloads for the new one, in files and bytes without the statements.
  package struct Download: Hashable, Sendable {
    /// Bytes of every file, each content once: what an app without any release loads.
    package var full = 0
    /// Files that the old release has not, each content once.
    package var changedFiles = 0
    /// Their bytes.
    package var changed = 0
    /// How many of them there are deltas for.
    package var deltas = 0
    /// Bytes with those: what an app does load.
    package var withDeltas = 0
  }

  /// By name.
  package private(set) var units: [FileChange]
  /// By path.
  package private(set) var assets: [FileChange]
  /// In the order of the newer release, then what was removed.
  package private(set) var routes: [RouteChange]
  /// What it costs.
  package private(set) var download: Download

  /// Whether a client that has one has the other.
  package var isEmpty: Bool { units.isEmpty && assets.isEmpty && routes.isEmpty }

  /// What is different in `new`.
  ///
  /// - Parameter deltaSize: The bytes of the delta between two files, where there is one. It is asked for
  ///   every changed file with the file that had its name, and when there is none, with no other: deltas are
  ///   made between files of one name. Files that apps load in full whatever there is (``Delta/leastBytes``)
  ///   are not asked for.
  package init(
    from old: Release, to new: Release, deltaSize: (_ from: FileDigest, _ to: FileDigest) -> Int?
  ) {
    // A file that only changed its name costs nothing, and its delta to whatever had that name is not asked
    // for.
    let known = Set(old.files.map(\.digest))
    var smallest: [FileDigest: Int] = [:]
    func delta(_ from: FileDigest?, _ to: FileDigest) -> Int? {
      guard let from, !known.contains(to), to.size >= Delta.leastBytes, let size = deltaSize(from, to),
        size < to.size
      else { return nil }
      smallest[to] = min(smallest[to] ?? .max, size)
      return size
    }
    units = Self.changes(
      from: old.units.map { ($0.name, $0.file.digest) }, to: new.units.map { ($0.name, $0.file.digest) },
      delta: delta)
    assets = Self.changes(
      from: old.assets.map { ($0.path, $0.digest) }, to: new.assets.map { ($0.path, $0.digest) }, delta: delta
    )
    routes = Self.changes(from: old.routes, to: new.routes)

    download = Download()
    let contents = Set(new.files.map(\.digest))
    for content in contents {
      download.full += content.size
      guard !known.contains(content) else { continue }
      download.changedFiles += 1
      download.changed += content.size
      download.withDeltas += smallest[content] ?? content.size
      if smallest[content] != nil { download.deltas += 1 }
    }
  }

  /// Files by name; what has the bytes of something that went is that thing, moved.
  private static func changes(
    from old: [(name: String, digest: FileDigest)], to new: [(name: String, digest: FileDigest)],
    delta: (FileDigest?, FileDigest) -> Int?
  ) -> [FileChange] {
    let before = Dictionary(old.map { ($0.name, $0.digest) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.name, $0.digest) }) { first, _ in first }
    var gone: [FileDigest: [String]] = [:]
    for file in old.reversed() where after[file.name] == nil {
      gone[file.digest, default: []].append(file.name)
    }
    var changes: [FileChange] = []
    var moved: Set<String> = []
    for (name, digest) in new where before[name] != digest {
      if let former = before[name] {
        changes.append(
          FileChange(change: .changed, name: name, old: former, new: digest, delta: delta(former, digest)))
      } else if let former = gone[digest]?.popLast() {
        moved.insert(former)
        changes.append(
          FileChange(change: .moved, name: name, formerName: former, old: digest, new: digest))
      } else {
        changes.append(FileChange(change: .added, name: name, new: digest))
      }
    }
    for (name, digest) in old where after[name] == nil && !moved.contains(name) {
      changes.append(FileChange(change: .removed, name: name, old: digest))
    }
    return changes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// A route is known by its pattern and kind. Order counts, since the first match wins: what has to move so
  /// that the old order becomes the new one is said to have moved.
  private static func changes(from old: [Route], to new: [Route]) -> [RouteChange] {
    struct Key: Hashable {
      var pattern: String
      var kind: Route.Kind
      init(_ route: Route) { (pattern, kind) = (route.pattern, route.kind) }
    }
    let before = Dictionary(old.map { (Key($0), $0.unit) }) { first, _ in first }
    let after = Set(new.map(Key.init))
    let common = old.map(Key.init).filter(after.contains)
    let difference = new.map(Key.init).filter { before[$0] != nil }.difference(from: common)
    let shifted = Set(
      difference.insertions.map { change in
        switch change {
        case .insert(_, let key, _), .remove(_, let key, _): key
        }
      })
    var changes: [RouteChange] = []
    for route in new {
      if let unit = before[Key(route)] {
        if unit != route.unit {
          changes.append(RouteChange(change: .changed, route: route, formerUnit: unit))
        } else if shifted.contains(Key(route)) {
          changes.append(RouteChange(change: .moved, route: route))
        }
      } else {
        changes.append(RouteChange(change: .added, route: route))
      }
    }
    for route in old where !after.contains(Key(route)) {
      changes.append(RouteChange(change: .removed, route: route))
    }
    return changes
  }
}
