package import HybridJSON
package import HybridSource
package import HybridViewTree

extension TemplateScene: UnitRuntime {
  package typealias Action = TemplateAction

  package var viewTree: ViewTree { runtime.viewTree() }
  package var picture: ViewTree { viewTree }
  package var logLines: [JSONValue] { log.map(\.json) }
  package var calls: [JSONValue] { logLines }
  package var consoleLines: [JSONValue] { [] }

  package func faults(sources: (String) -> Source?) -> [Diagnostic] { [] }

  package mutating func perform(
    _ action: TemplateAction, before next: TemplateAction?
  ) throws(TemplateActionError) {
    try perform(action)
  }

  package func close() {}
}

extension TemplateAction: UserAction {}

extension TemplateActionError: UserActionFailure {
  package var diagnostic: Diagnostic {
    let code =
      switch reason {
      case .unknownAction, .missingSelector, .missingNumber: "render.unknown-action"
      case .badSelector, .notFound, .notShown, .unsuitable, .noItem: "render.impossible-action"
      }
    return Diagnostic(.error, code, message)
  }
}
