import HybridCompiler
import HybridDOM
import HybridGeometry
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page from text after user input: states, taps and pins by the element's `id`.
func live(
  _ html: String, css: String = "", _ states: [String: ControlState] = [:], taps: [String] = [],
  pins: [String: Point] = [:], width: Double = 320, height: Double = 480
) throws -> ViewTree {
  let files = ["page.html": Array((html.hasPrefix("<html") ? html : "<style>\(css)</style>\(html)").utf8)]
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  _ = compiler.build()
  guard case .page(let page)? = compiler.currentUnit(named: "page") else {
    throw Unreadable()
  }
  let device = Device(width: width, height: height)
  let stage = Renderer().layOut(page, on: device, data: nil)
  let document = stage.bound.document
  func node(_ id: String) -> NodeID? {
    id == "html"
      ? document.rootElement : document.nodes(in: document.root).first { document[$0].element?.id == id }
  }
  let controls = Dictionary(
    uniqueKeysWithValues: states.compactMap { id, state in node(id).map { ($0, state) } })
  var boxes = stage.boxes
  var changes = BoxChanges()
  changes.controls = Set(controls.keys)
  boxes.update(document: document, styles: stage.styles, controls: controls, changed: changes)
  boxes.layOut(width: width, height: height)
  var builder = ViewTreeBuilder(
    document: document, styles: stage.styles, boxes: boxes, controls: controls,
    taps: Set(taps.compactMap(node)),
    pins: Dictionary(uniqueKeysWithValues: pins.compactMap { id, pin in node(id).map { ($0, pin) } }),
    key: { document[$0].element?.id ?? "" }, place: { _ in nil })
  return builder.build(viewport: device.viewport)
}

private struct Unreadable: Error {}

extension ControlState {
  static func scrolled(_ x: Double = 0, _ y: Double) -> ControlState {
    var state = ControlState()
    state.scroll = Point(x: x, y: y)
    return state
  }

  static func with(_ change: (inout ControlState) -> Void) -> ControlState {
    var state = ControlState()
    change(&state)
    return state
  }
}

/// A page of TokenHybrid's dialect.
func native(_ body: String, css: String = "", head: String = "") -> String {
  "<html html-identify='Token'><head>\(head)<style>\(css)</style></head><body id=body>\(body)</body></html>"
}
