import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridLayoutStyles

/// The sizes of query containers, and the styles that depend on them (CSS Conditional 5 §5).
///
/// Styles decide about layout, and in a container layout decides about styles. Both are repeated until the
/// queries have been answered with the sizes that result. Containment makes that end: what is in a container
/// does not change the size that it can be asked for, so each repetition settles at least the next inner
/// containers, and the result does not depend on where the repetitions began. A page without containers is
/// laid out once.
enum ContainerPasses {
  /// The number of repetitions after which the styles stay as they are.
  ///
  /// Two kinds of pages need more: those with more containers in one another, each with a size that depends
  /// on the one around it, and those in which the height of a container changes its width, as in the lines of
  /// a column that wraps. Such a page is laid out from scratch after each change, so that the result depends
  /// only on the page.
  static let limit = 16
}

extension Boxes {
  /// The sizes of the content boxes of the containers that have a box to which size containment applies.
  func containerSizes(of styler: LiveStyles) -> [NodeID: ContainerSize] {
    var sizes: [NodeID: ContainerSize] = [:]
    for node in styler.sizableContainers {
      guard let box = elements[node] else { continue }
      let display = layout.style(of: box).display
      if display == .table || display.isInsideTable { continue }
      let content = contentBox(of: box)
      let isBoth = styler.styled[node][\.containerType] == .size
      sizes[node] = ContainerSize(width: content.width, height: isBoth ? content.height : nil)
    }
    return sizes
  }

  /// Brings styles and layout of a page to rest.
  ///
  /// - Parameters:
  ///   - document: The document, plain and as it is shown.
  ///   - generate: Changes the boxes that style sheets make, after other styles.
  /// - Returns: Whether the queries have been answered with the sizes that result.
  mutating func settleContainers(
    _ styler: inout LiveStyles, states: [NodeID: ElementState], controls: ControlStates = [:],
    viewport: Size<Double>, document: () -> (plain: Document, shown: Document),
    generate: (inout LiveStyles, StyleUpdate) -> GeneratedContent.Changes
  ) -> Bool {
    for _ in 0..<ContainerPasses.limit {
      let sizes = containerSizes(of: styler)
      guard let restyled = styler.update(document().plain, containerSizes: sizes, states: states) else {
        return true
      }
      let made = generate(&styler, restyled)
      update(
        document: document().shown, styles: styler.styled, controls: controls,
        changed: BoxChanges(restyled, made))
      layOut(width: viewport.width, height: viewport.height)
    }
    return containerSizes(of: styler) == styler.containerSizes
  }
}

extension GeneratedContent.Cause {
  /// The cause after a style update for other sizes of containers.
  init(_ restyled: StyleUpdate) {
    self.init(
      pseudoElements: restyled.pseudoElements,
      isOther: restyled.hasOtherElements || !restyled.changed.isEmpty)
  }
}

extension BoxChanges {
  /// The changes to boxes that follow from other styles.
  init(_ restyled: StyleUpdate, _ made: GeneratedContent.Changes) {
    self.init(
      styled: restyled.changed.union(made.styled), children: made.children, texts: made.texts,
      controls: made.pictures, hasOtherElements: restyled.hasOtherElements || !made.children.isEmpty)
  }
}
