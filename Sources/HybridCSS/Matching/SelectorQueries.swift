package import HybridDOM

/// Answers the questions that scripts ask by selectors about one living document, as `matches()` and
/// `querySelectorAll()` do (DOM Standard §4.2.6), and reads only what changed since the last question.
///
///     var queries = SelectorQueries(document)
///     queries.note { $0.attributes.insert(node) }
///     queries.read(document, states)
///     queries.matches(node, SelectorQueries.Selector(text: ".a", list: list))
///
/// Shadow trees are not read, because no such selector reaches into one.
package struct SelectorQueries: Sendable {
  /// A selector list with its text, by which it is prepared once.
  package struct Selector: Sendable {
    let text: String
    let list: [ComplexSelector]

    package init(text: String, list: [ComplexSelector]) {
      self.text = text
      self.list = list
    }
  }

  /// A selector list that was compiled, with the answers found since the last change.
  private struct Prepared: Sendable {
    var matcher: SelectorMatcher
    let list: Int32
    let asksForScope: Bool
    /// The number of readings when its answers were found.
    var readings: Int
  }

  /// How many selectors are prepared at most.
  private static let limit = 256

  private var tree: StyleTree
  private var prepared: [String: Prepared] = [:]
  private var changes = StyleChanges()
  private var readings = 0

  /// Reads the elements of `document`.
  /// - Complexity: O(*n*) in its nodes and attributes.
  package init(_ document: Document, states: [NodeID: ElementState] = [:]) {
    tree = StyleTree(document, states: states, readsShadowTrees: false)
  }

  /// Notes changes, which the next ``read(_:_:)`` reads.
  package mutating func note(_ change: (inout StyleChanges) -> Void) { change(&changes) }

  /// Reads what was noted.
  /// - Complexity: O(*m*) in the elements whose attributes or states changed, the children of those whose
  ///   lists of children did, and the elements that are new.
  package mutating func read(_ document: Document, _ states: [NodeID: ElementState]) {
    guard !changes.isEmpty else { return }
    if changes.children.contains(document.root) {
      tree = StyleTree(document, states: states, readsShadowTrees: false)
      prepared = [:]
    } else {
      tree.read(changes, in: document, states: states)
    }
    changes = StyleChanges()
    readings += 1
  }

  /// Whether an element matches a selector list, where `:scope` is the element (Selectors 4 §3.4); false for
  /// a node that is not an element of the document.
  package mutating func matches(_ node: NodeID, _ selector: Selector) -> Bool {
    guard tree.holds(node) else { return false }
    return ask(selector, scope: node) { matches, _ in matches(Int32(node.index)) }
  }

  /// The elements below `top`, or in the whole document, that match a selector list and pass a test, in tree
  /// order; at most `limit`. `:scope` is `top`.
  package mutating func elements(
    matching selector: Selector, below top: NodeID?, limit: Int = .max, where isIncluded: (NodeID) -> Bool
  ) -> [NodeID] {
    if let top, !tree.holds(top) { return [] }
    return ask(selector, scope: top) { matches, tree in
      var found: [NodeID] = []
      /// Whether more are wanted.
      func ask(_ element: Int32) -> Bool {
        let node = NodeID(Int(element))
        if matches(element), isIncluded(node) { found.append(node) }
        return found.count < limit
      }
      if let top {
        let top = Int32(top.index)
        var element = tree.following(top, below: top)
        while element >= 0, ask(element) { element = tree.following(element, below: top) }
        return found
      }
      var top = tree.firstElement
      while top >= 0 {
        var element = top
        while element >= 0 {
          guard ask(element) else { return found }
          element = tree.following(element, below: top)
        }
        top = tree.records[Int(top)].next
      }
      return found
    }
  }

  /// Runs `body` with a function that returns whether an element matches.
  private mutating func ask<Answer>(
    _ selector: Selector, scope: NodeID?, _ body: ((Int32) -> Bool, StyleTree) -> Answer
  ) -> Answer {
    var question = prepare(selector)
    // The matcher is taken out, so that its answers are not copied when they grow.
    prepared[selector.text] = nil
    defer { prepared[selector.text] = question }
    let root = tree.firstElement
    let isScoped = question.asksForScope && scope != nil
    if isScoped, let scope { tree.moveScope(from: root, to: Int32(scope.index)) }
    defer { if isScoped, let scope { tree.moveScope(from: Int32(scope.index), to: root) } }
    return body({ question.matcher.matches(list: question.list, Int($0), tree) }, tree)
  }

  private mutating func prepare(_ selector: Selector) -> Prepared {
    if var known = prepared[selector.text] {
      guard known.readings != readings || known.asksForScope else { return known }
      known.matcher.forget()
      known.matcher.learnNames(of: tree)
      known.readings = readings
      return known
    }
    if prepared.count >= Self.limit { prepared = [:] }
    var selectors = CompiledSelectors()
    let number = selectors.add(selector.list, nesting: -1)
    return Prepared(
      matcher: SelectorMatcher(selectors, tree: tree, isOneOfMany: true), list: number,
      asksForScope: selectors.asksForScope, readings: readings)
  }
}
