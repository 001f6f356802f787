import HybridCSS
import HybridDOM
package import HybridUnits
package import HybridViewTree

/// A page without scripts on one device, updated from save to save. Parts that a save does not touch are
/// kept.
///
///     var page = StillPage(unit, as: variant, by: renderer)
///     let changes = page.update(saved, by: renderer)
///     // page.tree is what renderer.render(saved, as: variant) makes
///     session.advance(to: page.tree, changes: changes)
///
/// Most saves change a word or a style: the elements stay at the same places, and most boxes, lines and nodes
/// are kept. If the elements differ, everything is rebuilt.
package struct StillPage: StillUnit {
  /// The device and data set that it is laid out for.
  package let variant: Variant
  private var device: Device { variant.device }
  private var unit: PageUnit
  /// The page with its data, and the same with generated content.
  private var plain: BoundDocument
  private var bound: BoundDocument
  private var styler: LiveStyles
  private var generated = GeneratedContent()
  private var boxes: Boxes
  private var live: LiveTree
  /// Whether the sizes of containers and the styles that depend on them did not come to rest.
  private var isUnsettled = false

  /// Lays out a new page.
  package init(_ unit: PageUnit, as variant: Variant, by renderer: Renderer) {
    self.init(unit, renderer.bound(unit, as: variant), as: variant, by: renderer)
  }

  private init(_ unit: PageUnit, _ bound: BoundDocument, as variant: Variant, by renderer: Renderer) {
    let device = variant.device
    self.unit = unit
    self.plain = bound
    self.variant = variant
    var bound = bound
    let stylist = renderer.stylist(for: unit, on: device, showing: bound)
    let states = stylist.formStates(of: bound.document)
    var styler = LiveStyles(stylist, bound.document, states: states)
    var generated = GeneratedContent()
    _ = bound.generate { generated.update(&$0, &styler, after: nil) }
    var builder = BoxBuilder(
      document: bound.document.flattened(), styles: styler.styled, dialect: Dialect(unit.dialect),
      images: PageImages(unit))
    boxes = builder.build()
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    let isSettled = boxes.settleContainers(&styler, states: states, viewport: device.viewport) {
      (bound.document, bound.document.flattened())
    } generate: { styler, restyled in
      bound.generate { generated.update(&$0, &styler, after: GeneratedContent.Cause(restyled)) }
    }
    (self.bound, self.styler, self.generated) = (bound, styler, generated)
    isUnsettled = !isSettled
    live = LiveTree(
      renderer.treeBuilder(of: unit, bound, styles: styler.styled, boxes: boxes), viewport: device.viewport)
    _ = live.takeChanges()  // discards the initial changes
  }

  /// The view tree of the page, without node numbers.
  package var tree: ViewTree { live.tree }

  package static var kind: Unit.Kind { .page }

  package mutating func update(to unit: Unit, by renderer: Renderer) -> ViewTreeChanges? {
    guard case .page(let page) = unit else { preconditionFailure("a page has no version of another kind") }
    return update(page, by: renderer)
  }

  /// Updates the page to a saved version.
  ///
  /// - Returns: The changes of ``tree``; nil if it has different nodes.
  package mutating func update(_ next: PageUnit, by renderer: Renderer) -> ViewTreeChanges? {
    let plain = renderer.bound(next, as: variant)
    guard !isUnsettled, unit.dialect == next.dialect, unit.images == next.images,
      unit.fonts == next.fonts,
      unit.document.files == next.document.files,
      self.plain.turns == plain.turns, self.plain.keys == plain.keys,
      let changes = DocumentChanges(from: self.plain.document, to: plain.document)
    else {
      self = StillPage(next, plain, as: variant, by: renderer)
      return nil
    }
    let old = styler.styled
    var inputs = ViewTreeInputs(changes: changes, oldStyles: old)
    self.plain = plain
    var bound = plain
    bound.takeGenerated(of: self.bound)
    inputs.styled = restyle(next, bound, changes, from: old, by: renderer)
    // Most pages have few pseudo-elements: all are compared.
    let made = bound.generate {
      generated.update(
        &$0, &styler,
        after: GeneratedContent.Cause(
          pseudoElements: Set(styler.styled.nodesWithPseudoElements).union($0.generated.keys), isOther: true))
    }
    inputs.changes.add(made)
    inputs.styled.formUnion(made.styled)
    inputs.replaced = replacedNodes(next, bound)
    boxes.beginUpdate()
    boxes.update(
      document: bound.document.flattened(), styles: styler.styled,
      changed: BoxChanges(
        styled: inputs.styled, children: inputs.changes.children, texts: inputs.changes.texts,
        controls: Set(changes.attributes.keys).union(made.pictures)))
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    guard settleContainers(&bound, &inputs) else {
      self = StillPage(next, plain, as: variant, by: renderer)
      return nil
    }
    (unit, self.bound) = (next, bound)
    let builder = renderer.treeBuilder(of: next, bound, styles: styler.styled, boxes: boxes)
    if let touched = boxes.touched {
      inputs.touched = touched
      live.update(builder, inputs)
    } else {
      live = LiveTree(builder, viewport: device.viewport)
    }
    guard let made = live.takeChanges(), made.isSameStructure else { return nil }
    return made
  }

  /// Brings styles and layout to rest after a change; false if they do not come to rest.
  private mutating func settleContainers(_ bound: inout BoundDocument, _ inputs: inout ViewTreeInputs) -> Bool
  {
    // Moved out of the page and back, since the boxes change meanwhile.
    var generated = GeneratedContent()
    swap(&generated, &self.generated)
    defer { swap(&generated, &self.generated) }
    return boxes.settleContainers(
      &styler, states: styler.stylist.formStates(of: bound.document), viewport: device.viewport
    ) {
      (bound.document, bound.document.flattened())
    } generate: { styler, restyled in
      let made = bound.generate {
        generated.update(&$0, &styler, after: GeneratedContent.Cause(restyled))
      }
      inputs.changes.add(made)
      inputs.styled.formUnion(restyled.changed.union(made.styled))
      return made
    }
  }

  /// Styles the saved page; returns the elements whose style changed.
  private mutating func restyle(
    _ next: PageUnit, _ bound: BoundDocument, _ changes: DocumentChanges, from old: StyledDocument,
    by renderer: Renderer
  ) -> Set<NodeID> {
    let document = bound.document
    // If only texts changed, all rules match as before, except those that test for text, such as `:empty`, or
    // for what a text area holds.
    if changes.attributes.isEmpty, unit.hasSheets(of: next), !styler.stylist.depends(on: .forms) {
      return styler.update(document, changes: StyleChanges(text: changes.texts)).changed
    }
    let stylist = renderer.stylist(for: next, on: device, showing: bound)
    styler = LiveStyles(
      stylist, document, states: stylist.formStates(of: document), containerSizes: styler.containerSizes)
    let styles = styler.styled
    var changed: Set<NodeID> = []
    // Many elements share one style.
    var known: [StylePair: Bool] = [:]
    for index in document.nodes.indices where document.nodes[index].isElement {
      let node = NodeID(index)
      let pair = StylePair(old: old.styleNumber(of: node), new: styles.styleNumber(of: node))
      let isSame = known[pair] ?? (old[node] == styles[node])
      known[pair] = isSame
      if !isSame { changed.insert(node) }
    }
    return changed
  }

  private struct StylePair: Hashable {
    var old: Int
    var new: Int
  }

  /// Nodes whose source place changed.
  private func replacedNodes(_ next: PageUnit, _ bound: BoundDocument) -> [NodeID] {
    func isSame(_ before: NodeID, _ after: NodeID) -> Bool {
      guard unit.places.indices.contains(before.index), next.places.indices.contains(after.index) else {
        return false
      }
      return unit.places[before.index] == next.places[after.index]
        && unit.document[before].range.file == next.document[after].range.file
    }
    return bound.origins.indices.filter { !isSame(self.bound.origins[$0], bound.origins[$0]) }.map {
      NodeID($0)
    }
  }
}

extension PageUnit {
  /// Whether two versions of a page have the same rules.
  fileprivate func hasSheets(of other: PageUnit) -> Bool {
    sheets.count == other.sheets.count
      && zip(sheets, other.sheets).allSatisfy {
        $0.media == $1.media && $0.scope == $1.scope && $0.source == $1.source
      }
  }
}

extension DocumentChanges {
  /// The differences between two documents with the same elements at the same places; nil if the elements
  /// differ.
  init?(from old: Document, to new: Document) {
    guard old.nodes.count == new.nodes.count, old.isHTML == new.isHTML, old.shadowRoots == new.shadowRoots
    else { return nil }
    for index in new.nodes.indices {
      guard old.nodes[index].hasPlace(of: new.nodes[index]) else { return nil }
      switch (old.nodes[index].content, new.nodes[index].content) {
      case (.document, .document), (.comment, .comment): break
      case (.text(let before), .text(let after)): if before != after { texts.insert(NodeID(index)) }
      case (.element(let before), .element(let after)):
        guard before.name == after.name, before.writtenName == after.writtenName, before.id == after.id else {
          return nil
        }
        let names = before.differences(from: after)
        if !names.isEmpty { attributes[NodeID(index)] = names }
      default: return nil
      }
    }
  }
}

extension Node {
  /// Whether a node has the same links to other nodes.
  fileprivate func hasPlace(of other: borrowing Node) -> Bool {
    parent == other.parent && firstChild == other.firstChild && nextSibling == other.nextSibling
  }
}

extension Element {
  /// The names of attributes that exist in only one of two elements or have different values.
  fileprivate func differences(from other: Element) -> Set<String> {
    if attributes.count == other.attributes.count,
      zip(attributes, other.attributes).allSatisfy({ $0.name == $1.name && $0.value == $1.value })
    {
      return []
    }
    return Set((attributes + other.attributes).map(\.name))
  }
}
