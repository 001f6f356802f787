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
  package var diagnostic: Diagnostic { Diagnostic(.error, "render.impossible-action", message) }
}
