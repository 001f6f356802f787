package import HybridCrypto

/// Who gets a release first: a part of all clients that everybody can compute, and that only grows.
///
///     bucket = first 8 bytes, highest first, of SHA-256("PROJECT\nCHANNEL\nNUMBER\nCLIENT") mod 10000
///     in     = bucket < percent × 100
///
/// The number is part of it, so that not the same clients are the first each time. A client that is in at 5 %
/// is in at 25 %.
package enum Rollout {
  /// 0 to 9999: where a client stands for one release.
  ///
  /// - Parameter client: What the app keeps for this installation, such as a random id; it never leaves the
  ///   device.
  package static func bucket(
    project: String, channel: String, number: Int, client: String, sodium: Sodium
  ) -> Int {
    let digest = sodium.sha256(Array("\(project)\n\(channel)\n\(number)\n\(client)".utf8))
    let value = digest.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(value % 10_000)
  }

  /// Whether a client gets a release that `percent` (0 to 100) of all get.
  package static func isIn(
    project: String, channel: String, number: Int, client: String, percent: Int, sodium: Sodium
  ) -> Bool {
    bucket(project: project, channel: channel, number: number, client: client, sodium: sodium)
      < min(max(percent, 0), 100) * 100
  }

  /// Refuses a freshness statement behind `previous` that takes the newest release from clients which have
  /// it.
  ///
  /// - Throws: ``RefusalCode/rolloutShrank``.
  package static func check(_ next: Freshness, after previous: Freshness, as subject: String) throws(Refusal)
  {
    guard next.newest.number == previous.newest.number, next.rollout < previous.rollout else { return }
    throw Refusal(
      .rolloutShrank, subject,
      "offers release \(next.newest.number) to \(next.rollout) % of all, after \(previous.rollout) %")
  }
}
