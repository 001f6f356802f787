import HybridCrypto
import HybridRelease

/// Content that was read and hashed since the store was opened: it is hashed on the first read only.
struct VerifiedContent {
  private var digests: Set<SHA256Digest> = []

  /// Whether the content was read and had the right hash.
  func contains(_ digest: FileDigest) -> Bool { digests.contains(digest.sha256) }

  /// Reads content, and verifies it on the first read and whenever its size differs.
  ///
  /// - Parameters:
  ///   - digest: The expected size and hash.
  ///   - subject: The name of the content in refusals.
  ///   - bytes: Reads the bytes.
  /// - Throws: `file.…` for content that is missing or damaged; `store.…` when it cannot be read.
  mutating func read(
    _ digest: FileDigest, subject: String, sodium: Sodium, _ bytes: () throws(FileFault) -> [UInt8]
  ) throws(Refusal) -> [UInt8] {
    let read: [UInt8]
    do throws(FileFault) { read = try bytes() } catch {
      digests.remove(digest.sha256)
      throw error.kind == .missing
        ? Refusal(.fileMissing, subject, "is gone from the store") : error.refusal(subject)
    }
    guard !contains(digest) || read.count != digest.size else { return read }
    try digest.check(read, as: subject, sodium: sodium)
    digests.insert(digest.sha256)
    return read
  }
}
