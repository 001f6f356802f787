import HybridJSON
import HybridSource
import HybridUnits

// Loading (`Documentation/template-components.md`): elements become components, values keep their types.
extension TemplateRuntime {
  /// Loads and binds the template itself.
  mutating func open(_ data: JSONValue) {
    if !main.template.hasTree || main.template.nodes.isEmpty {
      report("template.empty", "'\(main.template.name)' has no element in it: nothing is shown", at: nil)
    }
    _ = instantiate(main, item: nil, in: nil, key: "", data: data, depth: 0)
    makePendingItems()
  }

  /// Makes the components of a template, binds them to `data`, and runs the expressions before and after
  /// binding.
  /// - Returns: The roots.
  mutating func instantiate(
    _ loaded: LoadedTemplate, item: String?, in container: Int?, key: String, data: JSONValue, depth: Int
  ) -> [Int] {
    let first = tree.components.count
    // An item is one element; only the template itself may have several roots side by side.
    let nodeCount = item == nil ? loaded.template.nodes.count : Int(loaded.template.nodes.first?.end ?? 0)
    guard first + nodeCount <= Limit.components else {
      report(
        "template.too-large", "more than \(Limit.components) components: the rest is not shown", at: container
      )
      return []
    }
    var roots: [Int] = []
    for node in 0..<nodeCount {
      let isRoot = loaded.template.nodes[node].parent < 0
      var component = component(of: node, in: loaded, at: first, container: container)
      component.item = item
      component.data = data
      if isRoot { component.key = key }
      let index = tree.append(component)
      if isRoot { roots.append(index) }
      reportUnknown(index)
    }
    let made = first..<first + nodeCount
    run(TemplateKey.onBeforeDataLoad, of: made)
    for index in made { bind(index, from: loaded, depth: depth) }
    run(TemplateKey.onSetData, of: made)
    run(TemplateKey.onAfterDataLoad, of: made)
    return roots
  }

  private mutating func component(of node: Int, in loaded: LoadedTemplate, at first: Int, container: Int?)
    -> Component
  {
    let element = loaded.template.nodes[node]
    let kind = ComponentKind(rawValue: element.component) ?? .custom
    var component = Component(
      kind: kind, componentID: element.component, node: node,
      parent: element.parent < 0 ? container : first + Int(element.parent))
    if kind == .custom { component.standIn = standIn(for: element.component) }
    for index in element.attributes.lowerBound..<element.attributes.upperBound {
      let attribute = loaded.template.attributes[Int(index)]
      let number = Int32(bitPattern: attribute.bits)
      guard takes(attribute, kind) else { continue }
      switch attribute.kind {
      case .int: component.attributes[attribute.key] = .int(number)
      case .intRP: component.attributes[attribute.key] = .rpInt(number)
      case .float: component.attributes[attribute.key] = .float(Float(bitPattern: attribute.bits))
      case .floatRP: component.attributes[attribute.key] = .rpFloat(Float(bitPattern: attribute.bits))
      case .string:
        if loaded.bindings[Int(index)] != nil {
          component.bound.insert(attribute.key)
        } else {
          component.attributes[attribute.key] = .text(
            loaded.text(of: StringID(rawValue: number), on: platform))
        }
      case .expression: component.scripts[attribute.key] = StringID(rawValue: number)
      }
    }
    for index in element.variables.lowerBound..<element.variables.upperBound {
      let variable = loaded.template.variables[Int(index)]
      component.variables[variable.name] =
        switch variable.kind {
        case .int: .int(Int32(bitPattern: variable.bits))
        case .float: .float(Float(bitPattern: variable.bits))
        case .string:
          .text(loaded.text(of: StringID(rawValue: Int32(bitPattern: variable.bits)), on: platform))
        }
    }
    return component
  }

  /// The stand-in of a custom component. Each page is laid out separately, so beyond the limit the stand-ins
  /// are boxes.
  private mutating func standIn(for id: UInt16) -> ComponentStandIn? {
    guard let standIn = standIns[id] else { return nil }
    if case .page = standIn {
      guard countPagePreview() else {
        report(
          "template.too-many-previews",
          "more than \(Limit.pagePreviews) HTML components stand in for others: the rest are boxes", at: nil)
        return nil
      }
    }
    return standIn
  }

  /// Android's setters differ by type, and some support a name for one type only
  /// (`Documentation/template-components.md`).
  private func takes(_ attribute: TemplateAttribute, _ kind: ComponentKind) -> Bool {
    guard platform == .android else { return true }
    switch attribute.kind {
    case .float, .floatRP, .intRP:
      if attribute.key == TemplateKey.flexGrow { return false }
      return kind != .vGraph || attribute.kind == .float || !Self.graphNumbers.contains(attribute.key)
    case .int, .string, .expression: return true
    }
  }

  private static let graphNumbers: Set<StringID> = [
    StringID("diameterX"), StringID("diameterY"), StringID("paintWidth"),
  ]

  /// Reports what the platform lacks: undeclared ids, and attributes supported by Android only.
  private mutating func reportUnknown(_ index: Int) {
    let id = tree.components[index].componentID
    if tree.components[index].kind == .custom, tags[id] == nil {
      report(
        "template.unknown-component",
        "component \(id) is not known: Android would show nothing of this template, iOS an empty box",
        at: index, hint: "give it a VIEW_ID_ line in config.properties")
    } else if platform == .ios, tree.components[index].kind.isOnlyOnAndroid {
      report(
        "template.android-only", "iOS has no \(tag(of: index)): it is an empty box there", at: index,
        hint: "see it with --platform android")
    }
  }

  /// Gives an element's bound attributes their values.
  private mutating func bind(_ index: Int, from loaded: LoadedTemplate, depth: Int) {
    let node = loaded.template.nodes[tree.components[index].node]
    let kind = tree.components[index].kind
    let data = tree.components[index].data
    var items: JSONValue?
    for position in node.attributes.lowerBound..<node.attributes.upperBound {
      guard let binding = loaded.bindings[Int(position)] else { continue }
      let key = loaded.template.attributes[Int(position)].key
      guard let type = kind.bindingType(of: key, on: platform) else {
        // iOS does not support attributes for an Android host; they do not change the rendering.
        if platform == .ios, ComponentKind.isForHost(key) { continue }
        let name = loaded.name(of: key)
        report(
          "template.unbindable",
          "\(platform.title) takes no binding for '\(name)' of \(tag(of: index)): the default is kept",
          at: index)
        continue
      }
      let value = binding.value(in: data, on: platform)
      if type == .object, kind.hasItems(on: platform) {
        items = value
      } else if let value = AttributeValue(
        value, as: type, isDark: key == TemplateKey.textColor || key == TemplateKey.color, on: platform)
      {
        tree.set(value, for: key, of: index)
      }
    }
    guard kind.hasItems(on: platform) else { return }
    // A `dataTag` that is plain text names the array in the data that the template is bound to.
    if items == nil, let name = string(TemplateKey.dataTag, of: index) { items = data[name] }
    if let items { setItems(items, of: index, depth: depth) }
  }
}
