import HybridDOM
import HybridSource
import HybridUnits

/// Tells of the elements and attributes of a page that whose names are unknown.
enum NameCheck {
  /// The maximum number of unknown names in a page that are reported.
  private static let unknownLimit = 100

  /// Reports elements that are neither known nor components, each name once, and adds dependencies on the
  /// files that would define them.
  static func check(
    _ document: Document, _ scripts: PageScripts, _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    var seen = Set<String>()
    var seenAttributes = Set<String>()
    var losses = MarkupLossCheck()
    var foreign: NodeID?  // the enclosing element of another language, or of a script's template
    var node = document[document.root].firstChild
    while let current = node {
      if let element = document[current].element {
        if page.dialect == .web { losses.check(element, page.sources, &page.reports) }
        if BindingPlan.isVerbatim(element) || element.elementName == .foreignObject
          || ElementNames.isForeign(element.name) && element.namespace != .svg
        {
          foreign = current
        } else if element.namespace == .svg {
          // Its names are those of SVG.
        } else if seen.count < unknownLimit, !ElementNames.isKnown(element.name),
          seen.insert(element.name).inserted,
          context.components.path(of: element.name, context.files) == nil, !scripts.name(element.name),
          !document.declaresShadow(of: current)
        {
          reportUnknown(element, &page, &context)
        } else if ElementNames.isKnown(element.name), seenAttributes.count < unknownLimit {
          for attribute in element.attributes where !seenAttributes.contains(attribute.name) {
            // The compiler's own attributes have no place in a file.
            guard !attribute.nameRange.range.isEmpty, let meant = AttributeNames.meant(by: attribute.name)
            else { continue }
            seenAttributes.insert(attribute.name)
            page.reports.add(
              .warning, "page.unknown-attribute", "there is no attribute '\(attribute.writtenName)'",
              at: attribute.nameRange.range, in: page.sources[Int(attribute.nameRange.file)],
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

  private static func reportUnknown(
    _ element: Element, _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    let name = element.name
    let path = ComponentLibrary.expectedPath(name)
    // A name that is not a valid file name can never be defined.
    if ProjectPath.normalized(path) == path, !name.utf8.contains(0) {
      page.depend(on: path, .component)
      _ = context.files.load(path)
    }
    let near = nearest(
      to: element.writtenName, in: context.components.names + ElementNames.written.sorted())
    let start = element.startTag.range.lowerBound
    page.reports.add(
      .warning, "page.unknown-element",
      "there is no element <\(element.writtenName)>; it only holds its content",
      at: start..<min(start + 1 + element.writtenName.utf8.count, element.startTag.range.upperBound),
      in: page.sources[Int(element.startTag.file)],
      hint: near.map { "did you mean <\($0)>?" }
        ?? (name.contains("-") ? "'\(path)' would make it a component" : nil))
  }
}
