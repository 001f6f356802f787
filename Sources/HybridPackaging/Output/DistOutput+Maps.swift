import Glibc
import HybridConcurrency
import HybridCrypto
import HybridRelease

extension DistOutput {
  /// Writes the source maps of newly built units, and finds the maps that only earlier releases use.
  ///
  /// Maps stay where the release was made: published files do not reference them, and they reveal file names.
  mutating func writeMaps() throws(PackageFault) {
    let maps = package.madeMaps.sorted { $0.key < $1.key }
    if !maps.isEmpty { try Disk.makeFolder(place(DistPaths.maps)) }
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
    for result in results where try result.get() { written += 1 }
    if report.isUnchanged, let cache { earlierMaps = cache.earlierMaps } else { noteEarlierMaps() }
  }

  private mutating func noteEarlierMaps() {
    let last = report.release.number - 1
    if let cache {
      earlierMaps = cache.earlierMaps
      // Most runs change few units, and those rarely change their maps.
      let isSame = package.units.count == cache.units.count
      if isSame, !zip(package.units, cache.units).contains(where: { $0.maps != $1.maps }) { return }
      let now = Set(package.units.lazy.flatMap(\.maps))
      earlierMaps = earlierMaps.filter { !now.contains($0.key) }
      for map in Set(cache.units.lazy.flatMap(\.maps)) where !now.contains(map) { earlierMaps[map] = last }
    } else {
      let now = Set(package.units.lazy.flatMap(\.maps))
      // Without a cache, the last release that used a map is unknown.
      for name in Disk.names(in: place(DistPaths.maps)).map(\.name) where name.hasSuffix(".map") {
        if let map = SHA256Digest(String(name.dropLast(4))), !now.contains(map) { earlierMaps[map] = last }
      }
    }
  }

  /// Removes the maps of releases below a number.
  mutating func removeMaps(below number: Int) {
    for (map, last) in earlierMaps where last < number {
      unlink(place(DistPaths.map(map)))
      earlierMaps[map] = nil
    }
  }
}
