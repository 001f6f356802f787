import HybridCSS
import HybridDOM
import HybridEncoding

/// A walk through the elements of a document that take part in counting, in tree order: those with boxes or
/// with `display: contents`. CSS Lists 3 §4.5, *Counters in elements that do not generate boxes*.
struct CounterWalk {
  let document: Document
  let styles: StyledDocument

  /// Visits every element in `root`, which is counted as a root itself.
  ///
  /// - Parameter visit: Called for each element with its counters, after its own changes to them.
  /// - Complexity: O(*n*) in elements. Not recursive, so that deep documents cannot exhaust the stack.
  func run(in root: NodeID, visit: (NodeID, borrowing CounterScopes) -> Void) {
    var counters = CounterScopes()
    var node: NodeID? = root
    while let current = node {
      if enters(current) {
        enter(current, &counters)
        visit(current, counters)
        if let child = document.firstShown(in: current) {
          node = child
          continue
        }
        counters.leave()
      }
      node = following(current, in: root, &counters)
    }
  }

  /// Whether an element and what is in it take part.
  private func enters(_ node: NodeID) -> Bool {
    document[node].isElement && styles[node].box.display != .none
  }

  private func enter(_ node: NodeID, _ counters: inout CounterScopes) {
    counters.enter(styles[node], list: document[node].element?.listRole ?? .none) {
      reversedStart(of: $0, in: node)
    }
  }

  /// The next node outside of `node`; closes the elements that end before it.
  private func following(_ node: NodeID, in root: NodeID, _ counters: inout CounterScopes) -> NodeID? {
    var current = node
    while current != root {
      if let next = document.shown(after: current) { return next }
      guard let parent = document[current].parent else { return nil }
      counters.leave()
      current = parent
    }
    return nil
  }

  /// The initial value of a reversed counter that `creator` creates, from the changes to it in its scope:
  /// CSS Lists 3 §4.4.2, *Instantiating Reversed Counters*.
  private func reversedStart(of name: String, in creator: NodeID) -> Int {
    if name == CounterChange.listItem, case .list(nil, true)? = document[creator].element?.listRole,
      !styles[creator][\.counterReset].contains(where: { $0.name == name })
    {
      return itemCount(of: creator) + 1
    }
    var value = 0
    var last = 0
    visitScope(of: name, from: creator) { node in
      let style = styles[node]
      let changes = style[\.counterIncrement].filter { $0.name == name }
      let isItem = name == CounterChange.listItem && style.box.display == .listItem
      let increment = changes.isEmpty && isItem ? -1 : changes.reduce(0) { $0 + ($1.value ?? 1) }
      if increment != 0 { last = -increment }
      if let set = set(name, by: node, style) {
        value += set
        return false
      }
      value -= increment
      return true
    }
    return value + last
  }

  /// The number of items of a list. HTML Standard §4.4.5: a reversed list begins with it.
  private func itemCount(of list: NodeID) -> Int {
    var count = 0
    visitScope(of: CounterChange.listItem, from: list) { node in
      if styles[node].box.display == .listItem { count += 1 }
      return true
    }
    return count
  }

  /// Visits the elements in `creator` that change its counter, as long as `visit` returns true.
  private func visitScope(of name: String, from creator: NodeID, _ visit: (NodeID) -> Bool) {
    var node = document.firstShown(in: creator)
    while let current = node {
      node = nil
      if enters(current), !creates(name, current) {
        guard visit(current) else { return }
        node = document.firstShown(in: current)
      }
      var place = current
      while node == nil, place != creator {
        node = document.shown(after: place)
        guard node == nil, let parent = document[place].parent else { break }
        place = parent
      }
    }
  }

  /// Whether an element has a counter of its own, so that nothing in it changes the one around it.
  private func creates(_ name: String, _ node: NodeID) -> Bool {
    if styles[node][\.counterReset].contains(where: { $0.name == name }) { return true }
    return name == CounterChange.listItem && document[node].element?.isList == true
  }

  private func set(_ name: String, by node: NodeID, _ style: ComputedStyle) -> Int? {
    if let set = style[\.counterSet].last(where: { $0.name == name }) { return set.value }
    guard name == CounterChange.listItem, style.box.display == .listItem,
      case .item(let value)? = document[node].element?.listRole
    else { return nil }
    return value
  }
}

extension Element {
  /// Whether it has a counter of its own for list items.
  var isList: Bool { if case .list = listRole { true } else { false } }

  /// Its role for the counter of list items.
  var listRole: ListRole {
    switch elementName {
    case .ol:
      let isReversed = self["reversed"] != nil
      let start = self["start"].flatMap { Self.integer($0) }
      return .list(start: start.map { $0 + (isReversed ? 1 : -1) }, isReversed: isReversed)
    case .ul, .menu, .dir: return .list(start: nil, isReversed: false)
    case .li: return self["value"].flatMap { Self.integer($0) }.map { .item(value: $0) } ?? .none
    default: return .none
    }
  }

  /// HTML Standard §2.3.4.1, *Signed integers*.
  private static func integer(_ text: String) -> Int? {
    var rest = text.utf8.drop(while: \.isASCIIWhitespace)
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty, let value = Int32(String(decoding: digits, as: UTF8.self)) else { return nil }
    return isNegative ? -Int(value) : Int(value)
  }
}
