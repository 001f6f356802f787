package import HybridJSON
package import HybridSource
package import HybridViewTree

extension PageDriver: UnitRuntime {
  package typealias Action = PageAction
  package typealias Failure = PageActionError

  package var picture: ViewTree { page.picture }
  package var diagnostics: [Diagnostic] { page.diagnostics }
  package var logLines: [JSONValue] { log.map(\.json) }

  package func settle() { settle(keepsTime: false) }
}

extension PageActionError: UnitActionFailure {}
