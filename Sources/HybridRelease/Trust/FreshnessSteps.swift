import HybridCrypto

extension Freshness {
  /// What is signed next for a channel.
  ///
  /// While the newest statement stays, the roll-out stays or grows, and so does what all others get. A new
  /// one is for everybody unless `rollout` says else; those who do not get it yet get what everybody had
  /// before.
  ///
  /// - Parameters:
  ///   - previous: What is published now; nil for a channel's first.
  ///   - keys: The version of the newest key set.
  ///   - lifetime: In seconds, 60 or more.
  ///   - rollout: The percentage of all clients; nil to leave it, or 100.
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
        "names \(previous.newest.number) as the newest, and \(newest.number) is lower: clients never go back so"
      )
    }
    if newest.number == previous.newest.number {
      next.rollout = rollout ?? previous.rollout
      try Rollout.check(next, after: previous, as: subject)
      next.steady = previous.steady
    } else {
      // Those outside of a part go on with what all had, not with what only a part had.
      next.steady = previous.rollout == 100 ? previous.newest : previous.steady
    }
    if next.rollout == 100 { next.steady = nil }
    // A clock that was set back must not make news look old.
    if previous.created > next.created { next.created = previous.created }
    return next
  }
}

/// A name such as a folder's as an identifier of a project: what cannot stand in one becomes `-`. `app` where
/// nothing is left.
package func releaseIdentifier(of name: String) -> String {
  let plain = name.unicodeScalars.map { scalar in
    isReleaseIdentifier("a" + String(scalar)) ? Character(scalar) : "-"
  }
  let text = String(plain.drop { $0 == "-" || $0 == "." || $0 == "_" }.prefix(100))
  return text.isEmpty ? "app" : text
}
