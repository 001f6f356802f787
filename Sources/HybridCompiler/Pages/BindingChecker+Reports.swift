import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

extension BindingChecker {
  mutating func reportMissing(
    _ path: BindingPath, _ step: Int, _ near: [String], _ reason: String, at node: NodeID, attribute: Int?,
    in scope: Int
  ) {
    let name = name(of: path, step)
    let holder = BindingPath(head: path.head, steps: Array(path.steps.prefix(max(step - 1, 0)))).description
    let component = step == 0 ? component(around: scope) : nil
    var message =
      step > 0
      ? "'\(holder)' has no '\(name)'"
      : component.map { "<\($0)> gets no value for '\(name)'" } ?? "the page's data has no '\(name)'"
    if step > 0, !reason.isEmpty { message += ": \(reason)" }
    message += missingInData(path, step, in: scope)
    let range = path.ranges.indices.contains(step) ? path.ranges[step] : span(path)
    add(
      .warning, "data.missing-path", message, place(of: range, at: node, attribute: attribute),
      hint: nearestHint(to: name, in: near)
        ?? component.map { _ in "give it a default: <template props='{\"\(name)\": …}'></template>" })
  }

  /// Reports a binding that cannot be read. It stays as written, and in a page without data it may be one of
  /// a script, such as Vue's or AngularJS's: then it is a warning.
  mutating func report(_ fault: BindingPlan.Fault) {
    let attribute = fault.attribute.flatMap { document[fault.node].element?.attributes[$0].name }
    let mayBeForScripts = data == nil && attribute?.hasPrefix("t:") != true && hasScripts
    add(
      mayBeForScripts ? .warning : .error, "data.syntax", fault.error.message,
      place(of: fault.error.range, at: fault.node, attribute: fault.attribute),
      hint: mayBeForScripts ? "t:verbatim on an element leaves its braces to scripts" : nil)
  }

  /// Whether a script runs on the page.
  private var hasScripts: Bool {
    document.nodes(in: document.root).contains { node in
      guard let element = document[node].element, element.elementName?.isScript == true else { return false }
      return !ScriptType.isData(element)
    }
  }

  mutating func add(
    _ severity: Severity, _ code: String, _ message: String, _ place: (Source, Range<Int>),
    hint: String? = nil
  ) {
    reports.add(severity, code, message, at: place.1, in: place.0, hint: hint)
  }

  func name(of path: BindingPath, _ step: Int) -> String {
    guard step > 0, step <= path.steps.count else { return path.head }
    return switch path.steps[step - 1] {
    case .member(let name), .variable(let name): name
    case .index(let index): String(index)
    }
  }

  func span(_ path: BindingPath) -> Range<Int> {
    (path.ranges.first?.lowerBound ?? 0)..<(path.ranges.last?.upperBound ?? 0)
  }

  /// The first node that shows the page's own data, not that of a component.
  func firstUse(of plan: BindingPlan) -> NodeID? {
    var end = 0  // of the last `@bind` so far, whose data a script may register
    return plan.nodes.first { node in
      guard let entry = plan[node], components.owner(of: node) < 0, node.index >= end else { return false }
      if entry.component != nil {
        end = document.end(of: node)
        return false
      }
      return entry.loop != nil || entry.condition != nil || entry.rows != nil || entry.text != nil
        || !entry.attributes.isEmpty
    }
  }

  func firstPlace(_ node: NodeID, _ plan: BindingPlan) -> (Source, Range<Int>)? {
    guard let entry = plan[node] else { return nil }
    if let opening = entry.text?.openings.first {
      return place(of: opening..<opening + 2, at: node, attribute: nil)
    }
    let attributes = document[node].element?.attributes ?? []
    let index =
      attributes.firstIndex {
        $0.name == ForClause.attribute || $0.name == Condition.attribute || $0.name == "t:data"
      }
      ?? entry.attributes.first?.index
    return index.map { place(of: 0..<attributes[$0].value.utf8.count, at: node, attribute: $0) }
  }

  /// The range in its file of `range` in a node's text, or in an attribute's value.
  ///
  /// The text may be shorter than the source when it contains references (`&amp;`): then the range is found
  /// by counting `{{`, or is the whole text.
  func place(of range: Range<Int>, at node: NodeID, attribute: Int?) -> (Source, Range<Int>) {
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

extension Document {
  /// The index after those of `node` and its descendants, in a document in tree order.
  fileprivate func end(of node: NodeID) -> Int {
    var node = node
    while true {
      if let next = self[node].nextSibling { return next.index }
      guard let parent = self[node].parent else { return nodes.count }
      node = parent
    }
  }
}
