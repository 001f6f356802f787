import HybridDOM
import HybridSource
import HybridUnits

extension PageExpander {
  /// Inserts the content of a component into its element.
  mutating func use(
    _ path: String, _ element: Element, _ next: Pending, _ context: inout CompilerContext
  ) {
    let level = levels[next.level]
    let source = level.markup.source
    let host = copy(next)
    var inside = next
    inside.parent = host
    let children = Array(level.markup.document.children(of: next.node))
    dependencies.append(Dependency(path, .component))
    if let start = level.chain.firstIndex(of: path) {
      let loop = (level.chain[start...] + [path]).joined(separator: " → ")
      reports.add(
        .error, "component.cycle", "this component contains itself: \(loop)", at: element.startTag.range,
        in: source)
      return push(children, inside)
    }
    guard level.chain.count <= Self.componentDepthLimit else {
      reports.add(
        .error, "component.too-deep", "more than \(Self.componentDepthLimit) components contain one another",
        at: element.startTag.range, in: source)
      return push(children, inside)
    }
    guard
      let component = context.components.component(path, in: dialect, &context.partials, &context.files)
    else {
      context.files[path]?.failure?.report(
        path, path, at: element.startTag.range, in: source, context.files, &reports)
      return push(children, inside)
    }
    if component.hasSheets { markHost(host, element.name) }
    let use = Int32(components.uses.count)
    components.uses.append(
      PageComponents.Use(name: element.name, host: host, defaults: component.defaults))
    fills.append(fills(of: children, at: next.level, slots: component.slots))
    levels.append(
      Level(
        markup: component.markup, file: number(of: component.markup), chain: level.chain + [path],
        component: Component(
          use: use, name: element.name, isScoped: component.hasSheets,
          isFirst: seen.insert(path).inserted)))
    inside.level = levels.count - 1
    push(component.content, inside)
  }

  /// The children of a component's element by slot name. White space alone does not fill a slot.
  private func fills(of children: [NodeID], at level: Int, slots: Set<String>) -> Fills {
    let document = levels[level].markup.document
    var fills = Fills(level: level, slots: slots)
    for child in children {
      fills.nodes[document[child].element?["slot"] ?? "", default: []].append(child)
    }
    if fills.nodes[""]?.allSatisfy({ document[$0].isBlank }) == true { fills.nodes[""] = nil }
    return fills
  }

  /// Replaces a slot by the content between the component's tags, or by the slot's own content without any.
  mutating func fill(_ element: Element, _ next: Pending, _ component: Component) {
    let name = element["name"] ?? ""
    let use = Int(component.use)
    fills[use].slots.insert(name)
    let level = levels[next.level]
    for attribute in element.attributes where attribute.name.hasPrefix("t:") {
      reports.add(
        .warning, "component.slot-attribute", "'\(attribute.writtenName)' has no effect on a slot",
        at: attribute.nameRange.range, in: level.markup.source, hint: "put it on an element around the slot")
    }
    guard let nodes = fills[use].nodes[name] else {
      return push(level.markup.document.children(of: next.node), next)
    }
    var filling = next
    filling.level = fills[use].level
    push(nodes, filling)
  }

  /// Reports content for slots that the component does not have, which is left out.
  mutating func reportUnknownSlots() {
    for (use, fills) in zip(components.uses, fills) {
      let markup = levels[fills.level].markup
      let names = fills.slots.filter { !$0.isEmpty }.sorted()
      for name in fills.nodes.keys.sorted() where !fills.slots.contains(name) {
        for node in fills.nodes[name] ?? [] where !markup.document[node].isBlank {
          if let attribute = markup.document[node].element?.attribute("slot"), !name.isEmpty {
            let hint = nearestHint(to: name, in: names)
            reports.add(
              .warning, "component.unknown-slot", "<\(use.name)> has no slot '\(name)'",
              at: attribute.valueRange.range, in: markup.source, hint: hint)
          } else {
            let range = markup.document[node].element?.startTag.range ?? markup.document[node].range.range
            reports.add(
              .warning, "component.unknown-slot", "<\(use.name)> has no slot for what is between its tags",
              at: range, in: markup.source,
              hint: names.isEmpty ? "it needs a <slot></slot>" : "name a slot: slot=\"\(names[0])\"")
            break
          }
        }
      }
    }
  }
}
