package import HybridDOM
package import HybridJSON

/// A page with its data in it.
package struct BoundDocument: Hashable, Sendable {
  /// The page without `t:for`, `t:if` and `{{ }}`. Each node keeps the range of the template's node it came from.
  package var document: Document
  /// For each node of ``document``, the template's node it came from.
  package var origins: [NodeID]
  /// For each node of ``document``, which turns of which loops it stands in: an index in ``keys``.
  package var turns: [Int32]
  /// The turns: empty outside of loops, `2` in the third turn of one, `2/0` in the first turn of a loop in that. A
  /// turn is named by its `t:key` where there is one. With the origin it says which node of one revision was which
  /// node of another.
  package var keys: [String]
  /// What could not be done with this data.
  package var faults: [BindingFault]

  /// The key of a node, as ``keys`` has it.
  package func key(of node: NodeID) -> String { keys[Int(turns[node.index])] }

  /// The text of the first `title` with its data in it, white space collapsed; nil without one.
  package var title: String? {
    guard
      let title = document.nodes(in: document.root).first(where: { document[$0].element?.name == "title" })
    else {
      return nil
    }
    let text = document.children(of: title).compactMap { document[$0].text }.joined()
    return text.split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == "\u{C}" }.joined(separator: " ")
  }
}

/// Something that data did to a template.
package struct BindingFault: Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// A `t:for` over a value that is no list; `kind` says what it is.
    case notAList(path: String, kind: String)
    /// The result has more nodes than a page may have; it ends here.
    case tooManyNodes(limit: Int)
    /// The result has more text than a page may have; it ends here.
    case tooMuchText(limit: Int)
  }

  /// What happened.
  package var reason: Reason
  /// The template's node.
  package var node: NodeID

  /// One sentence for the template author.
  package var message: String {
    switch reason {
    case .notAList(let path, let kind): "'\(path)' is \(kind), and a loop needs a list"
    case .tooManyNodes(let limit): "with its data the page has more than \(limit) nodes; the rest is left out"
    case .tooMuchText(let limit):
      "with its data the page has more than \(limit >> 20) MB of text; the rest is left out"
    }
  }
}

/// How large a page may become by its data.
package struct BindingLimits: Hashable, Sendable {
  /// Nodes of the result, and turns of loops.
  package var nodes = 100_000
  /// UTF-8 bytes put together from parts.
  package var text = 64 << 20

  /// The limits of a page.
  package init() {}
}

/// Puts `data` into a template: repeats, leaves out, and fills in.
///
/// The package dialect's static half: `{{ path }}` in text and attribute values, `t:for`, `t:if` (in this order on one
/// element), `$item`. A value that is missing shows as no text. An attribute that HTML calls boolean, such as `checked`,
/// is there when the one value in it is truthy.
///
///     bind(document, data: ["items": [["name": "Tea"], ["name": "Jam"]]])
///     // <li t:for="item in items">{{item.name}}</li>  becomes  <li>Tea</li><li>Jam</li>
///
/// - Complexity: O(*n*) in the nodes of the template and of the result. Nothing recurses.
package func bind(_ document: Document, data: JSONValue, limits: BindingLimits = BindingLimits())
  -> BoundDocument
{
  let plan = BindingPlan(document)
  guard !plan.isEmpty else {
    return BoundDocument(
      document: document, origins: document.nodes.indices.map { NodeID($0) },
      turns: Array(repeating: 0, count: document.nodes.count), keys: [""], faults: [])
  }
  var binder = Binder(template: document, plan: plan, data: data, limits: limits)
  binder.run()
  return binder.result
}

/// The state of one ``bind(_:data:limits:)``.
private struct Binder {
  /// A template's node that is yet to be copied.
  struct Pending {
    var node: NodeID
    var parent: NodeID
    var scope: BindingScopes.ID
    var turn: Int32
    /// Set for one turn of the node's own loop.
    var isTurn = false
    /// Inside an element whose content is not bound.
    var isRaw = false
  }

  let template: Document
  let plan: BindingPlan
  let limits: BindingLimits
  var scopes: BindingScopes
  var result: BoundDocument
  var pending: [Pending] = []
  var turns = 0
  var text = 0

  init(template: Document, plan: BindingPlan, data: JSONValue, limits: BindingLimits) {
    self.template = template
    self.plan = plan
    self.limits = limits
    self.scopes = BindingScopes(data: data)
    self.result = BoundDocument(
      document: Document(files: template.files, isHTML: template.isHTML), origins: [template.root],
      turns: [0],
      keys: [""], faults: [])
  }

  mutating func run() {
    pushChildren(
      of: Pending(node: template.root, parent: template.root, scope: .page, turn: 0), to: result.document.root
    )
    while let next = pending.popLast() {
      guard result.document.nodes.count < limits.nodes, turns <= limits.nodes else {
        return result.faults.append(BindingFault(reason: .tooManyNodes(limit: limits.nodes), node: next.node))
      }
      guard text <= limits.text else {
        return result.faults.append(BindingFault(reason: .tooMuchText(limit: limits.text), node: next.node))
      }
      copy(next)
    }
  }

  private mutating func copy(_ next: Pending) {
    let node = template[next.node]
    let entry = next.isRaw ? nil : plan[next.node]
    guard let element = node.element else {
      var content = node.content
      if let text = entry?.text { content = .text(expanded(text, in: next.scope)) }
      _ = make(content, next)
      return
    }
    guard let entry else {
      var inner = next
      inner.isRaw = next.isRaw || BindingPlan.isRaw(element)
      return pushChildren(of: inner, to: make(node.content, next))
    }
    if let loop = entry.loop, !next.isTurn { return pushTurns(of: loop, key: entry.key, next) }
    if let condition = entry.condition, !condition.holds(in: scopes, at: next.scope) { return }
    var inner = next
    if let component = entry.component { inner.scope = scopes.component(component, in: next.scope) }
    let made = make(.element(filled(element, entry, in: inner.scope)), next)
    pushChildren(of: inner, to: made)
  }

  /// One pending copy for each item; the last goes first, since they are taken from the end.
  private mutating func pushTurns(of loop: ForClause, key: BindingPath?, _ next: Pending) {
    let items: [JSONValue]
    switch scopes.value(at: loop.path, in: next.scope) {
    case .array(let list)?: items = list
    case nil, .null?: items = []
    case let other?:
      let reason = BindingFault.Reason.notAList(path: loop.path.description, kind: other.kind)
      return result.faults.append(BindingFault(reason: reason, node: next.node))
    }
    turns += items.count
    guard turns <= limits.nodes else { return pending.append(next) }  // the limit is reported there
    let outer = result.keys[Int(next.turn)]
    for (index, item) in items.enumerated().reversed() {
      let scope = scopes.turn(of: loop, item: item, index: index, in: next.scope)
      let name = key.flatMap { scopes.value(at: $0, in: scope)?.bindingText } ?? String(index)
      result.keys.append(outer.isEmpty ? name : outer + "/" + name)
      text += outer.utf8.count + name.utf8.count
      guard text <= limits.text else { return pending.append(next) }  // and so is this
      pending.append(
        Pending(
          node: next.node, parent: next.parent, scope: scope, turn: Int32(result.keys.count - 1), isTurn: true
        ))
    }
  }

  private mutating func pushChildren(of next: Pending, to parent: NodeID) {
    var child = template[next.node].lastChild
    while let current = child {
      pending.append(
        Pending(node: current, parent: parent, scope: next.scope, turn: next.turn, isRaw: next.isRaw))
      child = template[current].previousSibling
    }
  }

  private mutating func make(_ content: Node.Content, _ next: Pending) -> NodeID {
    let node = result.document.makeNode(content, range: template[next.node].range)
    result.document.append(node, to: next.parent)
    result.origins.append(next.node)
    result.turns.append(next.turn)
    return node
  }

  private mutating func expanded(_ text: BindingText, in scope: BindingScopes.ID) -> String {
    if let path = text.onlyPath { return scopes.value(at: path, in: scope)?.bindingText ?? "" }
    var result = ""
    for part in text.parts {
      switch part {
      case .literal(let literal): result += literal
      case .path(let path): result += scopes.value(at: path, in: scope)?.bindingText ?? ""
      }
    }
    self.text += result.utf8.count
    return result
  }

  /// The element with its values filled in and without the attributes that steer the binding.
  private mutating func filled(_ element: Element, _ entry: BindingPlan.Entry, in scope: BindingScopes.ID)
    -> Element
  {
    var element = element
    var dropped: [Int] = []
    for value in entry.attributes {
      let name = element.attributes[value.index].name
      if let path = value.text.onlyPath, Self.booleanAttributes.contains(name) {
        if scopes.value(at: path, in: scope)?.isTruthy != true { dropped.append(value.index) }
        element.attributes[value.index].value = ""
      } else {
        element.attributes[value.index].value = expanded(value.text, in: scope)
      }
    }
    for index in dropped.reversed() { element.attributes.remove(at: index) }
    element.attributes.removeAll { [ForClause.attribute, Condition.attribute, "t:key"].contains($0.name) }
    return element
  }

  /// The boolean attributes of HTML (§2.3.2) that elements of a page have.
  private static let booleanAttributes: Set = [
    "autofocus", "checked", "disabled", "hidden", "loop", "multiple", "muted", "open", "readonly", "required",
    "reversed", "selected",
  ]
}
