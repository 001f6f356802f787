import HybridCSS
import HybridDOM
import HybridSource
import HybridUnits

extension PageCompiler {
  /// Collects the title, the sheets and the scripts of the document and of its components.
  mutating func readElements(
    of document: Document, _ resources: [PageExpander.Resource], _ context: inout CompilerContext
  ) {
    var resources = resources[...]
    for id in document.nodes(in: document.root) {
      while let resource = resources.first, resource.before <= id.index {
        read(resource, &context)
        resources.removeFirst()
      }
      guard let element = document[id].element else { continue }
      switch element.name {
      case "title" where title == nil:
        title = document.children(of: id).compactMap { document[$0].text }.joined().trimmed
      case "link": readLink(element, &context)
      case "style": readStyle(element, texts: texts(of: id, document), &context)
      case "script": readScript(element, texts: texts(of: id, document), node: id, &context)
      default: break
      }
      if let style = element.attribute("style"), !BindingText.isPresent(in: style.value) {
        var found: [Diagnostic] = []
        let source = sources[Int(style.valueRange.file)]
        let declarations = parseStyleAttribute(
          style.value, in: source, range: style.valueRange.range, dialect: dialect.css, diagnostics: &found)
        reports.add(found)
        if style.value.contains("--") { variables.add(declarations, in: source) }
      } else if let style = element.attribute("style") {
        variables.addNames(in: style.value)
      }
    }
    for resource in resources { read(resource, &context) }
  }

  private mutating func read(_ resource: PageExpander.Resource, _ context: inout CompilerContext) {
    switch resource.element.name {
    case "link": readLink(resource.element, scope: resource.scope, &context)
    case "style": readStyle(resource.element, texts: resource.texts, scope: resource.scope, &context)
    default: readScript(resource.element, texts: resource.texts, node: nil, &context)
    }
  }

  /// The ranges of an element's text.
  private func texts(of id: NodeID, _ document: Document) -> [Range<Int>] {
    document.children(of: id).filter { document[$0].text != nil }.map { document[$0].range.range }
  }

  /// The maximum number of unknown names in a page that are reported.
  private static let unknownLimit = 100

  /// Reports elements that are neither known nor components, each name once, and adds dependencies on the
  /// files that would define them.
  mutating func checkNames(of document: Document, _ context: inout CompilerContext) {
    var seen = Set<String>()
    var seenAttributes = Set<String>()
    var losses = MarkupLossCheck()
    var foreign: NodeID?  // the enclosing element of another language, or of a script's template
    var node = document[document.root].firstChild
    while let current = node {
      if let element = document[current].element {
        if dialect == .web { losses.check(element, sources, &reports) }
        if ElementNames.isForeign(element.name) || BindingPlan.isVerbatim(element) {
          foreign = current
        } else if seen.count < Self.unknownLimit, !ElementNames.isKnown(element.name),
          seen.insert(element.name).inserted,
          context.components.path(of: element.name, context.files) == nil, !isNamedByScript(element.name)
        {
          reportUnknown(element, &context)
        } else if ElementNames.isKnown(element.name), seenAttributes.count < Self.unknownLimit {
          for attribute in element.attributes where !seenAttributes.contains(attribute.name) {
            // The compiler's own attributes have no place in a file.
            guard !attribute.nameRange.range.isEmpty, let meant = AttributeNames.meant(by: attribute.name)
            else { continue }
            seenAttributes.insert(attribute.name)
            reports.add(
              .warning, "page.unknown-attribute", "there is no attribute '\(attribute.writtenName)'",
              at: attribute.nameRange.range, in: sources[Int(attribute.nameRange.file)],
              hint: "did you mean '\(meant)'?")
          }
        }
      }
      var next = foreign == current ? nil : document[current].firstChild
      foreign = nil
      var above = current
      while next == nil {
        next = document[above].nextSibling
        guard next == nil else { break }
        guard let parent = document[above].parent else { return }
        above = parent
      }
      node = next
    }
  }

  /// Whether a script has the name of a custom element as a text, as `customElements.define` and what
  /// libraries have in its place take it.
  private func isNamedByScript(_ name: String) -> Bool {
    guard name.contains("-") else { return false }
    let quoted = ["'", "\"", "`"].map { $0 + name + $0 }
    let texts = scripts.lazy.map(\.text) + modules.modules.lazy.map(\.text)
    return texts.contains { text in quoted.contains { text.contains($0) } }
  }

  private mutating func reportUnknown(_ element: Element, _ context: inout CompilerContext) {
    let name = element.name
    let path = ComponentLibrary.expectedPath(name)
    // A name that is not a valid file name can never be defined.
    if ProjectPath.normalized(path) == path, !name.utf8.contains(0) {
      dependencies.append(Dependency(path, .component))
      _ = context.files.load(path)
    }
    let near = nearest(
      to: element.writtenName, in: context.components.names + ElementNames.written.sorted())
    let start = element.startTag.range.lowerBound
    reports.add(
      .warning, "page.unknown-element",
      "there is no element <\(element.writtenName)>; it only holds its content",
      at: start..<min(start + 1 + element.writtenName.utf8.count, element.startTag.range.upperBound),
      in: sources[Int(element.startTag.file)],
      hint: near.map { "did you mean <\($0)>?" }
        ?? (name.contains("-") ? "'\(path)' would make it a component" : nil))
  }

  /// HTML Standard §4.6.7.18, *Link type "stylesheet"*. A page of TokenHybrid may leave `rel` out.
  private mutating func readLink(
    _ element: Element, scope: String? = nil, _ context: inout CompilerContext
  ) {
    let kinds = (element["rel"] ?? (dialect == .native ? "stylesheet" : "")).lowercased().split(
      separator: " ")
    guard kinds.contains("stylesheet"), !kinds.contains("alternate") else { return }
    let source = sources[Int(element.startTag.file)]
    guard let href = element.attribute("href") else {
      return reports.add(
        .warning, "page.missing-href", "a link to a style sheet needs 'href'", at: element.startTag.range,
        in: source)
    }
    switch Reference.resolve(href.value, in: source.path) {
    case .file(let path): addSheet(path, of: element, scope: scope, &context, (href, source))
    case let other:
      other.report(href.value, "a style sheet", at: href.valueRange.range, in: source, &reports)
    }
  }

  mutating func addSheet(
    _ path: String, of element: Element?, scope: String? = nil, _ context: inout CompilerContext,
    _ place: (Attribute, Source)? = nil
  ) {
    let dependency = Dependency(path, .stylesheet)
    if !dependencies.contains(dependency) { dependencies.append(dependency) }
    roots.append(path)
    guard let sheet = context.sheets[dialect].sheet(path, &context.files) else {
      if let (href, source) = place {
        context.files[path]?.failure?.report(
          path, href.value, at: href.valueRange.range, in: source, context.files, &reports)
      }
      return
    }
    sheetsHaveErrors = sheetsHaveErrors || sheet.hasErrors
    sheets.append(
      PageSheet(
        media: element.flatMap { media(of: $0) }, scope: scope, sheet: sheet.sheet, source: sheet.source))
  }

  private mutating func readStyle(
    _ element: Element, texts: [Range<Int>], scope: String? = nil, _ context: inout CompilerContext
  ) {
    guard let first = texts.first, let last = texts.last else { return }
    let number = Int(element.startTag.file)
    let range = first.lowerBound..<max(first.lowerBound, last.upperBound)
    // The file's hash is already part of the page's hash.
    let sheet = context.sheets[dialect].sheet(
      sources[number], range: range, hash: ContentHash([]), &context.files)
    for case let imported? in sheet.importedPaths where !roots.contains(imported) {
      roots.append(imported)
      dependencies.append(Dependency(imported, .import))
    }
    reports.add(sheet.diagnostics)
    if !sheet.variables.isEmpty { variables.sheets.append(sheet.variables) }
    for image in sheet.images { images[image.key] = images[image.key] ?? image }
    for path in sheet.imagePaths where imagePaths.insert(path).inserted {
      dependencies.append(Dependency(path, .image))
    }
    sheets.append(
      PageSheet(media: media(of: element), scope: scope, sheet: sheet.sheet, source: sheet.source))
  }

  /// The `media` attribute, with its faults reported.
  private mutating func media(of element: Element) -> String? {
    guard let attribute = element.attribute("media") else { return nil }
    let source = sources[Int(attribute.valueRange.file)]
    let values = parseComponentValues(source, range: attribute.valueRange.range)
    var found: [Diagnostic] = []
    _ = MediaQueryList(values[...], in: source, diagnostics: &found)
    reports.add(found)
    return attribute.value
  }
}

extension Document {
  /// Adds the value of `@class`, the package dialect's name for classes, which its own compiler ignored, to
  /// the classes.
  mutating func nameClasses() {
    for index in nodes.indices {
      guard let element = nodes[index].element,
        let place = element.attributes.firstIndex(where: { $0.name == "@class" })
      else { continue }
      var changed = element
      var attribute = changed.attributes.remove(at: place)
      if let own = changed.attributes.firstIndex(where: { $0.name == "class" }) {
        changed.attributes[own].value += " " + attribute.value
      } else {
        attribute.name = "class"
        changed.attributes.insert(attribute, at: place)
      }
      self[NodeID(index)].element = changed
    }
  }
}
