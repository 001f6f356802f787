package import HybridJSON
package import HybridSource
package import HybridViewTree

extension TemplateScene: UnitRuntime {
  package typealias Action = TemplateAction
  package typealias Failure = TemplateActionError

  package var picture: ViewTree { runtime.viewTree() }
  package var logLines: [JSONValue] { log.map(\.json) }

  package mutating func perform(
    _ action: TemplateAction, before next: TemplateAction?
  ) throws(TemplateActionError) {
    try perform(action)
  }
}

extension TemplateActionError: UnitActionFailure {
  package var diagnostic: Diagnostic {
    let code =
      switch reason {
      case .unknownAction, .missingSelector, .missingNumber: "render.unknown-action"
      case .badSelector, .notFound, .notShown, .unsuitable, .noItem: "render.impossible-action"
      }
    return Diagnostic(.error, code, message)
  }
}
