package import HybridJSON
package import HybridSource
package import HybridUnits
package import HybridViewTree

/// A template shown on a screen: it is opened with data, then receives touches, scrolling and time.
///
/// Opening follows the runtimes' order: load, `onBeforeDataLoad`, bind and make items, `onSetData`,
/// `onAfterDataLoad`, lay out, report exposed components and each pager's first page. It is a value: copies
/// are independent.
package struct TemplateScene: Sendable {
  private(set) var runtime: TemplateRuntime
  /// Milliseconds since it was opened.
  package private(set) var time = 0.0
  /// The maximum number of automatic pager turns in one `wait`.
  private static let flipLimit = 10_000

  /// Opens a template.
  ///
  /// - Parameters:
  ///   - items: The templates that items may name as their `type`, by that name.
  ///   - data: The data that it is bound to.
  ///   - tags: Names of components by id; built-in ones need none.
  ///   - origins: The files of templates by template name.
  ///   - standIns: The stand-ins of components that are not built in, by component id.
  package init(
    template: Template, items: [String: Template], data: JSONValue, screen: TemplateScreen,
    tags: [UInt16: String] = [:], origins: [String: TemplateOrigin] = [:],
    standIns: [UInt16: ComponentStandIn] = [:]
  ) {
    runtime = TemplateRuntime(
      template: template, items: items, screen: screen,
      tags: ComponentKind.tags.merging(tags) { $1 }, origins: origins, standIns: standIns)
    runtime.open(data)
    runtime.layOutIfNeeded()
    runtime.reportOpening()
    settle()
  }

  /// The events so far, in order.
  package var log: [TemplateLogEntry] { runtime.log }

  /// The current view tree and the diagnostics so far.
  package var rendering: Rendering {
    Rendering(tree: runtime.viewTree(), diagnostics: runtime.diagnostics)
  }

  /// The current components, for tests.
  var tree: ComponentTree { runtime.tree }

  /// The diagnostics so far.
  package var diagnostics: [Diagnostic] { runtime.diagnostics }

  /// Performs a user action. The effects are recorded in ``log``.
  package mutating func perform(_ action: TemplateAction) throws(TemplateActionError) {
    runtime.beginAction()
    switch action {
    case .tap(let selector):
      let point = try point(of: selector)
      runtime.touch(x: point.x, y: point.y, isLong: false)
    case .longTap(let selector):
      let point = try point(of: selector)
      runtime.touch(x: point.x, y: point.y, isLong: true)
    case .select(let selector, let item):
      let page = try component(selector, wants: "a Page") { $0 == .page }
      let count = runtime.itemRoots(of: page).count
      guard item < count else { throw TemplateActionError(.noItem(selector, item, count: count)) }
      runtime.flip(page, to: item)
    case .scroll(let selector, let points):
      let wants = "a Scroller or a Slider" + (runtime.platform == .ios ? ", which only Android has" : "")
      let scroller = try component(selector, wants: wants) {
        $0 == .scroller || $0 == .slider
      }
      runtime.scroll(scroller, by: points)
    case .wait(let milliseconds): wait(milliseconds)
    }
    settle()
  }

  /// Makes items requested by expressions and lays out until nothing changes; reporting may run expressions
  /// again.
  package mutating func settle() {
    runtime.makePendingItems()
    runtime.layOutIfNeeded()
    runtime.reportLoads()
    runtime.makePendingItems()
    runtime.layOutIfNeeded()
  }

  private func point(of selector: String) throws(TemplateActionError) -> (x: Double, y: Double) {
    let sides = selector.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    if sides.count == 2, let x = sides[0], let y = sides[1], x.isFinite, y.isFinite { return (x, y) }
    guard let center = runtime.center(of: try runtime.component(selector)) else {
      throw TemplateActionError(.notShown(selector))
    }
    return center
  }

  private func component(
    _ selector: String, wants: String, _ isSuitable: (ComponentKind) -> Bool
  ) throws(TemplateActionError) -> Int {
    let index = try runtime.component(selector)
    guard runtime.tree.components[index].kind.hasItems(on: runtime.platform),
      isSuitable(runtime.tree.components[index].kind)
    else {
      throw TemplateActionError(.unsuitable(selector, component: runtime.label(of: index), wants: wants))
    }
    return index
  }

  /// Advances the time: auto-switching pagers turn in chronological order.
  private mutating func wait(_ milliseconds: Double) {
    let end = time + milliseconds
    for _ in 0..<Self.flipLimit {
      var next: (time: Double, page: Int)?
      for page in runtime.tree.components.indices {
        guard let period = runtime.switchPeriod(of: page) else { continue }
        let due = ((time / period).rounded(.down) + 1) * period
        if due <= end, due < next?.time ?? .infinity { next = (due, page) }
      }
      guard let next else { break }
      // Pages that are due at the same moment turn together.
      for page in runtime.tree.components.indices {
        guard let period = runtime.switchPeriod(of: page) else { continue }
        let due = ((time / period).rounded(.down) + 1) * period
        if due == next.time { runtime.flip(page, to: Int(runtime.tree.components[page].position) + 1) }
      }
      time = next.time
      runtime.makePendingItems()
      runtime.layOutIfNeeded()
    }
    time = end
  }
}

extension TemplateRuntime {
  /// Milliseconds between two flips of an auto-switching pager; nil for other pagers.
  func switchPeriod(of index: Int) -> Double? {
    guard tree.components[index].kind == .page, integer(TemplateKey.autoSwitch, of: index) == 1,
      isShown(index), itemRoots(of: index).count > 1
    else { return nil }
    let stay = integer(TemplateKey.stayTime, of: index) ?? (platform == .ios ? 2_000 : 2_500)
    // Android starts the next period when the animation ends, iOS when it begins.
    let animation = platform == .ios ? 0 : integer(TemplateKey.autoSwitchTime, of: index) ?? 500
    return Double(max(stay + animation, 1))
  }

  mutating func layOutIfNeeded() {
    guard takeNeedsLayout() else { return }
    bindStandIns()
    tree.layOut(screen)
  }

  func viewTree() -> ViewTree {
    tree.viewTree(screen, tags: tags) { component in
      place(of: component.node, in: component.item)?.description
    }
  }
}
