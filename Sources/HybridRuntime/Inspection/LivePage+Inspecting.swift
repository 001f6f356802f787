import HybridDOM
package import HybridSource

extension LivePage {
  /// The complete description of a node in the client's tree; nil if it is not an element of the page.
  ///
  /// - Parameter sources: The files of the project, to find places in attributes.
  package func inspect(_ handle: Int, sources: @escaping (String) -> Source?) -> ElementInspection? {
    guard case .element(let node)? = target(of: handle), document[node].element != nil else { return nil }
    refresh()
    guard let stage else { return nil }
    var bound = dom.bound
    bound.document = document
    bound.origins = document.nodes.indices.map { dom.origin(of: NodeID($0)) ?? NodeID(-1) }
    var laidOut = LaidOutPage(bound: bound, stylist: stage.stylist, styles: stage.styles, boxes: stage.boxes)
    laidOut.states = states
    laidOut.overrides = edits.texts
    var inspector = ElementInspector(
      unit, laidOut, viewport: device.viewport, sources: sources, handle: { self.screen.handle(of: $0) })
    var inspection = inspector.inspection(of: node)
    inspection?.edits = pageEdits
    return inspection
  }
}
