import HybridGeometry
import HybridTemplates
import HybridViewTree

extension ElementInspection {
  /// The inspection of a template component.
  init(_ component: ComponentInspection) {
    let node = component.node
    self.init(tag: node.tag)
    id = node.id
    classes = node.classes
    place = component.place
    attributes = component.attributes.map {
      Attribute(name: $0.name, value: shown($0.value), place: component.place, isBound: $0.isBound)
    }
    parameters = component.parameters.map { Attribute(name: shown($0.name), value: shown($0.value)) }
    omitted = component.omitted
    let (border, padding) = (component.border, component.padding)
    box = BoxModel(
      frame: node.frame, pageFrame: component.pageFrame, margin: component.margin, border: border,
      padding: padding,
      content: Rect(
        x: padding[3] + border[3], y: padding[0] + border[0],
        width: max(node.frame.width - padding[1] - padding[3] - border[1] - border[3], 0),
        height: max(node.frame.height - padding[0] - padding[2] - border[0] - border[2], 0)),
      position: component.layout, container: component.container)
  }
}
