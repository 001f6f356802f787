package import HybridCSS
import HybridDOM
package import HybridSource

/// Why a selector on the command line selects no element.
package struct SelectionError: Error, Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// It is not a selector.
    case invalid(SelectorError)
    /// It matches nothing. `part` is its first name that the page lacks, `nearest` the most similar name in
    /// the page.
    case noMatch(part: Range<Int>?, nearest: String?)
    /// It selects a pseudo-element, such as `::before`, not an element.
    case pseudoElement(Range<Int>?)
    /// It matches an element of the template that this data leaves out.
    case leftOut(template: SourceLocation?)
  }

  /// The reason.
  package var reason: Reason
  /// The selector, with the name used in reports.
  package var selector: Source

  /// The error in words.
  package var diagnostic: Diagnostic {
    switch reason {
    case .invalid(let error):
      var diagnostic = error.diagnostic(in: selector)
      diagnostic.severity = .error
      return diagnostic
    case .noMatch(let part, let nearest):
      let whole = 0..<selector.bytes.count
      let name = part.map { selector.text(in: $0) }
      return .error(
        "usage.no-such-element",
        name.map { "no element of the page is '\($0)'" }
          ?? "no element of the page matches '\(selector.text)'",
        at: part ?? whole, in: selector, hint: nearest.map { "did you mean '\($0)'?" })
    case .pseudoElement(let part):
      return .error(
        "usage.no-such-element", "'\(part.map { selector.text(in: $0) } ?? selector.text)' is not an element",
        at: part ?? 0..<selector.bytes.count, in: selector,
        hint: "ask about the element that it belongs to")
    case .leftOut(let place):
      return .error(
        "usage.no-such-element", "with its data the page has no element that matches '\(selector.text)'",
        at: 0..<selector.bytes.count, in: selector,
        hint: place.map { "the template has one at \($0); a 't:if' or a 't:for' leaves it out" })
    }
  }
}

/// The elements of a page that a selector matches.
struct ElementSelection {
  /// The elements in tree order; at least one.
  var elements: [NodeID]

  /// Finds the elements of `document`, which was made from `template`.
  init(
    _ selector: Source, in document: Document, template: Document, place: (NodeID) -> SourceLocation?
  ) throws(SelectionError) {
    let list: [ComplexSelector]
    do throws(SelectorError) {
      list = try parseSelectorList(selector)
    } catch {
      throw SelectionError(reason: .invalid(error), selector: selector)
    }
    let tree = StyleTree(document)
    elements = tree.elements(matching: list)
    guard elements.isEmpty else { return }
    for simple in list.compactMap(\.compounds.last).flatMap(\.simples) {
      guard case .pseudoElement(let name) = simple else { continue }
      let part = selector.range(ofName: "::" + name) ?? selector.range(ofName: ":" + name)
      throw SelectionError(reason: .pseudoElement(part), selector: selector)
    }
    let templateTree = StyleTree(template)
    if let first = templateTree.elements(matching: list).first {
      let place = place(first)
      throw SelectionError(reason: .leftOut(template: place), selector: selector)
    }
    let missing = SelectorNames(document).firstMissing(in: list)
    let written = missing.flatMap { selector.range(ofName: $0.name) }
    throw SelectionError(reason: .noMatch(part: written, nearest: missing?.nearest), selector: selector)
  }
}

/// The names in a document that selectors refer to, with the prefix `#` or `.` of selectors.
private struct SelectorNames {
  private var ids: Set<String> = []
  private var classes: Set<String> = []
  private var types: Set<String> = []

  init(_ document: Document) {
    for node in document.nodes(in: document.root) {
      guard let element = document[node].element else { continue }
      types.insert(element.name)
      if let id = element.id { ids.insert("#" + id) }
      for name in element.classes { classes.insert("." + name) }
    }
  }

  /// The first name of a list that the document lacks, with the most similar one of any kind in the document.
  func firstMissing(in list: [ComplexSelector]) -> (name: String, nearest: String?)? {
    for simple in list.flatMap(\.compounds).flatMap(\.simples) {
      switch simple {
      case .id(let name): if let found = missing("#" + name, ids) { return found }
      case .class(let name): if let found = missing("." + name, classes) { return found }
      case .type(let name): if let found = missing(name, types) { return found }
      default: break
      }
    }
    return nil
  }

  private func missing(_ name: String, _ known: Set<String>) -> (name: String, nearest: String?)? {
    if known.contains(where: { $0 == name || known == types && $0.lowercased() == name.lowercased() }) {
      return nil
    }
    // The same name with the wrong prefix is the most similar.
    let bare = name.drop { $0 == "#" || $0 == "." }
    for other in ["#\(bare)", ".\(bare)", String(bare)] where all.contains(other) { return (name, other) }
    return (name, nearest(to: name, in: known.sorted()) ?? nearest(to: name, in: all.sorted()))
  }

  private var all: Set<String> { ids.union(classes).union(types) }
}

extension Source {
  /// The range of a name in a selector, written without escapes.
  fileprivate func range(ofName name: String) -> Range<Int>? {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return nil }
    let starts = 0...(bytes.count - wanted.count)
    return starts.first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }.map { $0..<$0 + wanted.count }
  }
}
