import HybridDrawing
package import HybridGeometry
import HybridJSON
package import HybridSource
import HybridUnits
package import HybridViewTree

/// The complete description of one template component, for an inspector.
package struct ComponentInspection: Sendable {
  /// A name and its value as text.
  package struct Value: Sendable {
    package var name: String
    package var value: String
    /// Whether the value comes from data, at least in part.
    package var isBound = false
  }

  /// The component's node in the view tree.
  package var node: ViewNode
  /// The location of its element; nil for a compiled template.
  package var place: SourceLocation?
  /// Sorted by name.
  package var attributes: [Value]
  /// The members of the object that its template is bound to.
  package var parameters: [Value] = []
  /// The number of attributes and parameters omitted beyond the limit.
  package var omitted: Int
  /// The frame, relative to the corner of the page.
  package var pageFrame: Rect
  /// The used margins, in points: top, right, bottom, left.
  package var margin: [Double]
  package var border: [Double]
  package var padding: [Double]
  /// The name of its layout, or its tag.
  package var layout: String
  /// The label of the parent component, or a description of the screen.
  package var container: String
}

extension TemplateScene {
  /// The complete description of the component shown by a node of the tree; nil for nodes that draw only a
  /// part of a component.
  ///
  /// - Parameters:
  ///   - index: The node's index in the tree of ``rendering``.
  ///   - limit: The maximum number of attributes, and of parameters.
  package func inspect(_ index: Int, limit: Int) -> ComponentInspection? {
    runtime.inspect(index, limit: limit)
  }
}

extension TemplateRuntime {
  fileprivate func inspect(_ index: Int, limit: Int) -> ComponentInspection? {
    // Components come in the order of their nodes. A node whose source is not a number belongs to no
    // component.
    var shown: [Component] = []
    let view = tree.viewTree(screen, tags: tags) { component in
      shown.append(component)
      return "#\(shown.count - 1)"
    }
    guard view.nodes.indices.contains(index), let name = view.nodes[index].source, name.hasPrefix("#"),
      let number = Int(name.dropFirst()), shown.indices.contains(number)
    else { return nil }
    let (node, component) = (view.nodes[index], shown[number])
    let template = component.item.flatMap { items[$0] } ?? main
    let attributes = component.attributes.map { key, value in
      ComponentInspection.Value(
        name: template.name(of: key), value: value.text, isBound: component.bound.contains(key))
    }.sorted { $0.name < $1.name }
    var page = node.frame
    var above = node.parent
    while let parent = above {
      page.x += view.nodes[parent].frame.x
      page.y += view.nodes[parent].frame.y
      above = view.nodes[parent].parent
    }
    let (margin, border, padding) = edges(of: component)
    var inspection = ComponentInspection(
      node: node, place: place(of: component.node, in: component.item),
      attributes: Array(attributes.prefix(limit)), omitted: max(attributes.count - limit, 0), pageFrame: page,
      margin: margin, border: border, padding: padding, layout: component.kind.tag ?? node.tag,
      container: node.parent.map { view.nodes[$0].label } ?? "the screen")
    if let data = component.data.object {
      inspection.parameters = zip(data.keys, data.values).prefix(limit).map { name, value in
        ComponentInspection.Value(name: name, value: value.text())
      }
      inspection.omitted += max(data.count - limit, 0)
    }
    return inspection
  }

  /// Used margins, borders and padding, in points: top, right, bottom, left.
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

extension Edges {
  fileprivate var list: [Value] { [top, right, bottom, left] }
}

extension AttributeValue {
  /// The text that an inspector shows.
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
