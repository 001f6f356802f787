import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// Checks every `{{ }}`, `t:for` and `t:if` of a page against its sample data.
///
/// Data of real pages differs from item to item, so a path is missing only when no item of a loop has it; behind a
/// `t:if` that holds for no item nothing is checked, and neither is anything in a loop over an empty list.
struct BindingChecker {
  /// What a page's data is.
  enum Data {
    /// Its sample data.
    case present(JSONValue)
    /// There is no file; it would be `expected`.
    case missing(expected: String)

    /// The value, as far as there is one.
    var value: JSONValue? { if case .present(let value) = self { value } else { nil } }
  }

  /// The items of a loop that are looked at: enough to know the shape of a list.
  private static let sampleLimit = 64

  /// The variables of one loop with the values they may have. Frames form a tree, as scopes do.
  private struct Frame {
    var parent: Int
    var loop: ForClause?
    var items: [JSONValue]
  }

  /// What a path may lead to: nothing known, or these values, or nothing behind one of its names.
  private enum Outcome {
    case unknown
    case values([JSONValue])
    case missing(step: Int, near: [String], reason: String)
  }

  private let document: Document
  private let data: JSONValue
  private let sources: [Source]
  private var frames: [Frame] = []
  private var reports: Reports

  /// Adds what is wrong to `reports`.
  static func check(
    _ document: Document, data: Data, _ entry: PageEntry, _ sources: [Source], _ reports: inout Reports
  ) {
    let plan = BindingPlan(document)
    var checker = BindingChecker(
      document: document, data: data.value ?? .null, sources: sources, reports: reports)
    for fault in plan.faults { checker.report(fault) }
    if case .present = data {
      checker.walk(plan)
    } else if case .missing(let expected) = data, let node = plan.nodes.first,
      let place = checker.firstPlace(node, plan)
    {
      checker.add(
        .warning, "data.missing-file", "the page shows data, and '\(expected)' does not exist", place,
        hint: "put sample data into '\(expected)'")
    }
    reports = checker.reports
  }

  private init(document: Document, data: JSONValue, sources: [Source], reports: Reports) {
    self.document = document
    self.data = data
    self.sources = sources
    self.reports = reports
  }

  // MARK: Walking

  private mutating func walk(_ plan: BindingPlan) {
    guard !plan.isEmpty else { return }
    var pending: [(node: NodeID, scope: Int)] = []
    func push(_ parent: NodeID, _ scope: Int, _ pending: inout [(node: NodeID, scope: Int)]) {
      var child = document[parent].lastChild
      while let node = child {
        pending.append((node, scope))
        child = document[node].previousSibling
      }
    }
    push(document.root, -1, &pending)
    while let (node, outer) = pending.popLast() {
      if let element = document[node].element, BindingPlan.isRaw(element) { continue }
      guard let entry = plan[node] else {
        push(node, outer, &pending)
        continue
      }
      var scope = outer
      if let loop = entry.loop {
        scope = check(loop, at: node, in: outer)
        // Nothing is known of what is inside a loop over nothing.
        if frames[scope].items.isEmpty { continue }
      }
      if let component = entry.component, let item = data[component] {
        frames.append(Frame(parent: scope, loop: nil, items: [item]))
        scope = frames.count - 1
      }
      if let condition = entry.condition, !check(condition, at: node, in: scope) { continue }
      if let key = entry.key { checkText(key, at: node, attribute: "t:key", offset: 0, in: scope) }
      if let text = entry.text { check(text, at: node, attribute: nil, in: scope) }
      for value in entry.attributes {
        check(value.text, at: node, attribute: value.index, in: scope)
      }
      push(node, scope, &pending)
    }
  }

  private mutating func check(_ loop: ForClause, at node: NodeID, in scope: Int) -> Int {
    var items: [JSONValue] = []
    let index = document[node].element?.attributes.firstIndex { $0.name == ForClause.attribute }
    switch outcome(of: loop.path, in: scope) {
    case .unknown: break
    case .values(let values):
      let lists = values.filter { !$0.isNull }
      if let other = lists.first(where: { $0.array == nil }) {
        add(
          .error, "data.not-a-list", "'\(loop.path)' is \(other.kind), and a loop needs a list",
          place(of: span(loop.path), at: node, attribute: index))
      }
      items = Array(lists.compactMap(\.array).joined().prefix(Self.sampleLimit))
    case .missing(let step, let near, let reason):
      reportMissing(loop.path, step, near, reason, at: node, attribute: index)
    }
    frames.append(Frame(parent: scope, loop: loop, items: items))
    return frames.count - 1
  }

  /// Whether the condition may hold. Asking for what is not there is what conditions are for, so a missing name is
  /// reported only when it looks misspelt.
  private mutating func check(_ condition: Condition, at node: NodeID, in scope: Int) -> Bool {
    switch outcome(of: condition.path, in: scope) {
    case .unknown: return true
    case .values(let values): return values.contains { $0.isTruthy != condition.isNegated }
    case .missing(let step, let near, let reason):
      let index = document[node].element?.attributes.firstIndex { $0.name == Condition.attribute }
      if nearest(to: name(of: condition.path, step), in: near) != nil {
        reportMissing(condition.path, step, near, reason, at: node, attribute: index)
      }
      return condition.isNegated
    }
  }

  private mutating func check(_ text: BindingText, at node: NodeID, attribute: Int?, in scope: Int) {
    for case .path(let path) in text.parts { checkText(path, at: node, attribute: attribute, in: scope) }
  }

  private mutating func checkText(
    _ path: BindingPath, at node: NodeID, attribute: String, offset: Int, in scope: Int
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
          .warning, "data.not-text", "'\(path)' is \(other.kind) and shows as nothing",
          place(of: span(path), at: node, attribute: attribute))
      }
    case .missing(let step, let near, let reason):
      reportMissing(path, step, near, reason, at: node, attribute: attribute)
    }
  }

  // MARK: Paths

  /// As ``BindingScopes`` looks values up, but for all items of each loop at once.
  private func outcome(of path: BindingPath, in scope: Int) -> Outcome {
    var values: [JSONValue]
    switch head(path.head, in: scope) {
    case .values(let found): values = found
    case let other: return other
    }
    for (number, step) in path.steps.enumerated() {
      // Null says that there may be something: what is in it is not known.
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
    while current >= 0 {
      let frame = frames[current]
      if let loop = frame.loop {
        if name == loop.item || name == "$item" {
          return frame.items.isEmpty ? .unknown : .values(frame.items)
        }
        if name == loop.index { return .values([.number(0)]) }
      }
      current = frame.parent
    }
    if let value = data[name] { return .values([value]) }
    if name == "$data" { return .values([data]) }
    current = scope
    while current >= 0 {
      let values = frames[current].items.compactMap { $0[name] }
      if !values.isEmpty { return .values(values) }
      current = frames[current].parent
    }
    return .missing(step: 0, near: names(in: scope), reason: "")
  }

  /// Every name that a path may begin with: for suggestions.
  private func names(in scope: Int) -> [String] {
    var names: [String] = []
    var current = scope
    while current >= 0 {
      let frame = frames[current]
      if let loop = frame.loop { names += [loop.item, loop.index] }
      names += frame.items.first?.object?.keys ?? []
      current = frame.parent
    }
    return names + (data.object?.keys ?? [])
  }

  // MARK: Reports

  private mutating func reportMissing(
    _ path: BindingPath, _ step: Int, _ near: [String], _ reason: String, at node: NodeID, attribute: Int?
  ) {
    let name = name(of: path, step)
    let holder = BindingPath(head: path.head, steps: Array(path.steps.prefix(max(step - 1, 0)))).description
    var message = step == 0 ? "the page's data has no '\(name)'" : "'\(holder)' has no '\(name)'"
    if step > 0, !reason.isEmpty { message += ": \(reason)" }
    let range = path.ranges.indices.contains(step) ? path.ranges[step] : span(path)
    add(
      .warning, "data.missing-path", message, place(of: range, at: node, attribute: attribute),
      hint: nearest(to: name, in: near).map { "did you mean '\($0)'?" })
  }

  private mutating func report(_ fault: BindingPlan.Fault) {
    add(
      .error, "data.syntax", fault.error.message,
      place(of: fault.error.range, at: fault.node, attribute: fault.attribute))
  }

  private mutating func add(
    _ severity: Severity, _ code: String, _ message: String, _ place: (Source, Range<Int>),
    hint: String? = nil
  ) {
    reports.add(severity, code, message, at: place.1, in: place.0, hint: hint)
  }

  private func name(of path: BindingPath, _ step: Int) -> String {
    guard step > 0, step <= path.steps.count else { return path.head }
    return switch path.steps[step - 1] {
    case .member(let name), .variable(let name): name
    case .index(let index): String(index)
    }
  }

  private func span(_ path: BindingPath) -> Range<Int> {
    (path.ranges.first?.lowerBound ?? 0)..<(path.ranges.last?.upperBound ?? 0)
  }

  private func firstPlace(_ node: NodeID, _ plan: BindingPlan) -> (Source, Range<Int>)? {
    guard let entry = plan[node] else { return nil }
    if let opening = entry.text?.openings.first {
      return place(of: opening..<opening + 2, at: node, attribute: nil)
    }
    let attributes = document[node].element?.attributes ?? []
    let index =
      attributes.firstIndex { $0.name == ForClause.attribute || $0.name == Condition.attribute }
      ?? entry.attributes.first?.index
    return index.map { place(of: 0..<attributes[$0].value.utf8.count, at: node, attribute: $0) }
  }

  /// Where `range` of a node's text, or of an attribute's value, is in its file.
  ///
  /// The text may be shorter than what was written, when it holds references (`&amp;`): then the place is found by
  /// counting `{{`, or is the whole text.
  private func place(of range: Range<Int>, at node: NodeID, attribute: Int?) -> (Source, Range<Int>) {
    let text: String
    let written: SourceRange
    if let attribute, let found = document[node].element?.attributes[attribute] {
      (text, written) = (found.value, found.valueRange)
    } else {
      (text, written) = (document[node].text ?? "", document[node].range)
    }
    let source = sources[Int(written.file)]
    let whole = written.range.clamped(to: 0..<source.bytes.count)
    let start = whole.lowerBound
    if whole.count == text.utf8.count { return (source, start + range.lowerBound..<start + range.upperBound) }
    let before = Array(text.utf8.prefix(range.lowerBound))
    guard let opening = openings(in: before[...]).last,
      let place = openings(in: source.bytes[whole]).dropFirst(openings(in: before[...]).count - 1).first
    else { return (source, whole) }
    let moved = place + range.lowerBound - opening
    return (source, min(moved, whole.upperBound)..<min(moved + range.count, whole.upperBound))
  }

  private func openings(in bytes: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") {
        found.append(index)
        index += 1
      }
      index += 1
    }
    return found
  }
}
