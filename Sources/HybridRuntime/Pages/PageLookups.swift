import HybridCSS
import HybridDOM
import HybridScript
import HybridSource

/// Caches for looking up elements: parsed selectors, elements by `id`, and what answers questions by
/// selectors.
struct PageLookups {
  /// The maximum number of cached selectors.
  private static let selectorLimit = 1000

  /// The index for queries by selectors; nil before the first query.
  private var queries: SelectorQueries?
  /// Every element that ever had an `id`. Look-ups check whether it still has it and is in the document.
  private var byID: [String: [NodeID]] = [:]
  private var selectors: [String: [ComplexSelector]] = [:]
  /// Every element that ever had an attribute that pins it to a scroller.
  private(set) var pinned: Set<NodeID> = []
  /// Every `style` and `link` element.
  private(set) var sheets: Set<NodeID> = []

  /// Every `id` that was recorded.
  var ids: some Collection<String> { byID.keys }

  /// Records an element with its attributes.
  mutating func note(_ node: NodeID, _ element: Element) {
    if element.pinnedTo != nil { pinned.insert(node) }
    if let name = element.elementName, name.isStyle || name == .link { sheets.insert(node) }
    if let id = element.id { byID[id, default: []].append(node) }
  }

  /// The elements that may have an `id`. `isCurrent` checks one; the others are removed.
  mutating func elements(withID id: String, where isCurrent: (NodeID) -> Bool) -> [NodeID] {
    guard let known = byID[id] else { return [] }
    var kept: [NodeID] = []
    for node in known where isCurrent(node) && !kept.contains(node) { kept.append(node) }
    byID[id] = kept
    return kept
  }

  /// Parses a selector, once.
  mutating func selectorList(_ selector: String) throws -> [ComplexSelector] {
    if let known = selectors[selector] { return known }
    do throws(SelectorError) {
      let list = try parseSelectorList(Source(path: "", text: selector))
      if selectors.count > Self.selectorLimit { selectors = [:] }
      selectors[selector] = list
      return list
    } catch {
      throw ScriptThrow("SyntaxError", "'\(selector)' is not a valid selector")
    }
  }

  /// Notes changes of the document for questions by selectors.
  mutating func note(_ change: (inout StyleChanges) -> Void) { queries?.note(change) }

  /// Removes what was read of the document, because more than its nodes changed.
  mutating func forgetDocument() { queries = nil }

  /// Asks a question by a selector about the document as it is.
  mutating func ask<Answer>(
    _ selector: String, of document: Document, _ states: [NodeID: ElementState],
    _ question: (inout SelectorQueries, SelectorQueries.Selector) -> Answer
  ) throws -> Answer {
    let selector = SelectorQueries.Selector(text: selector, list: try selectorList(selector))
    if queries == nil {
      queries = SelectorQueries(document, states: states)
    } else {
      queries?.read(document, states)
    }
    // Made above, where it was nil.
    return question(&queries!, selector)
  }
}
