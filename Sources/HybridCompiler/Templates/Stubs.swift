import HybridMarkup
import HybridSource

/// Scripts come next.
struct ScriptFault: Hashable, Sendable {
  enum Code: String { case unsupported = "expression.unsupported" }
  var severity: Severity { .error }
  var code: Code { .unsupported }
  var message: String { "scripts cannot be compiled yet" }
  var hint: String? { nil }
}

/// So do warnings of what phones do not do.
struct PlatformWarning: Hashable, Sendable {
  enum Code: String { case unsupported = "template.unsupported" }
  var code: Code { .unsupported }
  var message: String { "" }
  var hint: String? { nil }
}

extension TemplateBuilder {
  mutating func compileScript(_ attribute: TemplateScanner.Attribute) {
    report(.script(ScriptFault()), valueRange(attribute))
  }
}
