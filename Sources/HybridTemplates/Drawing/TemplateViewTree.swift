import HybridUnits
import HybridViewTree

extension ComponentTree {
  /// The view tree of a laid-out component tree, for clients.
  ///
  /// - Parameters:
  ///   - tags: The tags of component ids, from the configuration; a missing tag defaults to the built-in one.
  ///   - places: The start of each element of the unit's own template. Items come from other templates and
  ///     have no place.
  ///   - path: The template's file, the prefix of the places.
  func viewTree(
    _ screen: TemplateScreen, tags: [UInt16: String], places: [NodePlace], path: String = ""
  ) -> ViewTree {
    viewTree(screen, tags: tags) { component in
      guard component.item == nil, places.indices.contains(component.node) else { return nil }
      let place = places[component.node]
      return "\(path.isEmpty ? "" : path + ":")\(place.line):\(place.column)"
    }
  }

  /// The view tree, with the place of each component as text.
  func viewTree(
    _ screen: TemplateScreen, tags: [UInt16: String], source: (Component) -> String?
  ) -> ViewTree {
    var nodes: [ViewNode] = []
    var open: [(index: Int, parent: Int?, isHidden: Bool)] = []
    if let root = roots.first { open.append((root, nil, false)) }
    while let (index, parent, isHidden) = open.popLast() {
      let component = components[index]
      guard component.isPlaced else { continue }
      let hidden = isHidden || component.choice(AttributeKey.visibility) == 0
      let tag =
        tags[component.componentID] ?? component.kind.tag ?? "component-\(component.componentID)"
      let painter = ComponentPainter(component, tag: tag, screen: screen)
      let id = component.viewID
      let classes = component.words(AttributeKey.class)
      var node = ViewNode(
        key: (id.map { "#" + $0 } ?? tag) + component.key, parent: parent, tag: tag, id: id,
        classes: classes.isEmpty ? nil : classes, frame: component.frame, text: painter.text,
        source: source(component))
      if !hidden { node.paint = painter.paint() }
      node.accessibility = accessibility(of: index, isHidden: hidden)
      let here = nodes.count
      nodes.append(node)
      if !hidden {
        nodes += painter.shapes(parent: here)
        addPage(of: component, to: &nodes, parent: here)
      }
      for child in paintOrder(of: component).reversed() { open.append((child, here, hidden)) }
    }
    return ViewTree(nodes: nodes, viewport: screen.size)
  }

  /// Adds the HTML component that stands in for a custom one as its content.
  private func addPage(of component: Component, to nodes: inout [ViewNode], parent: Int) {
    guard case .page(let page, let data)? = component.standIn else { return }
    let view = page.view(data, width: component.frame.width, height: component.frame.height)
    nodes[parent].paint.background = nodes[parent].paint.background ?? view.canvas
    let first = nodes.count
    for var node in view.nodes {
      node.parent = node.parent.map { $0 + first } ?? parent
      nodes.append(node)
    }
  }

  /// The children in paint order: an item stuck to the start of a scroller covers the others.
  private func paintOrder(of component: Component) -> [Int] {
    guard component.kind == .scroller, component.position > 0,
      let stuck = component.children.last(where: {
        components[$0].isSticky && components[$0].frame.x == 0 && components[$0].frame.y == 0
      })
    else { return component.children }
    return component.children.filter { $0 != stuck } + [stuck]
  }
}

extension Component {
  /// The `id` attribute; if missing, the name.
  fileprivate var viewID: String? {
    if let id = choice(AttributeKey.id), id > 0 { return String(id) }
    let name = words(AttributeKey.name)
    return name.isEmpty ? nil : name
  }
}
