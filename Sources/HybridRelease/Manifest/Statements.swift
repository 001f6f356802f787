package import HybridCrypto
package import HybridRouting

/// Which statement a number stands for: what freshness and rollbacks point with.
package struct ReleasePointer: Hashable, Sendable {
  /// 1 or more.
  package var number: Int
  /// The exact bytes of `releases/NUMBER.json`.
  package var digest: FileDigest

  /// A pointer.
  package init(number: Int, digest: FileDigest) { (self.number, self.digest) = (number, digest) }
}

/// `releases/N.json` and `release.json`: everything a release is (`Documentation/release-format.md`).
package struct Release: Hashable, Sendable {
  /// Whose app: nothing of one project is taken by another.
  package var project: String
  /// `production`, `beta`: nothing of one channel is taken by another.
  package var channel: String
  /// Counts up by at least one with each statement of a channel.
  package var number: Int
  /// RFC 3339, UTC, whole seconds. Informative: no decision is made on it.
  package var created: String
  /// The highest number up to this one that was mandatory, 0 for none: an app below it has to update.
  package var mandatory: Int
  /// The runtimes that it runs on.
  package var runtime: RuntimeRange
  /// What it uses.
  package var requirements: Requirements
  /// The first that matches counts.
  package var routes: [Route]
  /// By name.
  package var units: [ReleaseUnit]
  /// Every other file, by path.
  package var assets: [ReleaseFile]

  /// A release.
  package init(
    project: String, channel: String, number: Int, created: String, mandatory: Int = 0,
    runtime: RuntimeRange = .any, requirements: Requirements = Requirements(), routes: [Route] = [],
    units: [ReleaseUnit] = [], assets: [ReleaseFile] = []
  ) {
    (self.project, self.channel, self.number, self.created) = (project, channel, number, created)
    (self.mandatory, self.runtime, self.requirements) = (mandatory, runtime, requirements)
    (self.routes, self.units, self.assets) = (routes, units, assets)
  }

  /// Every file, units first.
  package var files: [ReleaseFile] { units.map(\.file) + assets }
}

/// `releases/N.json` of another kind: content goes back, the number goes on.
package struct Rollback: Hashable, Sendable {
  /// As in ``Release``.
  package var project: String
  /// As in ``Release``.
  package var channel: String
  /// Higher than the number it takes back.
  package var number: Int
  /// As in ``Release``.
  package var created: String
  /// What is to be active; nil for the preset of each app.
  package var target: ReleasePointer?
  /// For people: why.
  package var reason: String

  /// A rollback.
  package init(
    project: String, channel: String, number: Int, created: String, target: ReleasePointer?, reason: String
  ) {
    (self.project, self.channel, self.number, self.created) = (project, channel, number, created)
    (self.target, self.reason) = (target, reason)
  }
}

/// `freshness.json`: what is newest right now, signed anew before it expires.
package struct Freshness: Hashable, Sendable {
  /// As in ``Release``.
  package var project: String
  /// As in ``Release``.
  package var channel: String
  /// RFC 3339, UTC, whole seconds; never below that of one seen before.
  package var created: String
  /// RFC 3339; behind it a client says that it may be kept from news.
  package var expires: String
  /// The newest statement: a release or a rollback.
  package var newest: ReleasePointer
  /// The percentage of clients that ``newest`` is for, 0 to 100. It only grows while the number stays.
  package var rollout: Int
  /// What all others get; nil for what they have.
  package var steady: ReleasePointer?
  /// The version of the newest key set.
  package var keys: Int

  /// A freshness statement.
  package init(
    project: String, channel: String, created: String, expires: String, newest: ReleasePointer,
    rollout: Int = 100, steady: ReleasePointer? = nil, keys: Int
  ) {
    (self.project, self.channel, self.created, self.expires) = (project, channel, created, expires)
    (self.newest, self.rollout, self.steady, self.keys) = (newest, rollout, steady, keys)
  }
}

/// `keys/N.json`: who may sign what. Set N + 1 is signed by the root keys of N and by its own.
package struct KeySet: Hashable, Sendable {
  /// What keys are for.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Signs key sets. Kept offline.
    case root
    /// Signs releases and rollbacks.
    case release
    /// Signs freshness statements; may lie where a timer can use it.
    case freshness
  }

  /// The keys of a role, by id, and how many of them must sign.
  package struct Rule: Hashable, Sendable {
    /// Sorted, each once.
    package var keys: [String]
    /// 1 up to the number of keys.
    package var threshold: Int

    /// A rule.
    package init(keys: [String], threshold: Int) { (self.keys, self.threshold) = (keys, threshold) }
  }

  /// As in ``Release``.
  package var project: String
  /// 1, 2, 3, … without a gap.
  package var version: Int
  /// RFC 3339, UTC, whole seconds.
  package var created: String
  /// RFC 3339.
  package var expires: String
  /// By id: the SHA-256 of the 32 bytes, in hexadecimal digits.
  package var keys: [String: PublicKey]
  /// A rule for every role.
  package var rules: [Role: Rule]

  /// A key set.
  package init(
    project: String, version: Int, created: String, expires: String, keys: [String: PublicKey],
    rules: [Role: Rule]
  ) {
    (self.project, self.version, self.created, self.expires) = (project, version, created, expires)
    (self.keys, self.rules) = (keys, rules)
  }
}

/// Whatever is signed.
package enum Statement: Hashable, Sendable {
  case release(Release)
  case rollback(Rollback)
  case freshness(Freshness)
  case keys(KeySet)

  /// The `kind` member.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case release, rollback, freshness, keys
  }

  /// The `kind` member.
  package var kind: Kind {
    switch self {
    case .release: .release
    case .rollback: .rollback
    case .freshness: .freshness
    case .keys: .keys
    }
  }
}
