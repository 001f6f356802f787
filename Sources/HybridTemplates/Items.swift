import HybridJSON
import HybridSource
import HybridUnits

/// The placeholder for an item whose template does not exist.
enum ItemPlaceholder {
  static func component(type: String, node: Int, parent: Int) -> Component {
    var component = Component(kind: .nText, componentID: 7, node: node, parent: parent)
    component.attributes = [
      TemplateKey.text: .text(type), TemplateKey.gravity: .int(36),
      TemplateKey.layoutWidth: .int(-1), TemplateKey.layoutHeight: .int(40),
      TemplateKey.borderWidth: .int(1), TemplateKey.borderColor: .int(Int32(bitPattern: 0xFF99_9999)),
      TemplateKey.textColor: .int(Int32(bitPattern: 0xFF99_9999)),
    ]
    return component
  }
}

// Containers whose children are made from data (`Documentation/template-components.md`): Scroller, Slider,
// Page, Grid, VH, VirtualContainer.
extension TemplateRuntime {
  /// Makes a container's children: one for each object of the array, from the template named by its `type`.
  mutating func setItems(_ value: JSONValue, of container: Int, depth: Int) {
    guard let array = value.array else {
      if !value.isNull {
        report(
          "template.no-array", "\(label(of: container)) takes an array, not \(value.kind): it has no items",
          at: container)
      }
      return
    }
    if tree.components[container].kind == .virtualContainer {
      let order = integer(TemplateKey.order, of: container) ?? -1
      if array.indices.contains(order) { add(array[order], number: order, to: container, depth: depth + 1) }
      return
    }
    for (number, item) in array.enumerated() {
      guard countItem() else {
        report(
          "template.too-many-items", "more than \(Limit.items) items: the rest is not shown", at: container,
          once: "template.too-many-items")
        return
      }
      add(item, number: number, to: container, depth: depth + 1)
    }
  }

  private mutating func add(_ item: JSONValue, number: Int, to container: Int, depth: Int) {
    let place = "item \(number) of \(label(of: container))"
    guard depth <= Limit.depth else {
      report(
        "template.too-deep", "items stand in items more than \(Limit.depth) deep: the rest is not shown",
        at: container, once: "template.too-deep")
      return
    }
    guard let type = item["type"]?.displayText, !type.isEmpty else {
      report(
        "template.no-type", "\(place) has no 'type', which names its template: it is left out",
        at: container, once: "template.no-type \(container)")
      return
    }
    guard let loaded = items[type] else {
      let near = nearest(to: type, in: items.keys.sorted())
      report(
        "template.unknown-type", "there is no template '\(type)' for \(place)", at: container,
        once: "template.unknown-type \(type)", hint: near.map { "did you mean '\($0)'?" })
      guard tree.components.count < Limit.components else { return }
      var component = ItemPlaceholder.component(type: type, node: 0, parent: container)
      component.item = type
      component.data = item
      component.key = "[\(number)]"
      tree.append(component)
      return
    }
    _ = instantiate(loaded, item: type, in: container, key: "[\(number)]", data: item, depth: depth)
  }

  /// Makes the items requested by expressions, and renumbers all components in tree order.
  mutating func makePendingItems() {
    // Making items may request more items; a few rounds suffice for any template that terminates.
    for _ in 0..<Limit.depth {
      let requests = takeItemRequests()
      guard !requests.isEmpty else { break }
      for (container, items) in requests {
        tree.removeChildren(Set(itemRoots(of: container)), of: container)
        setItems(items, of: container, depth: depth(of: container))
      }
      setNeedsLayout()
    }
    _ = takeItemRequests()  // those of further rounds
    renumberComponents()
  }

  /// The number of item containers around a component.
  private func depth(of component: Int) -> Int {
    var depth = 0
    var next: Int? = component
    while let index = next {
      if !tree.components[index].key.isEmpty { depth += 1 }
      next = tree.components[index].parent
    }
    return depth
  }
}
