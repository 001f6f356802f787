package import HybridCrypto
package import HybridRouting

/// A reference to a statement by number and digest, as in freshness statements and rollbacks.
package struct ReleasePointer: Hashable, Sendable {
  /// The number, at least 1.
  package var number: Int
  /// The digest of `releases/NUMBER.json`.
  package var digest: FileDigest

  /// Creates a pointer.
  package init(number: Int, digest: FileDigest) { (self.number, self.digest) = (number, digest) }
}

/// `releases/N.json` and `release.json`: the complete description of a release
/// (`Documentation/release-format.md`).
package struct Release: Hashable, Sendable {
  /// The project; apps refuse statements of other projects.
  package var project: String
  /// The channel, such as `production` or `beta`; apps refuse statements of other channels.
  package var channel: String
  /// Increases with each statement of a channel.
  package var number: Int
  /// RFC 3339, UTC, whole seconds. Informative: no decision is made on it.
  package var created: String
  /// The highest mandatory release number up to this one, 0 for none: an app below it must update.
  package var mandatory: Int
  /// The runtime versions that can run it.
  package var runtime: RuntimeRange
  /// The elements, attributes and modules that it uses.
  package var requirements: Requirements
  /// The routes; the first match wins.
  package var routes: [Route]
  /// Units, sorted by name.
  package var units: [ReleaseUnit]
  /// All other files, sorted by path.
  package var assets: [ReleaseFile]

  /// Creates a release.
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

/// The other kind of `releases/N.json`: it restores earlier content under a higher number.
package struct Rollback: Hashable, Sendable {
  /// As in ``Release``.
  package var project: String
  /// As in ``Release``.
  package var channel: String
  /// Higher than the number that it rolls back.
  package var number: Int
  /// As in ``Release``.
  package var created: String
  /// The release to restore; nil for each app's preset.
  package var target: ReleasePointer?
  /// The reason, for people.
  package var reason: String

  /// Creates a rollback.
  package init(
    project: String, channel: String, number: Int, created: String, target: ReleasePointer?, reason: String
  ) {
    (self.project, self.channel, self.number, self.created) = (project, channel, number, created)
    (self.target, self.reason) = (target, reason)
  }
}

/// `freshness.json`: names the newest statement; it is signed again before it expires.
package struct Freshness: Hashable, Sendable {
  /// As in ``Release``.
  package var project: String
  /// As in ``Release``.
  package var channel: String
  /// RFC 3339, UTC, whole seconds; never earlier than in a statement seen before.
  package var created: String
  /// RFC 3339; after this time, a client reports that the host may be withholding updates.
  package var expires: String
  /// The newest statement: a release or a rollback.
  package var newest: ReleasePointer
  /// The percentage of clients that get ``newest``, 0 to 100. It never decreases for the same number.
  package var rollout: Int
  /// The statement for all other clients; nil to keep their current release.
  package var steady: ReleasePointer?
  /// The version of the newest key set.
  package var keys: Int

  /// Creates a freshness statement.
  package init(
    project: String, channel: String, created: String, expires: String, newest: ReleasePointer,
    rollout: Int = 100, steady: ReleasePointer? = nil, keys: Int
  ) {
    (self.project, self.channel, self.created, self.expires) = (project, channel, created, expires)
    (self.newest, self.rollout, self.steady, self.keys) = (newest, rollout, steady, keys)
  }
}

/// `keys/N.json`: the keys and their roles. Set N + 1 is signed by the root keys of set N and by its own.
package struct KeySet: Hashable, Sendable {
  /// The purpose of keys.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Signs key sets. Kept offline.
    case root
    /// Signs releases and rollbacks.
    case release
    /// Signs freshness statements; may be stored where a scheduled job can use it.
    case freshness
  }

  /// The keys of a role, by id, and the number of them that must sign.
  package struct Rule: Hashable, Sendable {
    /// Sorted, without duplicates.
    package var keys: [String]
    /// Between 1 and the number of keys.
    package var threshold: Int

    /// Creates a rule.
    package init(keys: [String], threshold: Int) { (self.keys, self.threshold) = (keys, threshold) }
  }

  /// As in ``Release``.
  package var project: String
  /// 1, 2, 3, … without gaps.
  package var version: Int
  /// RFC 3339, UTC, whole seconds.
  package var created: String
  /// RFC 3339.
  package var expires: String
  /// The keys by id: the SHA-256 of the 32 bytes, in hexadecimal digits.
  package var keys: [String: PublicKey]
  /// A rule for every role.
  package var rules: [Role: Rule]

  /// Creates a key set.
  package init(
    project: String, version: Int, created: String, expires: String, keys: [String: PublicKey],
    rules: [Role: Rule]
  ) {
    (self.project, self.version, self.created, self.expires) = (project, version, created, expires)
    (self.keys, self.rules) = (keys, rules)
  }
}

/// Any signed statement.
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
