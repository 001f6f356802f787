package import HybridCSS
import HybridDOM

/// The elements that the pages of a project can have, as far as selectors can tell: a used rule has to match
/// one of them.
///
/// It errs on the side of use. Combinators, states, positions and attributes count as matched, since data,
/// users and scripts can produce them; a class set by data matches every class; and every name in a script of
/// a page counts as present.
package struct UsedNames: Sendable {
  private struct Shape: Hashable {
    var tag: String
    var id: String?
    var classes: Set<String>
    /// Whether data sets its id, or some of its classes.
    var hasAnyID = false
    var hasAnyClass = false
  }

  private var shapes: Set<Shape> = []
  /// The scripts of the pages, each once.
  private var scripts: Set<String> = []

  /// No element.
  package init() {}

  /// Adds the elements that a page can have.
  package mutating func add(_ page: PageUnit) {
    for node in page.document.nodes {
      guard case .element(let element) = node.content else { continue }
      var shape = Shape(tag: element.name, id: element.id, classes: Set(element.classes.map(String.init)))
      if let id = shape.id, id.contains("{{") { (shape.id, shape.hasAnyID) = (nil, true) }
      if shape.classes.contains(where: { $0.contains("{{") || $0.contains("}}") }) {
        shape.hasAnyClass = true
      }
      shapes.insert(shape)
    }
    for script in page.scripts { scripts.insert(script.text) }
    for module in page.modules.modules { scripts.insert(module.text) }
    for node in page.document.nodes {
      // Handlers in attributes are scripts too.
      guard case .element(let element) = node.content else { continue }
      for attribute in element.attributes
      where attribute.name.hasPrefix("on") || attribute.name.hasPrefix("@") {
        scripts.insert(attribute.value)
      }
    }
  }

  package mutating func formUnion(_ other: UsedNames) {
    shapes.formUnion(other.shapes)
    scripts.formUnion(other.scripts)
  }

  /// Whether some element may match a selector.
  package func mayMatch(_ selector: ComplexSelector) -> Bool {
    selector.compounds.allSatisfy { mayMatch($0) }
  }

  private func mayMatch(_ compound: CompoundSelector) -> Bool {
    var (tag, id): (String?, String?)
    var classes: [String] = []
    for simple in compound.simples {
      switch simple {
      case .type(let name): tag = name.lowercased()
      case .id(let name): id = name
      case .class(let name): classes.append(name)
      case .pseudoClass(.matches(let list)), .pseudoClass(.where(let list)):
        if !list.isEmpty, !list.contains(where: { mayMatch($0) }) { return false }
      default: break
      }
    }
    // A script may create any name that it contains.
    if let name = id, isInScripts(name) { id = nil }
    classes.removeAll { isInScripts($0) }
    if let name = tag, isInScripts(name) { tag = nil }
    return shapes.contains { shape in
      (tag == nil || shape.tag == tag) && (id == nil || shape.id == id || shape.hasAnyID)
        && (shape.hasAnyClass || classes.allSatisfy { shape.classes.contains($0) })
    }
  }

  /// Whether a script contains a name, or the beginning of one that it assembles: `'card-' + kind`,
  /// `card-${kind}`.
  private func isInScripts(_ name: String) -> Bool {
    guard !scripts.isEmpty else { return false }
    let beginnings = name.indices.filter { name[$0] == "-" || name[$0] == "_" }.flatMap { index in
      ["'", "\"", "`", "${"].map { name[...index] + $0 }
    }
    return scripts.contains { script in
      script.contains(name) || beginnings.contains { script.contains($0) }
    }
  }
}
