import HybridCSS
import HybridDOM
import HybridGeometry
package import HybridScript
import HybridSource

/// Runs a page as a person would use it, on a virtual clock and without a network. As a `UnitRuntime` it is
/// one of the kinds of units that `render` and `test` drive.
///
///     let driver = PageDriver(page, responses: responses)
///     driver.open()
///     try driver.perform(.tap("#buy"))
///     driver.page.tree
package final class PageDriver {
  /// The page. A page that reloads itself is another one from then on, with the same stores.
  package private(set) var page: LivePage
  private let responses: ResponseBook
  /// The number of bytes that each connection has sent; no server receives them.
  private var sentBytes: [Int: Int] = [:]
  /// The events of the page, in order.
  package private(set) var log: [PageLogEntry] = []
  private var reloads = 0
  /// The time that earlier pages took before they were reloaded, in milliseconds.
  private var earlier = 0.0

  /// Drives a page that is not open yet; `responses` answer its requests.
  package init(_ page: LivePage, responses: ResponseBook = ResponseBook()) {
    self.page = page
    self.responses = responses
  }

  /// How far the clock advances, in milliseconds, before a page that keeps setting timers counts as quiet.
  static let settlingLimit = 600_000.0
  /// The number of turns after which a page counts as quiet.
  static let turnLimit = 20_000
  /// The maximum number of reloads by the page itself.
  static let reloadLimit = 20

  /// Opens the page and shows it, as an app would, and runs it until it is settled.
  ///
  /// - Parameter next: The first action. Animations do not run to their end before it when it is `wait`.
  package func open(before next: PageAction? = nil) {
    page.open()
    page.hook(.show)
    settle(keepsTime: next?.isWait == true)
  }

  /// Runs the page until only what repeats for ever is due (``PageRest/settled``): requests are answered,
  /// timers fire.
  ///
  /// - Parameter keepsTime: Whether to stop the clock while transitions or animations run, so that they can
  ///   be observed.
  func settle(keepsTime: Bool) {
    run(until: .settled, by: page.now + Self.settlingLimit, keepsTime: keepsTime)
    // Reports what is without effect in the sheets of scripts, even if nothing asks for a style any more.
    page.readScriptSheets()
    log += page.takeLog()
    while page.environment.device.takeReload(of: page.environment.address) {
      guard reloads < Self.reloadLimit else {
        let text = "the page reloaded itself more than \(Self.reloadLimit) times; it stays as it is"
        log.append(.console(level: "warn", text: text))
        return
      }
      reloads += 1
      reload()
    }
  }

  /// Closes the page and opens it again.
  private func reload() {
    page.hook(.close)
    log += page.takeLog()
    earlier += page.now
    page.close()
    page = page.reopened()
    page.open()
    page.hook(.show)
    run(until: .settled, by: page.now + Self.settlingLimit)
    log += page.takeLog()
  }

  /// Milliseconds since the page was opened for the first time.
  package var time: Double { earlier + page.now }

  /// Advances the time by seconds.
  private func wait(_ seconds: Double) {
    let end = page.now + seconds * 1000
    run(until: .idle, by: end)
    page.advance(to: end)
  }

  /// Runs turns until the page is quiet or nothing more is due by `end`.
  private func run(until rest: PageRest, by end: Double, keepsTime: Bool = false) {
    for _ in 0..<Self.turnLimit {
      answerRequests()
      guard let next = page.nextTurn(until: rest), next <= end else { break }
      if keepsTime, next > page.now, isMoving { break }
      page.advance(to: max(next, page.now), limit: 1)
    }
  }

  /// Whether time changes the look of the page.
  private var isMoving: Bool {
    !page.transitions.isEmpty || page.awaitsCanvasFrame
      || page.keyframes.nextStep(after: page.now, page.played) != nil
  }

  private func answerRequests() {
    for (id, request) in page.takeRequests() {
      let response =
        responses[request.url]
        ?? ProjectAddress.response(to: request, reading: page.environment.file)
        ?? responses.response(to: request)
      page.finish(id, with: response)
    }
    for command in page.takeConnectionCommands() {
      switch command {
      case .connect(let id, let connection):
        for event in responses.events(of: connection) { page.tell(event, of: id) }
      case .transmit(let id, let message):
        sentBytes[id, default: 0] += message.count
        page.connection(id, hasTaken: sentBytes[id] ?? 0)
      case .disconnect(let id, let code, let reason):
        page.tell(.closed(code: code ?? 1005, reason: reason), of: id)
      }
    }
  }

  /// Does one action and runs the page until it is quiet.
  ///
  /// - Parameter next: The action after this one. Transitions and animations do not run to their end when
  ///   either of the two is `wait`, so that the page can be observed in between.
  package func perform(_ action: PageAction, before next: PageAction? = nil) throws(PageActionError) {
    defer { settle(keepsTime: action.isWait || next?.isWait == true) }
    switch action {
    case .tap(let selector): page.tap(try shown(selector))
    case .type(let words):
      let (node, text) = try field(words)
      page.type(text, in: node)
    case .toggle(let selector):
      let node = try shown(selector)
      switch page.controlKind(of: node) {
      case .checkbox?, .radio?, .toggle?, .details?, .summary?: page.tap(node)
      default: throw unsuitable(selector, node, wants: "a control that can be toggled")
      }
    case .select(let selector, let index):
      let node = try shown(selector)
      if let table = page.tables[node] {
        guard (0..<table.rowCount).contains(index) else {
          throw PageActionError(.noItem(selector, index, count: table.rowCount))
        }
      } else {
        let count = page.choiceCount(of: node)
        guard [.segment, .dots, .select].contains(page.controlKind(of: node)) else {
          throw unsuitable(selector, node, wants: "a segment, dots, a list of options or a table")
        }
        guard (0..<count).contains(index) else {
          throw PageActionError(.noItem(selector, index, count: count))
        }
      }
      page.select(index, in: node)
    case .choose(let words):
      let (node, selector, rest) = try target(words, "choose", "a field for files") {
        page.document[$0].element?.inputType == .file && page.controlKind(of: $0) == .picker
      }
      page.choose(files: try files(rest, for: node, selector), in: node)
    case .scroll(let selector, let offset):
      let node = try shown(selector)
      guard page.scroller(of: node) != nil else {
        throw unsuitable(selector, node, wants: "an element that scrolls")
      }
      page.scrolled(node, x: page.scrollOffset(of: node).x, y: offset)
    case .answer(let value):
      if let fault = page.answer(value) { throw PageActionError(.answer(fault)) }
    case .wait(let seconds): wait(seconds)
    }
    page.finishTurn()
  }

  // MARK: Finding

  /// The first shown element that a selector matches, in tree order.
  private func shown(_ selector: String) throws(PageActionError) -> NodeID {
    page.refresh()
    let selection: ElementSelection
    do throws(SelectionError) {
      selection = try ElementSelection(
        Source(path: "--do", text: selector), in: page.document, template: page.unit.document,
        place: { page.unit.place(of: $0) })
    } catch {
      throw PageActionError(.selection(error))
    }
    guard let node = selection.elements.first(where: { page.isShown($0) }) else {
      throw PageActionError(.notShown(selector))
    }
    return node
  }

  /// Splits the words into selector and text: the shortest selector that leads to a field wins.
  private func field(_ words: String) throws(PageActionError) -> (NodeID, String) {
    let found = try target(words, "type", "a field to type into") {
      page.controlKind(of: $0)?.isText == true
    }
    return (found.node, found.rest)
  }

  /// Splits the words into a selector and what follows it: the shortest selector that leads to a fitting
  /// element wins.
  private func target(
    _ words: String, _ verb: String, _ wants: String, _ fits: (NodeID) -> Bool
  ) throws(PageActionError) -> (node: NodeID, selector: String, rest: String) {
    var first: (NodeID, String)?
    var fault: PageActionError?
    for blank in words.indices where words[blank] == " " && blank != words.startIndex {
      let selector = String(words[..<blank])
      do throws(PageActionError) {
        let node = try shown(selector)
        let rest = String(words[words.index(after: blank)...])
        if fits(node) { return (node, selector, rest) }
        first = first ?? (node, selector)
      } catch {
        fault = fault ?? error
      }
    }
    if let (node, selector) = first { throw unsuitable(selector, node, wants: wants) }
    throw fault ?? PageActionError(.missingSelector(verb))
  }

  /// The paths that an action names: one, which may contain blanks, or several.
  private func files(
    _ words: String, for node: NodeID, _ selector: String
  ) throws(PageActionError) -> [String] {
    func exists(_ path: String) -> Bool {
      guard ProjectPath.normalized(path) == path, case .bytes = page.environment.file(path) else {
        return false
      }
      return true
    }
    if exists(words) { return [words] }
    let paths = words.split(separator: " ").map(String.init)
    if let missing = paths.first(where: { !exists($0) }) { throw PageActionError(.noFile(missing)) }
    if paths.count > 1, page.document[node].element?.attribute("multiple") == nil {
      throw PageActionError(.oneFile(selector))
    }
    return paths
  }

  private func unsuitable(_ selector: String, _ node: NodeID, wants: String) -> PageActionError {
    let name = page.document[node].element?.writtenName ?? ""
    return PageActionError(.unsuitable(selector, element: "<\(name)>", wants: wants))
  }
}

extension LivePage {
  /// Whether an element has a box that is not hidden.
  func isShown(_ node: NodeID) -> Bool {
    guard viewIndex(of: node) != nil, let stage else { return false }
    return stage.styles[node].text.visibility == .visible
  }

  /// How far the element that `node` scrolls with is scrolled.
  func scrollOffset(of node: NodeID) -> Point {
    scroller(of: node).map { input.scroll(of: $0) } ?? .zero
  }
}

extension PageAction {
  fileprivate var isWait: Bool { if case .wait = self { true } else { false } }
}
