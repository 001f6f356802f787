/// What a look at a distribution found: everything that is wrong, not only the first.
package struct VerificationReport: Hashable, Sendable {
  /// What is wrong, in the order it was found; each once.
  package private(set) var findings: [Refusal] = []
  /// What is not wrong but good to know, in sentences without a full stop.
  package private(set) var notes: [String] = []
  /// Whose it is; nil when no statement could be read.
  package var project: String?
  /// As above.
  package var channel: String?
  /// The number of the newest statement.
  package var newest: Int?
  /// What that one leads to: its own number, that of the release it goes back to, or nil for the preset.
  package var release: Int?
  /// The version of the newest key set.
  package var keys: Int?
  /// How many contents were held against their digests.
  package var files = 0
  /// Their bytes.
  package var bytes = 0
  /// How many deltas were applied.
  package var deltas = 0

  /// Nothing found yet.
  package init() {}

  /// Whether nothing is wrong.
  package var isGood: Bool { findings.isEmpty }

  mutating func found(_ refusal: Refusal) {
    if !findings.contains(refusal) { findings.append(refusal) }
  }

  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
