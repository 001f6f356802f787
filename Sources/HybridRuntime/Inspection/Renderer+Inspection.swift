import HybridDOM
package import HybridSource
package import HybridUnits
package import HybridViewTree

extension Renderer {
  /// The complete description of a node of a unit that does not run; nil if it is not an element.
  ///
  /// - Parameters:
  ///   - index: The node's index in `tree`.
  ///   - tree: The result of ``render(_:as:)``, with numbered nodes.
  package func inspect(
    _ index: Int, of tree: ViewTree, in unit: Unit, as variant: Variant,
    sources: @escaping (String) -> Source? = { _ in nil }
  ) -> ElementInspection? {
    guard tree.nodes.indices.contains(index) else { return nil }
    return unit.showable.inspect((index, tree), as: variant, by: self, sources: sources)
  }

  /// The complete description of a node of a page that does not run.
  func inspect(
    _ index: Int, of tree: ViewTree, in page: PageUnit, as variant: Variant,
    sources: @escaping (String) -> Source?
  ) -> ElementInspection? {
    let stage = layOut(page, on: variant.device, data: page.data(of: variant.dataSet))
    var builder = treeBuilder(of: page, stage.bound, styles: stage.styles, boxes: stage.boxes)
    _ = builder.build(viewport: variant.device.viewport)
    guard builder.elements.count == tree.nodes.count else { return nil }
    let numbers = Dictionary(
      zip(builder.elements, tree.nodes.map(\.handle)), uniquingKeysWith: { first, _ in first })
    var inspector = ElementInspector(
      page, stage, viewport: variant.device.viewport, sources: sources, handle: { numbers[$0] })
    return inspector.inspection(of: builder.elements[index])
  }
}
