import Glibc
import HybridCrypto
import HybridRelease

extension DistOutput {
  /// Removes contents and deltas that no statement of DIST references: they remain after a killed run or
  /// removed statements.
  ///
  /// If a statement is unreadable, nothing is removed, since its references are unknown.
  mutating func removeUnnamed() throws(PackageFault) {
    var (contents, ends) = (Set<String>(), Set<String>())
    let numbers = numbers()
    for number in numbers {
      let bytes =
        try number == report.release.number ? report.statement : Disk.read(place(DistPaths.statement(number)))
      guard let bytes,
        let statement = try? Statement(
          decoding: bytes, as: DistPaths.statement(number), kinds: [.release, .rollback])
      else { return }
      ends.insert(packager.sodium.sha256(bytes).description)
      if case .release(let release) = statement {
        for file in release.files { contents.insert(file.digest.sha256.description) }
      }
    }
    for file in Disk.names(in: place("files")) where !file.isFolder && !contents.contains(file.name) {
      guard SHA256Digest(file.name) != nil else { continue }
      if unlink(place("files/\(file.name)")) == 0 { written += 1 }
    }
    ends.formUnion(contents)
    ends.formUnion(archives.pairs.values.lazy.map(\.to.description))
    for file in Disk.names(in: place("deltas")) where !file.isFolder {
      guard let pair = PackageCache.Pair(deltaName: file.name), !ends.contains(pair.to.description)
      else { continue }
      if unlink(place("deltas/\(file.name)")) == 0 { written += 1 }
    }
    // Signatures are written before their statement, so a killed run may leave signatures alone.
    for file in Disk.names(in: place("releases")) where !file.isFolder && file.name.hasSuffix(".sig") {
      guard let number = Int(file.name.dropLast(4)), number > 0, !numbers.contains(number) else { continue }
      if unlink(place("releases/\(file.name)")) == 0 { written += 1 }
    }
  }

  /// Removes all statements except the newest `keep`, and files that only those needed.
  mutating func removeOld(keep: Int) throws(PackageFault) {
    let numbers = numbers()
    guard numbers.count > keep else { return }
    var needed = Set<String>()
    var statements = Set<SHA256Digest>()
    var kept = Array(numbers.prefix(keep))
    // The targets of rollbacks are kept as well.
    var index = 0
    while index < kept.count {
      guard let known = try known(kept[index]) else { break }
      index += 1
      statements.insert(packager.sodium.sha256(known.bytes))
      switch known.statement {
      case .release(let release):
        for file in release.files { needed.insert(file.digest.sha256.description) }
      case .rollback(let rollback):
        if let target = rollback.target, !kept.contains(target.number) { kept.append(target.number) }
      default: break
      }
    }
    for number in numbers where !kept.contains(number) {
      unlink(place(DistPaths.statement(number)))
      unlink(place(DistPaths.statementSignatures(number)))
    }
    for file in Disk.names(in: place("files")) where !needed.contains(file.name) {
      unlink(place("files/\(file.name)"))
    }
    var ends = needed.union(statements.map(\.description))
    let pairs = archives.pairs.filter { kept.contains($0.key) }
    // The key no longer matches, since it covers fewer releases now.
    if pairs != archives.pairs { archives.key = "" }
    archives.pairs = pairs
    for pair in archives.pairs.values { ends.formUnion([pair.from.description, pair.to.description]) }
    for file in Disk.names(in: place("deltas")) where file.name.hasSuffix(".zst") {
      let parts = file.name.dropLast(4).split(separator: "-").map(String.init)
      if !parts.allSatisfy(ends.contains) { unlink(place("deltas/\(file.name)")) }
    }
    deltas = deltas.filter { ends.contains($0.key.from.description) && ends.contains($0.key.to.description) }
    earlier = earlier.filter { kept.contains($0.number) }
    removeMaps(below: kept.min() ?? 0)
    try writeDeltaIndex()
  }
}
