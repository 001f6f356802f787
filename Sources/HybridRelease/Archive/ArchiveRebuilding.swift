import HybridCrypto

/// A release of the past as one file, made again of what a distribution has of it: the base and the target of
/// deltas between archives.
///
/// The same release gives the same bytes as long as nobody adds a signature to it or a key set to the
/// project; then it is another archive, and so is what a packager would write.
///
/// - Parameters:
///   - release: What the statement says.
///   - statement: Its bytes.
///   - source: Where its files, its signatures and the key sets are.
///   - keySets: How many key sets there were then; nil for all.
/// - Returns: Nil when a file of it is gone, or when it is larger than anything that deltas are made of.
package func rebuiltArchive(
  of release: Release, statement: [UInt8], from source: some ReleaseSource,
  keySets: Int? = nil, limits: ReleaseLimits = ReleaseLimits()
) -> [UInt8]? {
  var contents: [SHA256Digest: FileDigest] = [:]
  var bytes = statement.count
  for file in release.files where contents.updateValue(file.digest, forKey: file.digest.sha256) == nil {
    let (sum, isOver) = bytes.addingReportingOverflow(file.digest.size)
    guard !isOver, sum <= Delta.mostBytes else { return nil }
    bytes = sum
  }
  func read(_ path: String, _ limit: Int) -> [UInt8]? {
    do throws(Refusal) { return try source.read(path, atMost: limit) } catch { return nil }
  }
  var writer = ArchiveWriter()
  writer.add(DistPaths.release, statement)
  if let signatures = read(DistPaths.statementSignatures(release.number), limits.statementBytes) {
    writer.add(DistPaths.releaseSignatures, signatures)
  }
  var version = 1
  while version <= keySets ?? .max, let keys = read(DistPaths.keys(version), limits.statementBytes) {
    writer.add(DistPaths.keys(version), keys)
    if let signatures = read(DistPaths.keysSignatures(version), limits.statementBytes) {
      writer.add(DistPaths.keysSignatures(version), signatures)
    }
    version += 1
  }
  for digest in contents.values {
    let path = DistPaths.file(digest.sha256)
    guard let content = read(path, digest.size), content.count == digest.size else { return nil }
    writer.add(path, content)
  }
  do throws(Refusal) { return try writer.finish() } catch { return nil }
}
