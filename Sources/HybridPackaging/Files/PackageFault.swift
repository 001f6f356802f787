import HybridRelease
package import HybridSource

/// Why no release was made.
package struct PackageFault: Error, Sendable {
  /// What kind of thing is wrong, which decides the exit code.
  package enum Kind: Hashable, Sendable {
    /// Something of the project.
    case project
    /// Something of this machine.
    case environment
    /// Something of the command line.
    case usage
  }

  /// In words; at least one.
  package var diagnostics: [Diagnostic]
  package var kind: Kind

  /// A fault in words of the caller.
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

/// Runs `body` with refusals as faults.
func refusing<Value>(
  _ kind: PackageFault.Kind = .project, _ body: () throws(Refusal) -> Value
) throws(PackageFault) -> Value {
  do throws(Refusal) { return try body() } catch { throw PackageFault(error, kind) }
}
