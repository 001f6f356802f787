package import HybridJSON

/// The interface of a page for its scripts: document, screen and environment.
///
/// The runtime implements it, and ``PageWorld`` puts the standard objects (`document`, `Element`, `fetch`,
/// `token` …) on top. Nodes are numbers; 0 is the document, and an invalid number is an error for the script,
/// never for the host. A change only marks what it touches: styles and frames are computed once, when the
/// turn ends or a script reads geometry.
package protocol PageHost: PageDocumentHost, PageMotionHost, PageShadowHost, PageConnectionHost {
  /// The host of canvases; nil where canvases cannot be painted.
  var canvases: (any PageCanvasHost)? { get }

  // MARK: The tree (DOM Standard §4)

  /// The kind of a node; nil when there is no such node.
  func kind(of node: Int) -> PageNodeKind?
  /// An element's name as the author wrote it; empty for other nodes.
  func name(of node: Int) -> String
  /// A neighbour; nil where there is none. Rows that a table made of its template are passed over.
  func relative(_ relation: PageNodeRelation, of node: Int) -> Int?
  /// All children, or those that are elements.
  func children(of node: Int, onlyElements: Bool) -> [Int]
  /// A new node without a parent. Elements take a name, text and comments their data, fragments nothing.
  func make(_ kind: PageNodeKind, _ text: String) throws -> Int
  /// Puts a node (a fragment's children) before `reference`, or last; moves it when it has a parent.
  ///
  /// DOM Standard §4.2.3, *ensure pre-insert validity*: throws `HierarchyRequestError` or `NotFoundError`.
  func insert(_ node: Int, into parent: Int, before reference: Int?) throws
  /// Removes a node from its parent, if it has one.
  func remove(_ node: Int)
  /// A copy without a parent.
  func clone(_ node: Int, deep: Bool) throws -> Int
  /// Character data of a text or comment; empty for others.
  func data(of node: Int) -> String
  func setData(_ text: String, of node: Int)
  /// All text below a node (DOM Standard §4.4, *descendant text content*).
  func textContent(of node: Int) -> String
  /// Replaces the children by one text.
  func setTextContent(_ text: String, of node: Int) throws
  /// The markup of the children, or of the node itself (HTML Standard §13.3).
  func markup(of node: Int, isOuter: Bool) -> String
  /// Replaces the children by parsed markup (HTML Standard §13.4). Scripts in it do not run.
  func setMarkup(_ markup: String, of node: Int) throws
  /// Attribute names compare as in HTML.
  func attribute(_ name: String, of node: Int) -> String?
  /// Sets, or with nil removes.
  func setAttribute(_ name: String, _ value: String?, of node: Int) throws
  /// Names as written, in order.
  func attributes(of node: Int) -> [(name: String, value: String)]

  // MARK: Looking up, always in tree order

  /// Descendants that match. A selector that cannot be read throws `SyntaxError`.
  func nodes(matching selector: String, in node: Int, onlyFirst: Bool) throws -> [Int]
  func matches(_ node: Int, _ selector: String) throws -> Bool
  /// Descendants by `id`, by tag name (`*` for all) or by class names separated by blanks, without parsing a
  /// selector.
  func elements(_ lookup: PageLookup, _ name: String, in node: Int) -> [Int]

  // MARK: Style and geometry

  /// A declaration of the style attribute, serialised; empty without one.
  func inlineStyle(_ property: String, of node: Int) -> String
  /// Sets or, with an empty value, removes one declaration of the style attribute; what does not parse
  /// changes nothing.
  func setInlineStyle(_ property: String, _ value: String, isImportant: Bool, of node: Int)
  /// A computed value, serialised; empty for a property that is not known. `pseudoElement` is empty, or one
  /// of the node with its colons.
  func computedStyle(_ property: String, of node: Int, pseudoElement: String) -> String
  /// The computed values that `cssAttributes` of TokenHybrid has, by name.
  func cssAttributes(of node: Int) -> [(name: String, value: String)]
  /// Where a node is, after layout; nil for a node without a box.
  func geometry(of node: Int) -> PageNodeGeometry?
  /// The value that `getComputedStyle()` shows (CSSOM 1 §9, *resolved value*).
  func resolvedStyle(_ property: String, of node: Int, pseudoElement: String) -> String
  /// The names of the properties that have computed values, sorted; without custom properties.
  var computedNames: [String] { get }

  /// Tells the author what of declarations, or of a sheet, that a script uses has no effect.
  func checkStyle(_ text: String, isSheet: Bool)
  /// Tells the author that a script has set or asked for something without an effect, once.
  func lose(_ what: String, _ advice: String?)

  // MARK: Controls, focus, scrolling

  /// The current value of a control.
  func control(_ key: PageControlKey, of node: Int) -> ScriptValue
  /// Answers or does what a script asks of a form, a control, a dialog or a popover.
  func form(_ call: PageFormCall, of node: Int, _ argument: ScriptValue) throws -> ScriptValue
  /// Sets it without an event; a value of the wrong kind is converted as HTML does, or ignored.
  func setControl(_ key: PageControlKey, _ value: ScriptValue, of node: Int)
  /// Moves the focus; nil takes it away. Events are dispatched before it returns.
  func focus(_ node: Int?)
  /// The fragment of the address names another element; `:target` matches it.
  func setTarget(_ node: Int?)
  var focused: Int? { get }
  /// A click as a person makes it, with its default action. DOM's `click()`.
  func click(_ node: Int)
  /// Scrolls to an offset, in points, kept within the content.
  func scroll(_ node: Int, toX: Double, y: Double, isAnimated: Bool)
  /// Whether a listener for clicks is on the node now, so that clients show it as something to tap.
  func setListens(_ listens: Bool, to type: String, on node: Int)
  /// Pins `target` to the scrolling of `scroller`: its translation is (0, max(0, distance − offset)). Nil
  /// unpins: identity.
  func pin(_ target: Int?, to scroller: Int, distance: Double)
  /// Shows or hides the refresh indicators of a scroll view.
  func setRefreshing(_ edge: PageRefreshEdge, _ state: PageRefreshState, of node: Int)
  /// The rows of a table by section; the rows themselves are asked for when they come into view.
  func reloadTable(_ node: Int, rows: [Int])
  /// Moves, scales, fades a node to new values over a time, in seconds; `done` is the number to finish with.
  func animate(_ node: Int, _ values: JSONValue, duration: Double, delay: Double, done: Int)

  // MARK: The page

  var title: String { get set }
  /// The page's address, for `location` and relative references.
  var address: String { get }
  /// In points: what `innerWidth` and `innerHeight` say.
  var viewport: (width: Double, height: Double) { get }
  /// Data of a component (`token.registComponent`) or, with an empty name, of the whole page; a change is
  /// bound at the end of the turn.
  func setData(_ data: JSONValue, ofComponent name: String)
  /// The page's sample data.
  var data: JSONValue { get }
  /// The data in scope at a node, from the loops and components around it: for the arguments of `@click`.
  func scopeData(of node: Int) -> (component: String?, data: JSONValue)

  // MARK: Around it

  /// Milliseconds since the page was opened, on the page's clock.
  var now: Double { get }
  /// Wall-clock milliseconds since 1970 that `Date.now()` says; the page's clock added to its start.
  var wallClock: Double { get }
  /// Schedules ``PageWorld/timerFired(_:)``; `nesting` is the number of timers before it in its chain.
  func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int)
  func clearTimer(_ id: Int)
  /// Sends a request; the answer comes with ``PageWorld/requestFinished(_:_:)``.
  func send(_ request: PageRequest, id: Int)
  func cancelRequest(_ id: Int)
  /// `localStorage`, `sessionStorage`, the stores of TokenHybrid, and what all pages of a device share beside
  /// them: cookies, the clipboard. A value over the quota throws
  /// `QuotaExceededError`.
  func stored(_ key: String, in area: PageStorageArea) -> String?
  func store(_ value: String?, for key: String, in area: PageStorageArea) throws
  func storedKeys(in area: PageStorageArea) -> [String]
  /// Adds a log entry: console lines, native calls by the names the page used, errors. In order.
  func record(_ entry: PageLogEntry)
}

package enum PageNodeKind: Int, Sendable {
  case element = 1, text = 3, comment = 8, document = 9, documentType, fragment
}
package enum PageNodeRelation: Int, Sendable {
  case parent = 0, firstChild, lastChild, previousSibling, nextSibling
}
package enum PageLookup: Int, Sendable { case id = 0, tag, className }
package enum PageControlKey: String, Sendable {
  case value, checked, selectedIndex, disabled, isOn, selectionStart, selectionEnd
}
package enum PageRefreshEdge: Int, Sendable { case header = 0, footer }
package enum PageRefreshState: Int, Sendable { case stopped = 0, running, hidden }
package enum PageStorageArea: Int, Sendable { case local = 0, session, page, global, device }

/// A node's boxes in points, not rounded.
package struct PageNodeGeometry: Sendable {
  /// From the corner of the page's viewport, scrolling taken off: the corner of the upright rectangle around
  /// the transformed border box (`getBoundingClientRect`).
  package var x, y: Double
  /// The border box (`offsetWidth`).
  package var width, height: Double
  /// The rectangle around the transformed border box.
  package var boundsWidth, boundsHeight: Double
  /// From the corner of the parent element's border box (TokenHybrid's `originX`).
  package var localX, localY: Double
  /// From the padding edge of the element that `offsetLeft` counts from, and that element (CSSOM View §7).
  package var offsetX, offsetY: Double
  package var offsetParent: Int?
  /// The scroll offset and the size of what can be scrolled over (`scrollTop`, `scrollHeight`).
  package var scrollX, scrollY, scrollWidth, scrollHeight: Double
  /// The padding box (`clientWidth`).
  package var clientWidth, clientHeight: Double
  /// The boxes of an inline element in several lines, four numbers each as `x`, `y`, `width` and `height`
  /// (`getClientRects`); empty for a single box.
  package var fragments: [Double] = []

  package init(
    x: Double, y: Double, width: Double, height: Double, localX: Double, localY: Double, scrollX: Double = 0,
    scrollY: Double = 0, scrollWidth: Double = 0, scrollHeight: Double = 0, clientWidth: Double = 0,
    clientHeight: Double = 0
  ) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (boundsWidth, boundsHeight) = (width, height)
    (offsetX, offsetY) = (localX, localY)
    (self.localX, self.localY, self.scrollX, self.scrollY) = (localX, localY, scrollX, scrollY)
    (self.scrollWidth, self.scrollHeight) = (scrollWidth, scrollHeight)
    (self.clientWidth, self.clientHeight) = (clientWidth, clientHeight)
  }
}

extension PageHost {
  /// A host without boxes shows computed values.
  package func resolvedStyle(_ property: String, of node: Int, pseudoElement: String) -> String {
    computedStyle(property, of: node, pseudoElement: pseudoElement)
  }

  /// A host without style sheets has none.
  package var computedNames: [String] { [] }
}

/// A request of a page's script.
package struct PageRequest: Sendable {
  package var method: String
  /// Absolute, or relative to the page.
  package var url: String
  package var headers: [(name: String, value: String)]
  /// UTF-8; nil without a body.
  package var body: String?
  /// Bytes that are not UTF-8, instead of `body`.
  package var bytes: [UInt8]?
  /// In seconds; nil for the usual one.
  package var timeout: Double?
  /// Whether the request is made even when the page ends at once (`sendBeacon`, `keepalive`).
  package var outlivesPage = false

  package init(
    method: String, url: String, headers: [(name: String, value: String)] = [], body: String? = nil,
    timeout: Double? = nil
  ) {
    (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
  }
}

/// The answer to a request; a `failure` says in words why there is none.
package struct PageResponse: Sendable {
  package var status = 0
  package var statusText = ""
  package var url = ""
  package var headers: [(name: String, value: String)] = []
  package var body = ""
  /// Bytes that are not UTF-8, instead of `body`.
  package var bytes: [UInt8]?
  package var failure: String?

  package init() {}

  /// Sets the body: text when the bytes are UTF-8.
  package mutating func take(_ received: [UInt8]) {
    if let text = String(validating: received, as: UTF8.self) {
      (body, bytes) = (text, nil)
    } else {
      (body, bytes) = ("", received)
    }
  }
}

/// One thing that a page did or said, as `render --log` writes it.
package enum PageLogEntry: Sendable {
  case call(module: String, method: String, arguments: [JSONValue])
  case console(level: String, text: String)
  case error(ScriptFault)
}

extension PageHost {
  /// Tells nothing.
  package func lose(_ what: String, _ advice: String?) {}
  /// Tells nothing.
  package func checkStyle(_ text: String, isSheet: Bool) {}
}
