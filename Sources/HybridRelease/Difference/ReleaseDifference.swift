package import HybridRouting

/// The difference between two releases of a project, by names and bytes.
package struct ReleaseDifference: Hashable, Sendable {
  /// The kind of a change.
  package enum Change: String, Hashable, Sendable {
    /// It is only in the newer release.
    case added
    /// It is only in the older one.
    case removed
    /// It has different bytes, or a route leads to a different unit.
    case changed
    /// It has the same bytes under a different name, or a route has a different position.
    case moved
  }

  /// A changed unit or asset.
  package struct FileChange: Hashable, Sendable {
    /// The kind of the change.
    package var change: Change
    /// The name of a unit in the project, or the path of an asset. For a removed one, the old name.
    package var name: String
    /// The old name, if it was moved.
    package var formerName: String?
    /// The old digest; nil for an added file.
    package var old: FileDigest?
    /// The new digest; nil for a removed file.
    package var new: FileDigest?
    /// The size of the smallest delta from a file of the old release, in bytes; nil when no delta is smaller
    /// than the file.
    package var delta: Int?
  }

  /// A changed route.
  package struct RouteChange: Hashable, Sendable {
    /// The kind of the change.
    package var change: Change
    /// The new route; for a removed one, the old route.
    package var route: Route
    /// The unit of the old route, if it is different.
    package var formerUnit: String?
  }

  /// The download with which an app updates from the old release to the new one, without the statements.
  package struct Download: Hashable, Sendable {
    /// The size of all files, each content counted once: the download of an app without any release.
    package var full = 0
    /// The number of files missing from the old release, each content counted once.
    package var changedFiles = 0
    /// The size of these files.
    package var changed = 0
    /// The number of these files that have deltas.
    package var deltas = 0
    /// The size of the download with deltas, which is the size of an app's actual download.
    package var withDeltas = 0
  }

  /// Sorted by name.
  package private(set) var units: [FileChange]
  /// Sorted by path.
  package private(set) var assets: [FileChange]
  /// The changed routes, in the order of the newer release, then the removed ones.
  package private(set) var routes: [RouteChange]
  /// The download sizes.
  package private(set) var download: Download

  /// Whether the two releases have the same content.
  package var isEmpty: Bool { units.isEmpty && assets.isEmpty && routes.isEmpty }

  /// Compares `old` with `new`.
  ///
  /// - Parameter deltaSize: The size of the delta between two files, if it exists. It is called for every
  ///   changed file with the old file of the same name, and with no other: deltas exist only between files of
  ///   one name. Files that apps always load in full (``Delta/leastBytes``) are skipped.
  package init(
    from old: Release, to new: Release, deltaSize: (_ from: FileDigest, _ to: FileDigest) -> Int?
  ) {
    // A renamed file costs nothing, so deltas to it are not looked up.
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

  /// Compares files by name; an added file with the bytes of a removed one is that file, moved.
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

  /// Routes are identified by pattern and kind. Order matters, since the first match wins: the routes
  /// reported as moved are those that turn the old order into the new one.
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
