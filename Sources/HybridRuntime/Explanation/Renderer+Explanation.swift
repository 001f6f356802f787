package import HybridJSON
package import HybridSource
package import HybridUnits

extension Renderer {
  /// Explains how an element of a page got its size and position on `device`.
  ///
  /// The page is rendered as by ``render(_:on:data:)``, and laid out once more with recording. Of several
  /// matches, the first shown one is explained; if none is shown, the first.
  ///
  /// - Parameters:
  ///   - selector: A CSS selector, with the name used in reports.
  ///   - sources: The files of the project, to find places in attributes; nil uses the place of the element.
  /// - Throws: ``SelectionError`` when the selector leads to no element.
  package func explain(
    _ selector: Source, in page: PageUnit, on device: Device, data: JSONValue? = nil,
    sources: @escaping (String) -> Source? = { _ in nil }
  ) throws(SelectionError) -> ElementExplanation {
    try explain(selector, in: page, on: device, data: data, sources: sources) {
      $0.explain($1, root: $2, available: $3, as: $4)
    }
  }

  /// The explanation with another engine, for tests of the wording.
  func explain(
    _ selector: Source, in page: PageUnit, on device: Device, data: JSONValue? = nil,
    sources: @escaping (String) -> Source?, engine: @escaping PageExplainer.Engine
  ) throws(SelectionError) -> ElementExplanation {
    let stage = layOut(page, on: device, data: data)
    let elements = try ElementSelection(
      selector, in: stage.bound.document, template: page.document, place: page.place
    ).elements
    var explainer = PageExplainer(
      page, stage, viewport: device.viewport, sources: sources, engine: engine)
    let match = elements.firstIndex(where: explainer.isShown) ?? 0
    let node = elements[match]
    return ElementExplanation(
      element: explainer.label(of: node), location: explainer.place(of: node),
      selector: selector.text, matches: elements.count, match: match + 1,
      content: explainer.explanation(of: node))
  }
}
