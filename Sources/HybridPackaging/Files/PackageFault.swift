import HybridRelease
package import HybridSource

/// Why packaging failed.
package struct PackageFault: Error, Sendable {
  /// The kind of fault, which decides the exit code.
  package enum Kind: Hashable, Sendable {
    /// A fault of the project.
    case project
    /// A fault of this machine.
    case environment
    /// A fault of the command line.
    case usage
  }

  /// The diagnostics; at least one.
  package var diagnostics: [Diagnostic]
  package var kind: Kind

  /// Creates a fault with the caller's diagnostics.
  package init(_ kind: Kind, _ diagnostics: [Diagnostic]) {
    (self.kind, self.diagnostics) = (kind, diagnostics)
  }

  init(_ kind: Kind, _ code: String, _ message: String, hint: String? = nil) {
    self.init(kind, [Diagnostic(.error, code, message, hint: hint)])
  }

  init(_ refusal: Refusal, _ kind: Kind = .project) {
    self.init(kind, refusal.code.rawValue, "'\(refusal.subject)' \(refusal.detail)")
  }
}

/// Runs `body` and converts refusals to faults.
func refusing<Value>(
  _ kind: PackageFault.Kind = .project, _ body: () throws(Refusal) -> Value
) throws(PackageFault) -> Value {
  do throws(Refusal) { return try body() } catch { throw PackageFault(error, kind) }
}
