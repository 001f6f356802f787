package import HybridCompression
package import HybridCrypto

/// Creates a new file from an old one that an app already has: a zstd frame with the old file as its prefix
/// (RFC 8878; the output of `zstd --patch-from`), in `deltas/FROM-TO.zst`.
///
/// Deltas are not signed. The result is accepted only if it has the digest that a signed manifest names.
package enum Delta {
  /// The maximum combined size of the old and the new file: the window must cover both.
  package static let mostBytes = 1 << Zstd.windowLimit

  /// Smaller files are downloaded in full: the savings of a delta would hardly cover the cost of requesting a
  /// missing one.
  package static let leastBytes = 1_024

  /// Creates a delta that turns `from` into `to`.
  /// - Throws: ``RefusalCode/deltaTooLarge`` above ``mostBytes``; then the full file is loaded.
  package static func make(
    from: [UInt8], to: [UInt8], zstd: Zstd, as subject: String = "delta"
  ) throws(Refusal) -> [UInt8] {
    guard from.count <= mostBytes, to.count <= mostBytes - from.count else {
      throw Refusal(
        .deltaTooLarge, subject,
        "the two files have \(from.count) and \(to.count) bytes; the limit for both is \(mostBytes)")
    }
    do throws(CompressionError) {
      return try zstd.compress(to, prefix: from)
    } catch { throw refusal(error, subject) }
  }

  /// Applies a delta to `base` and checks the result.
  ///
  /// - Parameter expected: The digest from a signed manifest. The output never exceeds its size.
  /// - Throws: `delta.…`: the caller then downloads the full file.
  package static func apply(
    _ delta: [UInt8], to base: [UInt8], expecting expected: FileDigest, as subject: String, zstd: Zstd,
    sodium: Sodium
  ) throws(Refusal) -> [UInt8] {
    guard base.count <= mostBytes, expected.size <= mostBytes - base.count else {
      throw Refusal(
        .deltaTooLarge, subject,
        "is between files of \(base.count) and \(expected.size) bytes, together at most \(mostBytes)")
    }
    let bytes: [UInt8]
    do throws(CompressionError) {
      bytes = try zstd.decompress(delta, prefix: base, size: expected.size)
    } catch { throw refusal(error, subject) }
    guard sodium.sha256(bytes) == expected.sha256 else {
      throw Refusal(.deltaMismatch, subject, "makes other bytes than those that are named")
    }
    return bytes
  }

  private static func refusal(_ error: CompressionError, _ subject: String) -> Refusal {
    switch error {
    case .tooLarge:
      Refusal(.deltaTooLarge, subject, "would make more bytes, or take more memory, than it may")
    case .malformed(let detail): Refusal(.deltaMalformed, subject, "cannot be read: \(detail)")
    case .libraryMissing(let detail): Refusal(.deltaMalformed, subject, "cannot be read here: \(detail)")
    }
  }
}
