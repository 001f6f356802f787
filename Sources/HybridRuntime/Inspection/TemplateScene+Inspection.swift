import HybridDrawing
import HybridJSON
import HybridReload
import HybridUnits

extension TemplateScene {
  /// All that is known of the component that a node of the tree is of; nil for a node that only draws a part of one.
  ///
  /// - Parameter index: The node's place in the tree of ``rendering``.
  func inspect(_ index: Int) -> ElementInspection? { runtime.inspect(index) }
}

extension TemplateRuntime {
  fileprivate func inspect(_ index: Int) -> ElementInspection? {
    // Components are told of in the order of their nodes; what has no component between them says where it is itself.
    var told: [Component] = []
    let view = tree.viewTree(screen, tags: tags) { component in
      told.append(component)
      return "#\(told.count - 1)"
    }
    guard view.nodes.indices.contains(index), let name = view.nodes[index].source, name.hasPrefix("#"),
      let number = Int(name.dropFirst()), told.indices.contains(number)
    else { return nil }
    let (node, component) = (view.nodes[index], told[number])
    let template = component.item.flatMap { items[$0] } ?? main
    var inspection = ElementInspection(tag: node.tag)
    inspection.id = node.id
    inspection.classes = node.classes
    inspection.place = place(of: component.node, in: component.item)
    typealias Limits = ElementInspection.Limits
    let attributes = component.attributes.map { key, value in
      ElementInspection.Attribute(
        name: template.name(of: key), value: shown(value.text), place: inspection.place,
        isBound: component.bound.contains(key))
    }.sorted { $0.name < $1.name }
    inspection.attributes = Array(attributes.prefix(Limits.attributes))
    inspection.omitted = max(attributes.count - Limits.attributes, 0)
    if let data = component.data.object {
      inspection.parameters = zip(data.keys, data.values).prefix(Limits.attributes).map { name, value in
        ElementInspection.Attribute(name: shown(name), value: shown(value.text()))
      }
      inspection.omitted += max(data.count - Limits.attributes, 0)
    }
    var page = node.frame
    var above = node.parent
    while let parent = above {
      page.x += view.nodes[parent].frame.x
      page.y += view.nodes[parent].frame.y
      above = view.nodes[parent].parent
    }
    let (margin, border, padding) = edges(of: component)
    let container = node.parent.map { view.nodes[$0].label } ?? "the screen"
    inspection.box = ElementInspection.BoxModel(
      frame: node.frame, pageFrame: page, margin: margin, border: border, padding: padding,
      content: ViewFrame(
        x: padding[3] + border[3], y: padding[0] + border[0],
        width: max(node.frame.width - padding[1] - padding[3] - border[1] - border[3], 0),
        height: max(node.frame.height - padding[0] - padding[2] - border[0] - border[2], 0)),
      position: component.kind.tag ?? node.tag, container: container)
    return inspection
  }

  /// Margins, borders and padding as layout takes them, in points: top, right, bottom, left.
  private func edges(of component: Component) -> (margin: [Double], border: [Double], padding: [Double]) {
    let units = TemplateUnits(screen)
    switch platform {
    case .ios:
      let box = ComponentBox(pointsOf: component, units: units)
      return (box.margin.list, [0, 0, 0, 0], box.padding.list)
    case .android:
      let box = ComponentBox(
        pixelsOf: component, units: units, isRightToLeft: screen.isRightToLeft)
      let points = { (pixels: Int) in units.points(pixels: pixels) }
      return (
        box.margin.list.map(points), [Double](repeating: points(box.border), count: 4),
        box.padding.list.map(points)
      )
    }
  }
}

extension Sides {
  fileprivate var list: [Value] { [top, right, bottom, left] }
}

extension AttributeValue {
  /// As an inspector shows it.
  fileprivate var text: String {
    switch self {
    case .int(let value): "\(value)"
    case .float(let value): "\(value)"
    case .rpInt(let value): "\(value)rp"
    case .rpFloat(let value): "\(value)rp"
    case .text(let text): text
    case .object(let value): value.text()
    }
  }
}
