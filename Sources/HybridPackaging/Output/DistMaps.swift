import Glibc
import HybridConcurrency
import HybridCrypto
import HybridRelease

/// The source maps in DIST.
///
/// Maps stay where the release was made: published files do not reference them, and they reveal file names.
struct DistMaps {
  private let context: DistContext
  /// The maps that only earlier releases use.
  private(set) var earlier: PackageCache.EarlierMaps = [:]

  init(in context: DistContext) { self.context = context }

  /// Writes the source maps of newly built units, and finds the maps that only earlier releases use.
  mutating func write(of numbering: ReleaseNumbering, _ files: inout DistFiles) throws(PackageFault) {
    let packager = context.packager
    let maps = context.package.madeMaps.sorted { $0.key < $1.key }
    if !maps.isEmpty { try Disk.makeFolder(context.place(DistPaths.maps)) }
    let results = concurrentMap(maps.count, jobs: packager.options.jobs) {
      [packager] index -> Result<Bool, PackageFault> in
      let place = "\(packager.dist)/\(DistPaths.map(maps[index].key))"
      do throws(PackageFault) {
        // An added comment changes a map's content but not its name.
        if try Disk.read(place) == maps[index].value { return .success(false) }
        try Disk.write(maps[index].value, to: place, syncing: false)
        return .success(true)
      } catch { return .failure(error) }
    }
    for result in results where try result.get() { files.countOne() }
    if numbering.isUnchanged, let cache = context.cache {
      earlier = cache.earlierMaps
    } else {
      noteEarlier(last: numbering.release.number - 1)
    }
  }

  private mutating func noteEarlier(last: Int) {
    let package = context.package
    if let cache = context.cache {
      earlier = cache.earlierMaps
      // Most runs change few units, and those rarely change their maps.
      let isSame = package.units.count == cache.units.count
      if isSame, !zip(package.units, cache.units).contains(where: { $0.maps != $1.maps }) { return }
      let now = Set(package.units.lazy.flatMap(\.maps))
      earlier = earlier.filter { !now.contains($0.key) }
      for map in Set(cache.units.lazy.flatMap(\.maps)) where !now.contains(map) { earlier[map] = last }
    } else {
      let now = Set(package.units.lazy.flatMap(\.maps))
      // Without a cache, the last release that used a map is unknown.
      for name in Disk.names(in: context.place(DistPaths.maps)).map(\.name) where name.hasSuffix(".map") {
        if let map = SHA256Digest(String(name.dropLast(4))), !now.contains(map) { earlier[map] = last }
      }
    }
  }

  /// Removes the maps of releases below a number.
  mutating func remove(below number: Int) {
    for (map, last) in earlier where last < number {
      unlink(context.place(DistPaths.map(map)))
      earlier[map] = nil
    }
  }
}
