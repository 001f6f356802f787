import HybridCSS
import HybridDOM
import HybridGeometry
import HybridReload
import HybridUnits

/// A living page styled, laid out, and as a tree. What a change does not touch is kept from one to the next.
struct PageStage {
  private var styler: LiveStyles
  /// The styles to show: transitions lie over what the sheets say.
  private(set) var styles: StyledDocument
  private(set) var boxes: Boxes
  private var live: LiveTree
  /// For each living node the node of the template that it came from when the tree was made.
  private var origins: [Int32]
  private let places: PlaceTexts

  /// Lays a page out from nothing.
  init(_ page: LivePage) {
    styler = LiveStyles(page.stylist, page.document, states: page.states, overrides: page.edits.texts)
    page.transitions.jump(at: page.now)  // nothing was shown that a change could begin from
    page.transitions.look(at: styler.styled)
    page.tellOfTransitions()
    styles = styler.styled
    var builder = BoxBuilder(
      document: page.document, styles: styles, dialect: Dialect(page.unit.dialect),
      images: PageImages(page.unit), controls: page.controls)
    boxes = builder.build()
    let viewport = page.device.viewport
    boxes.layOut(width: viewport.width, height: viewport.height)
    places = PlaceTexts()
    origins = page.dom.origins
    live = LiveTree(Self.builder(page, styles, boxes, places), viewport: viewport)
  }

  /// Restyles and lays out what has changed.
  mutating func update(_ page: LivePage, _ changes: DocumentChanges) {
    let attributes = Set(changes.attributes.keys)
    var inputs = ViewTreeInputs(changes: changes, oldStyles: boxes.styles ?? styler.styled)
    if !changes.edited.isEmpty { styler.overrides = page.edits.texts }
    let restyled = styler.update(
      page.document,
      changes: StyleChanges(
        attributes: attributes, children: changes.children, text: changes.texts, states: changes.states,
        overrides: changes.edited),
      states: page.states)
    let shown = page.transitions.restyle(
      from: styles, to: styler.styled,
      PageTransitions.Restyling(
        document: page.document, changed: restyled.changed, added: restyled.added,
        hasOtherChildren: !changes.children.isEmpty, now: page.now),
      size: { size(of: $0) })
    page.tellOfTransitions()
    styles = shown.styles
    (inputs.styled, inputs.added) = (shown.changed, restyled.added)
    // What is new has no box yet; what was moved has one, made with the style that it had where it was.
    let moved = restyled.added.filter { boxes.elements[$0] != nil }
    boxes.touched = []
    boxes.update(
      document: page.document, styles: styles, controls: page.controls,
      changed: BoxChanges(
        styled: shown.changed.union(moved), children: changes.children, texts: changes.texts,
        controls: changes.controls.union(attributes)))
    let viewport = page.device.viewport
    boxes.layOut(width: viewport.width, height: viewport.height)
    inputs.replaced = replacedNodes(page)
    if let touched = boxes.touched {
      inputs.touched = touched
      live.update(Self.builder(page, styles, boxes, places), inputs)
    } else {
      live = LiveTree(Self.builder(page, styles, boxes, places), viewport: viewport)
    }
  }

  /// The sheets that it is styled by.
  var stylist: Stylist { styler.stylist }

  /// The page as it looks now.
  var tree: ViewTree { live.tree }

  /// The element of each node of ``tree``.
  var elements: [NodeID] { live.elements }

  private mutating func size(of element: NodeID) -> Size<Double> {
    guard let index = index(of: element) else { return Size(width: 0, height: 0) }
    return Size(width: tree.nodes[index].frame.width, height: tree.nodes[index].frame.height)
  }

  /// Where an element is in ``tree``; nil when it makes no node.
  func index(of element: NodeID) -> Int? { live.index(of: element) }

  /// What the tree has other than when this was asked last; nil when it is all new.
  mutating func takeChanges() -> ViewTreeChanges? { live.takeChanges() }

  private static func builder(
    _ page: LivePage, _ styles: StyledDocument, _ boxes: Boxes, _ places: PlaceTexts
  ) -> ViewTreeBuilder {
    ViewTreeBuilder(
      document: page.document, styles: styles, boxes: boxes, controls: page.controls,
      taps: page.input.clickable,
      pins: page.translations, key: { page.key(of: $0) }, place: { places.text(of: $0, in: page) })
  }

  /// Nodes that come from elsewhere in the template than before.
  private mutating func replacedNodes(_ page: LivePage) -> [NodeID] {
    let next = page.dom.origins
    guard origins != next else { return [] }
    defer { origins = next }
    return zip(origins, next).enumerated().filter { $1.0 != $1.1 }.map { NodeID($0.offset) }
  }
}

/// Places in the template in words, made once each.
///
/// A class because a tree's builder only reads what it is given.
final class PlaceTexts {
  private var texts: [NodeID: String] = [:]

  /// Where an element is written; nil for what scripts made.
  func text(of node: NodeID, in page: LivePage) -> String? {
    guard let origin = page.dom.origin(of: node) else { return nil }
    if let text = texts[origin] { return text }
    let text = page.place(of: node)?.description
    texts[origin] = text
    return text
  }
}
