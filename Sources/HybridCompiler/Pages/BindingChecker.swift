import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// Checks every `{{ }}`, `t:for` and `t:if` of a page against its sample data.
///
/// Items of real data differ, so a path is missing only when no item of a loop has it; content of a `t:if`
/// that holds for no item is not checked, and neither is a loop over an empty list. In a component, its data
/// is what its element passes; the data of one that a script registers (`@bind`) is known only if the sample
/// data contains it.
struct BindingChecker {
  /// The data of a page.
  enum Data {
    /// Its sample data, and the file it is in.
    case present(JSONNode, in: Source)
    /// There is no file; its path would be `expected`.
    case missing(expected: String)

    /// The value, if there is one.
    var value: JSONValue? { if case .present(let node, _) = self { node.value } else { nil } }
  }

  /// The number of items of a loop that are examined: enough to know the structure of a list.
  private static let sampleLimit = 64

  /// The names of one loop, `@bind` or component with their possible values. Frames form a tree, like scopes.
  struct Frame {
    var parent: Int
    var kind: Kind
    var items: [JSONValue] = []

    enum Kind {
      case loop(ForClause)
      case component(String)
      /// The props by name; those of unknown value have an empty list.
      case props(of: String, [String: [JSONValue]])
    }
  }

  /// One component, as in ``Binder``.
  private struct Instance {
    var use: Int32
    var scope: Int
    var outer: Int
  }

  /// The result of following a path: unknown, some values, or a missing name.
  private enum Outcome {
    case unknown
    case values([JSONValue])
    case missing(step: Int, near: [String], reason: String)
  }

  let document: Document
  let components: PageComponents
  private let hosts: [NodeID: Int32]
  /// Nil when the data is unknown.
  let data: JSONValue?
  /// Where the data was read from.
  let origin: (node: JSONNode, source: Source)?
  let sources: [Source]
  var frames: [Frame] = []
  var reports: Reports

  /// Adds the faults to `reports`.
  static func check(
    _ document: Document, _ components: PageComponents, data: Data, _ sources: [Source],
    _ reports: inout Reports
  ) {
    let plan = BindingPlan(document)
    var checker = BindingChecker(document, components, data: data, sources, reports)
    for fault in plan.faults { checker.report(fault) }
    checker.walk(plan)
    if case .missing(let expected) = data, let node = checker.firstUse(of: plan),
      let place = checker.firstPlace(node, plan)
    {
      checker.add(
        .warning, "data.missing-file", "the page binds data, but '\(expected)' does not exist", place,
        hint: "put sample data into '\(expected)'; t:verbatim on an element leaves its braces to scripts")
    }
    reports = checker.reports
  }

  private init(
    _ document: Document, _ components: PageComponents, data: Data, _ sources: [Source], _ reports: Reports
  ) {
    self.document = document
    self.components = components
    hosts = Dictionary(components.uses.enumerated().map { ($1.host, Int32($0)) }) { first, _ in first }
    self.data = data.value
    if case .present(let node, let source) = data { origin = (node, source) } else { origin = nil }
    self.sources = sources
    self.reports = reports
  }

  // MARK: Walking

  private struct Pending {
    var node: NodeID
    var scope: Int
    var instance: Int
    /// Whether it is inside a condition: then data may lack what it reads.
    var isGuarded = false
  }

  private mutating func walk(_ plan: BindingPlan) {
    guard !plan.isEmpty else { return }
    var instances: [Instance] = []
    var pending: [Pending] = []
    func push(_ next: Pending, _ pending: inout [Pending]) {
      var child = document[next.node].lastChild
      while let node = child {
        var copy = next
        copy.node = node
        let owner = components.owner(of: node)
        while copy.instance >= 0, instances[copy.instance].use != owner {
          copy.scope = instances[copy.instance].scope
          copy.instance = instances[copy.instance].outer
        }
        pending.append(copy)
        child = document[node].previousSibling
      }
    }
    push(Pending(node: document.root, scope: -1, instance: -1), &pending)
    while var next = pending.popLast() {
      let node = next.node
      let element = document[node].element
      if let element, BindingPlan.isRaw(element) { continue }
      let entry = plan[node]
      let use = hosts[node]
      if let entry, !check(entry, &next, isHost: use != nil) { continue }
      if let use, let element {
        let props = props(of: element, entry, components.uses[Int(use)].defaults, in: next.scope)
        instances.append(Instance(use: use, scope: next.scope, outer: next.instance))
        next.instance = instances.count - 1
        next.scope = add(
          Frame(parent: next.scope, kind: .props(of: components.uses[Int(use)].name, props)))
      }
      push(next, &pending)
    }
  }

  private mutating func add(_ frame: Frame) -> Int {
    frames.append(frame)
    return frames.count - 1
  }

  /// Checks the bindings of one node, and enters its scope; false when nothing is known about its content.
  private mutating func check(_ entry: BindingPlan.Entry, _ next: inout Pending, isHost: Bool) -> Bool {
    let node = next.node
    if let loop = entry.loop {
      next.scope = check(loop, at: node, in: next.scope)
      // Nothing is known about the content of a loop over an empty list.
      if frames[next.scope].items.isEmpty { return false }
    }
    if let component = entry.component {
      let item = data?[component]
      next.scope = add(
        Frame(parent: next.scope, kind: .component(component), items: item.map { [$0] } ?? []))
    }
    if let condition = entry.condition {
      if !check(condition, at: node, in: next.scope) { return false }
      next.isGuarded = true
    }
    if let key = entry.key { checkText(key, at: node, attribute: "t:key", in: next.scope) }
    if let rows = entry.rows { checkList(rows, at: node, attribute: "t:data", in: next.scope) }
    if let text = entry.text {
      check(text, at: node, attribute: nil, in: next.scope)
      if !next.isGuarded { checkItems(text, at: node, attribute: nil, in: next.scope) }
    }
    for value in entry.attributes {
      if isHost, let path = value.text.onlyPath {
        // A component may be passed a list as well as a text.
        if case .missing(let step, let near, let reason) = outcome(of: path, in: next.scope) {
          reportMissing(path, step, near, reason, at: node, attribute: value.index, in: next.scope)
        }
      } else {
        check(value.text, at: node, attribute: value.index, in: next.scope)
        if !next.isGuarded { checkItems(value.text, at: node, attribute: value.index, in: next.scope) }
      }
    }
    return true
  }

  /// The props that the element of a component passes.
  private func props(
    of element: Element, _ entry: BindingPlan.Entry?, _ defaults: JSONObject, in scope: Int
  ) -> [String: [JSONValue]] {
    var props: [String: [JSONValue]] = [:]
    for (name, value) in defaults { props[name] = [value] }
    for (index, attribute) in element.attributes.enumerated() where !ComponentProps.isReserved(attribute.name)
    {
      let name = attribute.writtenName.camelCased
      guard let text = entry?.attributes.first(where: { $0.index == index })?.text else {
        props[name] = [ComponentProps.value(attribute.value, like: defaults[name])]
        continue
      }
      guard let path = text.onlyPath else {
        props[name] = []
        continue
      }
      switch outcome(of: path, in: scope) {
      case .values(let values): props[name] = values
      case .unknown: props[name] = []
      case .missing: if defaults[name] == nil { props[name] = [] }
      }
    }
    return props
  }

  private mutating func check(_ loop: ForClause, at node: NodeID, in scope: Int) -> Int {
    let items = checkList(loop, at: node, attribute: ForClause.attribute, in: scope)
    return add(Frame(parent: scope, kind: .loop(loop), items: items))
  }

  /// The items of the list, up to the limit.
  @discardableResult
  private mutating func checkList(
    _ loop: ForClause, at node: NodeID, attribute: String, in scope: Int
  ) -> [JSONValue] {
    let index = document[node].element?.attributes.firstIndex { $0.name == attribute }
    switch outcome(of: loop.path, in: scope) {
    case .unknown: return []
    case .values(let values):
      let lists = values.filter { !$0.isNull }
      if let other = lists.first(where: { $0.array == nil }) {
        add(
          .error, "data.not-a-list",
          "'\(loop.path)' is \(other.kind)\(placeInData(of: loop.path, in: scope)), and a loop needs a list",
          place(of: span(loop.path), at: node, attribute: index))
      }
      return Array(lists.compactMap(\.array).joined().prefix(Self.sampleLimit))
    case .missing(let step, let near, let reason):
      reportMissing(loop.path, step, near, reason, at: node, attribute: index, in: scope)
      return []
    }
  }

  /// Whether the condition may hold. Conditions may test missing names, so a missing name is reported only if
  /// it looks misspelt.
  private mutating func check(_ condition: Condition, at node: NodeID, in scope: Int) -> Bool {
    switch outcome(of: condition.path, in: scope) {
    case .unknown: return true
    case .values(let values): return values.contains { $0.isTruthy != condition.isNegated }
    case .missing(let step, let near, let reason):
      let index = document[node].element?.attributes.firstIndex { $0.name == Condition.attribute }
      if nearest(to: name(of: condition.path, step), in: near) != nil {
        reportMissing(condition.path, step, near, reason, at: node, attribute: index, in: scope)
      }
      return condition.isNegated
    }
  }

  private mutating func check(_ text: BindingText, at node: NodeID, attribute: Int?, in scope: Int) {
    for case .path(let path) in text.parts { checkText(path, at: node, attribute: attribute, in: scope) }
  }

  private mutating func checkText(
    _ path: BindingPath, at node: NodeID, attribute: String, in scope: Int
  ) {
    let index = document[node].element?.attributes.firstIndex { $0.name == attribute }
    checkText(path, at: node, attribute: index, in: scope)
  }

  private mutating func checkText(_ path: BindingPath, at node: NodeID, attribute: Int?, in scope: Int) {
    switch outcome(of: path, in: scope) {
    case .unknown: break
    case .values(let values):
      if let other = values.first(where: { $0.array != nil || $0.object != nil }),
        values.allSatisfy({ $0.array != nil || $0.object != nil })
      {
        add(
          .warning, "data.not-text",
          "'\(path)' is \(other.kind)\(placeInData(of: path, in: scope)) and is shown as empty text",
          place(of: span(path), at: node, attribute: attribute))
      }
    case .missing(let step, let near, let reason):
      reportMissing(path, step, near, reason, at: node, attribute: attribute, in: scope)
    }
  }

  // MARK: Paths

  /// Looks up values like ``BindingScopes``, for all items of each loop at once.
  private func outcome(of path: BindingPath, in scope: Int) -> Outcome {
    var values: [JSONValue]
    switch head(path.head, in: scope) {
    case .values(let found): values = found
    case let other: return other
    }
    for (number, step) in path.steps.enumerated() {
      // Null means that there may be a value with unknown content.
      let known = values.filter { !$0.isNull }
      if known.isEmpty { return .unknown }
      let next: [JSONValue]
      var reason = ""
      switch step {
      case .member(let name):
        next = known.compactMap { $0.bindingMember(name) }
        if let other = known.first(where: { $0.object == nil }) { reason = "it is \(other.kind)" }
      case .index(let index):
        next = known.compactMap { $0[index] }
        reason =
          known.first?.array.map { "the list has \($0.count) items" }
          ?? "it is \(known.first?.kind ?? "null")"
      case .variable:
        next = known.flatMap { value -> [JSONValue] in
          switch value {
          case .array(let items): Array(items.prefix(Self.sampleLimit))
          case .object(let object): Array(object.values.prefix(Self.sampleLimit))
          default: []
          }
        }
        if known.allSatisfy({ $0.array?.isEmpty == true }) { return .unknown }
        reason = "it is \(known.first?.kind ?? "null")"
      }
      if next.isEmpty {
        return .missing(step: number + 1, near: known.compactMap(\.object).flatMap(\.keys), reason: reason)
      }
      values = Array(next.prefix(Self.sampleLimit))
    }
    return .values(values)
  }

  private func head(_ name: String, in scope: Int) -> Outcome {
    var current = scope
    var isInside = false
    while current >= 0, !isInside {
      let frame = frames[current]
      switch frame.kind {
      case .loop(let loop):
        if name == loop.item || name == "$item" {
          return frame.items.isEmpty ? .unknown : .values(frame.items)
        }
        if name == loop.index { return .values([.number(0)]) }
      case .component(let component):
        // Data that a script registers is unknown before it runs.
        guard let item = frame.items.first else { return .unknown }
        if name == component { return .values([item]) }
        if let value = item[name] { return .values([value]) }
      case .props(_, let props):
        if name == "$props" { return .unknown }
        if let values = props[name] ?? props[name.camelCased] {
          return values.isEmpty ? .unknown : .values(values)
        }
        isInside = true
      }
      current = frame.parent
    }
    if !isInside {
      guard let data else { return .unknown }
      if let value = data[name] { return .values([value]) }
      if name == "$data" { return .values([data]) }
    }
    current = scope
    while current >= 0 {
      if case .props = frames[current].kind { break }
      let values = frames[current].items.compactMap { $0[name] }
      if !values.isEmpty { return .values(values) }
      current = frames[current].parent
    }
    return .missing(step: 0, near: names(in: scope), reason: "")
  }

  /// Every possible first name of a path, for suggestions.
  func names(in scope: Int) -> [String] {
    var names: [String] = []
    var current = scope
    while current >= 0 {
      let frame = frames[current]
      switch frame.kind {
      case .loop(let loop): names += [loop.item, loop.index]
      case .component(let component): names.append(component)
      case .props(_, let props): return names + props.keys.sorted()
      }
      names += frame.items.first?.object?.keys ?? []
      current = frame.parent
    }
    return names + (data?.object?.keys ?? [])
  }

  /// The component that a scope's file belongs to.
  func component(around scope: Int) -> String? {
    var current = scope
    while current >= 0 {
      if case .props(let name, _) = frames[current].kind { return name }
      current = frames[current].parent
    }
    return nil
  }
}
