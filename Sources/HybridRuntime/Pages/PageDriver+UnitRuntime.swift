package import HybridJSON
package import HybridSource
package import HybridViewTree

extension PageDriver: UnitRuntime {
  package typealias Action = PageAction

  package var viewTree: ViewTree { page.tree }
  package var picture: ViewTree { page.picture }
  package var diagnostics: [Diagnostic] { page.diagnostics }
  package var logLines: [JSONValue] { log.map(\.json) }
  package var calls: [JSONValue] { logLines.filter { $0["kind"] == "call" } }
  package var consoleLines: [JSONValue] { logLines.filter { $0["kind"] == "console" } }

  package func faults(sources: (String) -> Source?) -> [Diagnostic] {
    log.compactMap { entry in
      guard case .error(let fault) = entry else { return nil }
      return fault.diagnostic(in: sources(fault.path))
    }
  }

  package func settle() { settle(keepsTime: false) }

  package func close() { page.close() }
}

extension PageAction: UserAction {}
extension PageActionError: UserActionFailure {}
