import HybridDOM
import HybridEncoding
import HybridSource
import HybridUnits

/// Inserts other files into a page, at compile time.
///
/// `<include src="header.html">` is replaced by the nodes of that file. The element of a component stays and
/// gets the nodes of the component's file, in which the slots are replaced by the content between its tags.
/// Each node keeps its range in its own file; paths in a file are relative to that file.
struct PageExpander {
  /// The maximum nesting of includes.
  static let includeDepthLimit = 16
  /// The maximum nesting of components.
  static let componentDepthLimit = 64
  /// The maximum number of nodes of an expanded page.
  static let nodeLimit = 100_000

  /// The page, or one insertion of a file into it.
  private struct Level {
    var markup: ParsedMarkup
    /// Its number in the result's list of files.
    var file: Int
    /// The paths from the page to here.
    var chain: [String]
    /// The component whose content this is.
    var component: Component?
  }

  /// The common state of all files of one use of a component.
  private struct Component {
    /// Its number among the page's uses.
    var use: Int32
    var name: String
    /// Whether its elements are marked with its name, for its sheets.
    var isScoped: Bool
    /// Whether this is its first use in the page.
    var isFirst: Bool
  }

  /// The content between the tags of one component.
  private struct Fills {
    /// By slot name; the default slot's name is empty.
    var nodes: [String: [NodeID]] = [:]
    /// The level of the file that contains them.
    var level: Int
    /// The slots that were found.
    var slots: Set<String>
  }

  /// A `style`, `link` or `script` of a component, which is not inserted into the page.
  struct Resource {
    var element: Element
    /// The ranges of its text.
    var texts: [Range<Int>]
    /// The component.
    var scope: String
    /// The node of the page that follows it.
    var before: Int
  }

  private struct Pending {
    var node: NodeID
    var level: Int
    var parent: NodeID
    /// Whether it is inside an element of another language, such as `svg`.
    var isForeign = false
    /// Whether it is inside a template that declares a shadow tree, whose sheets and slots are its own.
    var isInShadowTree = false
  }

  private var levels: [Level]
  private var pending: [Pending] = []
  /// By use: the content of its slots.
  private var fills: [Fills] = []
  /// The files of components that the page already uses.
  private var seen: Set<String> = []
  private var numbers: [String: Int]
  /// The dialect of the page, which its partials and components share.
  let dialect: PageDialect

  private(set) var result: Document
  private(set) var components = PageComponents()
  private(set) var resources: [Resource] = []
  private(set) var dependencies: [Dependency] = []
  private(set) var reports = Reports()

  /// The expanded page, its nodes in tree order; the unchanged page when there is nothing to insert and its
  /// nodes are already in that order.
  static func expand(_ page: ParsedMarkup, _ context: inout CompilerContext) -> PageExpander {
    var expander = PageExpander(page)
    let isNeeded = page.document.nodes.contains { node in
      guard let name = node.element?.name else { return false }
      return node.elementName == .include
        || !ElementNames.isKnown(name) && context.components.path(of: name, context.files) != nil
    }
    if isNeeded || !page.document.isInTreeOrder {
      expander.run(&context)
    } else {
      expander.result = page.document
    }
    return expander
  }

  private init(_ page: ParsedMarkup) {
    levels = [Level(markup: page, file: 0, chain: [page.source.path])]
    numbers = [page.source.path: 0]
    dialect = page.dialect
    result = Document(files: [page.source.path], isHTML: page.document.isHTML)
    result.quirksMode = page.document.quirksMode
  }

  private mutating func run(_ context: inout CompilerContext) {
    let page = levels[0].markup.document
    components.owners = [-1]
    push(page.children(of: page.root), Pending(node: page.root, level: 0, parent: result.root))
    // Empty slots create no nodes but are still work.
    var steps = 0
    while let next = pending.popLast() {
      steps += 1
      guard result.nodes.count < Self.nodeLimit, steps < 8 * Self.nodeLimit else {
        reports.add(
          .error, components.uses.isEmpty ? "include.too-large" : "component.too-large",
          "with its includes and components the page has more than \(Self.nodeLimit) nodes", at: 0..<0,
          in: levels[0].markup.source)
        break
      }
      place(next, &context)
    }
    if components.uses.isEmpty { components.owners = [] }
    reportUnknownSlots()
  }

  private mutating func place(_ next: Pending, _ context: inout CompilerContext) {
    let level = levels[next.level]
    let node = level.markup.document[next.node]
    guard let element = node.element, !next.isForeign else { return copyTree(next) }
    if element.elementName == .include { return include(element, next, &context) }
    if let component = level.component, !next.isInShadowTree {
      if element.elementName == .slot { return fill(element, next, component) }
      if element.elementName?.isResource == true, !ScriptType.isData(element) {
        return keep(element, next, component)
      }
    }
    if !ElementNames.isKnown(element.name),
      let path = context.components.path(of: element.name, context.files)
    {
      return use(path, element, next, &context)
    }
    copyTree(next)
  }

  private mutating func copyTree(_ next: Pending) {
    let parent = copy(next)
    var inner = next
    let document = levels[next.level].markup.document
    inner.parent = parent
    inner.isForeign =
      next.isForeign || document[next.node].element.map { ElementNames.isForeign($0.name) } ?? false
    inner.isInShadowTree = next.isInShadowTree || document.declaredShadow(by: next.node) != nil
    push(document.children(of: next.node), inner)
  }

  /// Copies the node into the result.
  private mutating func copy(_ next: Pending) -> NodeID {
    let level = levels[next.level]
    let node = level.markup.document[next.node]
    var content = node.content.moved(to: level.file)
    if let component = level.component, component.isScoped {
      content.mark(PageSheet.scopeAttribute, component.name, at: node.range, in: level.file)
    }
    let copy = result.makeNode(content, range: node.range.moved(to: level.file))
    result.append(copy, to: next.parent)
    components.owners.append(level.component?.use ?? -1)
    return copy
  }

  /// Marks an element of the result as `:host` for the sheets of the component `name`.
  private mutating func markHost(_ host: NodeID, _ name: String) {
    let range = result[host].range
    result[host].content.mark(PageSheet.hostAttribute, name, at: range, in: Int(range.file))
  }

  /// Queues `nodes` to be placed as `next` says.
  private mutating func push(_ nodes: some Sequence<NodeID>, _ next: Pending) {
    for node in nodes.reversed() {
      pending.append(
        Pending(
          node: node, level: next.level, parent: next.parent, isForeign: next.isForeign,
          isInShadowTree: next.isInShadowTree))
    }
  }

  /// Records the resources of a component, once for the page.
  private mutating func keep(_ element: Element, _ next: Pending, _ component: Component) {
    guard component.isFirst else { return }
    let level = levels[next.level]
    guard case .element(let moved) = Node.Content.element(element).moved(to: level.file) else { return }
    let document = level.markup.document
    let texts = document.children(of: next.node).filter { document[$0].text != nil }
    resources.append(
      Resource(
        element: moved, texts: texts.map { document[$0].range.range }, scope: component.name,
        before: result.nodes.count))
  }

  /// The number of a file in the result; its diagnostics are reported the first time.
  private mutating func number(of markup: ParsedMarkup) -> Int {
    let path = markup.source.path
    if let number = numbers[path] { return number }
    numbers[path] = result.files.count
    result.files.append(path)
    reports.add(markup.diagnostics)
    return result.files.count - 1
  }

  // MARK: Includes

  private mutating func include(_ element: Element, _ next: Pending, _ context: inout CompilerContext) {
    let level = levels[next.level]
    let source = level.markup.source
    let inside = Array(level.markup.document.children(of: next.node))
    if isSelfClosing(element, in: source) {
      // An HTML parser treats the siblings after `<include … />` as its content: they are moved back after
      // it.
      push(inside, next)
    } else if let first = inside.first(where: { !level.markup.document[$0].isBlank }) {
      reports.add(
        .warning, "include.content", "the content of an include element is ignored",
        at: level.markup.document[first].range.range, in: source,
        hint: "close it immediately: <include src=\"…\"></include>")
    }
    guard let attribute = element.attribute("src"), !attribute.value.isEmpty else {
      return reports.add(
        .error, "include.missing-src", "an include needs a file: <include src=\"…\">",
        at: element.startTag.range,
        in: source)
    }
    let range = attribute.valueRange.range
    switch Reference.resolve(attribute.value, in: source.path) {
    case .file(let path):
      dependencies.append(Dependency(path, .partial))
      if let start = level.chain.firstIndex(of: path) {
        let loop = (level.chain[start...] + [path]).joined(separator: " → ")
        return reports.add(
          .error, "include.loop", "this include closes a loop: \(loop)", at: range, in: source)
      }
      guard level.chain.count <= Self.includeDepthLimit else {
        return reports.add(
          .error, "include.too-deep", "more than \(Self.includeDepthLimit) files include one another",
          at: range, in: source)
      }
      guard let markup = context.partials.markup(path, in: dialect, &context.files) else {
        context.files[path]?.failure?.report(
          path, attribute.value, at: range, in: source, context.files, &reports)
        return
      }
      levels.append(
        Level(
          markup: markup, file: number(of: markup), chain: level.chain + [path], component: level.component))
      var inner = next
      inner.level = levels.count - 1
      push(markup.content, inner)
    case let other: other.report(attribute.value, "a file", at: range, in: source, &reports)
    }
  }

  private func isSelfClosing(_ element: Element, in source: Source) -> Bool {
    let range = element.startTag.range.clamped(to: 0..<source.bytes.count)
    return source.bytes[range].suffix(2).elementsEqual("/>".utf8)
  }

  // MARK: Components

  /// Inserts the content of a component into its element.
  private mutating func use(
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
  private mutating func fill(_ element: Element, _ next: Pending, _ component: Component) {
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
  private mutating func reportUnknownSlots() {
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

extension Document {
  /// Whether the array of nodes is in tree order with every node in the tree, the form that is encoded and
  /// decoded.
  fileprivate var isInTreeOrder: Bool {
    var count = 0
    for node in nodes(in: root) {
      guard node.index == count else { return false }
      count += 1
    }
    return count == nodes.count
  }
}

extension Node {
  /// Whether it is white space or a comment.
  var isBlank: Bool {
    switch content {
    case .comment: true
    case .text(let text): text.utf8.allSatisfy(\.isASCIISpace)
    default: false
    }
  }
}

extension Node.Content {
  /// The same content with file number `file`.
  fileprivate func moved(to file: Int) -> Node.Content {
    guard file != 0, case .element(var element) = self else { return self }
    element.startTag = element.startTag.moved(to: file)
    for index in element.attributes.indices {
      element.attributes[index].nameRange = element.attributes[index].nameRange.moved(to: file)
      element.attributes[index].valueRange = element.attributes[index].valueRange.moved(to: file)
    }
    return .element(element)
  }

  /// Adds an attribute that is not in the source.
  fileprivate mutating func mark(_ name: String, _ value: String, at range: SourceRange, in file: Int) {
    guard case .element(var element) = self else { return }
    let place = SourceRange(file: file, range.range.prefix(0))
    element.attributes.removeAll { $0.name == name }
    element.attributes.append(
      Attribute(name: name, writtenName: name, value: value, nameRange: place, valueRange: place))
    self = .element(element)
  }
}

extension SourceRange {
  fileprivate func moved(to file: Int) -> SourceRange {
    var range = self
    range.file = Int32(file)
    return range
  }
}
