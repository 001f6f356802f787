import HybridCSS
import HybridDOM
import HybridEncoding
import HybridGeometry
package import HybridScript
import HybridViewTree

/// Styles, geometry and scrolling, as scripts read and change them.
extension LivePage {
  package func inlineStyle(_ property: String, of node: Int) -> String {
    guard let node = self.node(node), let text = document[node].element?["style"] else { return "" }
    return DeclarationText(text, dialect: unit.dialect.css)[property]
  }

  package func setInlineStyle(_ property: String, _ value: String, isImportant: Bool, of node: Int) {
    guard let node = self.node(node), let element = document[node].element else { return }
    var style = DeclarationText(element["style"] ?? "", dialect: unit.dialect.css)
    tellLosses(style.set(property, to: value, isImportant: isImportant))
    let text = style.text
    set("style", to: text.isEmpty ? nil : text, of: node)
  }

  package func computedStyle(_ property: String, of node: Int, pseudoElement: String = "") -> String {
    guard let node = self.node(node), document[node].element != nil, isAttached(node) else { return "" }
    refresh()
    guard let stage else { return "" }
    let name = property.asciiLowercased
    var style = stage.styles[node]
    var box: NodeID? = node
    // CSSOM 1 §9: a name without a colon is ignored, and an unknown pseudo-element has no style.
    if pseudoElement.hasPrefix(":") {
      let wanted = pseudoElement.drop { $0 == ":" }
      guard let pseudo = PseudoElement(name: String(wanted).asciiLowercased) else { return "" }
      style = stage.style(of: pseudo, at: node)
      box =
        switch pseudo {
        case .before: document.generated[node]?.before
        case .after: document.generated[node]?.after
        default: nil
        }
    }
    if let box, let size = usedSize(name, of: box, in: stage) { return size }
    return style.cssText(named: name) ?? ""
  }

  package func cssAttributes(of node: Int) -> [(name: String, value: String)] {
    ComputedStyle.cssAttributes.compactMap { name in
      let value = computedStyle(name, of: node)
      return value.isEmpty ? nil : (name, value)
    }
  }

  /// `width` and `height` resolve to the used value if there is a box (CSSOM §9, *Resolved values*).
  private func usedSize(_ name: String, of node: NodeID, in stage: PageStage) -> String? {
    guard name == "width" || name == "height", let box = stage.boxes.elements[node],
      let index = viewIndex(of: node)
    else { return nil }
    let frame = stage.tree.nodes[index].frame
    let content = stage.boxes.contentBox(of: box)
    let isBorderBox = stage.styles[node].box.boxSizing == .borderBox
    let size =
      name == "width"
      ? (isBorderBox ? frame.width : content.width) : (isBorderBox ? frame.height : content.height)
    return LengthPercentage.points(size / stage.styles[node].text.usedZoom).cssText
  }

  package func geometry(of node: Int) -> PageNodeGeometry? {
    guard let node = self.node(node) else { return nil }
    refresh()
    guard let index = viewIndex(of: node), let stage else { return nil }
    let found = stage.tree.nodes[index]
    let place = stage.tree.place(of: index)
    let bounds = place.bounds(of: Rect(x: 0, y: 0, width: found.frame.width, height: found.frame.height))
    let borders = found.paint.borders?.map(\.width) ?? [0, 0, 0, 0]
    var inner = (
      width: max(found.frame.width - borders[1] - borders[3], 0),
      height: max(found.frame.height - borders[0] - borders[2], 0)
    )
    // CSSOM View §6, *clientWidth*: for the root, it is the viewport's.
    if node == document.rootElement { inner = (device.viewport.width, device.viewport.height) }
    var geometry = PageNodeGeometry(
      x: bounds.x, y: bounds.y, width: found.frame.width, height: found.frame.height, localX: found.frame.x,
      localY: found.frame.y, scrollX: found.scroll?.x ?? 0, scrollY: found.scroll?.y ?? 0,
      scrollWidth: found.scroll?.width ?? inner.width, scrollHeight: found.scroll?.height ?? inner.height,
      clientWidth: inner.width, clientHeight: inner.height)
    (geometry.boundsWidth, geometry.boundsHeight) = (bounds.width, bounds.height)
    for fragment in found.paint.fragments ?? [] {
      let frame = place.bounds(of: fragment.frame)
      geometry.fragments += [frame.x, frame.y, frame.width, frame.height]
    }
    return geometry
  }

  package func scroll(_ node: Int, toX x: Double, y: Double, isAnimated: Bool) {
    guard let node = self.node(node) else { return }
    scrollElement(node, to: Point(x: x, y: y))
  }

  package var viewport: (width: Double, height: Double) { (device.viewport.width, device.viewport.height) }
}
