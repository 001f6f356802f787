/// The result of verifying a distribution: all problems, not only the first.
package struct VerificationReport: Hashable, Sendable {
  /// The problems, in the order in which they were found, without duplicates.
  package private(set) var findings: [Refusal] = []
  /// Remarks that are not problems, in sentences without a full stop.
  package private(set) var notes: [String] = []
  /// The project; nil when no statement could be read.
  package var project: String?
  /// The channel; nil when no statement could be read.
  package var channel: String?
  /// The number of the newest statement.
  package var newest: Int?
  /// The release to which it leads: its own number, the number that a rollback restores, or nil for the
  /// preset.
  package var release: Int?
  /// The version of the newest key set.
  package var keys: Int?
  /// The number of contents checked against their digests.
  package var files = 0
  /// The size of these contents, in bytes.
  package var bytes = 0
  /// The number of deltas applied.
  package var deltas = 0

  /// Creates an empty report.
  package init() {}

  /// Whether there are no problems.
  package var isGood: Bool { findings.isEmpty }

  mutating func found(_ refusal: Refusal) {
    if !findings.contains(refusal) { findings.append(refusal) }
  }

  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
