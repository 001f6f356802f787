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
    let numbers = context.numbers()
    for number in numbers {
      let bytes =
        try number == numbering.release.number
        ? numbering.statement : Disk.read(context.place(DistPaths.statement(number)))
      guard let bytes,
        let statement = try? Statement(
          decoding: bytes, as: DistPaths.statement(number), kinds: [.release, .rollback])
      else { return }
      ends.insert(context.packager.sodium.sha256(bytes).description)
      if case .release(let release) = statement {
        for file in release.files { contents.insert(file.digest.sha256.description) }
      }
    }
    for file in Disk.names(in: context.place("files")) where !file.isFolder && !contents.contains(file.name) {
      guard SHA256Digest(file.name) != nil else { continue }
      files.remove("files/\(file.name)")
    }
    ends.formUnion(contents)
    ends.formUnion(deltas.archives.pairs.values.lazy.map(\.to.description))
    for file in Disk.names(in: context.place("deltas")) where !file.isFolder {
      guard let pair = PackageCache.Pair(deltaName: file.name), !ends.contains(pair.to.description)
      else { continue }
      files.remove("deltas/\(file.name)")
    }
    // Signatures are written before their statement, so a killed run may leave signatures alone.
    for file in Disk.names(in: context.place("releases")) where !file.isFolder && file.name.hasSuffix(".sig")
    {
      guard let number = Int(file.name.dropLast(4)), number > 0, !numbers.contains(number) else { continue }
      files.remove("releases/\(file.name)")
    }
  }

  /// Removes all statements except the newest `keep`, and files that only those needed.
  mutating func removeOld(keep: Int) throws(PackageFault) {
    let numbers = context.numbers()
    guard numbers.count > keep else { return }
    var needed = Set<String>()
    var statements = Set<SHA256Digest>()
    var kept = Array(numbers.prefix(keep))
    // The targets of rollbacks are kept as well.
    var index = 0
    while index < kept.count {
      guard let known = try context.known(kept[index]) else { break }
      index += 1
      statements.insert(context.packager.sodium.sha256(known.bytes))
      switch known.statement {
      case .release(let release):
        for file in release.files { needed.insert(file.digest.sha256.description) }
      case .rollback(let rollback):
        if let target = rollback.target, !kept.contains(target.number) { kept.append(target.number) }
      default: break
      }
    }
    for number in numbers where !kept.contains(number) {
      unlink(context.place(DistPaths.statement(number)))
      unlink(context.place(DistPaths.statementSignatures(number)))
    }
    for file in Disk.names(in: context.place("files")) where !needed.contains(file.name) {
      unlink(context.place("files/\(file.name)"))
    }
    deltas.keep(kept, needed.union(statements.map(\.description)))
    numbering.keepEarlier(kept)
    maps.remove(below: kept.min() ?? 0)
    try writeDeltaIndex()
  }
}
