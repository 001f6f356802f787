package import HybridDOM
package import HybridJSON

/// Binds `data` to a template: repeats, removes and fills in nodes.
///
/// The package dialect's static half: `{{ path }}` in text and attribute values, `t:for`, `t:if` (in this
/// order on one element), `$item`, `@bind`. A missing value shows as empty text. A boolean attribute of HTML,
/// such as `checked`, is present when its single value is truthy.
///
///     bind(document, data: ["items": [["name": "Tea"], ["name": "Jam"]]])
///     // <li t:for="item in items">{{item.name}}</li>  becomes  <li>Tea</li><li>Jam</li>
///
/// - Parameter components: The nodes of the template that belong to components and see their props.
/// - Complexity: O(*n*) in the nodes of the template and of the result. Nothing recurses.
package func bind(
  _ document: Document, components: PageComponents = PageComponents(), data: JSONValue,
  limits: BindingLimits = BindingLimits()
) -> BoundDocument {
  let plan = BindingPlan(document)
  guard !plan.isEmpty || !components.uses.isEmpty else {
    return BoundDocument(
      document: document, origins: document.nodes.indices.map { NodeID($0) },
      turns: Array(repeating: 0, count: document.nodes.count), keys: [""], faults: [])
  }
  var binder = Binder(template: document, plan: plan, components: components, data: data, limits: limits)
  binder.run()
  return binder.result
}

extension PageUnit {
  /// The page with `data` bound; with its sample data when that is nil.
  package func bound(to data: JSONValue? = nil, limits: BindingLimits = BindingLimits()) -> BoundDocument {
    bind(document, components: components, data: data ?? self.data, limits: limits)
  }
}

/// The state of one ``bind(_:components:data:limits:)``.
struct Binder {
  /// A template's node that has not been copied yet.
  struct Pending {
    var node: NodeID
    var parent: NodeID
    var scope: BindingScopes.ID
    /// The component whose file contains the node, in ``Binder/instances``; -1 for the page's own nodes.
    var instance: Int32 = -1
    var turn: Int32
    /// Whether this is one iteration of the node's own loop.
    var isTurn = false
  }

  /// One component instance in the result.
  struct Instance {
    /// The index in the list of uses.
    var use: Int32
    /// Its element in the result.
    var host: NodeID
    /// The scope of its element, and of the content between its tags in the page.
    var scope: BindingScopes.ID
    /// The component whose file contains its element.
    var outer: Int32
  }

  let template: Document
  let plan: BindingPlan
  let components: PageComponents
  let limits: BindingLimits
  var scopes: BindingScopes
  var result: BoundDocument
  var pending: [Pending] = []
  var instances: [Instance] = []
  private let hosts: [NodeID: Int32]
  private var turns = 0
  private var text = 0

  init(
    template: Document, plan: BindingPlan, components: PageComponents, data: JSONValue, limits: BindingLimits
  ) {
    self.template = template
    self.plan = plan
    self.components = components
    self.limits = limits
    self.scopes = BindingScopes(data: data)
    self.result = BoundDocument(
      document: Document(files: template.files, isHTML: template.isHTML), origins: [template.root],
      turns: [0], keys: [""], faults: [])
    hosts = Dictionary(components.uses.enumerated().map { ($1.host, Int32($0)) }) { first, _ in first }
  }

  /// Copies the whole template.
  mutating func run() {
    pushChildren(
      of: Pending(node: template.root, parent: template.root, scope: .page, turn: 0), to: result.document.root
    )
    copyPending()
  }

  /// Copies one node of the template, with its descendants.
  mutating func run(_ node: NodeID, in scope: BindingScopes.ID) {
    pending = [Pending(node: node, parent: result.document.root, scope: scope, turn: 0)]
    copyPending()
  }

  private mutating func copyPending() {
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
    let entry = plan[next.node]
    guard let element = node.element else {
      var content = node.content
      if let text = entry?.text { content = .text(expanded(text, in: next.scope)) }
      _ = make(content, next)
      return
    }
    if let loop = entry?.loop, !next.isTurn { return pushTurns(of: loop, key: entry?.key, next) }
    if let condition = entry?.condition, !condition.holds(in: scopes, at: next.scope) { return }
    var inner = next
    if let component = entry?.component { inner.scope = scopes.component(component, in: next.scope) }
    let filled = entry.map { self.filled(element, $0, in: inner.scope) } ?? element
    let made = make(.element(filled), next)
    if let entry { note(entry, made, in: inner) }
    if inner.instance >= 0, BindingPlan.isRaw(element) {
      result.props[made] = result.props[instances[Int(inner.instance)].host]
    }
    if let use = hosts[next.node] {
      let props = props(of: element, entry, components.uses[Int(use)].defaults, in: inner.scope)
      result.props[made] = props
      instances.append(Instance(use: use, host: made, scope: inner.scope, outer: inner.instance))
      inner.instance = Int32(instances.count - 1)
      inner.scope = scopes.props(props, in: inner.scope)
    }
    pushChildren(of: inner, to: made)
  }

  /// Records what a running page needs later.
  private mutating func note(_ entry: BindingPlan.Entry, _ made: NodeID, in next: Pending) {
    if entry.hasEvents {
      let (data, component) = scopes.bound(in: next.scope)
      result.events[made] = EventScope(
        data: data ?? .null, component: component,
        host: next.instance < 0 ? nil : instances[Int(next.instance)].host)
    }
    if let rows = entry.rows {
      result.rows[made] = BoundRows(
        items: scopes.value(at: rows.path, in: next.scope) ?? .null, item: rows.item, index: rows.index)
    }
  }

  /// Adds one pending copy for each item; the last item is pushed first, because copies are taken from the
  /// end.
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
      var turn = next
      turn.isTurn = true
      turn.scope = scopes.turn(of: loop, item: item, index: index, in: next.scope)
      let name = key.flatMap { scopes.value(at: $0, in: turn.scope)?.bindingText } ?? String(index)
      result.keys.append(outer.isEmpty ? name : outer + "/" + name)
      text += outer.utf8.count + name.utf8.count
      guard text <= limits.text else { return pending.append(next) }  // and so is this
      turn.turn = Int32(result.keys.count - 1)
      pending.append(turn)
    }
  }

  private mutating func pushChildren(of next: Pending, to parent: NodeID) {
    var child = template[next.node].lastChild
    while let current = child {
      var copy = Pending(
        node: current, parent: parent, scope: next.scope, instance: next.instance, turn: next.turn)
      leaveComponents(&copy)
      pending.append(copy)
      child = template[current].previousSibling
    }
  }

  /// Leaves the scope of components: content in a slot has the scope of the element around the component.
  private func leaveComponents(_ next: inout Pending) {
    guard !components.owners.isEmpty else { return }
    let owner = components.owner(of: next.node)
    while next.instance >= 0, instances[Int(next.instance)].use != owner {
      next.scope = instances[Int(next.instance)].scope
      next.instance = instances[Int(next.instance)].outer
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

  /// The props that a component's element passes: its attributes by their camel-case names. An attribute that
  /// is a single `{{ }}` keeps the type of its value in the data; a missing value leaves the default.
  private mutating func props(
    of element: Element, _ entry: BindingPlan.Entry?, _ defaults: JSONObject, in scope: BindingScopes.ID
  ) -> JSONObject {
    var props = defaults
    var bound = (entry?.attributes ?? [])[...]
    for (index, attribute) in element.attributes.enumerated() {
      let text = bound.first?.index == index ? bound.popFirst()?.text : nil
      guard !ComponentProps.isReserved(attribute.name) else { continue }
      let name = attribute.writtenName.camelCased
      if let path = text?.onlyPath {
        if let value = scopes.value(at: path, in: scope) { props[name] = value }
      } else {
        let value = text.map { expanded($0, in: scope) } ?? attribute.value
        props[name] = ComponentProps.value(value, like: defaults[name])
      }
    }
    return props
  }

  /// The element with its values bound and without the binding directives.
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
    element.attributes.removeAll { Self.steering.contains($0.name) }
    return element
  }

  private static let steering: Set = [ForClause.attribute, Condition.attribute, "t:key", "t:data"]

  /// The boolean attributes of HTML (§2.3.2) on elements that pages may have.
  private static let booleanAttributes: Set = [
    "autofocus", "checked", "disabled", "hidden", "loop", "multiple", "muted", "open", "readonly", "required",
    "reversed", "selected",
  ]
}
