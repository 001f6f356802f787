import HybridJSON
import HybridSource
import HybridUnits

/// Kinds of events reported to the host (`Documentation/template-data.md`, *Events*).
enum TemplateEvent: String {
  case click = "Click"
  case exposure = "Exposure"
  case load = "Load"
  case flipPage = "FlipPage"
  case longClick = "LongClick"
  case touch = "Touch"
}

// Events and the expressions they run.
extension TemplateRuntime {
  /// Reports an event to the host.
  mutating func raise(_ event: TemplateEvent, _ index: Int, param: String? = nil) {
    let action = string(TemplateKey.action, of: index)
    let data = tree.components[index].data
    var param = param
    if param == nil {
      switch platform {
      case .android: param = string(TemplateKey.actionParam, of: index)
      case .ios: param = action.flatMap { data[$0] }?.displayText
      }
    }
    note(
      TemplateLogEntry(
        kind: .event, name: event.rawValue, component: label(of: index), action: action, param: param,
        data: data.isNull ? nil : data))
  }

  /// Runs an event's expression for every component of a template that has one.
  mutating func run(_ event: StringID, of components: Range<Int>) {
    for index in components where tree.components[index].scripts[event] != nil { run(event, of: index) }
  }

  /// Runs the expression of a component for an event, if there is one. iOS runs no expressions, which the log
  /// records.
  mutating func run(_ event: StringID, of index: Int) {
    guard let id = tree.components[index].scripts[event] else { return }
    let loaded = template(of: index)
    let name = loaded.name(of: event)
    var entry = TemplateLogEntry(kind: .script, name: name, component: label(of: index))
    guard platform == .android else {
      entry.kind = .skipped
      entry.param = "iOS runs no expressions"
      note(entry)
      return
    }
    do {
      guard let script = try loaded.scripts[id]?.get() else { throw ExpressionFault(.malformed) }
      note(entry)
      var machine = VirtualMachine(component: index)
      try machine.run(script, in: &self)
    } catch {
      let message = (error as? ExpressionFault)?.message ?? ExpressionFault(.malformed).message
      entry.kind = .error
      entry.param = message
      note(entry)
      report(
        "script.stopped", "'\(name)' of \(label(of: index)) stops: \(message)", at: index,
        once: "script.stopped \(loaded.template.name) \(name) \(id.rawValue)")
    }
  }
}

// Touches.
extension TemplateRuntime {
  /// A tap or a long press at a point of the screen.
  mutating func touch(x: Double, y: Double, isLong: Bool) {
    let touched = touched(x: x, y: y)
    let isTaken =
      platform == .android ? touchAndroid(touched, isLong: isLong) : touchIOS(touched, isLong: isLong)
    if !isTaken {
      note(
        TemplateLogEntry(
          kind: .skipped, name: isLong ? TemplateEvent.longClick.rawValue : TemplateEvent.click.rawValue,
          component: touched.first.map { label(of: $0) } ?? "", param: "nothing there takes it"))
    }
  }

  /// Offers the touch to the touched components, topmost and deepest first, until one handles it. Each
  /// component asked runs its `onClick`, clickable or not.
  private mutating func touchAndroid(_ touched: [Int], isLong: Bool) -> Bool {
    // If no touched component has a touch flag, the touch passes to what is below the template.
    guard
      touched.contains(where: {
        hasFlag(.clickable, $0) || hasFlag(.longClickable, $0) || hasFlag(.touchable, $0)
      })
    else { return false }
    var isTaken = false
    if let root = touched.last, tree.components[root].parent == nil, hasFlag(.touchable, root) {
      raise(.touch, root, param: "down")
      raise(.touch, root, param: "up")
      isTaken = true
    }
    for index in touched {
      if !isLong { run(TemplateKey.onClick, of: index) }
      guard hasFlag(isLong ? .longClickable : .clickable, index), isShown(index) else { continue }
      raise(isLong ? .longClick : .click, index)
      return true
    }
    return isTaken
  }

  /// The first component with either flag handles the touch, if a gesture recogniser for this touch exists.
  private mutating func touchIOS(_ touched: [Int], isLong: Bool) -> Bool {
    let wanted = isLong ? TemplateFlag.longClickable : .clickable
    guard tree.components.indices.contains(where: { hasFlag(wanted, $0) }),
      let index = touched.first(where: { hasFlag(.clickable, $0) || hasFlag(.longClickable, $0) })
    else { return false }
    if !isLong { run(TemplateKey.onClick, of: index) }
    raise(isLong ? .longClick : .click, index)
    return true
  }
}

// Containers.
extension TemplateRuntime {
  /// Reports what Android reports after binding a template: exposed components and each pager's first page.
  mutating func reportOpening() {
    guard platform == .android else { return }
    for index in tree.components.indices {
      if hasFlag(.exposure, index), tree.components[index].parent != nil, isShown(index) {
        raise(.exposure, index)
      }
      if tree.components[index].kind == .page, !itemRoots(of: index).isEmpty { reportFlip(index) }
    }
  }

  /// Turns a pager to an item, wrapping from the last to the first. Does nothing if the pager shows that item
  /// already.
  mutating func flip(_ page: Int, to item: Int) {
    let count = itemRoots(of: page).count
    guard count > 0 else { return }
    let position = Double(((item % count) + count) % count)
    guard tree.components[page].position != position else { return }
    tree.flip(page, to: position)
    setNeedsLayout()
    if platform == .android { reportFlip(page) }
  }

  /// The host counts pages from 1, expressions from 0.
  private mutating func reportFlip(_ page: Int) {
    raise(.flipPage, page, param: String(Int(AttributeValue.int32(tree.components[page].position)) + 1))
    run(TemplateKey.onPageFlip, of: page)
  }

  /// Reports scrollers that are near their end: the item `count - threshold` is visible
  /// (`Documentation/template-components.md`, *Containers with items*).
  mutating func reportLoads() {
    guard platform == .android else { return }
    for index in tree.components.indices where tree.components[index].kind == .scroller {
      let items = itemRoots(of: index)
      guard !items.isEmpty, !hasReportedLoad(index), isShown(index) else { continue }
      var threshold = integer(TemplateKey.autoRefreshThreshold, of: index) ?? 5
      if items.count < threshold { threshold = 2 }
      let item = tree.components[items[min(max(items.count - threshold, 0), items.count - 1)]]
      let frame = tree.components[index].frame
      let isHorizontal = isHorizontal(index)
      let start = isHorizontal ? item.frame.x : item.frame.y
      guard start < (isHorizontal ? frame.width : frame.height) else { continue }
      noteReportedLoad(index)
      run(TemplateKey.onAutoRefresh, of: index)
      raise(.load, index)
    }
  }

  /// `orientation` H is 1 in files, V is 0. The default is vertical for a scroller, horizontal for a slider.
  func isHorizontal(_ index: Int) -> Bool {
    let standard = tree.components[index].kind == .slider ? 1 : 0
    return (integer(TemplateKey.orientation, of: index) ?? standard) == 1
  }

  /// Scrolls by points, up to the end of the content.
  mutating func scroll(_ index: Int, by points: Double) {
    let isHorizontal = isHorizontal(index)
    let component = tree.components[index]
    let ends = itemRoots(of: index).map { child in
      let frame = tree.components[child].frame
      return isHorizontal ? frame.x + frame.width : frame.y + frame.height
    }
    let room = isHorizontal ? component.frame.width : component.frame.height
    // The current frames are already scrolled by `position`.
    let most = max(0, (ends.max() ?? 0) + component.position - room)
    tree.scroll(index, to: min(max(component.position + points, 0), most))
    setNeedsLayout()
    run(TemplateKey.onScroll, of: index)
  }
}
