import HybridCSS
import HybridDOM
import HybridScript

extension Stylist {
  /// The states of forms in a document without user input yet; none if no sheet looks at them.
  func formStates(of document: Document) -> [NodeID: ElementState] {
    guard depends(on: .forms) else { return [:] }
    return FormReader(document, patterns: PatternMatcher()).states()
  }
}
