import HybridGeometry
import HybridReload
import HybridViewTree

@testable import hybrid

/// A page for tests of the preview: nodes of so many cells at so many cells, one below the other.
struct PreviewPage {
  var nodes: [ViewNode]
  var viewport = Size<Double>(width: 320, height: 320)

  /// A page with a root of 40 × 20 cells.
  init() {
    var root = ViewNode(
      key: "html", parent: nil, tag: "html", frame: Rect(x: 0, y: 0, width: 320, height: 320))
    root.handle = 1
    nodes = [root]
  }

  /// Adds a node, in cells from the corner of its parent; its handle is the next number.
  @discardableResult
  mutating func add(
    _ tag: String, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int, in parent: Int = 0,
    text: String? = nil,
    _ more: (inout ViewNode) -> Void = { _ in }
  ) -> Int {
    let frame = Rect(
      x: Double(column) * 8, y: Double(row) * 16, width: Double(columns) * 8, height: Double(rows) * 16)
    var node = ViewNode(key: "\(tag)\(nodes.count)", parent: parent, tag: tag, frame: frame, text: text)
    node.handle = nodes.count + 1
    if let text {
      let piece = ViewText(
        text: text, x: 0, width: Double(text.count) * 8, size: 16, weight: 400, family: "", color: .black)
      node.paint.lines = [
        ViewLine(
          frame: Rect(x: 0, y: 0, width: piece.width, height: 16), baseline: 13, align: "left",
          room: ViewSpan(start: 0, width: frame.width), pieces: [piece])
      ]
    }
    more(&node)
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds a control.
  @discardableResult
  mutating func add(
    _ kind: ViewControl.Kind, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int = 1, in parent: Int = 0,
    text: String? = nil, _ more: (inout ViewControl) -> Void = { _ in }
  ) -> Int {
    add(kind.rawValue, column, row, columns, rows, in: parent, text: text) { node in
      var control = ViewControl(kind)
      more(&control)
      node.control = control
      node.taps = true
    }
  }

  /// The page as a source shows it.
  var shown: ShownPage {
    ShownPage(
      tree: ViewTree(nodes: nodes, viewport: viewport), unit: "home", device: "phone", revision: 1, page: "p1"
    )
  }
}

extension PreviewModel {
  /// A model of 40 × 11 cells that is connected and shows a page.
  init(_ page: PreviewPage, columns: Int = 40, rows: Int = 11) {
    self.init(columns: columns, rows: rows, drawing: .init())
    _ = take(.connected)
    _ = take(.page(page.shown))
  }

  /// The events of some keys, as ``text(of:)`` writes them.
  mutating func type(_ keys: Key...) -> [String] { keys.flatMap { handle($0).events.map(\.short) } }

  /// The keys of a text, one by one.
  mutating func type(_ text: String) -> [String] {
    text.unicodeScalars.flatMap { handle(.text(String($0))).events.map(\.short) }
  }

  mutating func show(_ page: PreviewPage) -> [String] { take(.page(page.shown)).events.map(\.short) }

  /// A row of the screen, without blanks at its end.
  func row(_ row: Int) -> String {
    let grid = screen().grid
    var text = String(
      (0..<grid.columns).filter { !grid[$0, row].isContinuation }.map { grid[$0, row].character })
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension ClientEvent {
  /// `input 2 "text"`.
  var short: String {
    var words = [name]
    if let handle { words.append("\(handle)") }
    if let text { words.append("\"\(text)\"") }
    if let key { words.append(key) }
    if let index { words.append("#\(index)") }
    if let x, let y { words.append("(\(shortNumber(x)),\(shortNumber(y)))") }
    return words.joined(separator: " ")
  }
}
