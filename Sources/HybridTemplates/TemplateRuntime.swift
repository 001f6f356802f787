import HybridJSON
import HybridSource
package import HybridUnits
import HybridViewTree

/// The file that a template was read from, for diagnostics.
package struct TemplateOrigin: Hashable, Sendable {
  /// The file.
  package var path: String
  /// Where each element begins; empty for compiled files.
  package var places: [NodePlace]

  /// A file and its elements' places.
  package init(path: String, places: [NodePlace] = []) {
    self.path = path
    self.places = places
  }
}

/// A running template: its components, log and diagnostics. Loading, items, events and scripts are
/// extensions, which change its state through methods. Outside of this file only ``tree`` can be set, and its
/// stored properties are private.
struct TemplateRuntime: Sendable {
  /// Limits against resource exhaustion by hostile templates and data.
  enum Limit {
    static let items = 10_000
    static let depth = 64
    static let components = 100_000
    /// HTML components that stand in for custom ones.
    static let pagePreviews = 1_000
    static let logEntries = 10_000
    /// Values in the data of all log entries together: one large object logged at every turn of a pager would
    /// fill a disk.
    static let loggedValues = 1_000_000
    /// Instructions of one expression, and of all expressions that one action runs.
    static let steps = 100_000
    static let stepsPerAction = 1_000_000
    /// Bytes of a text produced by an expression.
    static let text = 1_000_000
  }

  let screen: TemplateScreen
  let main: LoadedTemplate
  let items: [String: LoadedTemplate]
  let tags: [UInt16: String]
  let origins: [String: TemplateOrigin]
  /// The stand-ins of custom components by component id.
  let standIns: [UInt16: ComponentStandIn]
  var tree = ComponentTree()
  private(set) var log: [TemplateLogEntry] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether an input of layout changed.
  private var needsLayout = true
  /// Items requested by expressions and not yet made.
  private var itemRequests: [(container: Int, items: JSONValue)] = []
  /// Instructions left for the current action.
  private var stepsLeft = Limit.stepsPerAction
  /// Scrollers that have already reported that their end is near.
  private var reportedLoads: Set<Int> = []
  private var itemCount = 0
  private var loggedValues = 0
  private var pagePreviewCount = 0
  private var reported: Set<String> = []

  init(
    template: Template, items: [String: Template], screen: TemplateScreen, tags: [UInt16: String],
    origins: [String: TemplateOrigin], standIns: [UInt16: ComponentStandIn] = [:]
  ) {
    self.screen = screen
    self.standIns = standIns
    self.tags = tags
    self.origins = origins
    main = LoadedTemplate(template, on: screen.platform)
    self.items = items.mapValues { LoadedTemplate($0, on: screen.platform) }
  }

  var platform: TemplatePlatform { screen.platform }

  /// The template that a component was made from.
  func template(of component: Int) -> LoadedTemplate {
    tree.components[component].item.flatMap { items[$0] } ?? main
  }

  // MARK: Layout

  /// Notes that an input of layout changed.
  mutating func setNeedsLayout() { needsLayout = true }

  /// Whether an input of layout changed since the last call.
  mutating func takeNeedsLayout() -> Bool {
    defer { needsLayout = false }
    return needsLayout
  }

  // MARK: Items

  /// Requests items for a container. They are made after the expression ends, since making them renumbers
  /// components.
  mutating func requestItems(_ items: JSONValue, of container: Int) {
    itemRequests.append((container: container, items: items))
  }

  /// The items requested since the last call, in order.
  mutating func takeItemRequests() -> [(container: Int, items: JSONValue)] {
    defer { itemRequests = [] }
    return itemRequests
  }

  /// Renumbers all components in tree order, and drops those not reachable from a root.
  mutating func renumberComponents() {
    let numbers = tree.sortInTreeOrder()
    reportedLoads = Set(reportedLoads.compactMap { numbers[$0] >= 0 ? numbers[$0] : nil })
  }

  /// Whether a scroller has already reported that its end is near.
  func hasReportedLoad(_ scroller: Int) -> Bool { reportedLoads.contains(scroller) }

  /// Notes that a scroller has reported that its end is near.
  mutating func noteReportedLoad(_ scroller: Int) { reportedLoads.insert(scroller) }

  // MARK: Limits

  /// Counts one more item; false when there are too many.
  mutating func countItem() -> Bool {
    itemCount += 1
    return itemCount <= Limit.items
  }

  /// Counts one more HTML component that stands in for a custom one; false when there are too many.
  mutating func countPagePreview() -> Bool {
    pagePreviewCount += 1
    return pagePreviewCount <= Limit.pagePreviews
  }

  /// Begins an action of a user, whose expressions have ``Limit/stepsPerAction`` steps together.
  mutating func beginAction() { stepsLeft = Limit.stepsPerAction }

  /// Counts steps of an expression.
  mutating func spend(steps: Int) { stepsLeft -= steps }

  /// Whether the action has not taken more steps than it may.
  var hasStepsLeft: Bool { stepsLeft >= 0 }

  // MARK: Diagnostics and the log

  /// Reports a diagnostic once, however often it occurs.
  mutating func report(
    _ code: String, _ message: String, at component: Int?, once key: String? = nil, hint: String? = nil
  ) {
    let location = component.flatMap { place(of: tree.components[$0].node, in: tree.components[$0].item) }
    report(Diagnostic(.warning, code, message, at: location, hint: hint), once: key ?? "\(code) \(message)")
  }

  /// Reports a complete diagnostic.
  mutating func report(_ diagnostic: Diagnostic, once key: String? = nil) {
    guard reported.insert(key ?? diagnostic.description).inserted else { return }
    diagnostics.append(diagnostic)
  }

  /// The location of an element in the source of its template; nil for a compiled file.
  func place(of node: Int, in item: String?) -> SourceLocation? {
    guard let origin = origins[item ?? main.template.name], origin.places.indices.contains(node) else {
      return nil
    }
    let place = origin.places[node]
    return SourceLocation(path: origin.path, line: Int(place.line), column: Int(place.column))
  }

  /// Adds an entry to the log, within its limits.
  mutating func note(_ entry: TemplateLogEntry) {
    guard log.count < Limit.logEntries else { return }
    var entry = entry
    if let data = entry.data {
      loggedValues += data.count(upTo: Limit.loggedValues - loggedValues + 1)
      if loggedValues > Limit.loggedValues { entry.data = nil }
    }
    log.append(entry)
  }
}

// Labels of components.
extension TemplateRuntime {
  func tag(of component: Int) -> String {
    let id = tree.components[component].componentID
    return tags[id] ?? "component-\(id)"
  }

  /// `NText#title`, `NImage[2]` for the root of an item, or the tag alone.
  func label(of component: Int) -> String {
    let key = tree.components[component].key
    guard let name = name(of: component) else { return tag(of: component) + key }
    return "\(tag(of: component))#\(name)\(key)"
  }

  /// The `name` attribute; if missing, the `id`.
  func name(of component: Int) -> String? {
    let values = tree.components[component].attributes
    for key in [TemplateKey.name, TemplateKey.id] {
      switch values[key] {
      case .text(let text) where !text.isEmpty: return text
      case .int(let number): return String(number)
      default: continue
      }
    }
    return nil
  }

  func integer(_ key: StringID, of component: Int) -> Int? {
    switch tree.components[component].attributes[key] {
    case .int(let value), .rpInt(let value): Int(value)
    case .float(let value), .rpFloat(let value): Int(AttributeValue.int32(Double(value)))
    default: nil
    }
  }

  func string(_ key: StringID, of component: Int) -> String? {
    guard case .text(let text)? = tree.components[component].attributes[key] else { return nil }
    return text
  }

  func hasFlag(_ flag: TemplateFlag, _ component: Int) -> Bool {
    (integer(TemplateKey.flag, of: component) ?? 0) & flag.rawValue != 0
  }

  /// Whether it and its ancestors are shown.
  func isShown(_ component: Int) -> Bool {
    guard tree.components[component].isPlaced else { return false }
    var next: Int? = component
    while let index = next {
      if !isVisible(index) { return false }
      next = tree.components[index].parent
    }
    return true
  }

  func isVisible(_ component: Int) -> Bool { (integer(TemplateKey.visibility, of: component) ?? 1) == 1 }
}

/// The supported bits of the `flag` attribute (`Documentation/template-data.md`, *Events*).
enum TemplateFlag: Int {
  case dynamic = 4
  case exposure = 16
  case clickable = 32
  case longClickable = 64
  case touchable = 128
}
