import HybridJSON
import HybridUnits

@testable import HybridScript

/// A page for tests: a tree in an array, and a log of all requests of the world, one per line.
final class WorldHost: PageHost {
  /// Nothing paints canvases here.
  var canvases: (any PageCanvasHost)? { nil }
  struct Item {
    var kind: PageNodeKind
    var text: String
    var parent: Int?
    var children: [Int] = []
    var attributes: [(name: String, value: String)] = []
    var style: [String: String] = [:]
    var control: [PageControlKey: ScriptValue] = [:]
  }

  var items = [Item(kind: .document, text: "")]
  /// Recorded calls, in order.
  var log: [String] = []
  /// Requests that were sent, by number.
  var requests: [Int: PageRequest] = [:]
  var timers: [Int: (milliseconds: Double, repeats: Bool)] = [:]
  var stores: [PageStorageArea: [(key: String, value: String)]] = [:]
  var componentData: [String: JSONValue] = [:]
  var errors: [ScriptFault] = []
  var scope: (component: String?, data: JSONValue) = (nil, .null)
  var size = (width: 375.0, height: 667.0)
  /// Whether minor queries are logged too.
  var logsChanges = false
  weak var world: PageWorld?

  init() {
    let html = add(.element, "html", to: 0)
    _ = add(.element, "head", to: html)
    _ = add(.element, "body", to: html)
  }

  var body: Int { 3 }

  @discardableResult
  func add(_ kind: PageNodeKind, _ text: String, to parent: Int, _ attributes: [(String, String)] = []) -> Int
  {
    items.append(Item(kind: kind, text: text, parent: parent))
    items[items.count - 1].attributes = attributes.map { (name: $0.0, value: $0.1) }
    items[parent].children.append(items.count - 1)
    return items.count - 1
  }

  /// Returns the log and clears it.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  private func item(_ node: Int) -> Item? { items.indices.contains(node) ? items[node] : nil }

  func kind(of node: Int) -> PageNodeKind? { item(node)?.kind }
  func name(of node: Int) -> String { item(node).map { $0.kind == .element ? $0.text : "" } ?? "" }

  func children(of node: Int, onlyElements: Bool) -> [Int] {
    (item(node)?.children ?? []).filter { !onlyElements || item($0)?.kind == .element }
  }

  func relative(_ relation: PageNodeRelation, of node: Int) -> Int? {
    guard let item = item(node) else { return nil }
    switch relation {
    case .parent: return item.parent
    case .firstChild: return item.children.first
    case .lastChild: return item.children.last
    case .previousSibling, .nextSibling:
      guard let parent = item.parent, let index = items[parent].children.firstIndex(of: node) else {
        return nil
      }
      let next = relation == .nextSibling ? index + 1 : index - 1
      return items[parent].children.indices.contains(next) ? items[parent].children[next] : nil
    }
  }

  func make(_ kind: PageNodeKind, _ text: String) throws -> Int {
    guard kind != .element || !text.isEmpty else { throw ScriptThrow("InvalidCharacterError", "no name") }
    items.append(Item(kind: kind, text: text))
    return items.count - 1
  }

  func insert(_ node: Int, into parent: Int, before reference: Int?) throws {
    guard let item = item(node), let outer = self.item(parent) else {
      throw ScriptThrow("NotFoundError", "no node")
    }
    var above: Int? = parent
    while let next = above {
      if next == node { throw ScriptThrow("HierarchyRequestError", "a node cannot be inside itself") }
      above = items[next].parent
    }
    guard outer.kind == .element || outer.kind == .fragment else {
      throw ScriptThrow("HierarchyRequestError", "that node takes no children")
    }
    if let reference, items[reference].parent != parent { throw ScriptThrow("NotFoundError", "not a child") }
    for child in item.kind == .fragment ? item.children : [node] {
      detach(child)
      let index =
        reference.flatMap { items[parent].children.firstIndex(of: $0) } ?? items[parent].children.count
      items[parent].children.insert(child, at: index)
      items[child].parent = parent
    }
  }

  func remove(_ node: Int) { detach(node) }

  private func detach(_ node: Int) {
    guard let parent = item(node)?.parent else { return }
    if items[parent].children.last == node {
      items[parent].children.removeLast()
    } else {
      items[parent].children.removeAll { $0 == node }
    }
    items[node].parent = nil
  }

  func clone(_ node: Int, deep: Bool) throws -> Int {
    guard let item = item(node) else { throw ScriptThrow("NotFoundError", "no node") }
    var copy = item
    (copy.parent, copy.children) = (nil, [])
    items.append(copy)
    let id = items.count - 1
    if deep { for child in item.children { try insert(clone(child, deep: true), into: id, before: nil) } }
    return id
  }

  func data(of node: Int) -> String { item(node).map { $0.kind == .element ? "" : $0.text } ?? "" }
  func setData(_ text: String, of node: Int) { if item(node) != nil { items[node].text = text } }

  func textContent(of node: Int) -> String {
    guard let item = item(node) else { return "" }
    switch item.kind {
    case .text, .comment: return item.text
    default: return item.children.filter { items[$0].kind != .comment }.map { textContent(of: $0) }.joined()
    }
  }

  func setTextContent(_ text: String, of node: Int) throws {
    for child in item(node)?.children ?? [] { items[child].parent = nil }
    items[node].children = []
    if !text.isEmpty { add(.text, text, to: node) }
  }

  func markup(of node: Int, isOuter: Bool) -> String {
    guard let item = item(node) else { return "" }
    if item.kind == .text { return item.text }
    if item.kind == .comment { return "<!--\(item.text)-->" }
    let inner = item.children.map { markup(of: $0, isOuter: true) }.joined()
    guard isOuter, item.kind == .element else { return inner }
    let attributes = item.attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
    return "<\(item.text)\(attributes)>\(inner)</\(item.text)>"
  }

  /// The tests' markup is a list of names separated by blanks: each is an element.
  func setMarkup(_ markup: String, of node: Int) throws {
    try setTextContent("", of: node)
    for name in markup.split(separator: " ") { add(.element, String(name), to: node) }
  }

  func attribute(_ name: String, of node: Int) -> String? {
    item(node)?.attributes.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  func setAttribute(_ name: String, _ value: String?, of node: Int) throws {
    guard item(node) != nil else { return }
    if logsChanges { log.append("attribute \(name)=\(value ?? "nil")") }
    let index = items[node].attributes.firstIndex { $0.name.lowercased() == name.lowercased() }
    switch (index, value) {
    case (let index?, let value?): items[node].attributes[index].value = value
    case (let index?, nil): items[node].attributes.remove(at: index)
    case (nil, let value?): items[node].attributes.append((name, value))
    case (nil, nil): break
    }
  }

  func attributes(of node: Int) -> [(name: String, value: String)] { item(node)?.attributes ?? [] }

  private func descendants(of node: Int) -> [Int] {
    var result: [Int] = []
    var stack = Array((item(node)?.children ?? []).reversed())
    while let next = stack.popLast() {
      result.append(next)
      stack += items[next].children.reversed()
    }
    return result
  }

  /// The tests' selectors: `*`, a name, `#id`, `.class`.
  func nodes(matching selector: String, in node: Int, onlyFirst: Bool) throws -> [Int] {
    let all = try descendants(of: node).filter { try items[$0].kind == .element && matches($0, selector) }
    return onlyFirst ? Array(all.prefix(1)) : all
  }

  func matches(_ node: Int, _ selector: String) throws -> Bool {
    guard let item = item(node), let first = selector.first else {
      throw ScriptThrow("SyntaxError", "no selector")
    }
    switch first {
    case "*": return true
    case "#": return attribute("id", of: node) == String(selector.dropFirst())
    case ".": return classes(of: node).contains(String(selector.dropFirst()))
    case _ where first.isLetter: return item.text == selector
    default: throw ScriptThrow("SyntaxError", "'\(selector)' is not a selector")
    }
  }

  private func classes(of node: Int) -> [String] {
    (attribute("class", of: node) ?? "").split(separator: " ").map(String.init)
  }

  func elements(_ lookup: PageLookup, _ name: String, in node: Int) -> [Int] {
    descendants(of: node).filter { candidate in
      guard items[candidate].kind == .element else { return false }
      switch lookup {
      case .id: return attribute("id", of: candidate) == name
      case .tag: return name == "*" || items[candidate].text == name
      case .className:
        return name.split(separator: " ").allSatisfy { classes(of: candidate).contains(String($0)) }
      }
    }
  }

  func inlineStyle(_ property: String, of node: Int) -> String { item(node)?.style[property] ?? "" }
  func setInlineStyle(_ property: String, _ value: String, isImportant: Bool, of node: Int) {
    guard item(node) != nil else { return }
    if logsChanges { log.append("style \(property): \(value)\(isImportant ? " !important" : "")") }
    items[node].style[property] = value.isEmpty ? nil : value
  }
  func computedStyle(_ property: String, of node: Int, pseudoElement: String) -> String {
    item(node)?.style[property] ?? ""
  }
  func cssAttributes(of node: Int) -> [(name: String, value: String)] {
    (item(node)?.style ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }
  func geometry(of node: Int) -> PageNodeGeometry? {
    guard let item = item(node), item.kind == .element else { return nil }
    return PageNodeGeometry(
      x: 10, y: 20, width: 100, height: 50, localX: 5, localY: 6, scrollX: 0, scrollY: 7, scrollWidth: 100,
      scrollHeight: 500, clientWidth: 98, clientHeight: 48)
  }

  func control(_ key: PageControlKey, of node: Int) -> ScriptValue {
    if let value = item(node)?.control[key] { return value }
    switch key {
    case .value: return .string("")
    case .selectedIndex: return .number(-1)
    case .selectionStart, .selectionEnd: return .number(0)
    case .checked, .disabled, .isOn: return .bool(false)
    }
  }
  func setControl(_ key: PageControlKey, _ value: ScriptValue, of node: Int) {
    if item(node) != nil { items[node].control[key] = value }
  }
  var focused: Int?
  func setTarget(_ node: Int?) {}
  func focus(_ node: Int?) {
    guard node != focused else { return }
    if let old = focused {
      focused = nil
      world?.dispatch("blur", on: old, bubbles: false, cancelable: false)
    }
    focused = node
    if let node { world?.dispatch("focus", on: node, bubbles: false, cancelable: false) }
  }
  func click(_ node: Int) { world?.dispatch("click", on: node) }
  func scroll(_ node: Int, toX x: Double, y: Double, isAnimated: Bool) {
    log.append("scroll \(name(of: node)) \(x) \(y) \(isAnimated)")
  }
  func setListens(_ listens: Bool, to type: String, on node: Int) {
    if logsChanges { log.append("listens \(type) \(listens)") }
  }
  func pin(_ target: Int?, to scroller: Int, distance: Double) {
    log.append("pin \(target ?? -1) \(scroller) \(distance)")
  }
  func setRefreshing(_ edge: PageRefreshEdge, _ state: PageRefreshState, of node: Int) {
    log.append("refresh \(edge) \(state)")
  }
  func reloadTable(_ node: Int, rows: [Int]) { log.append("table \(rows)") }
  func animate(_ node: Int, _ values: JSONValue, duration: Double, delay: Double, done: Int) {
    log.append("animate \(values.text()) \(duration) \(delay) \(done)")
  }

  var title = "Title"
  var address = "http://shop.test:7788/pages/list/index.html?page=2#top"
  var viewport: (width: Double, height: Double) { size }
  func setData(_ data: JSONValue, ofComponent name: String) {
    componentData[name] = data
    log.append("data \(name) \(data.text())")
  }
  var data: JSONValue = .null
  func scopeData(of node: Int) -> (component: String?, data: JSONValue) { scope }
  var now = 100.0
  var wallClock = 1_600_000_000_000.0
  func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int) {
    timers[id] = (milliseconds, repeats)
  }
  func clearTimer(_ id: Int) { timers[id] = nil }
  func send(_ request: PageRequest, id: Int) {
    requests[id] = request
    let headers = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    log.append("send \(request.method) \(request.url) [\(headers)] \(request.body ?? "")".trimmingEnd())
  }
  func cancelRequest(_ id: Int) { log.append("cancel \(id)") }
  func stored(_ key: String, in area: PageStorageArea) -> String? {
    stores[area]?.first { $0.key == key }?.value
  }
  func store(_ value: String?, for key: String, in area: PageStorageArea) throws {
    if let value, value.utf8.count > 5000 { throw ScriptThrow("QuotaExceededError", "the store is full") }
    stores[area, default: []].removeAll { $0.key == key }
    if let value { stores[area, default: []].append((key, value)) }
  }
  func storedKeys(in area: PageStorageArea) -> [String] { stores[area]?.map(\.key) ?? [] }
  func record(_ entry: PageLogEntry) {
    switch entry {
    case .call(let module, let method, let arguments):
      log.append("\(module).\(method)\(JSONValue.array(arguments).text())")
    case .console(let level, let text): log.append(level == "log" ? text : "\(level): \(text)")
    case .error(let fault):
      errors.append(fault)
      log.append(
        "error \(fault.message)\(fault.path.isEmpty ? "" : " \(fault.path):\(fault.line):\(fault.column)")")
    }
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    var result = self
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }
}

/// A page with a world.
struct WorldPage {
  let host = WorldHost()
  let world: PageWorld

  init(_ change: (inout PageWorld.Options) -> Void = { _ in })
    throws
  {
    var options = PageWorld.Options(
      elementClasses: ElementReference.scriptClasses, voidElements: ElementReference.void,
      shadowHosts: ["div", "span"])
    options.seed = 1
    change(&options)
    world = try PageWorld(host: host, options: options)
    host.world = world
  }

  /// Runs a script and gives what it logged.
  func log(_ script: String) -> [String] {
    world.run(script, path: "page.js")
    return host.take()
  }
}
