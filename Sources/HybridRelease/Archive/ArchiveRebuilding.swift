import HybridCrypto

/// Rebuilds the archive of an earlier release from the files of a distribution: the base or the target of a
/// delta between archives.
///
/// The same release produces the same bytes, until a signature is added to it or a key set to the project.
/// After that, both this function and the packager produce a different archive.
///
/// - Parameters:
///   - release: The content of the statement.
///   - statement: Its bytes.
///   - source: The source of its files, signatures and key sets.
///   - keySets: The number of key sets at the time of the release; nil for all.
/// - Returns: Nil when a file is missing, or when the archive is too large for deltas.
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
