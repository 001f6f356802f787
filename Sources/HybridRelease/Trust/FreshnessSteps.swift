import HybridCrypto

extension Freshness {
  /// The next freshness statement of a channel.
  ///
  /// While the newest statement stays the same, its roll-out stays or grows, and the statement for all other
  /// clients stays. A new statement is for all clients unless `rollout` is given; the other clients then get
  /// the last statement that was for all clients.
  ///
  /// - Parameters:
  ///   - previous: The currently published statement; nil for a channel's first one.
  ///   - keys: The version of the newest key set.
  ///   - lifetime: The time until expiry, in seconds, at least 60.
  ///   - rollout: The percentage of all clients; nil to keep it, or 100 for a new statement.
  /// - Throws: ``RefusalCode/rolloutShrank``; ``RefusalCode/releaseRolledBack`` for a newest statement with a
  ///   lower number than before; ``RefusalCode/wrongProject``, ``RefusalCode/wrongChannel``.
  package static func next(
    after previous: Freshness?, newest: ReleasePointer, project: String, channel: String, keys: Int,
    now: ReleaseTime, lifetime: Int, rollout: Int? = nil
  ) throws(Refusal) -> Freshness {
    let subject = DistPaths.freshness
    var next = Freshness(
      project: project, channel: channel, created: now.description,
      expires: ReleaseTime(seconds: now.seconds + lifetime).description, newest: newest,
      rollout: rollout ?? 100, keys: keys)
    guard let previous else { return next }
    guard previous.project == project else {
      throw Refusal(
        .wrongProject, subject, "is that of the project '\(previous.project)', and this one is '\(project)'")
    }
    guard previous.channel == channel else {
      throw Refusal(
        .wrongChannel, subject, "is that of the channel '\(previous.channel)', and this one is '\(channel)'")
    }
    guard newest.number >= previous.newest.number else {
      throw Refusal(
        .releaseRolledBack, subject,
        """
        names \(previous.newest.number) as the newest, and \(newest.number) is lower: clients never go back so
        """
      )
    }
    if newest.number == previous.newest.number {
      next.rollout = rollout ?? previous.rollout
      try Rollout.check(next, after: previous, as: subject)
      next.steady = previous.steady
    } else {
      // Clients outside a partial roll-out keep the last full roll-out, not another partial one.
      next.steady = previous.rollout == 100 ? previous.newest : previous.steady
    }
    if next.rollout == 100 { next.steady = nil }
    // The time never goes back, even if the clock was set back.
    if previous.created > next.created { next.created = previous.created }
    return next
  }
}

/// Converts a name, such as a folder's, to a project identifier: invalid characters become `-`. The result is
/// `app` if nothing is left.
package func releaseIdentifier(of name: String) -> String {
  let plain = name.unicodeScalars.map { scalar in
    isReleaseIdentifier("a" + String(scalar)) ? Character(scalar) : "-"
  }
  let text = String(plain.drop { $0 == "-" || $0 == "." || $0 == "_" }.prefix(100))
  return text.isEmpty ? "app" : text
}
