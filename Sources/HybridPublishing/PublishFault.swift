package import HybridSource

/// Why publishing failed or was incomplete. In every case clients see a release as complete as before.
package struct PublishFault: Error, Hashable, Sendable {
  /// Stable names: programs rely on them.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another publisher is at work, or has published meanwhile.
    case conflict = "publish.conflict"
    /// The release is not newer than the published one.
    case notNewer = "publish.not-newer"
    /// DIST is not a complete, signed release, or contains files that must not be published.
    case invalid = "publish.invalid"
    /// The text is not a valid destination.
    case destination = "publish.destination"
    /// The name, password or key is missing or was not accepted.
    case denied = "publish.denied"
    /// The destination does not answer, or answers with errors, after several attempts.
    case failed = "publish.failed"
  }

  /// The stable name.
  package var code: Code
  /// One sentence without a full stop.
  package var message: String
  /// The suggestion; nil without one.
  package var hint: String?

  /// Creates a fault.
  package init(_ code: Code, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// The fault as a diagnostic.
  package var diagnostic: Diagnostic { Diagnostic(.error, code.rawValue, message, hint: hint) }
}
