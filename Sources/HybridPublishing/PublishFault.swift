package import HybridSource

/// Why nothing was published, or not all of it. In every case what clients see is as whole as it was before.
package struct PublishFault: Error, Hashable, Sendable {
  /// Stable names: programs rely on them.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// Somebody else is publishing, or has published meanwhile.
    case conflict = "publish.conflict"
    /// What is to be published is not newer than what is there.
    case notNewer = "publish.not-newer"
    /// DIST is no whole, signed release, or holds what must not be published.
    case invalid = "publish.invalid"
    /// The text is no place to publish to.
    case destination = "publish.destination"
    /// Name, password or key are missing or not accepted.
    case denied = "publish.denied"
    /// The place does not answer, or answers that it failed, after several attempts.
    case failed = "publish.failed"
  }

  /// The stable name.
  package var code: Code
  /// One sentence without a full stop.
  package var message: String
  /// What to do.
  package var hint: String?

  /// A fault.
  package init(_ code: Code, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// In words.
  package var diagnostic: Diagnostic { Diagnostic(.error, code.rawValue, message, hint: hint) }
}
