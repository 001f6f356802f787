import Glibc
import HybridCrypto
import HybridRelease

/// Finds the files of DIST that are not needed any more.
struct DistRetention {
  private let context: DistContext

  init(in context: DistContext) { self.context = context }

  /// Contents and deltas that no statement of DIST references: they remain after a killed run or removed
  /// statements. Their paths in DIST.
  ///
  /// If a statement is unreadable, there are none, since its references are unknown.
  /// - Parameter archives: The deltas between archives, which stay.
  func unnamedFiles(
    beside numbering: ReleaseNumbering, _ archives: PackageCache.Archives
  ) throws(PackageFault) -> [String] {
    var (contents, ends) = (Set<String>(), Set<String>())
    let numbers = context.numbers()
    for number in numbers {
      let bytes =
        try number == numbering.release.number
        ? numbering.statement : Disk.read(context.place(DistPaths.statement(number)))
      guard let bytes,
        let statement = try? Statement(
          decoding: bytes, as: DistPaths.statement(number), kinds: [.release, .rollback])
      else { return [] }
      ends.insert(context.packager.sodium.sha256(bytes).description)
      if case .release(let release) = statement {
        for file in release.files { contents.insert(file.digest.sha256.description) }
      }
    }
    var unnamed: [String] = []
    for file in Disk.names(in: context.place("files")) where !file.isFolder && !contents.contains(file.name) {
      guard SHA256Digest(file.name) != nil else { continue }
      unnamed.append("files/\(file.name)")
    }
    ends.formUnion(contents)
    ends.formUnion(archives.pairs.values.lazy.map(\.to.description))
    for file in Disk.names(in: context.place("deltas")) where !file.isFolder {
      guard let pair = PackageCache.Pair(deltaName: file.name), !ends.contains(pair.to.description)
      else { continue }
      unnamed.append("deltas/\(file.name)")
    }
    // Signatures are written before their statement, so a killed run may leave signatures alone.
    for file in Disk.names(in: context.place("releases")) where !file.isFolder && file.name.hasSuffix(".sig")
    {
      guard let number = Int(file.name.dropLast(4)), number > 0, !numbers.contains(number) else { continue }
      unnamed.append("releases/\(file.name)")
    }
    return unnamed
  }

  // MARK: Old statements

  /// The statements that stay in DIST.
  struct Kept {
    var numbers: [Int]
    /// The hashes of the files that they need.
    var contents: Set<String> = []
    /// Their own hashes.
    var statements: Set<String> = []
  }

  /// The newest statements, and the targets of rollbacks among them; nil if DIST has no others.
  func newest(_ count: Int) throws(PackageFault) -> Kept? {
    let numbers = context.numbers()
    guard numbers.count > count else { return nil }
    var kept = Kept(numbers: Array(numbers.prefix(count)))
    var index = 0
    while index < kept.numbers.count {
      guard let known = try context.known(kept.numbers[index]) else { break }
      index += 1
      kept.statements.insert(context.packager.sodium.sha256(known.bytes).description)
      switch known.statement {
      case .release(let release):
        for file in release.files { kept.contents.insert(file.digest.sha256.description) }
      case .rollback(let rollback):
        if let target = rollback.target, !kept.numbers.contains(target.number) {
          kept.numbers.append(target.number)
        }
      default: break
      }
    }
    return kept
  }

  /// Removes all other statements, and the files that only those needed.
  func removeAll(but kept: Kept) {
    for number in context.numbers() where !kept.numbers.contains(number) {
      unlink(context.place(DistPaths.statement(number)))
      unlink(context.place(DistPaths.statementSignatures(number)))
    }
    for file in Disk.names(in: context.place("files")) where !kept.contents.contains(file.name) {
      unlink(context.place("files/\(file.name)"))
    }
  }
}
