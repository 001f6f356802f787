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
    return inlineStyles.block(text, unit.dialect.css)[property]
  }

  package func setInlineStyle(_ property: String, _ value: String, isImportant: Bool, of node: Int) {
    guard let node = self.node(node), let element = document[node].element else { return }
    var style = inlineStyles.block(element["style"] ?? "", unit.dialect.css)
    tellLosses(style.set(property, to: value, isImportant: isImportant))
    let text = style.text
    inlineStyles.keep(style, text)
    set("style", to: text.isEmpty ? nil : text, of: node)
  }

  package func computedStyle(_ property: String, of node: Int, pseudoElement: String = "") -> String {
    guard let node = self.node(node), document[node].element != nil, isAttached(node) else { return "" }
    refresh()
    guard let stage else { return "" }
    let name = property.propertyName
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
    if let box, let size = usedSize(style.physicalName(of: name), of: box, in: stage) { return size }
    return style.cssText(named: name) ?? ""
  }

  package func resolvedStyle(_ property: String, of node: Int, pseudoElement: String) -> String {
    let computed = computedStyle(property, of: node, pseudoElement: pseudoElement)
    guard pseudoElement.isEmpty, unit.dialect == .web, let node = self.node(node), isAttached(node), let stage
    else { return computed }
    let style = stage.styles[node]
    switch property.asciiLowercased {
    case "line-height":
      guard case .number = style.text.lineHeight else { return computed }
      return LengthPercentage.points(style.text.lineHeightInPoints / style.text.usedZoom).cssText
    case "transform":
      // CSS Transforms 1 §9: the resolved value is one matrix.
      guard !style.visual.transform.isEmpty, let index = viewIndex(of: node) else { return computed }
      let frame = stage.tree.nodes[index].frame
      let size = Size(width: frame.width, height: frame.height)
      let zoom = style.text.usedZoom
      return TransformFunction.matrixText(of: style.visual.transform, size: size, zoom: zoom) ?? computed
    default: return computed
    }
  }

  package var computedNames: [String] { ComputedStyle.computedNames }

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
    let padding = found.paddingBox(at: found.frame)
    // CSSOM View §6, *clientWidth*: for the root, it is the viewport's.
    let inner =
      node == document.rootElement
      ? (width: device.viewport.width, height: device.viewport.height)
      : (width: padding.width, height: padding.height)
    var geometry = PageNodeGeometry(
      x: bounds.x, y: bounds.y, width: found.frame.width, height: found.frame.height, localX: found.frame.x,
      localY: found.frame.y, scrollX: found.scroll?.x ?? 0, scrollY: found.scroll?.y ?? 0,
      scrollWidth: found.scroll?.width ?? inner.width, scrollHeight: found.scroll?.height ?? inner.height,
      clientWidth: inner.width, clientHeight: inner.height)
    (geometry.boundsWidth, geometry.boundsHeight) = (bounds.width, bounds.height)
    if unit.dialect == .web {
      let parent = offsetParent(of: node, in: stage)
      (geometry.offsetX, geometry.offsetY) = offset(of: index, from: parent, in: stage)
      geometry.offsetParent = parent?.index
    }
    // Those of a part of a table are places to paint, and no boxes.
    let isTablePart = stage.styles[node].box.display.isTablePart
    for fragment in isTablePart ? [] : found.paint.fragments ?? [] {
      let frame = place.bounds(of: fragment.frame)
      geometry.fragments += [frame.x, frame.y, frame.width, frame.height]
    }
    return geometry
  }

  /// Marks the element that the fragment of the page's address names, and scrolls to it (HTML Standard
  /// §7.4.6.4, *scrolling to a fragment*).
  func showFragment() {
    guard unit.dialect == .web, let mark = environment.address.firstIndex(of: "#") else { return }
    let written = String(environment.address[environment.address.index(after: mark)...])
    let decoded = String(decoding: written.utf8.percentDecodedWherePossible, as: UTF8.self)
    let names = [written, decoded]
    guard let target = names.lazy.compactMap({ self.dom.element(withID: $0, in: self.document.root) }).first
    else { return }
    setTarget(target.index)
    guard let place = geometry(of: target.index), let root = document.rootElement else { return }
    scrollElement(root, to: Point(x: 0, y: place.y))
  }

  /// The element that `offsetLeft` counts from: CSSOM View §7, *offsetParent*.
  private func offsetParent(of node: NodeID, in stage: PageStage) -> NodeID? {
    let position = stage.styles[node].box.position
    guard position != .fixed, node != document.rootElement, !isBody(node) else {
      return nil
    }
    var above = document[node].parent
    while let current = above, document[current].isElement {
      let style = stage.styles[current]
      if style.box.position != .static || style.isTransformed || isBody(current) { return current }
      if position == .static, let name = document[current].elementName, name == .table || name.isTableCell {
        return current
      }
      above = document[current].parent
    }
    return nil
  }

  /// From the padding edge of an element to the corner of a box, without scrolling and transforms. As in
  /// browsers, a `body` that is not positioned stands for the page.
  private func offset(of index: Int, from parent: NodeID?, in stage: PageStage) -> (x: Double, y: Double) {
    let nodes = stage.tree.nodes
    var (x, y) = (nodes[index].frame.x, nodes[index].frame.y)
    let isPage = parent.map { isBody($0) && stage.styles[$0].box.position == .static } ?? true
    let end = isPage ? nil : parent.flatMap { viewIndex(of: $0) }
    var above = nodes[index].parent
    while let current = above, current != end {
      x += nodes[current].frame.x
      y += nodes[current].frame.y
      above = nodes[current].parent
    }
    guard let end, let parent, !isBody(parent) else { return (x, y) }
    let borders = nodes[end].paint.borderWidths
    return (x - borders.left, y - borders.top)
  }

  private func isBody(_ node: NodeID) -> Bool { document[node].elementName == .body }

  package func scroll(_ node: Int, toX x: Double, y: Double, isAnimated: Bool) {
    guard let node = self.node(node) else { return }
    scrollElement(node, to: Point(x: x, y: y))
  }

  package var viewport: (width: Double, height: Double) { (device.viewport.width, device.viewport.height) }
}
