package import HybridCrypto

/// Selects the clients that get a release first. Each client computes the selection itself, and it only
/// grows.
///
///     bucket = first 8 bytes, highest first, of SHA-256("PROJECT\nCHANNEL\nNUMBER\nCLIENT") mod 10000
///     in     = bucket < percent × 100
///
/// The number is part of the hash, so that the first clients differ from release to release. A client
/// selected at 5 % is also selected at 25 %.
package enum Rollout {
  /// The client's position for one release, 0 to 9999.
  ///
  /// - Parameter client: An identifier that the app stores for this installation, such as a random id; it
  ///   never leaves the device.
  package static func bucket(
    project: String, channel: String, number: Int, client: String, sodium: Sodium
  ) -> Int {
    let digest = sodium.sha256(Array("\(project)\n\(channel)\n\(number)\n\(client)".utf8))
    let value = digest.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(value % 10_000)
  }

  /// Whether a client is among the `percent` (0 to 100) of all clients that get a release.
  package static func isIn(
    project: String, channel: String, number: Int, client: String, percent: Int, sodium: Sodium
  ) -> Bool {
    bucket(project: project, channel: channel, number: number, client: client, sodium: sodium)
      < min(max(percent, 0), 100) * 100
  }

  /// Refuses a successor of `previous` that withdraws the newest release from clients which have it.
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
